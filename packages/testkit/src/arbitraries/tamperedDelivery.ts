/**
 * Deliveries that a receiver must refuse, each for one reason: forged, altered on the way, sent under another id, or signed
 * as they should be and no event.
 *
 * `why.reason` is the receiver's code: of `verify` (`signature_…`), of `parseEvent` (`body_…`, `event_malformed`), or of the
 * comparison of the header's delivery id with the signed one.
 */
import { Signature } from "@pesoreal/core"
import type { EventFault, SignatureFault } from "@pesoreal/receiver"
import fc from "fast-check"
import { bytesOf, type Delivery, deliveryOf, printable, signatureOf } from "../Delivery.ts"
import type { NearlyValid } from "../NearlyValid.ts"
import { nearlyValidEvent } from "./event.ts"
import { isOfFormat } from "./eventFields.ts"
import { signedDelivery, type SignedDelivery, type SignedDeliveryOptions } from "./signedDelivery.ts"
import { webhookSecret } from "./webhookSecret.ts"

/** Why a delivery is refused. */
export type TamperedDeliveryReason = SignatureFault | EventFault["code"] | "delivery_id_mismatch"

type Tampered = fc.Arbitrary<NearlyValid<Delivery, TamperedDeliveryReason>>

const tampered = (delivery: Delivery, reason: TamperedDeliveryReason, path = "") => {
  const { headers, body, secret } = delivery
  return { value: printable({ headers, body, secret }), why: { path, reason } }
}

const withHeader = (delivery: Delivery, name: string, value: string | undefined): Delivery => {
  const others = Object.entries(delivery.headers).filter(([other]) => other !== name)
  return { ...delivery, headers: Object.fromEntries(value === undefined ? others : [...others, [name, value]]) }
}

const withSignature = (delivery: Delivery, signature: string | undefined): Delivery =>
  withHeader(delivery, Signature.SIGNATURE_HEADER, signature)

/** Bytes that differ from the signed ones by a little. All of them are still under the good delivery's signature. */
const alterBody = (body: Uint8Array, position: number, bit: number): ReadonlyArray<Uint8Array<ArrayBuffer>> => {
  const flipped = new Uint8Array(body)
  const at = position % body.length
  flipped[at] = (flipped[at] ?? 0) ^ (1 << bit)
  const text = new TextDecoder().decode(body)
  return [flipped, body.slice(1), body.slice(0, -1), bytesOf(`${text} `), bytesOf(`\ufeff${text}`), new Uint8Array()]
}

const altered = (good: fc.Arbitrary<SignedDelivery>): Tampered =>
  fc
    .tuple(good, fc.nat(), fc.nat({ max: 7 }))
    .chain(([delivery, position, bit]) =>
      fc
        .constantFrom(...alterBody(delivery.body, position, bit))
        .map((body) => tampered({ ...delivery, body }, "signature_mismatch")),
    )

/** The right digest of the right bytes, by a key that is not the secret, or of something else than the bytes. */
const forged = (good: fc.Arbitrary<SignedDelivery>): Tampered =>
  fc.tuple(good, webhookSecret()).chain(([delivery, stranger]) => {
    const { body, secret, headers } = delivery
    const id = headers[Signature.DELIVERY_HEADER] ?? ""
    const signatures = [
      signatureOf(body, stranger),
      signatureOf(body, secret.slice(0, -1)),
      signatureOf(body, secret.replace(Signature.SECRET_PREFIX, "")),
      signatureOf(new Uint8Array(), secret),
      signatureOf(bytesOf(`${id}.${new TextDecoder().decode(body)}`), secret),
      `sha256=${"0".repeat(64)}`,
    ]
    return fc
      .constantFrom(...signatures.filter((signature) => signature !== headers[Signature.SIGNATURE_HEADER]))
      .map((signature) => tampered(withSignature(delivery, signature), "signature_mismatch"))
  })

