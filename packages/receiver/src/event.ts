/**
 * The events that a delivery can carry, as hand-written types, and the reading of a verified body into them.
 *
 * The types are those of the wire, so this file needs no schema library. It never looks at a signature: parse only bytes
 * that `verify` has let pass.
 */

/** Who stands on the other side of a transfer. */
export interface Counterpart {
  readonly name: string | null
  readonly taxId: string | null
  readonly bank: { readonly code: string; readonly name: string } | null
}

/** The charge that a `cash_in` event is about. */
export interface CashInTransaction {
  /** The charge's integer id. */
  readonly id: number
  /** The charge's UUID; the same value as in the answer to its creation. */
  readonly transactionId: string
  /** The id you gave it, if you gave one. */
  readonly externalId: string | null
  readonly status: "CONFIRMED" | "FAILED"
  /** MXN centavos, a whole number: 15000 is 150.00 MXN. */
  readonly amountCentavos: number
  readonly clabe: string | null
  /** SPEI's tracking key, once known. */
  readonly claveRastreo: string | null
  readonly paymentMethod: string
  /** An instant in UTC, such as `2026-01-31T12:00:00.000Z`; null unless confirmed. */
  readonly confirmedAt: string | null
  readonly counterpart: Counterpart | null
  /** Only on FAILED. */
  readonly errorCode?: string
  /** Only on FAILED. */
  readonly errorMessage?: string
}

/** What every event has. */
export interface Envelope {
  /** `evt_` + UUID: the same for every delivery of one event, redrives included. */
  readonly eventId: string
  /** `dlv_` + UUID: the same on automatic retries, new on a manual redrive. */
  readonly deliveryId: string
}

/** A charge was paid (CONFIRMED) or failed (FAILED). Expiry announces nothing. */
export interface CashInEvent extends Envelope {
  readonly event: "cash_in"
  readonly transaction: CashInTransaction
}

/** An event of a kind that this version has no type for; `kind` is its name on the wire. */
export interface UnknownEvent extends Envelope {
  readonly event: "unknown"
  readonly kind: string
  readonly transaction: Readonly<Record<string, unknown>>
}

/** The events that this version has a type for. */
export type KnownEvent = CashInEvent

/** Any event, told apart by `event`. */
export type WebhookEvent = KnownEvent | UnknownEvent

/** The name of a kind that this version has a type for. */
export type EventKind = KnownEvent["event"]

/** The event of one kind. */
export type EventOf<Kind extends EventKind> = Extract<KnownEvent, { readonly event: Kind }>

/** Why verified bytes are no event. */
export interface EventFault {
  readonly ok: false
  readonly code: "body_not_utf8" | "body_not_json" | "event_malformed"
  /** The first field at fault, such as `transaction.amountCentavos`; empty when it is the whole body. */
  readonly path: string
  /** What would be right there. */
  readonly expected: string
}

/** What `parseEvent` answers. */
export type ParsedEvent = { readonly ok: true; readonly event: WebhookEvent } | EventFault

/** An id becomes a key of the store, so it has an end; ours are 40 characters long. */
const MAX_ID_LENGTH = 128

type Fault = { readonly path: string; readonly expected: string }

/** Answers null when the value is a `T`. The type stands here only so that a table of checks must fit its interface. */
interface Check<T> {
  (value: unknown, path: string): Fault | null
  readonly type?: T
}

const is =
  <T>(expected: string, test: (value: unknown) => value is T): Check<T> =>
  (value, path) =>
    test(value) ? null : { path, expected }

const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value, path) => {
    const fault = value === null ? null : check(value, path)
    return fault?.path === path ? { path, expected: `${fault.expected} or null` } : fault
  }

const orAbsent =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value, path) =>
    value === undefined ? null : check(value, path)

const oneOf = <const T>(...values: ReadonlyArray<T>): Check<T> =>
  is(values.join(" or "), (value): value is T => values.some((one) => one === value))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const record = is("an object", isRecord)
const text = is("a string", (value) => typeof value === "string")
const integer = is("a whole number", (value): value is number => Number.isSafeInteger(value))
const identifier = is(
  `a string of 1 to ${MAX_ID_LENGTH} characters`,
  (value): value is string => typeof value === "string" && value !== "" && value.length <= MAX_ID_LENGTH,
)

