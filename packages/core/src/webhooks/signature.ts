/**
 * The grammar of webhook signatures: the names of the headers, and how a signature is written.
 *
 * The rule: the signature is HMAC-SHA256 over the raw bytes of the body, exactly as they travel, before any JSON is read or
 * written. Its key is the UTF-8 bytes of the whole secret string as it was handed out, the prefix `whsec_` included; nothing
 * is stripped, and nothing is decoded from base64.
 *
 * No HMAC is computed here, and nothing is compared: sender and receiver each do so with the cryptography of their
 * platform (and compare in constant time). Golden vectors hold them together.
 */
import { accept, type Parsed, refuse } from "../Parsed.ts"

/** The header with the delivery's id, equal to `deliveryId` in the body. */
export const DELIVERY_HEADER = "X-Service-Delivery"

/** The header with the signature. */
export const SIGNATURE_HEADER = "X-Service-Signature"

/** The header with the signature by the previous secret, present while a rotated secret still overlaps the new one. */
export const PREVIOUS_SIGNATURE_HEADER = "X-Service-Signature-Previous"

/** What every webhook secret begins with. It is part of the key. */
export const SECRET_PREFIX = "whsec_"

/** Bytes in a digest of SHA-256. */
export const DIGEST_LENGTH = 32

/** How a signature is written: `sha256=` and 64 lowercase hexadecimal digits. */
export const SIGNATURE_PATTERN = /^sha256=[0-9a-f]{64}$/u

/**
 * Reads a signature header, as `Headers.get` or a plain object of headers gives it. No header, or an empty one, is
 * `missing`; anything not exactly `sha256=<64 lowercase hex>` is `malformed`.
 *
 * @example
 * ```ts
 * import { Signature } from "@pesoreal/core"
 *
 * const refused = Signature.parseSignature("sha1=da39a3ee5e6b4b0d3255bfef95601890afd80709")
 * refused.ok ? "" : refused.errors[0].reason // => "malformed"
 *
 * const parsed = Signature.parseSignature(`sha256=${"0f".repeat(32)}`)
 * parsed.ok && parsed.value.hex.length // => 64
 * ```
 */
export const parseSignature = (
  header: string | null | undefined,
): Parsed<{ readonly hex: string }, "missing" | "malformed"> => {
  if (header === undefined || header === null || header === "") {
    return refuse("missing", "there is no signature; it travels as sha256=<64 hexadecimal digits>")
  }
  // Without the `m` flag, `$` matches only at the very end, so a trailing line end is refused too.
  if (!SIGNATURE_PATTERN.test(header)) {
    return refuse("malformed", "the signature must be sha256= and 64 lowercase hexadecimal digits")
  }
  return accept({ hex: header.slice("sha256=".length) })
}

/**
 * Writes the value of a signature header from the 32 bytes of an HMAC-SHA256. Throws a `RangeError` for another length,
 * which can only come from another algorithm.
 *
 * @example
 * ```ts
 * import { Signature } from "@pesoreal/core"
 *
 * Signature.formatSignature(new Uint8Array(32).fill(15)) === `sha256=${"0f".repeat(32)}` // => true
 * ```
 */
export const formatSignature = (digest: Uint8Array): string => {
  if (digest.length !== DIGEST_LENGTH) {
    throw new RangeError(`A signature is made of the ${DIGEST_LENGTH} bytes of an HMAC-SHA256, not of ${digest.length}`)
  }
  return `sha256=${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`
}
