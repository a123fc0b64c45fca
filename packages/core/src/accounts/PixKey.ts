/**
 * PIX keys as the directory of Brazil's central bank has them (DICT): CPF, CNPJ, phone, e-mail, or a random UUID (EVP).
 *
 * A key is read without being told its type. What the API asks of a key beside its `keyType` is in `PixKeyType.ts`. Neither
 * knows whose key it is, or whether there is such a key.
 */
import { accept, type Parsed, refuse } from "../Parsed.ts"
import { distance, twoDigits } from "../documents/taxNumber.ts"
import { type KeyType, MAX_PIX_KEY_LENGTH } from "./PixKeyType.ts"

/** The types of key, by the directory's names. */
export type Type = "CPF" | "CNPJ" | "PHONE" | "EMAIL" | "EVP"

/** A PIX key. */
export interface PixKey {
  /** The key as the directory has it. */
  readonly text: string
  /** Which type it is, by the directory's names. */
  readonly type: Type
  /** Which type it is, by the API's names (pix.md). */
  readonly keyType: KeyType
}

/**
 * Why {@link parse} refuses a text: it is no key of any type (`unknown`), it is one but for how it is written (`form`; the
 * message has it as the directory does), or its `check_digits` are not those of a CPF or CNPJ.
 */
export type ParseReason = "unknown" | "form" | "check_digits"

/** What {@link parse} finds odd: a `phone` of Brazil that its numbering plan does not have. The directory does not ask. */
export type WarningReason = "phone"

/** A Brazilian number that the plan does not have: an area that does not exist, or a number that none begins with. */
const noBrazilian = /^\+55(?!([14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])(9\d{8}|[2-5]\d{7})$)/

/**
 * What a text would be as a key of each type, and what such a key looks like (API DICT; CNPJ by IN RFB 2.229/2024; a phone also
 * has the contract's 10 to 15 digits). Texts are short, so that no pattern takes long.
 */
const readings = (text: string): ReadonlyArray<readonly [Type, KeyType, key: string, pattern: RegExp]> => {
  const lower = text.toLowerCase()
  const bare = lower.replace(/[ ()./-]/g, "")
  return [
    ["CPF", "DOCUMENT", bare, /^\d{11}$/],
    ["CNPJ", "DOCUMENT", bare.toUpperCase(), /^[\dA-Z]{12}\d{2}$/],
    ["PHONE", "PHONE", bare.replace(/^55/, "+55"), /^\+[1-9]\d{9,14}$/],
    ["EMAIL", "EMAIL", lower, /^[\w.!#$&'*+/=?^`{|}~-]+@([a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.(?!$)|$))+$/],
    // Only 32 characters get hyphens.
    ["EVP", "RANDOM", bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"), /^[\da-f]{8}-[\da-f-]+$/],
  ]
}

/**
 * Reads a key as the directory has it, and says of which type it is. Eleven digits are a CPF, never a phone: a phone begins
 * with `+` and its country. What is a key but for how it is written (punctuation, capitals, hyphens left out) is refused, and
 * the message has the key. The check digits of CPF and CNPJ must be right, letters in a CNPJ included.
 *
 * @example
 * ```ts
 * import { PixKey } from "@pesoreal/core"
 *
 * const parsed = PixKey.parse("pix@bcb.gov.br")
 * parsed.ok && parsed.value.type // => "EMAIL"
 *
 * const messageOf = (text: string) => {
 *   const refused = PixKey.parse(text)
 *   return refused.ok ? "" : refused.errors[0].message
 * }
 * messageOf("123e4567e89b12d3a456426655440000") // => "write it 123e4567-e89b-12d3-a456-426655440000"
 * messageOf("11987654321") // => "must end in 74 as a CPF; a phone begins with +55"
 * ```
 */
export const parse = (text: string): Parsed<PixKey, ParseReason, WarningReason> => {
  const found =
    text.length > MAX_PIX_KEY_LENGTH ? undefined : readings(text).find(([, , key, pattern]) => pattern.test(key))
  if (found === undefined) return refuse("unknown", "must be a CPF, CNPJ, e-mail, + and phone, or UUID")
  const [type, keyType, key] = found
  const far = keyType === "DOCUMENT" ? distance(key, type === "CPF" ? 11 : 14) : 0
  if (far !== 0) {
    const ends = far === -100 ? "is one digit repeated" : `must end in ${twoDigits(Number(key.slice(-2)) + far)}`
    return refuse("check_digits", `${ends} as a ${type}; a phone begins with +55`)
  }
  if (text !== key) return refuse("form", `write it ${key}`)
  return accept(
    { text, type, keyType },
    noBrazilian.test(text) ? [{ reason: "phone", message: "Brazil has no such number" }] : [],
  )
}

/**
 * Whether {@link parse} accepts a text.
 *
 * @example
 * ```ts
 * import { PixKey } from "@pesoreal/core"
 *
 * PixKey.isPixKey("+5511987654321") // => true
 * PixKey.isPixKey("11987654321") // => false
 * ```
 */
export const isPixKey = (text: string): boolean => parse(text).ok
