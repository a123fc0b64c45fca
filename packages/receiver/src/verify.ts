/**
 * Was this body signed with one of my secrets? HMAC-SHA256 over the bytes as they arrived, by WebCrypto.
 *
 * It never decodes the body before it is verified, never answers early, and never throws on what a stranger sends.
 */

/** The header with the delivery's id, as `Headers` and `node:http` write its name. */
export const DELIVERY_HEADER = "x-service-delivery"

/** The header with the signature. */
export const SIGNATURE_HEADER = "x-service-signature"

/** The header with the signature by the previous secret, present while a rotated secret overlaps the new one. */
export const PREVIOUS_SIGNATURE_HEADER = "x-service-signature-previous"

/** The body as it arrived. Bytes are best: a string stands for its UTF-8 bytes, and may have lost some on its way here. */
export type Body = Uint8Array | ArrayBuffer | string

/** What arrived: the exact body, and the two signature headers (the second only while a rotated secret overlaps). */
export interface SignedBody {
  readonly body: Body
  /** `X-Service-Signature`. */
  readonly signature: string | null | undefined
  /** `X-Service-Signature-Previous`. */
  readonly previousSignature?: string | null | undefined
}

/** Why a signature is refused. */
export type SignatureFault = "signature_missing" | "signature_malformed" | "signature_mismatch"

/** What `verify` answers. */
export type Verification = { readonly ok: true } | { readonly ok: false; readonly code: SignatureFault }

/** Checks bodies against a fixed set of secrets, whose keys it imports once. */
export type Verifier = (signed: SignedBody) => Promise<Verification>

/** Two secrets are a rotation. Every forged request costs one HMAC for each secret, so their number has an end. */
const MAX_SECRETS = 10

/** Without the `m` flag, `$` matches only at the very end, so a trailing line end is refused too. */
const SIGNATURE_PATTERN = /^sha256=[0-9a-f]{64}$/

const ALGORITHM = { name: "HMAC", hash: "SHA-256" }

/** A copy: WebCrypto refuses shared and resizable memory, and the caller may write to its own while we wait. */
const bytesOf = (body: Body) =>
  typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body).slice()

const checkSecrets = (secrets: string | ReadonlyArray<string>): ReadonlyArray<string> => {
  const list = [secrets].flat()
  if (list.length < 1 || list.length > MAX_SECRETS) {
    throw new TypeError(`Pass 1 to ${MAX_SECRETS} webhook secrets. There were ${list.length}.`)
  }
  if (list.some((secret) => !secret || secret.trim() !== secret)) {
    throw new TypeError(
      "A webhook secret is empty, or has whitespace around it. Pass it as it was shown, whsec_ included.",
    )
  }
  return list
}

const importKey = (secret: string) =>
  crypto.subtle.importKey("raw", new TextEncoder().encode(secret), ALGORITHM, false, ["sign"])

const hmac = async (key: CryptoKey, bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.sign(ALGORITHM, key, bytes))

const decodeSignature = (header: string): Uint8Array | null =>
  SIGNATURE_PATTERN.test(header)
    ? Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(header.slice(7 + 2 * i, 9 + 2 * i), 16))
    : null

/** Takes the same time wherever the two differ. Both are 32 bytes long. */
const isEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.reduce((difference, byte, i) => difference | (byte ^ (right[i] ?? 256)), 0) === 0

/**
 * Makes a verifier for one secret or several, and imports their keys once, at its first use.
 *
 * Several secrets are for a rotation: a body signed with any of them passes, in either header. All pairs are always
 * compared, so the time taken says nothing about which one matched. Throws a `TypeError` when a secret is empty or has
 * whitespace around it, which is the mistake of whoever configures, not of whoever calls.
 *
 * @example
 * ```ts
 * import { createVerifier, sign } from "@pesoreal/receiver"
 *
 * const isMine = createVerifier(["whsec_new", "whsec_old"])
 * const body = new TextEncoder().encode('{"event":"cash_in"}')
 *
 * await isMine({ body, signature: await sign(body, "whsec_old") }) // => { ok: true }
 * await isMine({ body, signature: null }) // => { ok: false, code: "signature_missing" }
 * ```
 */
export const createVerifier = (secrets: string | ReadonlyArray<string>): Verifier => {
  const list = checkSecrets(secrets)
  let keys: Promise<ReadonlyArray<CryptoKey>> | undefined
  return async ({ body, signature, previousSignature }) => {
    // An empty header is no header.
    const headers = [signature, previousSignature].flatMap((header) => (header ? [header] : []))
    if (headers.length === 0) return { ok: false, code: "signature_missing" }
    const claimed = headers.map(decodeSignature).filter((digest) => digest !== null)
    if (claimed.length === 0) return { ok: false, code: "signature_malformed" }

    const bytes = bytesOf(body)
    keys ??= Promise.all(list.map(importKey))
    const actual = await Promise.all((await keys).map((key) => hmac(key, bytes)))
    const matches = actual.flatMap((digest) => claimed.map((claim) => isEqual(digest, claim)))
    return matches.includes(true) ? { ok: true } : { ok: false, code: "signature_mismatch" }
  }
}

/**
 * Checks one body. The signature is HMAC-SHA256 over the exact bytes, keyed with the whole secret string (`whsec_`
 * included), and written `sha256=` + 64 lowercase hexadecimal digits. (mexico.md, "Events"; decisions, section 9.)
 *
 * It answers for anything a sender can send, and rejects only for an empty secret. To check many bodies, use
 * `createVerifier`, which imports the keys once.
 *
 * @example
 * ```ts
 * import { sign, verify } from "@pesoreal/receiver"
 *
 * const secrets = "whsec_example"
 * const signature = await sign("a body", secrets)
 *
 * await verify({ body: "a body", signature, secrets }) // => { ok: true }
 * await verify({ body: "a bodY", signature, secrets }) // => { ok: false, code: "signature_mismatch" }
 * await verify({ body: "a body", signature: signature.toUpperCase(), secrets }) // => { ok: false, code: "signature_malformed" }
 * ```
 */
export const verify = async (
  options: SignedBody & { readonly secrets: string | ReadonlyArray<string> },
): Promise<Verification> => createVerifier(options.secrets)(options)

/**
 * Signs a body as the service does: what tests and simulators put in `X-Service-Signature`.
 *
 * @example
 * ```ts
 * import { sign } from "@pesoreal/receiver"
 *
 * await sign("", "whsec_example") // => "sha256=1dbac320cb4fc8aef7a91a58314a5c03e5350de564a44f8bb8cd091c672f4f41"
 * ```
 */
export const sign = async (body: Uint8Array | string, secret: string): Promise<string> => {
  checkSecrets(secret)
  const digest = await hmac(await importKey(secret), bytesOf(body))
  return `sha256=${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`
}
