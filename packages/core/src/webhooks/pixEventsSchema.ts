/**
 * The signed bodies of PIX events, as schemas: `CashIn`, `CashOut`, `RefundIn`, `RefundOut` (pix.md; decisions, sections 3, 7
 * and 9). Field order is the order on the wire. Amounts are JSON numbers of reais. Nothing here transforms.
 *
 * `transaction` is a union discriminated on `status`: what was confirmed has its instant, what failed has its error.
 */
import { Schema } from "effect"
import { EndToEndIdContract } from "../accounts/EndToEndIdSchema.ts"
import { Brl, BrlAmount } from "../money/BrlSchema.ts"
import { text } from "../text/Text.ts"
import {
  DeliveryId,
  ErrorCode,
  EventId,
  Instant,
  OriginalTransactionId,
  PixCounterpart,
  ProviderTransactionId,
  TransactionId,
  word,
} from "./eventFieldsSchema.ts"
import { examples } from "./pixEventExamples.ts"

const identity = {
  transactionId: TransactionId,
  externalId: text(1, 255).annotate({ description: "The id that you gave it" }),
}

const refundIdentity = {
  transactionId: TransactionId,
  externalId: Schema.NullOr(text(1, 255)).annotate({ description: "The id that you gave it; null if you gave none" }),
  originalTransactionId: OriginalTransactionId,
  providerTransactionId: ProviderTransactionId,
}

/** What the account is credited with. */
const credit = {
  value: Brl.annotate({ description: "BRL" }),
  feeAmount: BrlAmount.annotate({ description: "The fee, BRL" }),
  finalAmount: BrlAmount.annotate({ description: "What the balance gains, BRL: `value` less `feeAmount`" }),
  movementType: word("CREDIT"),
}

/** What the account is debited with. */
const debit = {
  ...credit,
  finalAmount: BrlAmount.annotate({ description: "What the balance loses, BRL: `value` and `feeAmount`" }),
  movementType: word("DEBIT"),
}

/** Without the first letter of any endToEndId it has the contract's sentence already, and one is enough. */
const beginsWith = (letter: "E" | "D") =>
  Schema.makeFilter((id: string) => !/^[DE]/u.test(id) || id.startsWith(letter) || `must begin with ${letter}`, {
    expected: `an endToEndId that begins with ${letter}`,
    toJsonSchema: () => ({ pattern: `^${letter}` }),
  })

const endToEndId = {
  payment: EndToEndIdContract.check(beginsWith("E")).annotate({
    description: "The payment's endToEndId, the same on both of its legs",
  }),
  refund: EndToEndIdContract.check(beginsWith("D")).annotate({
    description: "The refund's own endToEndId, which begins with D",
  }),
}

const confirmed = {
  confirmedAt: Instant.annotate({ description: "When the rail settled it" }),
  counterpart: PixCounterpart,
}

const failed = {
  confirmedAt: Schema.Null,
  counterpart: PixCounterpart,
  errorCode: ErrorCode,
  errorMessage: Schema.String.annotate({ description: "Why it failed, for people" }),
}

const mustHaveStatus = "must be a transaction whose status is CONFIRMED or ERROR"

/** The `transaction` of a `CashIn` event: a charge that was paid. */
export const PixCashInConfirmed = Schema.Struct({
  ...identity,
  status: Schema.Literal("CONFIRMED"),
  ...credit,
  endToEndId: endToEndId.payment,
  ...confirmed,
}).annotate({ identifier: "PixCashInConfirmed", title: "A charge that was paid" })
/** The `transaction` of a `CashIn` event: a charge that was paid. */
export type PixCashInConfirmed = typeof PixCashInConfirmed.Type

/** The `transaction` of a `CashIn` event: a charge that failed. */
export const PixCashInFailed = Schema.Struct({
  ...identity,
  status: Schema.Literal("ERROR"),
  ...credit,
  endToEndId: Schema.NullOr(endToEndId.payment).annotate({
    description: "The payment's endToEndId; null where no payment arrived",
  }),
  ...failed,
  counterpart: Schema.NullOr(PixCounterpart).annotate({ description: "The payer; null where no payment arrived" }),
}).annotate({ identifier: "PixCashInFailed", title: "A charge that failed" })
/** The `transaction` of a `CashIn` event: a charge that failed. */
export type PixCashInFailed = typeof PixCashInFailed.Type

/**
 * A dynamic charge was paid or failed. Expiry announces nothing.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const { transaction } = Schema.decodeUnknownSync(Events.PixCashIn)(Events.examples.CashIn[0])
 * transaction.finalAmount // => 149.01
 * transaction.status === "CONFIRMED" ? transaction.endToEndId : "none" // => "E60701190202601311805a1B2c3D4e5F"
 * ```
 */
export const PixCashIn = Schema.Struct({
  event: Schema.Literal("CashIn"),
  eventId: EventId,
  deliveryId: DeliveryId,
  transaction: Schema.Union([PixCashInConfirmed, PixCashInFailed]).annotate({ message: mustHaveStatus }),
}).annotate({
  identifier: "PixCashIn",
  title: "CashIn",
  description: "A dynamic charge was paid (CONFIRMED) or failed (ERROR). Expiry announces nothing.",
  examples: examples.CashIn,
})
/** A dynamic charge was paid or failed. */
export type PixCashIn = typeof PixCashIn.Type