const object =
  <T>(fields: { readonly [Field in keyof T]-?: Check<T[Field]> }): Check<T> =>
  (value, path) => {
    if (!isRecord(value)) return record(value, path)
    for (const [name, check] of Object.entries<Check<unknown>>(fields)) {
      const fault = check(value[name], path === "" ? name : `${path}.${name}`)
      if (fault !== null) return fault
    }
    return null
  }

const envelope = {
  eventId: identifier,
  deliveryId: identifier,
}

const anyEvent = object<Envelope & { event: string; transaction: Readonly<Record<string, unknown>> }>({
  event: identifier,
  ...envelope,
  transaction: record,
})

/** The kinds that this version has a type for, each with the checks of its fields. A new kind is one more line. */
const knownEvents: { readonly [Kind in EventKind]: Check<EventOf<Kind>> } = {
  cash_in: object<CashInEvent>({
    event: oneOf("cash_in"),
    ...envelope,
    transaction: object<CashInTransaction>({
      id: integer,
      transactionId: text,
      externalId: orNull(text),
      status: oneOf("CONFIRMED", "FAILED"),
      amountCentavos: integer,
      clabe: orNull(text),
      claveRastreo: orNull(text),
      paymentMethod: text,
      confirmedAt: orNull(text),
      counterpart: orNull(
        object<Counterpart>({
          name: orNull(text),
          taxId: orNull(text),
          bank: orNull(object<{ code: string; name: string }>({ code: text, name: text })),
        }),
      ),
      errorCode: orAbsent(text),
      errorMessage: orAbsent(text),
    }),
  }),
}

/** Is this the name of a kind that this version has a type for? */
export const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(knownEvents, kind)

/** Strict: bytes that are not UTF-8 are refused, and a byte order mark is kept (and then is no JSON). */
const decodeUtf8 = (bytes: Uint8Array | ArrayBuffer): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

const decodeJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/**
 * Reads a verified body.
 *
 * Every kind has the envelope checked (`event`, `eventId`, `deliveryId`, `transaction`); a kind of this version has every
 * field checked, and fields that it does not know are let through. Any other kind becomes an `UnknownEvent`, so that a new
 * kind of the service breaks no receiver. (mexico.md, "Webhook delivery payload"; decisions, section 9.)
 *
 * @example
 * ```ts
 * import { parseEvent } from "@pesoreal/receiver"
 *
 * const bytes = (json: string) => new TextEncoder().encode(json)
 *
 * parseEvent(bytes("[]")) // => { ok: false, code: "event_malformed", path: "", expected: "an object" }
 * parseEvent(bytes("[")) // => { ok: false, code: "body_not_json", path: "", expected: "JSON" }
 *
 * const parsed = parseEvent(bytes('{"event":"cash_out","eventId":"evt_1","deliveryId":"dlv_1","transaction":{}}'))
 * parsed.ok && parsed.event.event // => "unknown"
 * ```
 */
export const parseEvent = (bytes: Uint8Array | ArrayBuffer): ParsedEvent => {
  const json = decodeUtf8(bytes)
  if (json === null) return { ok: false, code: "body_not_utf8", path: "", expected: "UTF-8" }
  const body = decodeJson(json)
  if (body === undefined) return { ok: false, code: "body_not_json", path: "", expected: "JSON" }

  const malformed = (fault: Fault): ParsedEvent => ({ ok: false, code: "event_malformed", ...fault })
  const envelopeFault = anyEvent(body, "")
  if (envelopeFault !== null) return malformed(envelopeFault)
  // Safe: anyEvent has just checked these fields of an object.
  const any = body as Envelope & { event: string; transaction: Readonly<Record<string, unknown>> }
  if (!isEventKind(any.event)) return { ok: true, event: { ...any, event: "unknown", kind: any.event } }
  const fault = knownEvents[any.event](body, "")
  // Safe: the table's check of this kind has looked at every field of its interface.
  return fault === null ? { ok: true, event: body as KnownEvent } : malformed(fault)
}
