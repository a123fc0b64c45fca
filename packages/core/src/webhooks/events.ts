/**
 * The signed bodies of webhook deliveries, as schemas: all eight kinds, and their JSON Schemas. Nothing here transforms, so
 * the decoded value is the JSON (mexico.md, "Webhook delivery payload"; decisions, section 9).
 *
 * The kinds of Mexico are in `mexicoEventsSchema.ts`, those of PIX in `pixEventsSchema.ts`, and what they share in
 * `eventFieldsSchema.ts`; all of it is here too.
 */
import { type JsonSchema, Schema } from "effect"
import { kinds } from "./eventKinds.ts"
import { examples as mexicoExamples } from "./mexicoEventExamples.ts"
import { MexicoCashIn, MexicoCashOut, MexicoRefundIn, MexicoRefundOut } from "./mexicoEventsSchema.ts"
import { examples as pixExamples } from "./pixEventExamples.ts"
import { PixCashIn, PixCashOut, PixRefundIn, PixRefundOut } from "./pixEventsSchema.ts"

export {
  Counterpart,
  DeliveryId,
  ErrorCode,
  EventId,
  Instant,
  MaskedDocument,
  OriginalTransactionId,
  PixBank,
  PixCounterpart,
  ProviderTransactionId,
  TransactionId,
} from "./eventFieldsSchema.ts"
export { kinds } from "./eventKinds.ts"
export * from "./mexicoEventsSchema.ts"
export * from "./pixEventsSchema.ts"

/** One of the eight event kinds. */
export const EventKind = Schema.Literals(kinds)
/** One of the eight event kinds. */
export type EventKind = typeof EventKind.Type

/** The schema of each kind, by its name on the wire. */
const schemas = {
  cash_in: MexicoCashIn,
  cash_out: MexicoCashOut,
  refund_in: MexicoRefundIn,
  refund_out: MexicoRefundOut,
  CashIn: PixCashIn,
  CashOut: PixCashOut,
  RefundIn: PixRefundIn,
  RefundOut: PixRefundOut,
} as const

/**
 * Any event, told apart by `event`.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { type JsonSchema, Schema } from "effect"
 *
 * const decode = Schema.decodeUnknownSync(Events.Event)
 * const amountOf = (event: Events.Event) =>
 *   "amountCentavos" in event.transaction ? event.transaction.amountCentavos / 100 : event.transaction.value
 *
 * amountOf(decode(Events.examples.cash_in[0])) // => 150
 * amountOf(decode(Events.examples.CashOut[0])) // => 1200.35
 * ```
 */
export const Event = Schema.Union(Object.values(schemas)).annotate({ identifier: "Event", description: "Any event" })
/** Any event, told apart by `event`. */
export type Event = typeof Event.Type

/** The event of one kind. */
export type EventOf<K extends EventKind> = Extract<Event, { readonly event: K }>

/**
 * The schema of one kind of event.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 *
 * Events.eventOf("refund_in") === Events.MexicoRefundIn // => true
 * Events.eventOf("RefundIn") === Events.PixRefundIn // => true
 * ```
 */
export const eventOf = <K extends EventKind>(kind: K): (typeof schemas)[K] => schemas[kind]

/**
 * Complete bodies of every kind, one of each outcome, the confirmed one first.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 *
 * Events.examples.cash_in.map(({ transaction }) => transaction.status) // => ["CONFIRMED", "CONFIRMED", "FAILED"]
 * Events.examples.RefundOut[0].transaction.movementType // => "CREDIT"
 * ```
 */
export const examples = { ...mexicoExamples, ...pixExamples } as const satisfies {
  readonly [K in EventKind]: ReadonlyArray<EventOf<K>>
}

/** A JSON Schema of draft 2020-12 that needs no other document: what it refers to is in its `$defs`. */
export interface EventJsonSchema {
  readonly $schema: "https://json-schema.org/draft/2020-12/schema"
  readonly $defs: Readonly<Record<string, JsonSchema.JsonSchema>>
  readonly [keyword: string]: unknown
}

/** A document whose root is the schema itself, and not a reference to it. */
const toDocument = (schema: Schema.Constraint): EventJsonSchema => {
  const { schema: root, definitions } = Schema.toJsonSchemaDocument(schema)
  const own = Object.entries(definitions).find(([name]) => root["$ref"] === `#/$defs/${name}`)
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    ...(own === undefined ? root : own[1]),
    $defs: Object.fromEntries(Object.entries(definitions).filter(([name]) => name !== own?.[0])),
  }
}

/**
 * The JSON Schema of every kind, with its description and examples: to validate deliveries, or to generate types from, in
 * any language. Fields that they do not name are allowed, because the service may add some.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 *
 * const { CashOut } = Events.jsonSchemas()
 * CashOut.$schema // => "https://json-schema.org/draft/2020-12/schema"
 * Object.keys(CashOut.$defs) // => ["PixBank", "PixCounterpart", "PixCashOutConfirmed", "PixCashOutFailed"]
 * ```
 */
export const jsonSchemas = (): { readonly [K in EventKind]: EventJsonSchema } => ({
  cash_in: toDocument(MexicoCashIn),
  cash_out: toDocument(MexicoCashOut),
  refund_in: toDocument(MexicoRefundIn),
  refund_out: toDocument(MexicoRefundOut),
  CashIn: toDocument(PixCashIn),
  CashOut: toDocument(PixCashOut),
  RefundIn: toDocument(PixRefundIn),
  RefundOut: toDocument(PixRefundOut),
})

/**
 * The JSON Schema of any event: those of the eight kinds, in one document.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 *
 * const { $defs } = Events.jsonSchema()
 * "MexicoCashIn" in $defs && "PixRefundOut" in $defs // => true
 * ```
 */
export const jsonSchema = (): EventJsonSchema => toDocument(Event)
