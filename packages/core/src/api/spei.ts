/**
 * What the SPEI operations take and answer (mexico.md; decisions, sections 3 and 8). Amounts are integers of MXN centavos.
 * Answers carry both identifiers of a transaction, the integer and the UUID, so that either correlates.
 */
import { Schema } from "effect"
import { ClabeContract } from "../accounts/ClabeSchema.ts"
import { EmailSchema } from "../contact/EmailSchema.ts"
import { machine as cashOutMachine } from "../lifecycle/SpeiCashOut.ts"
import { machine as depositMachine } from "../lifecycle/UnmatchedDeposit.ts"
import { machine as refundMachine } from "../lifecycle/MexicoRefund.ts"
import { machine as cashInMachine } from "../lifecycle/SpeiCashIn.ts"
import { amountCentavos, Centavos } from "../money/CentavosSchema.ts"
import { text } from "../text/Text.ts"
import {
  Counterpart,
  Instant,
  OriginalTransactionId,
  ProviderTransactionId,
  TransactionId,
} from "../webhooks/events.ts"
import { instantOrNull, IntegerId, optional, pageOf, paging, textUpTo } from "./fields.ts"
import { contractLevel, type Level } from "./levels.ts"

/** The floor of the formal schema, in centavos: 10.00 MXN. Configurable down to 1 (decisions, section 2). */
export const defaultMinimumCentavos = 1000

/** The client's identifier of a Mexico-area transaction: 1 to 100 characters (mexico.md, limits). */
export const MexicoExternalId = text(1, 100)

const recommendedExternalId = optional(MexicoExternalId).annotate({
  description: "Your identifier; recommended, because it makes the request safe to repeat",
})

/**
 * Body of `POST /api/spei/cash-in`, with the smallest amount that the service takes, in centavos.
 *
 * @example
 * ```ts
 * import { Schema } from "effect"
 * import * as Spei from "@pesoreal/core/api/spei"
 *
 * const accepts = Schema.is(Spei.cashInRequest(1000))
 * accepts({ amountCentavos: 1000, customerName: "Ana", customerEmail: "ana@example.mx" }) // => true
 * accepts({ amountCentavos: 999, customerName: "Ana", customerEmail: "ana@example.mx" }) // => false
 * ```
 */
export const cashInRequest = (minimumCentavos: number, level: Level = contractLevel) =>
  Schema.Struct({
    amountCentavos: amountCentavos(minimumCentavos).annotate({
      description: "What the payer is to transfer, exactly, in MXN centavos: 15000 is 150.00 MXN",
    }),
    externalId: recommendedExternalId,
    description: optional(text(1, 255)).annotate({ description: "What the payment is for" }),
    customerName: text(1, 255).annotate({ description: "Shown to the payer on the checkout" }),
    customerEmail: EmailSchema.annotate({ description: "The payer's e-mail" }),
    customerTaxId: optional(level.mexicanTaxId).annotate({ description: "RFC or CURP of the payer" }),
  }).annotate({ identifier: "SpeiCashInRequest", description: "What is to be paid, and by whom" })
/** Body of `POST /api/spei/cash-in`. */
export type CashInRequest = ReturnType<typeof cashInRequest>["Type"]

/** States of a SPEI cash-in charge. */
export const ChargeStatus = Schema.Literals(cashInMachine.states).annotate({
  description:
    "PENDING: waits for the transfer; CONFIRMED: settled; FAILED: an error in processing; EXPIRED: nobody paid in time",
})
/** States of a SPEI cash-in charge. */
export type ChargeStatus = typeof ChargeStatus.Type

/** A SPEI cash-in charge, in both forms that mexico.md shows: every identifier of either form is present. */
export const CashInCharge = Schema.Struct({
  transactionId: TransactionId,
  id: IntegerId,
  externalId: Schema.optionalKey(Schema.String).annotate({ description: "Echoed when sent" }),
  status: ChargeStatus,
  destinationClabe: ClabeContract.annotate({ description: "Disposable CLABE that the payer transfers to, once" }),
  clabe: ClabeContract.annotate({ description: "The same value as `destinationClabe`" }),
  beneficiary: Schema.Struct({
    name: Schema.String.annotate({ description: "Whose name the payer's bank shows" }),
    taxId: Schema.NullOr(Schema.String).annotate({ description: "RFC or CURP of the beneficiary" }),
  }).annotate({ description: "Who receives the transfer" }),
  referenceNumerical: Schema.NullOr(Schema.String).annotate({ description: "Numeric reference" }),
  checkoutUrl: Schema.NullOr(Schema.String).annotate({ description: "Address of the payer's page", format: "uri" }),
  expiresAt: instantOrNull("Until when the CLABE can be paid"),
  amountCentavos: Schema.Int.annotate({ description: "MXN centavos" }),
}).annotate({ identifier: "SpeiCashInCharge", description: "The charge, in its current status" })
/** A SPEI cash-in charge. */
export type CashInCharge = typeof CashInCharge.Type

