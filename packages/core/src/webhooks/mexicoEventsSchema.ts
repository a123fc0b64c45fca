/**
 * The signed bodies of Mexico's events, as schemas: `cash_in`, `cash_out`, `refund_in`, `refund_out` (mexico.md, "Webhook
 * delivery payload"; decisions, sections 3, 8 and 9). Field order is the order on the wire. Nothing here transforms.
 *
 * `transaction` is a union discriminated on `status`: what was confirmed has its instant, what failed has its error. What
 * was received is told apart once more: by SPEI it has a `clabe`, at a store a `barcode`.
 */
import { Schema } from "effect"
import { ClabeContract } from "../accounts/ClabeSchema.ts"
import { amountCentavos } from "../money/CentavosSchema.ts"
import { TrackingKeyContract } from "../spei/TrackingKeySchema.ts"
import { text } from "../text/Text.ts"
import {
  Counterpart,
  DeliveryId,
  ErrorCode,
  EventId,
  Instant,
  OriginalTransactionId,
  ProviderTransactionId,
  TransactionId,
  word,
} from "./eventFieldsSchema.ts"
import { examples } from "./mexicoEventExamples.ts"

const identity = {
  id: Schema.Int.check(Schema.isGreaterThan(0, { message: "must be a positive integer" })).annotate({
    description: "The transaction's integer id",
  }),
  transactionId: TransactionId,
  externalId: Schema.NullOr(text(1, 100)).annotate({ description: "The id that you gave it; null if you gave none" }),
}

const refundIdentity = {
  ...identity,
  originalTransactionId: OriginalTransactionId,
  providerTransactionId: ProviderTransactionId,
}

const amount = amountCentavos(1).annotate({ description: "MXN centavos: 15000 is 150.00 MXN" })

/** What every transaction by SPEI says about the money. */
const bySpei = (whoseClabe: string) => ({
  amountCentavos: amount,
  clabe: ClabeContract.annotate({ description: whoseClabe }),
  claveRastreo: Schema.NullOr(TrackingKeyContract).annotate({ description: "SPEI tracking key; null while unknown" }),
  paymentMethod: word("SPEI"),
})

const returnedAtCreation = "The CLABE returned at creation"
const paidTo = "The CLABE that the money goes to"

const confirmed = {
  confirmedAt: Instant.annotate({ description: "When the rail settled it" }),
  counterpart: Counterpart,
}

const failed = {
  confirmedAt: Schema.Null,
  counterpart: Counterpart,
  errorCode: ErrorCode,
  errorMessage: Schema.String.annotate({ description: "Why it failed, for people" }),
}

const mustHaveStatus = "must be a transaction whose status is CONFIRMED or FAILED"

/** The `transaction` of a `cash_in` event: a charge that was paid by SPEI. */
export const MexicoCashInConfirmed = Schema.Struct({
  ...identity,
  status: Schema.Literal("CONFIRMED"),
  ...bySpei(returnedAtCreation),
  ...confirmed,
}).annotate({ identifier: "MexicoCashInConfirmed", title: "A charge that was paid by SPEI" })
/** The `transaction` of a `cash_in` event: a charge that was paid by SPEI. */
export type MexicoCashInConfirmed = typeof MexicoCashInConfirmed.Type

/** The `transaction` of a `cash_in` event: a charge that was paid in cash at a store. Such a charge never fails. */
export const MexicoCashInRetail = Schema.Struct({
  ...identity,
  status: Schema.Literal("CONFIRMED"),
  amountCentavos: amount,
  clabe: Schema.Null,
  barcode: text(1, 255).annotate({ description: "The barcode returned at creation" }),
  claveRastreo: Schema.Null,
  paymentMethod: Schema.String.check(
    Schema.isPattern(/^(?!SPEI$)[A-Z0-9_-]{1,64}$/u, { message: "must be the store channel in capitals" }),
  ).annotate({ description: "The store channel in capitals: `OXXO`" }),
  ...confirmed,
}).annotate({ identifier: "MexicoCashInRetail", title: "A charge that was paid in cash at a store" })
/** The `transaction` of a `cash_in` event: a charge that was paid in cash at a store. */
export type MexicoCashInRetail = typeof MexicoCashInRetail.Type

