/** A webhook delivery as it arrives: headers and bytes; and the secret with which to check it. */
import { Signature } from "@pesoreal/core"
import fc from "fast-check"
import { hmacSha256 } from "./internal/hmacSha256.ts"

/** One delivery. `new Request(url, { method: "POST", ...delivery })` makes a request of it. */
export interface Delivery {
  /** Names as the service writes them. HTTP does not tell their cases apart, and neither may a receiver. */
  readonly headers: Readonly<Record<string, string>>
  /** The exact bytes that are signed. */
  readonly body: Uint8Array<ArrayBuffer>
  /** The secret that the receiver was given. */
  readonly secret: string
}

const utf8 = new TextEncoder()

/**
 * The bytes of a text, in UTF-8.
 *
 * @example
 * ```ts
 * import { bytesOf } from "@pesoreal/testkit"
 *
 * bytesOf("ñ") // => new Uint8Array([0xc3, 0xb1])
 * ```
 */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => utf8.encode(text)

/**
 * The value of `X-Service-Signature` for a body: `sha256=` and the HMAC-SHA256 of its bytes, keyed with the whole secret.
 * At once, where the receiver's `sign` is a promise; for tests only.
 *
 * @example
 * ```ts
 * import { sign } from "@pesoreal/receiver"
 * import { bytesOf, signatureOf } from "@pesoreal/testkit"
 *
 * signatureOf(bytesOf("a body"), "whsec_example") === (await sign("a body", "whsec_example")) // => true
 * ```
 */
export const signatureOf = (body: Uint8Array, secret: string): string =>
  Signature.formatSignature(hmacSha256(bytesOf(secret), body))

/** Signs bytes as the service does, under the delivery id that the body carries. */
export const deliveryOf = (body: Uint8Array<ArrayBuffer>, deliveryId: string, secret: string): Delivery => ({
  headers: {
    "Content-Type": "application/json",
    [Signature.DELIVERY_HEADER]: deliveryId,
    [Signature.SIGNATURE_HEADER]: signatureOf(body, secret),
  },
  body,
  secret,
})

/** Whether two bodies are the same bytes. */
export const isSame = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, index) => byte === right[index])

/**
 * Makes fast-check print the body of a counterexample as text, where it is text. Nothing else sees the difference.
 */
export const printable = <D extends Delivery>(delivery: D): D => {
  const toString = (): string => {
    const { body, ...rest } = delivery
    const text = new TextDecoder().decode(body)
    const isText = isSame(bytesOf(text), body)
    return `${fc.stringify(rest).slice(0, -1)},body:${isText ? `bytesOf(${JSON.stringify(text)})` : fc.stringify(body)}}`
  }
  return Object.defineProperty(delivery, fc.toStringMethod, { value: toString, enumerable: false })
}