/**
 * Body of `POST /api/spei/cash-out`, at a level of validation.
 *
 * @example
 * ```ts
 * import { cashOutRequest } from "@pesoreal/core/api/spei"
 * import { Schema } from "effect"
 *
 * const send = { amountCentavos: 1, destinationClabe: "846180000000000016", beneficiaryName: "Ana", concept: "Rent" }
 * Schema.is(cashOutRequest())(send) // => true
 * Schema.is(cashOutRequest())({ ...send, beneficiaryName: "An" }) // => false
 * ```
 */
export const cashOutRequest = (level: Level = contractLevel) =>
  Schema.Struct({
    amountCentavos: amountCentavos(1).annotate({ description: "What the beneficiary gets, in MXN centavos" }),
    destinationClabe: level.clabe.annotate({ description: "CLABE to send to: 18 digits" }),
    beneficiaryName: text(3, 255).annotate({ description: "Name of the account's holder" }),
    beneficiaryTaxId: optional(level.mexicanTaxId).annotate({ description: "RFC or CURP of the beneficiary" }),
    concept: text(1, 255).annotate({ description: "Shown to the beneficiary" }),
    externalId: recommendedExternalId,
  }).annotate({ identifier: "SpeiCashOutRequest", description: "How much to send, to whom, and for what" })
/** Body of `POST /api/spei/cash-out`. */
export type CashOutRequest = ReturnType<typeof cashOutRequest>["Type"]

const trackingKey = Schema.NullOr(Schema.String).annotate({ description: "SPEI tracking key, null while unknown" })

/** A SPEI cash-out. */
export const CashOut = Schema.Struct({
  transactionId: TransactionId,
  id: IntegerId,
  externalId: Schema.optionalKey(Schema.String).annotate({ description: "Echoed when sent" }),
  status: Schema.Literals(cashOutMachine.states).annotate({
    description:
      "PENDING: in processing; CONFIRMED: the beneficiary has it; FAILED: it failed, and holds nothing any more",
  }),
  destinationClabe: ClabeContract.annotate({ description: "CLABE that the money goes to" }),
  amountCentavos: Schema.Int.annotate({ description: "MXN centavos" }),
  referenceNumerical: Schema.String.annotate({ description: "Numeric reference" }),
  claveRastreo: trackingKey,
  createdAt: Instant.annotate({ description: "When it was created" }),
}).annotate({ identifier: "SpeiCashOut", description: "The send, in its current status" })
/** A SPEI cash-out. */
export type CashOut = typeof CashOut.Type

/** What the lookups of SPEI and of a retail channel have in common (mexico.md, "SPEI transaction record"). */
export const recordFields = {
  id: IntegerId,
  transactionId: TransactionId,
  externalId: Schema.NullOr(Schema.String).annotate({ description: "Your identifier" }),
  conciliationId: Schema.NullOr(Schema.String).annotate({ description: "Mirrors `externalId`" }),
  paymentMethod: Schema.String.annotate({ description: "`SPEI`, or the retail channel in capitals: `OXXO`" }),
  direction: Schema.Literals(["in", "out"]).annotate({
    description: "`in` for cash_in and refund_out, `out` for cash_out and refund_in",
  }),
  type: Schema.Literals(["cash_in", "cash_out", "refund_in", "refund_out", "internal_transfer"]).annotate({
    description: "`internal_transfer` is a send to a CLABE that this service issued",
  }),
  status: ChargeStatus,
  provider: Schema.String.annotate({ description: "Who processes it: `sandbox`, `stp`" }),
  amountCentavos: Schema.Int.annotate({ description: "MXN centavos" }),
  clabe: Schema.NullOr(Schema.String).annotate({ description: "The CLABE that the money came to or went to" }),
  claveRastreo: trackingKey,
  createdAt: Instant.annotate({ description: "When it was created" }),
  confirmedAt: instantOrNull("When the rail settled it"),
}

/** The lookup's record of a SPEI transaction. */
export const TransactionRecord = Schema.Struct(recordFields).annotate({
  identifier: "SpeiTransaction",
  description: "The transaction as it stands",
})
/** The lookup's record of a SPEI transaction. */
export type TransactionRecord = typeof TransactionRecord.Type

/**
 * Body of `POST /api/spei/refund-in/{id}`, at a level of validation. `destinationClabe` and `beneficiaryName` are for the
 * refund of a retail charge, because cash has no account to go back to.
 *
 * @example
 * ```ts
 * import { refundRequest } from "@pesoreal/core/api/spei"
 * import { Schema } from "effect"
 *
 * Schema.is(refundRequest())({ amountCentavos: 5000 }) // => true
 * Schema.is(refundRequest())({ amountCentavos: 0 }) // => false
 * ```
 */