/** The `transaction` of a `cash_in` event: a charge that failed. */
export const MexicoCashInFailed = Schema.Struct({
  ...identity,
  status: Schema.Literal("FAILED"),
  ...bySpei(returnedAtCreation),
  ...failed,
  counterpart: Schema.NullOr(Counterpart).annotate({ description: "The payer; null where no transfer arrived" }),
}).annotate({ identifier: "MexicoCashInFailed", title: "A charge that failed" })
/** The `transaction` of a `cash_in` event: a charge that failed. */
export type MexicoCashInFailed = typeof MexicoCashInFailed.Type

/**
 * A disposable CLABE received its transfer, a store its cash, or the charge failed. Expiry announces nothing.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const isCashIn = Schema.is(Events.MexicoCashIn)
 * const [bySpei, atStore] = Events.examples.cash_in
 * isCashIn(bySpei) // => true
 * isCashIn({ ...atStore, transaction: { ...atStore.transaction, barcode: null } }) // => false
 *
 * const describe = ({ transaction }: Events.MexicoCashIn) =>
 *   transaction.clabe === null ? `${transaction.paymentMethod} ${transaction.barcode}` : transaction.clabe
 * describe(bySpei) // => "846000001000000014"
 * describe(atStore) // => "OXXO 8460000010000032950426"
 * ```
 */
export const MexicoCashIn = Schema.Struct({
  event: Schema.Literal("cash_in"),
  eventId: EventId,
  deliveryId: DeliveryId,
  transaction: Schema.Union([MexicoCashInConfirmed, MexicoCashInRetail, MexicoCashInFailed]).annotate({
    message: mustHaveStatus,
  }),
}).annotate({
  identifier: "MexicoCashIn",
  title: "cash_in",
  description:
    "A charge was paid (CONFIRMED) or failed (FAILED). One that was paid at a store has a `barcode`, and no `clabe`. Expiry announces nothing.",
  examples: examples.cash_in,
})
/** A charge was paid or failed. */
export type MexicoCashIn = typeof MexicoCashIn.Type

/** The `transaction` of a `cash_out` event: a send that was confirmed. */
export const MexicoCashOutConfirmed = Schema.Struct({
  ...identity,
  status: Schema.Literal("CONFIRMED"),
  ...bySpei(paidTo),
  ...confirmed,
}).annotate({ identifier: "MexicoCashOutConfirmed", title: "A send that was confirmed" })
/** The `transaction` of a `cash_out` event: a send that was confirmed. */
export type MexicoCashOutConfirmed = typeof MexicoCashOutConfirmed.Type

/** The `transaction` of a `cash_out` event: a send that failed. What it held of the balance is available again. */
export const MexicoCashOutFailed = Schema.Struct({
  ...identity,
  status: Schema.Literal("FAILED"),
  ...bySpei(paidTo),
  ...failed,
}).annotate({ identifier: "MexicoCashOutFailed", title: "A send that failed" })
/** The `transaction` of a `cash_out` event: a send that failed. */
export type MexicoCashOutFailed = typeof MexicoCashOutFailed.Type

/**
 * A SPEI send was confirmed or failed.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const { transaction } = Schema.decodeUnknownSync(Events.MexicoCashOut)(Events.examples.cash_out[1])
 * transaction.status === "FAILED" ? transaction.errorCode : "none" // => "ACCOUNT_BLOCKED"
 * ```
 */