/** The right digest, written in another way than `sha256=` and 64 lowercase hexadecimal digits. */
const misspelt = (good: fc.Arbitrary<SignedDelivery>): Tampered =>
  good.chain((delivery) => {
    const hex = signatureOf(delivery.body, delivery.secret).slice("sha256=".length)
    const signatures = [
      hex,
      `sha256=${hex.slice(0, -1)}`,
      `sha256=${hex}0`,
      `sha256=${hex},sha256=${hex}`,
      `sha256= ${hex}`,
      `SHA256=${hex}`,
      `sha1=${hex}`,
      `v1,${hex}`,
      `sha256=${"g".repeat(64)}`,
      // A digest of digits only is the same in both cases.
      ...(/[a-f]/.test(hex) ? [`sha256=${hex.toUpperCase()}`] : []),
    ]
    return fc
      .constantFrom(...signatures)
      .map((signature) => tampered(withSignature(delivery, signature), "signature_malformed"))
  })

const unsigned = (good: fc.Arbitrary<SignedDelivery>): Tampered =>
  fc
    .tuple(good, fc.constantFrom(undefined, ""))
    .map(([delivery, signature]) => tampered(withSignature(delivery, signature), "signature_missing"))

/** The header with the id is not signed: a captured body must not come in again under a new one. */
const readdressed = (good: fc.Arbitrary<SignedDelivery>): Tampered =>
  fc.tuple(good, good).chain(([delivery, other]) => {
    const id = delivery.event.deliveryId
    const others = [other.event.deliveryId, id.toUpperCase(), id.slice("dlv_".length), "", undefined]
    return fc
      .constantFrom(...others.filter((candidate) => candidate !== id))
      .map((claimed) => tampered(withHeader(delivery, Signature.DELIVERY_HEADER, claimed), "delivery_id_mismatch"))
  })

const notUtf8 = fc.constantFrom([0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x7b, 0x22, 0xc0])
const notJson = fc.constantFrom(
  "",
  "{",
  "{}}",
  "{'event':'cash_in'}",
  '\ufeff{"event":"cash_in"}',
  "NaN",
  "event=cash_in",
)

/** Bytes that the right secret has signed, and that are no event. */
const notEvents = (secrets: fc.Arbitrary<string>): Tampered => {
  const id = "dlv_0193f0c0-0000-7000-8000-000000000002"
  const malformedEvents = nearlyValidEvent().filter(
    ({ why }) => !isOfFormat(why.reason) && why.reason !== "another_kind",
  )
  return fc.oneof(
    fc
      .tuple(notUtf8, secrets)
      .map(([bytes, secret]) => tampered(deliveryOf(Uint8Array.from(bytes), id, secret), "body_not_utf8")),
    fc
      .tuple(notJson, secrets)
      .map(([json, secret]) => tampered(deliveryOf(bytesOf(json), id, secret), "body_not_json")),
    fc
      .tuple(malformedEvents, secrets)
      .map(([{ value, why }, secret]) =>
        tampered(deliveryOf(bytesOf(JSON.stringify(value)), id, secret), "event_malformed", why.path),
      ),
  )
}

/**
 * Deliveries to be refused.
 *
 * @example
 * ```ts
 * import { verify } from "@pesoreal/receiver"
 * import { tamperedDelivery } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const forgeries = tamperedDelivery().filter(({ why }) => why.reason === "signature_mismatch")
 * const [{ value }] = fc.sample(forgeries, 1)
 * await verify({
 *   body: value.body,
 *   signature: value.headers["X-Service-Signature"],
 *   secrets: value.secret,
 * }) // => { ok: false, code: "signature_mismatch" }
 * ```
 */
export const tamperedDelivery = (options: SignedDeliveryOptions = {}): Tampered => {
  const { secret = webhookSecret() } = options
  const good = signedDelivery(options)
  return fc.oneof(altered(good), forged(good), misspelt(good), unsigned(good), readdressed(good), notEvents(secret))
}
