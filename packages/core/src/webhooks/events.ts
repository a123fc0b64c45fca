/**
 * The signed bodies of webhook deliveries, as schemas. Field order is the order on the wire. The shapes are those of
 * mexico.md ("Webhook delivery payload") and decisions, section 9.
 */
import { Schema } from "effect"

/** UUID in its canonical lowercase form. */
const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
const prefixed = (prefix: string) => Schema.String.check(Schema.isPattern(new RegExp(`^${prefix}${uuid}$`, "u")))

/** `evt_` + UUID: the same for every delivery of one event, redrives included. */
export const EventId = prefixed("evt_").annotate({
  description: "`evt_` + UUID; the same for every delivery of one event, redrives included",
})
/** `dlv_` + UUID: unique per delivery, the same on automatic retries. */
export const DeliveryId = prefixed("dlv_").annotate({
  description: "`dlv_` + UUID; unique per delivery, the same on its automatic retries; equal to the delivery header",
})
/** A transaction's UUID. */
export const TransactionId = Schema.String.check(Schema.isPattern(new RegExp(`^${uuid}$`, "u"))).annotate({
  description: "The same value as in the creation's answer",
  format: "uuid",
})

/** An instant in UTC, as `2026-01-31T12:00:00.000Z`. */
export const Instant = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u)).annotate(
  { format: "date-time" },
)

/** Who stands on the other side of a transfer. */
export const Counterpart = Schema.Struct({
  name: Schema.NullOr(Schema.String),
  taxId: Schema.NullOr(Schema.String),
  bank: Schema.NullOr(Schema.Struct({ code: Schema.String, name: Schema.String })),
})
/** Who stands on the other side of a transfer. */
export type Counterpart = typeof Counterpart.Type

/** The `transaction` object of a `cash_in` event. */
export const CashInTransaction = Schema.Struct({
  id: Schema.Int.annotate({ description: "Integer id of the charge" }),
  transactionId: TransactionId,
  externalId: Schema.NullOr(Schema.String),
  status: Schema.Literals(["CONFIRMED", "FAILED"]),
  amountCentavos: Schema.Int.annotate({ description: "MXN centavos" }),
  clabe: Schema.NullOr(Schema.String).annotate({ description: "The CLABE returned at creation" }),
  claveRastreo: Schema.NullOr(Schema.String).annotate({ description: "SPEI tracking key, once known" }),
  paymentMethod: Schema.String,
  confirmedAt: Schema.NullOr(Instant),
  counterpart: Schema.NullOr(Counterpart).annotate({ description: "The payer; null where no transfer arrived" }),
  errorCode: Schema.optionalKey(Schema.String),
  errorMessage: Schema.optionalKey(Schema.String),
})
/** The `transaction` object of a `cash_in` event. */
export type CashInTransaction = typeof CashInTransaction.Type

/**
 * A disposable CLABE received its transfer, or the charge failed. Expiry announces nothing.
 *
 * @example
 * ```ts
 * import { Schema } from "effect"
 * import { Events } from "@pesoreal/core"
 *
 * const decoded = Schema.decodeUnknownSync(Events.CashIn)({
 *   event: "cash_in",
 *   eventId: "evt_0193f0c0-0000-7000-8000-000000000001",
 *   deliveryId: "dlv_0193f0c0-0000-7000-8000-000000000002",
 *   transaction: {
 *     id: 1,
 *     transactionId: "0193f0c0-0000-7000-8000-000000000003",
 *     externalId: "order-1",
 *     status: "CONFIRMED",
 *     amountCentavos: 15000,
 *     clabe: "846000001000000014",
 *     claveRastreo: "PSR20260131ABC",
 *     paymentMethod: "SPEI",
 *     confirmedAt: "2026-01-31T12:00:00.000Z",
 *     counterpart: { name: "María Fernández", taxId: null, bank: { code: "072", name: "BANORTE" } },
 *   },
 * })
 * decoded.transaction.amountCentavos // => 15000
 * ```
 */
export const CashIn = Schema.Struct({
  event: Schema.Literal("cash_in"),
  eventId: EventId,
  deliveryId: DeliveryId,
  transaction: CashInTransaction,
}).annotate({ identifier: "CashInEvent", description: "A charge was paid (CONFIRMED) or failed (FAILED)" })
/** A disposable CLABE received its transfer, or the charge failed. */
export type CashIn = typeof CashIn.Type

/** The kinds that one webhook configuration can list: Mexico's four and PIX's four (decisions, section 9). */
export const kinds = [
  "cash_in",
  "cash_out",
  "refund_in",
  "refund_out",
  "CashIn",
  "CashOut",
  "RefundIn",
  "RefundOut",
] as const

/** One of the eight event kinds. */
export const EventKind = Schema.Literals(kinds)
/** One of the eight event kinds. */
export type EventKind = typeof EventKind.Type
