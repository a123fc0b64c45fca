/** The operations of PIX: receive, send by key or QR code, refund, search, balance, key look-up. */
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { anyText } from "../../text/Text.ts"
import { Bearer } from "../authentication.ts"
import { operation } from "../documentation.ts"
import {
  creationErrors,
  InvalidCharge,
  InvalidParameters,
  InvalidQrSend,
  InvalidRefund,
  InvalidSearch,
  InvalidSend,
  NotFound,
  TransactionNotFound,
} from "../errors.ts"
import * as examples from "../examples/pix.ts"
import {
  CashInCharge,
  cashInRequest,
  CashOut,
  cashOutQrCodeRequest,
  cashOutRequest,
  type PixOptions,
  Refund,
  RefundRequest,
} from "../pix.ts"
import { Balance, KeyHolder, SearchItem, SearchPage, searchQuery } from "../pixSearch.ts"
import { creationHeaders } from "../requestHeaders.ts"

const cashIn = (options: PixOptions) =>
  HttpApiEndpoint.post("cashIn", "/api/pix/cash-in", {
    headers: creationHeaders("pix-cash-in"),
    payload: cashInRequest(options),
    success: CashInCharge.pipe(HttpApiSchema.status(201)),
    error: [InvalidCharge, ...creationErrors],
  }).annotateMerge(
    operation({
      id: "createPixCashIn",
      summary: "Receive by PIX",
      description: `Creates a dynamic charge and answers its copy-and-paste code, and an image of its QR code where \`generateQrCode\` is \`true\`. The outcome arrives by webhook \`CashIn\`; a charge that nobody pays in time becomes ERROR and announces nothing.

\`externalId\` is unique in the PIX area: its reuse is a 409, with an equal body too.`,
      ...examples.cashIn,
    }),
  )

const cashOut = (options: PixOptions) =>
  HttpApiEndpoint.post("cashOut", "/api/pix/cash-out", {
    headers: creationHeaders("pix-cash-out"),
    payload: cashOutRequest(options),
    success: CashOut.pipe(HttpApiSchema.status(201)),
    error: [InvalidSend, ...creationErrors],
  }).annotateMerge(
    operation({
      id: "createPixCashOut",
      summary: "Send to a PIX key",
      description: `Pays to a PIX key, at any hour. The value and its fee are held in the balance until the outcome, which arrives by webhook \`CashOut\`, whether CONFIRMED or ERROR. Name and document must match the key's registration.

For a QR code there is an operation of its own. \`externalId\` is unique in the PIX area: its reuse is a 409, with an equal body too.

In sandbox any well-formed key works; \`GET /api/sandbox/scenarios\` lists reserved keys to which no payment succeeds.`,
      ...examples.cashOut,
    }),
  )

const cashOutQrCode = (options: PixOptions) =>
  HttpApiEndpoint.post("cashOutQrCode", "/api/pix/cash-out-qrcode", {
    headers: creationHeaders("pix-cash-out"),
    payload: cashOutQrCodeRequest(options),
    success: CashOut.pipe(HttpApiSchema.status(201)),
    error: [InvalidQrSend, ...creationErrors],
  }).annotateMerge(
    operation({
      id: "createPixCashOutByQrCode",
      summary: "Pay a PIX QR code",
      description: `Pays what a scanned or pasted QR code asks for, static or dynamic. The outcome arrives by webhook \`CashOut\`, as for a payment to a key.

The code is decoded and checked whole: structure, CRC, receiver. Checks are made in this order: the shape of the body, the code, the value, the externalId, the balance. A code of this very service is settled together with the charge behind it; one that is not PENDING any more, or your own, is a 400 \`INVALID_QR_CODE\`.`,
      ...examples.cashOutQrCode,
    }),
  )

const refund = HttpApiEndpoint.post("refund", "/api/pix/refund-in/:id", {
  params: {
    id: anyText.annotate({
      description: "`transactionId` of the cash-in to refund",
      examples: ["019c1536-71e0-7d41-8e07-9b2c5a60b301"],
    }),
  },
  headers: creationHeaders("refund"),
  payload: RefundRequest,
  success: Refund.pipe(HttpApiSchema.status(201)),
  error: [InvalidRefund, TransactionNotFound, ...creationErrors],
}).annotateMerge(
  operation({
    id: "refundPixCashIn",
    summary: "Refund a PIX cash-in",
    description: `Gives a confirmed cash-in back, whole or in parts, within 89 days of its confirmation. All refunds of one payment together cannot exceed it. The outcome arrives by webhook \`RefundIn\`.

\`externalId\` is unique among the refunds of one payment: its reuse is a 409.`,
    ...examples.refund,
  }),
)

const search = HttpApiEndpoint.get("search", "/api/transactions", {
  query: searchQuery,
  success: SearchPage,
  error: [InvalidSearch],
}).annotateMerge(
  operation({
    id: "searchPixTransactions",
    summary: "Search PIX transactions",
    description: `By the day of creation, in UTC: \`startDate\` and \`endDate\` are both included, and at most 31 days apart. Newest first, and stable; a page past the end is empty.

The query takes the names of states and types (\`PENDING\`, \`PAYMENT\`); the items carry their labels (\`Pendente\`, \`Pix in\`).`,
    ...examples.search,
  }),
)

const transaction = HttpApiEndpoint.get("transaction", "/api/transactions/:transactionId", {
  params: {
    transactionId: anyText.annotate({
      description: "The transaction's id",
      examples: ["019c1536-71e0-7d41-8e07-9b2c5a60b301"],
    }),
  },
  success: SearchItem,
  error: [InvalidParameters, TransactionNotFound],
}).annotateMerge(
  operation({
    id: "getPixTransaction",
    summary: "Status of one PIX transaction",
    description: "The transaction as the search shows it, with the same labels.",
    ...examples.transaction,
  }),
)

const balance = HttpApiEndpoint.get("balance", "/api/balance", { success: Balance }).annotateMerge(
  operation({
    id: "getPixBalance",
    summary: "Balance in BRL",
    description: `What the account has in BRL, of which what is held by payments and refunds in processing. Charges that nobody has paid yet hold nothing.`,
    ...examples.balance,
  }),
)

const key = HttpApiEndpoint.get("key", "/api/pix/keys/:key", {
  params: {
    key: anyText.annotate({
      description: "The key, percent-encoded: `+` is `%2B`, `@` may stay",
      examples: ["joao@pix.example"],
    }),
  },
  success: KeyHolder,
  error: [InvalidParameters, NotFound],
}).annotateMerge(
  operation({
    id: "getPixKey",
    summary: "Look up a PIX key",
    description: `Who holds a key: name, masked document, bank. The sandbox answers its sample keys (\`12345678000195\`, \`joao@pix.example\`, \`+5511912345678\`, \`123e4567-e89b-42d3-a456-426655440000\`) and 404 for any other.`,
    ...examples.key,
  }),
)

/** PIX, at a level of validation, with or without letters in CNPJs. */
export const pixGroup = (options: PixOptions) =>
  HttpApiGroup.make("pix")
    .add(cashIn(options), cashOut(options), cashOutQrCode(options), refund, search, transaction, balance, key)
    .middleware(Bearer)
    .annotateMerge(
      OpenApi.annotations({
        title: "PIX",
        description: "Receive and send in Brazil by PIX. Amounts are JSON numbers of BRL with at most 2 decimals.",
      }),
    )