export const MexicoCashOut = Schema.Struct({
  event: Schema.Literal("cash_out"),
  eventId: EventId,
  deliveryId: DeliveryId,
  transaction: Schema.Union([MexicoCashOutConfirmed, MexicoCashOutFailed]).annotate({ message: mustHaveStatus }),
}).annotate({
  identifier: "MexicoCashOut",
  title: "cash_out",
  description: "A SPEI send was confirmed (CONFIRMED) or failed (FAILED).",
  examples: examples.cash_out,
})
/** A SPEI send was confirmed or failed. */
export type MexicoCashOut = typeof MexicoCashOut.Type

/** The `transaction` of a `refund_in` event: a refund that was confirmed. */
export const MexicoRefundInConfirmed = Schema.Struct({
  ...refundIdentity,
  status: Schema.Literal("CONFIRMED"),
  ...bySpei(paidTo),
  ...confirmed,
}).annotate({ identifier: "MexicoRefundInConfirmed", title: "A refund that was confirmed" })
/** The `transaction` of a `refund_in` event: a refund that was confirmed. */
export type MexicoRefundInConfirmed = typeof MexicoRefundInConfirmed.Type

/** The `transaction` of a `refund_in` event: a refund that failed. What it held of the balance is available again. */
export const MexicoRefundInFailed = Schema.Struct({
  ...refundIdentity,
  status: Schema.Literal("FAILED"),
  ...bySpei(paidTo),
  ...failed,
}).annotate({ identifier: "MexicoRefundInFailed", title: "A refund that failed" })
/** The `transaction` of a `refund_in` event: a refund that failed. */
export type MexicoRefundInFailed = typeof MexicoRefundInFailed.Type

/**
 * A refund of what you had received, by SPEI or at a store, was confirmed or failed. It is always paid by SPEI.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const { transaction } = Schema.decodeUnknownSync(Events.MexicoRefundIn)(Events.examples.refund_in[0])
 * transaction.originalTransactionId === Events.examples.cash_in[0].transaction.transactionId // => true
 * ```
 */
export const MexicoRefundIn = Schema.Struct({
  event: Schema.Literal("refund_in"),
  eventId: EventId,
  deliveryId: DeliveryId,
  transaction: Schema.Union([MexicoRefundInConfirmed, MexicoRefundInFailed]).annotate({ message: mustHaveStatus }),
}).annotate({
  identifier: "MexicoRefundIn",
  title: "refund_in",
  description: "A refund of what you had received was confirmed (CONFIRMED) or failed (FAILED).",
  examples: examples.refund_in,
})
/** A refund of what you had received was confirmed or failed. */
export type MexicoRefundIn = typeof MexicoRefundIn.Type

/** The `transaction` of a `refund_out` event: a send that came back. It is created final. */
export const MexicoRefundOutConfirmed = Schema.Struct({
  ...refundIdentity,
  status: Schema.Literal("CONFIRMED"),
  ...bySpei("The CLABE that the money had been sent to"),
  ...confirmed,
}).annotate({ identifier: "MexicoRefundOutConfirmed", title: "A send that came back" })
/** The `transaction` of a `refund_out` event: a send that came back. */
export type MexicoRefundOutConfirmed = typeof MexicoRefundOutConfirmed.Type

/**
 * A confirmed send came back, whole, and the balance has it again. The send itself stays CONFIRMED.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const { transaction } = Schema.decodeUnknownSync(Events.MexicoRefundOut)(Events.examples.refund_out[0])
 * transaction.originalTransactionId === Events.examples.cash_out[0].transaction.transactionId // => true
 * ```
 */
export const MexicoRefundOut = Schema.Struct({
  event: Schema.Literal("refund_out"),
  eventId: EventId,
  deliveryId: DeliveryId,
  transaction: MexicoRefundOutConfirmed,
}).annotate({
  identifier: "MexicoRefundOut",
  title: "refund_out",
  description: "A confirmed send came back, whole. The send itself stays CONFIRMED.",
  examples: examples.refund_out,
})
/** A confirmed send came back. */
export type MexicoRefundOut = typeof MexicoRefundOut.Type
