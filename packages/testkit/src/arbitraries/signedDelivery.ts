/**
 * Webhook deliveries that a receiver must take: an event, as bytes, with the headers that the service sends (mexico.md,
 * Events).
 *
 * The same event may be written as JSON in more than one way, and the signature covers the bytes, whatever they are. A
 * receiver that parses the body and writes it again before it verifies is found out here.
 */
import { type Events, Signature } from "@pesoreal/core"
import fc from "fast-check"
import { bytesOf, type Delivery, deliveryOf, isSame, printable, signatureOf } from "../Delivery.ts"
import { event as anyEvent } from "./event.ts"
import { webhookSecret } from "./webhookSecret.ts"

/** A good delivery, with what is in it. */
export interface SignedDelivery extends Delivery {
  readonly event: Events.Event
}

/** What is delivered, and by which secret it is signed. */
export interface SignedDeliveryOptions {
  /** Default `event()`: of every kind. */
  readonly event?: fc.Arbitrary<Events.Event>
  /** Default `webhookSecret()`. A receiver that is already mounted wants `fc.constant(itsSecret)`. */
  readonly secret?: fc.Arbitrary<string>
}

/** The ways to write JSON: as the service does; with spaces; in ASCII only. */
const writers = {
  compact: (event: unknown): string => JSON.stringify(event),
  spaced: (event: unknown): string => `${JSON.stringify(event, null, 2)}\n`,
  ascii: (event: unknown): string =>
    JSON.stringify(event).replaceAll(
      /[^\0-\u007e]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
}

const styles = ["compact", "spaced", "ascii"] as const

type Style = (typeof styles)[number]
type Parts = [event: Events.Event, secret: string, style: Style]

const toDelivery = ([event, secret, style]: Parts): SignedDelivery =>
  printable({ ...deliveryOf(bytesOf(writers[style](event)), event.deliveryId, secret), event })

const isDelivery = (value: unknown): value is SignedDelivery =>
  typeof value === "object" && value !== null && "headers" in value && "body" in value && "event" in value

const toParts = (value: unknown): Parts => {
  if (!isDelivery(value) || !(value.body instanceof Uint8Array)) throw new TypeError("Not a signed delivery")
  const { event, secret, body, headers } = value
  const style = styles.find((candidate) => isSame(bytesOf(writers[candidate](event)), body))
  if (style === undefined || headers[Signature.SIGNATURE_HEADER] !== signatureOf(body, secret)) {
    throw new TypeError("Not a delivery that this arbitrary makes")
  }
  return [event, secret, style]
}

/**
 * Good deliveries, of events of every kind unless asked otherwise.
 *
 * @example
 * ```ts
 * import { verify } from "@pesoreal/receiver"
 * import { signedDelivery } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const [{ headers, body, secret }] = fc.sample(signedDelivery(), 1)
 * await verify({ body, signature: headers["X-Service-Signature"], secrets: secret }) // => { ok: true }
 * ```
 */
export const signedDelivery = ({
  event = anyEvent(),
  secret = webhookSecret(),
}: SignedDeliveryOptions = {}): fc.Arbitrary<SignedDelivery> =>
  fc.tuple(event, secret, fc.constantFrom(...styles)).map(toDelivery, toParts)
