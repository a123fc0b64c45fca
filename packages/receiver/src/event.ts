/**
 * The reading of a verified body into an event.
 *
 * It never looks at a signature: parse only bytes that `verify` has let pass.
 */
import { envelope, type EventFault, faultOf, refuse, transactions, type TransactionShape } from "./eventShapes.ts"
import type { Envelope, EventKind, KnownEvent, WebhookEvent } from "./eventTypes.ts"

export type { EventFault } from "./eventShapes.ts"

/** What `parseEvent` answers. */
export type ParsedEvent = { readonly ok: true; readonly event: WebhookEvent } | EventFault

/** Is this the name of a kind that this version has a type for? */
export const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(transactions, kind)

const attempt = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Strict: bytes that are not UTF-8 are refused, and a byte order mark is kept (and then is no JSON). */
const decodeUtf8 = (bytes: Uint8Array | ArrayBuffer): string =>
  new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)

interface AnyEvent extends Envelope {
  readonly event: string
  readonly transaction: Readonly<Record<string, unknown>>
}

/** Its status, and whether it has a `clabe`, say which shape a transaction must have. */
const faultOfTransaction = (shapes: ReadonlyArray<TransactionShape>, transaction: AnyEvent["transaction"]) => {
  const shape = shapes.find(
    ({ status, clabe }) => status === transaction["status"] && (clabe !== null || transaction["clabe"] === null),
  )
  if (shape) return faultOf(shape, transaction, "transaction")
  const statuses = new Set(shapes.map(({ status }) => status))
  return refuse("event_malformed", [...statuses].join(" or "), "transaction.status")
}

/**
 * Reads a verified body.
 *
 * Every kind has the envelope checked (`event`, `eventId`, `deliveryId`, `transaction`). A kind of this version has every
 * field checked, as its status asks for them, and fields that it does not know are let through. Any other kind becomes an
 * `UnknownEvent`, so that a new kind of the service breaks no receiver. (mexico.md, "Webhook delivery payload"; decisions,
 * section 9.)
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
 * const parsed = parseEvent(bytes('{"event":"chargeback","eventId":"evt_1","deliveryId":"dlv_1","transaction":{}}'))
 * parsed.ok && parsed.event.event // => "unknown"
 * ```
 */
export const parseEvent = (bytes: Uint8Array | ArrayBuffer): ParsedEvent => {
  const json = attempt(() => decodeUtf8(bytes))
  if (json === undefined) return refuse("body_not_utf8", "UTF-8")
  const body: unknown = attempt((): unknown => JSON.parse(json))
  if (body === undefined) return refuse("body_not_json", "JSON")
  const fault = faultOf(envelope, body)
  if (fault) return fault
  // Safe: the envelope's fields have just been checked.
  const any = body as AnyEvent
  const kind = any.event
  if (!isEventKind(kind)) return { ok: true, event: { ...any, event: "unknown", kind } }
  // Safe: every field of one of the kind's variants has been checked, if there is no fault.
  return faultOfTransaction(transactions[kind], any.transaction) ?? { ok: true, event: body as KnownEvent }
}
