/**
 * txid, the number by which the receiver of an instant payment in Brazil knows its own charge. Letters and digits only, and
 * how many says what for: a dynamic charge has 26 to 35 (decisions, section 3; Banco Central's Pix API), a static QR code up
 * to 25, or `***` for none (Banco Central's BR Code manual).
 *
 * It draws no random characters: who makes a number brings what is unique in it.
 */
import { accept, type Parsed, refuse } from "../Parsed.ts"

/** `none` is what a static QR code has that leaves it to the payer's bank. */
export type Kind = "dynamic" | "static" | "none"

/** A txid and what it is for. Upper and lower case are not the same in it. */
export interface Txid {
  /** All its characters. */
  readonly text: string
  /** What its length allows it to be used for. */
  readonly kind: Kind
}

/** Characters in the txid of a dynamic charge, at least. */
export const MIN_DYNAMIC_LENGTH = 26

/** Characters in the txid of a dynamic charge, at most. */
export const MAX_DYNAMIC_LENGTH = 35

/** Characters in the txid of a static code, at most. */
export const MAX_STATIC_LENGTH = MIN_DYNAMIC_LENGTH - 1

/** Why {@link parse} refuses a text: `characters` other than letters and digits, or none, or more than 35. */
export type ParseReason = "characters" | "length"

/**
 * Reads a txid. Nothing is trimmed; hyphens, which some generators leave in, are refused.
 *
 * @example
 * ```ts
 * import { Txid } from "@pesoreal/core"
 *
 * Txid.parse("7978c0c97ea847e78e8849634473c1f1")
 * // => { ok: true, value: { text: "7978c0c97ea847e78e8849634473c1f1", kind: "dynamic" }, warnings: [] }
 *
 * const refused = Txid.parse("RP12345678-2019")
 * refused.ok ? [] : refused.errors // => [{ reason: "characters", message: "must be letters and digits", offset: 10 }]
 * ```
 */
export const parse = (text: string): Parsed<Txid, ParseReason> => {
  if (text === "***") return accept({ text, kind: "none" })
  const stranger = text.search(/[^\dA-Za-z]/)
  if (stranger >= 0) return refuse("characters", "must be letters and digits", { offset: stranger })
  const { length } = text
  if (length < 1 || length > MAX_DYNAMIC_LENGTH) {
    return refuse("length", `must have 26 to 35 characters, or 1 to 25 in a static code, and has ${length}`)
  }
  return accept({ text, kind: length < MIN_DYNAMIC_LENGTH ? "static" : "dynamic" })
}

/** Whether a text is the txid of a dynamic charge: 26 to 35 letters and digits. */
export const isDynamicTxid = (text: string): boolean => /^[\dA-Za-z]{26,35}$/.test(text)

/** Whether a text may stand in a static code: 1 to 25 letters and digits, or `***`. */
export const isStaticTxid = (text: string): boolean => /^(?:[\dA-Za-z]{1,25}|\*{3})$/.test(text)

/**
 * Makes the txid of a dynamic charge out of a UUID, which is its 32 digits without hyphens; case stays as it is. Anything
 * but a UUID is refused.
 *
 * @example
 * ```ts
 * import { Txid } from "@pesoreal/core"
 *
 * const made = Txid.fromUuid("7978c0c9-7ea8-47e7-8e88-49634473c1f1")
 * made.ok && made.value.text // => "7978c0c97ea847e78e8849634473c1f1"
 * ```
 */
export const fromUuid = (uuid: string): Parsed<Txid, ParseReason | "uuid"> =>
  /^[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}$/.test(uuid)
    ? parse(uuid.replaceAll("-", ""))
    : refuse("uuid", "must be a UUID")

/**
 * Makes a txid out of a prefix, which says who made it, and a number that the maker does not give twice: in a dynamic charge
 * the number is padded with zeros to 26 characters, in a static code it is not. The same prefix must not be used with digits
 * at its end and without them, or two numbers may come out alike.
 *
 * @example
 * ```ts
 * import { Txid } from "@pesoreal/core"
 *
 * const charge = Txid.fromParts({ kind: "dynamic", prefix: "LOJA", sequence: 42 })
 * charge.ok && charge.value.text // => "LOJA0000000000000000000042"
 *
 * const code = Txid.fromParts({ kind: "static", prefix: "LOJA", sequence: 42 })
 * code.ok && code.value.text // => "LOJA42"
 * ```
 */
export const fromParts = ({
  kind,
  prefix,
  sequence,
}: {
  readonly kind: Exclude<Kind, "none">
  readonly prefix: string
  readonly sequence: number
}): Parsed<Txid, ParseReason | "sequence"> => {
  if (!Number.isSafeInteger(sequence) || sequence < 0) {
    return refuse("sequence", "must be a whole number from 0 to 2^53 - 1", { path: "sequence" })
  }
  const width = kind === "dynamic" ? MIN_DYNAMIC_LENGTH - prefix.length : 0
  const parsed = parse(prefix + String(sequence).padStart(width, "0"))
  return parsed.ok && parsed.value.kind !== kind
    ? refuse("length", `must have at most ${MAX_STATIC_LENGTH} characters, and has ${parsed.value.text.length}`)
    : parsed
}