export const refundRequest = (level: Level = contractLevel) =>
  Schema.Struct({
    amountCentavos: amountCentavos(1).annotate({
      description: "How much to give back, in MXN centavos; at most what is still refundable",
    }),
    reason: optional(textUpTo(255)).annotate({ description: "Why, for your own records" }),
    externalId: optional(MexicoExternalId).annotate({
      description: "Your identifier of the refund, unique among the refunds of one payment",
    }),
    destinationClabe: optional(level.clabe).annotate({
      description: "Required for a retail charge, and only there: the CLABE to pay the refund to",
    }),
    beneficiaryName: optional(text(3, 255)).annotate({
      description: "Required for a retail charge, and only there: the holder of `destinationClabe`",
    }),
  }).annotate({ identifier: "MexicoRefundRequest", description: "How much to give back" })
/** Body of `POST /api/spei/refund-in/{id}`. */
export type RefundRequest = ReturnType<typeof refundRequest>["Type"]

/** A refund of a SPEI or retail cash-in. */
export const Refund = Schema.Struct({
  transactionId: TransactionId.annotate({ description: "The refund's own id, the same as in its webhook" }),
  id: IntegerId,
  originalTransactionId: OriginalTransactionId,
  externalId: Schema.NullOr(Schema.String).annotate({ description: "Your identifier of the refund" }),
  status: Schema.Literals(refundMachine.states).annotate({
    description:
      "PENDING: in processing; CONFIRMED: the payer has it back; FAILED: it failed, and can be requested again",
  }),
  amountCentavos: Schema.Int.annotate({ description: "MXN centavos" }),
  reason: Schema.NullOr(Schema.String).annotate({ description: "Why, as you said" }),
  destinationClabe: Schema.String.annotate({ description: "The CLABE that the money goes back to" }),
  claveRastreo: trackingKey,
  providerTransactionId: ProviderTransactionId,
  createdAt: Instant.annotate({ description: "When it was created" }),
}).annotate({ identifier: "MexicoRefund", description: "The refund, in its current status" })
/** A refund of a SPEI or retail cash-in. */
export type Refund = typeof Refund.Type

/** The balance of the Mexico area: gross = net + blocked. */
export const Balance = Schema.Struct({
  grossBalanceCentavos: Centavos.annotate({ description: "Everything that the account has, in MXN centavos" }),
  blockedBalanceCentavos: Centavos.annotate({
    description: "Of that, what sends and refunds in processing hold, in MXN centavos",
  }),
  netBalanceCentavos: Centavos.annotate({ description: "What is available now: gross less blocked, in MXN centavos" }),
  consultedAt: Instant.annotate({ description: "When the balance was read" }),
}).annotate({ identifier: "MexicoBalance", description: "The balance in MXN" })
/** The balance of the Mexico area. */
export type Balance = typeof Balance.Type

const DepositStatus = Schema.Literals(depositMachine.states)

/** Query of `GET /api/spei/deposits`. */
export const depositsQuery = {
  ...paging,
  status: Schema.optionalKey(DepositStatus.annotate({ description: "Only deposits of this status" })),
}

/** Why a deposit confirmed no charge. */
export const DepositReason = Schema.Literals(["not_pending", "wrong_amount", "late"]).annotate({
  description:
    "`not_pending`: the charge was paid already, or had expired or failed; `wrong_amount`: another amount than the charge's; `late`: paid after its expiry",
})

/** Money that arrived at an address of the account and confirmed no charge (decisions, section 6). */
export const Deposit = Schema.Struct({
  id: Schema.String.annotate({ description: "UUID of the deposit", format: "uuid" }),
  status: DepositStatus.annotate({
    description: "`HELD` until you return or accept it. It is in nobody's balance until accepted",
  }),
  reason: DepositReason,
  amountCentavos: Schema.Int.annotate({ description: "What arrived, in MXN centavos" }),
  clabe: ClabeContract.annotate({ description: "The CLABE that it arrived at" }),
  claveRastreo: trackingKey,
  transactionId: TransactionId.annotate({ description: "The charge that the CLABE was issued for" }),
  counterpart: Counterpart,
  paidAt: Instant.annotate({ description: "When it was paid, by the rail's clock" }),
  createdAt: Instant.annotate({ description: "When the service heard of it" }),
  resolvedAt: instantOrNull("When it was returned or accepted"),
}).annotate({ identifier: "UnmatchedDeposit", description: "A deposit that confirmed no charge" })
/** Money that arrived at an address of the account and confirmed no charge. */
export type Deposit = typeof Deposit.Type

/** A page of unmatched deposits. */
export const DepositPage = pageOf("UnmatchedDepositPage", "Unmatched deposits, newest first", Deposit)
