/**
 * Events: the signed content of a webhook, of every kind, as it is on the wire (mexico.md; pix.md; core's `Events`).
 *
 * A confirmed one has its instant and its other side; a failed one has its error instead. Amounts of PIX add up.
 */
import type { Events } from "@pesoreal/core"
import fc from "fast-check"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValidJson } from "../NearlyValid.ts"
import { anyOf, type EventField, type EventReason, fieldOf, nested, objectOf, uuidAfter } from "./eventFields.ts"
import { mexicoOutcomes } from "./mexicoEvents.ts"
import { pixOutcomes } from "./pixEvents.ts"

export type { EventReason } from "./eventFields.ts"

type Transaction<Kind extends Events.EventKind> = Events.EventOf<Kind>["transaction"]

/** Which events of a kind. */
export interface EventOptions<Kind extends Events.EventKind = Events.EventKind> {
  /** Only this outcome. Default: every one that the kind has. */
  readonly status?: Transaction<Kind>["status"]
}

type Outcomes = { readonly [Status in string]?: ReadonlyArray<EventField<object>> }

const outcomes: { readonly [Kind in Events.EventKind]: Outcomes } = { ...mexicoOutcomes, ...pixOutcomes }

/** The kinds, by their names. */
const kinds = Object.keys(outcomes) as ReadonlyArray<Events.EventKind> // Safe: they are the keys of this table.

const eventField = (kind: Events.EventKind, status?: string) => {
  const ofKind = outcomes[kind]
  const chosen = status === undefined ? Object.values(ofKind).flatMap((some) => some ?? []) : (ofKind[status] ?? [])
  return objectOf({
    event: fieldOf(fc.constant(kind), {
      broken: nearly(fc.constantFrom<unknown>("chargeback", "CASH_IN", "cashIn", `${kind} `), "another_kind"),
      wrongTypes: ["", 1],
    }),
    eventId: uuidAfter("evt_"),
    deliveryId: uuidAfter("dlv_"),
    transaction: nested(anyOf(...chosen)),
  })
}

/**
 * Events of one kind, in the order of fields that they have on the wire.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { eventOf } from "@pesoreal/testkit"
 * import { Schema } from "effect"
 * import fc from "fast-check"
 *
 * const failures = fc.sample(eventOf("cash_in", { status: "FAILED" }), 100)
 * failures.every(Schema.is(Events.MexicoCashIn)) // => true
 * failures.every(({ transaction }) => transaction.confirmedAt === null) // => true
 * ```
 */
export const eventOf = <Kind extends Events.EventKind>(
  kind: Kind,
  { status }: EventOptions<Kind> = {},
): fc.Arbitrary<Events.EventOf<Kind>> =>
  // Safe: the kind's outcomes are those of its schema, one by one, and a property holds them to it.
  eventField(kind, status).good as fc.Arbitrary<unknown> as fc.Arbitrary<Events.EventOf<Kind>>

/**
 * Events of any kind.
 *
 * @example
 * ```ts
 * import { event } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * new Set(fc.sample(event(), 500).map((one) => one.event)).size // => 8
 * ```
 */
export const event = (): fc.Arbitrary<Events.Event> => fc.oneof(...kinds.map((kind) => eventOf(kind)))

/**
 * Bodies that core's `Events.eventOf(kind)` refuses, for one field each, and `Events.Event` too. The receiver's `parseEvent`
 * refuses them as well, at the same path, with two exceptions: it does not look into the format of texts and the bounds of
 * numbers, and it hands on an event of `another_kind` as one that it has no type for.
 *
 * @example
 * ```ts
 * import { nearlyValidEventOf } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const paths = fc.sample(nearlyValidEventOf("CashOut"), 500).map(({ why }) => why.path)
 * paths.includes("deliveryId") && paths.includes("transaction.status") // => true
 * ```
 */
export const nearlyValidEventOf = (kind: Events.EventKind): fc.Arbitrary<NearlyValidJson<EventReason>> =>
  eventField(kind).fault

/**
 * The same, of any kind.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { nearlyValidEvent } from "@pesoreal/testkit"
 * import { Schema } from "effect"
 * import fc from "fast-check"
 *
 * fc.sample(nearlyValidEvent(), 100).some(({ value }) => Schema.is(Events.Event)(value)) // => false
 * ```
 */
export const nearlyValidEvent = (): fc.Arbitrary<NearlyValidJson<EventReason>> =>
  fc.oneof(...kinds.map((kind) => nearlyValidEventOf(kind)))