/** The `transaction` of a `CashOut` event: a payment that was confirmed. */
export const PixCashOutConfirmed = Schema.Struct({
  ...identity,
  status: Schema.Literal("CONFIRMED"),
  ...debit,
  endToEndId: endToEndId.payment,
  ...confirmed,
}).annotate({ identifier: "PixCashOutConfirmed", title: "A payment that was confirmed" })
/** The `transaction` of a `CashOut` event: a payment that was confirmed. */
export type PixCashOutConfirmed = typeof PixCashOutConfirmed.Type

/** The `transaction` of a `CashOut` event: a payment that failed. What it held of the balance is available again. */
export const PixCashOutFailed = Schema.Struct({
  ...identity,
  status: Schema.Literal("ERROR"),
  ...debit,
  endToEndId: endToEndId.payment,
  ...failed,
}).annotate({ identifier: "PixCashOutFailed", title: "A payment that failed" })
/** The `transaction` of a `CashOut` event: a payment that failed. */
export type PixCashOutFailed = typeof PixCashOutFailed.Type

/**
 * A payment to a key or of a QR code was confirmed or failed.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const { transaction } = Schema.decodeUnknownSync(Events.PixCashOut)(Events.examples.CashOut[1])
 * transaction.status === "ERROR" ? transaction.errorCode : "none" // => "INVALID_PIX_KEY"
 * ```
 */
export const PixCashOut = Schema.Struct({
  event: Schema.Literal("CashOut"),
  eventId: EventId,
  deliveryId: DeliveryId,
  transaction: Schema.Union([PixCashOutConfirmed, PixCashOutFailed]).annotate({ message: mustHaveStatus }),
}).annotate({
  identifier: "PixCashOut",
  title: "CashOut",
  description: "A payment to a key or of a QR code was confirmed (CONFIRMED) or failed (ERROR).",
  examples: examples.CashOut,
})
/** A payment to a key or of a QR code was confirmed or failed. */
export type PixCashOut = typeof PixCashOut.Type

/** The `transaction` of a `RefundIn` event: a refund that was confirmed. */
export const PixRefundInConfirmed = Schema.Struct({
  ...refundIdentity,
  status: Schema.Literal("CONFIRMED"),
  ...debit,
  endToEndId: endToEndId.refund,
  ...confirmed,
}).annotate({ identifier: "PixRefundInConfirmed", title: "A refund that was confirmed" })
/** The `transaction` of a `RefundIn` event: a refund that was confirmed. */
export type PixRefundInConfirmed = typeof PixRefundInConfirmed.Type

/** The `transaction` of a `RefundIn` event: a refund that failed. What it held of the balance is available again. */
export const PixRefundInFailed = Schema.Struct({
  ...refundIdentity,
  status: Schema.Literal("ERROR"),
  ...debit,
  endToEndId: endToEndId.refund,
  ...failed,
}).annotate({ identifier: "PixRefundInFailed", title: "A refund that failed" })
/** The `transaction` of a `RefundIn` event: a refund that failed. */
export type PixRefundInFailed = typeof PixRefundInFailed.Type

/**
 * A refund of what you had received was confirmed or failed.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const { transaction } = Schema.decodeUnknownSync(Events.PixRefundIn)(Events.examples.RefundIn[0])
 * transaction.originalTransactionId === Events.examples.CashIn[0].transaction.transactionId // => true
 * ```
 */
export const PixRefundIn = Schema.Struct({
  event: Schema.Literal("RefundIn"),
  eventId: EventId,
  deliveryId: DeliveryId,
  transaction: Schema.Union([PixRefundInConfirmed, PixRefundInFailed]).annotate({ message: mustHaveStatus }),
}).annotate({
  identifier: "PixRefundIn",
  title: "RefundIn",
  description: "A refund of what you had received was confirmed (CONFIRMED) or failed (ERROR).",
  examples: examples.RefundIn,
})
/** A refund of what you had received was confirmed or failed. */
export type PixRefundIn = typeof PixRefundIn.Type

/** The `transaction` of a `RefundOut` event: a payment that came back. It is created final. */
export const PixRefundOutConfirmed = Schema.Struct({
  ...refundIdentity,
  status: Schema.Literal("CONFIRMED"),
  ...credit,
  endToEndId: endToEndId.refund,
  ...confirmed,
}).annotate({ identifier: "PixRefundOutConfirmed", title: "A payment that came back" })
/** The `transaction` of a `RefundOut` event: a payment that came back. */
export type PixRefundOutConfirmed = typeof PixRefundOutConfirmed.Type

/**
 * A confirmed payment came back. The payment itself stays CONFIRMED.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const { transaction } = Schema.decodeUnknownSync(Events.PixRefundOut)(Events.examples.RefundOut[0])
 * transaction.originalTransactionId === Events.examples.CashOut[0].transaction.transactionId // => true
 * ```
 */
export const PixRefundOut = Schema.Struct({
  event: Schema.Literal("RefundOut"),
  eventId: EventId,
  deliveryId: DeliveryId,
  transaction: PixRefundOutConfirmed,
}).annotate({
  identifier: "PixRefundOut",
  title: "RefundOut",
  description: "A confirmed payment came back. The payment itself stays CONFIRMED.",
  examples: examples.RefundOut,
})
/** A confirmed payment came back. */
export type PixRefundOut = typeof PixRefundOut.Type
