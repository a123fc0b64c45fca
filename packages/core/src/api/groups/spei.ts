/** The operations of SPEI: receive, send, look up, refund, balance, and deposits that confirmed no charge. */
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { anyText } from "../../text/Text.ts"
import { Bearer } from "../authentication.ts"
import { operation } from "../documentation.ts"
import {
  creationErrors,
  IllegalTransition,
  InvalidCharge,
  InvalidParameters,
  InvalidRefund,
  InvalidSend,
  NotFound,
  TransactionNotFound,
} from "../errors.ts"
import * as examples from "../examples/spei.ts"
import type { Level } from "../levels.ts"
import { creationHeaders } from "../requestHeaders.ts"
import {
  Balance,
  CashInCharge,
  cashInRequest,
  CashOut,
  cashOutRequest,
  Deposit,
  DepositPage,
  depositsQuery,
  Refund,
  refundRequest,
  TransactionRecord,
} from "../spei.ts"

const cashIn = (minimumCentavos: number, level: Level) =>
  HttpApiEndpoint.post("cashIn", "/api/spei/cash-in", {
    headers: creationHeaders("spei-cash-in"),
    payload: cashInRequest(minimumCentavos, level),
    success: CashInCharge.pipe(HttpApiSchema.status(201)),
    error: [InvalidCharge, ...creationErrors],
  }).annotateMerge(
    operation({
      id: "createSpeiCashIn",
      summary: "Receive by SPEI",
      description: `Issues a disposable CLABE that is valid for one transfer of exactly this amount, for 24 hours by default. The outcome arrives by webhook \`cash_in\`, seconds to minutes later.

The same body with the same \`externalId\` again answers the existing charge, in its current status, and creates nothing; another body, or another operation, is a 409. SPEI cash-in and cash-out share one namespace of externalIds.

Any other deposit (another amount, too late, a second one) does not move the charge: it is an unmatched deposit.`,
      ...examples.cashIn,
    }),
  )

const cashOut = (level: Level) =>
  HttpApiEndpoint.post("cashOut", "/api/spei/cash-out", {
    headers: creationHeaders("spei-cash-out"),
    payload: cashOutRequest(level),
    success: CashOut.pipe(HttpApiSchema.status(201)),
    error: [InvalidSend, ...creationErrors],
  }).annotateMerge(
    operation({
      id: "createSpeiCashOut",
      summary: "Send by SPEI",
      description: `Sends a transfer to a CLABE. The amount and its fee are held in the balance until the outcome, which arrives by webhook \`cash_out\`, whether CONFIRMED or FAILED. A confirmed send that comes back later is announced by \`refund_out\`.

The same body with the same \`externalId\` again answers the existing send, and creates nothing; another body, or another operation, is a 409.`,
      ...examples.cashOut,
    }),
  )

const lookup = HttpApiEndpoint.get("lookup", "/api/spei/transaction/:externalId", {
  params: {
    externalId: anyText.annotate({
      description: "The externalId sent at creation; a conciliationId is accepted too",
      examples: ["order-1042"],
    }),
  },
  success: TransactionRecord,
  error: [InvalidParameters, TransactionNotFound],
}).annotateMerge(
  operation({
    id: "getSpeiTransaction",
    summary: "Look up a SPEI transaction",
    description: "A cash-in or cash-out by its externalId, as it stands.",
    ...examples.lookup,
  }),
)

const refund = (level: Level) =>
  HttpApiEndpoint.post("refund", "/api/spei/refund-in/:id", {
    params: {
      id: anyText.annotate({
        description: "The payment to refund: its integer `id` or its `transactionId`",
        examples: ["48213", "019c1536-71e0-7c0a-9d52-3f1b8c6e4b01"],
      }),
    },
    headers: creationHeaders("refund"),
    payload: refundRequest(level),
    success: Refund.pipe(HttpApiSchema.status(201)),
    error: [InvalidRefund, TransactionNotFound, ...creationErrors],
  }).annotateMerge(
    operation({
      id: "refundMexicoCashIn",
      summary: "Refund a SPEI or retail cash-in",
      description: `Gives a confirmed cash-in back, whole or in parts, within 89 days of its confirmation. All refunds of one payment together cannot exceed it. The outcome arrives by webhook \`refund_in\`.

Cash has no account to go back to, so the refund of a retail charge names one: \`destinationClabe\` and \`beneficiaryName\`.

The same body with the same \`externalId\` again answers the existing refund of this payment; another body is a 409.`,
      ...examples.refund,
    }),
  )

const balance = HttpApiEndpoint.get("balance", "/api/spei/balance", { success: Balance }).annotateMerge(
  operation({
    id: "getMexicoBalance",
    summary: "Balance in MXN",
    description: "What the account has in MXN, of which what is held by sends and refunds in processing.",
    ...examples.balance,
  }),
)

const deposits = HttpApiEndpoint.get("deposits", "/api/spei/deposits", {
  query: depositsQuery,
  success: DepositPage,
  error: [InvalidParameters],
}).annotateMerge(
  operation({
    id: "listUnmatchedDeposits",
    summary: "List unmatched deposits",
    description: `Deposits that confirmed no charge: of another amount, paid too late, or to a charge that was not PENDING any more. They are held in suspense, in nobody's balance, until you return or accept them. Newest first; a page past the end is empty.`,
    ...examples.deposits,
  }),
)

const depositParams = {
  id: anyText.annotate({ description: "The deposit's `id`", examples: ["019c1540-1b7d-7c0a-9d52-3f1b8c6e4c01"] }),
}

const returnDeposit = HttpApiEndpoint.post("returnDeposit", "/api/spei/deposits/:id/return", {
  params: depositParams,
  success: Deposit,
  error: [InvalidParameters, NotFound, IllegalTransition],
}).annotateMerge(
  operation({
    id: "returnUnmatchedDeposit",
    summary: "Return an unmatched deposit",
    description:
      "Sends a HELD deposit back to the account it came from. A second time it changes nothing; an accepted one is a 409.",
    ...examples.returnDeposit,
  }),
)

const acceptDeposit = HttpApiEndpoint.post("acceptDeposit", "/api/spei/deposits/:id/accept", {
  params: depositParams,
  success: Deposit,
  error: [InvalidParameters, NotFound, IllegalTransition],
}).annotateMerge(
  operation({
    id: "acceptUnmatchedDeposit",
    summary: "Accept an unmatched deposit",
    description:
      "Credits a HELD deposit to the balance. The charge that its CLABE was issued for does not move. A second time it changes nothing; a returned one is a 409.",
    ...examples.acceptDeposit,
  }),
)

/** SPEI, with the smallest cash-in amount in centavos and a level of validation. */
export const speiGroup = (minimumCentavos: number, level: Level) =>
  HttpApiGroup.make("spei")
    .add(
      cashIn(minimumCentavos, level),
      cashOut(level),
      lookup,
      refund(level),
      balance,
      deposits,
      returnDeposit,
      acceptDeposit,
    )
    .middleware(Bearer)
    .annotateMerge(
      OpenApi.annotations({
        title: "SPEI",
        description: "Receive and send in Mexico by SPEI. Amounts are integers of MXN centavos: 15000 is 150.00 MXN.",
      }),
    )
