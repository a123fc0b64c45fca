/**
 * PIX keys: documents, e-mail addresses, phone numbers and random UUIDs, as the directory has them (core's `PixKey`) and as the
 * API takes them beside a `keyType` (core's `PixKeySchema`).
 */
import { BrazilianDocument, type PixKey, PixKeyType } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, digit, textOf } from "../internal/characters.ts"
import { address, dotted } from "../internal/dotted.ts"
import { edgeBiased } from "../internal/edgeBiased.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"
import { brazilianDocument, nearlyValidBrazilianDocument } from "./brazilianDocument.ts"
import type { CnpjOptions } from "./cnpj.ts"
import { type EmailReason, nearlyValidEmail } from "./email.ts"

/** Which PIX keys. */
export interface PixKeyOptions {
  /** Of this type only. Default: of any. */
  readonly keyType?: PixKeyType.KeyType
  /** CNPJs with letters, too. Default `false`. */
  readonly alphanumeric?: boolean
}

const lengthOf = (text: string): number => Array.from(text).length

const isKeyLength = (text: string): boolean => lengthOf(text) <= PixKeyType.MAX_PIX_KEY_LENGTH

const atom = characterIn(["a", "z"], ["0", "9"], "!#$&'*+/=?^_`{|}~-")
const label = textOf(characterIn(["a", "z"], ["0", "9"], "-"), 1, 20).filter((text) => !/^-|-$/.test(text))

/** An address of so many characters, with the longest local part. */
const emailOfLength = (length: number): string => `${"a".repeat(64)}@${"b".repeat(length - 68)}.br`

const emailKey = edgeBiased(
  address(dotted(textOf(atom, 1, 12), 1, 3), dotted(label, 2, 3)).filter(isKeyLength),
  fc.constantFrom(emailOfLength(PixKeyType.MAX_PIX_KEY_LENGTH), "pix@bcb.gov.br", "o'brien+pix@example.com"),
)

const uuidKey = textOf(characterIn(["0", "9"], ["a", "f"]), 32, 32).map(
  (hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
  (text) => {
    if (typeof text !== "string" || !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)) {
      throw new TypeError("Not a UUID in lower case")
    }
    return text.replaceAll("-", "")
  },
)

/** `+55`, an area that there is, and nine digits. */
const mobile = fc
  .tuple(fc.constantFrom("11", "21", "71", "99"), textOf(digit, 8, 8))
  .map(([area, subscriber]) => `+55${area}9${subscriber}`)

/** The contract asks for ten digits at least, the directory for a country code. */
const phoneKey = edgeBiased(
  fc.tuple(characterIn(["1", "9"]), textOf(digit, 9, 14)).map(
    ([first, rest]) => `+${first}${rest}`,
    (text) => {
      if (typeof text !== "string" || !/^\+[1-9]\d{9,14}$/.test(text)) throw new TypeError("Not a phone key")
      return [text.slice(1, 2), text.slice(2)]
    },
  ),
  mobile,
)

/**
 * PIX keys in the form that the directory has: accepted by `PixKey.parse`, and by the schemas of their type at both levels.
 *
 * @example
 * ```ts
 * import { PixKey } from "@pesoreal/core"
 * import { pixKey } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(pixKey(), 100).every(PixKey.isPixKey) // => true
 * fc.sample(pixKey({ keyType: "PHONE" }), 100).every((key) => key.startsWith("+")) // => true
 * ```
 */
export const pixKey = ({ keyType, alphanumeric = false }: PixKeyOptions = {}): fc.Arbitrary<string> => {
  const keys = { DOCUMENT: brazilianDocument({ alphanumeric }), EMAIL: emailKey, PHONE: phoneKey, RANDOM: uuidKey }
  return keyType === undefined ? fc.oneof(keys.DOCUMENT, keys.EMAIL, keys.PHONE, keys.RANDOM) : keys[keyType]
}

const upperCased = (keys: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  keys.filter((key) => /[a-z]/.test(key)).map((key) => key.toUpperCase())

/**
 * Texts that are almost a PIX key. `why.reason` is the reason of `PixKey.parse`, which reads a key without being told its type:
 * a key in another form than the directory's, a document with wrong check digits, or no key of any type.
 *
 * @example
 * ```ts
 * import { nearlyValidPixKey } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = new Set(fc.sample(nearlyValidPixKey(), 200).map(({ why }) => why.reason))
 * Array.from(reasons).toSorted() // => ["check_digits", "form", "unknown"]
 * ```
 */
export const nearlyValidPixKey = (): fc.Arbitrary<NearlyValid<string, PixKey.ParseReason>> => {
  const otherForm = fc.oneof(
    brazilianDocument({ alphanumeric: true }).map(BrazilianDocument.format),
    upperCased(emailKey),
    upperCased(uuidKey),
    uuidKey.map((key) => key.replaceAll("-", "")),
    mobile.map((key) => key.slice(1)),
    mobile.map((key) => key.replace(/^(...)(..)(.{5})/, "$1 ($2) $3-")),
  )
  const wrongDocument = nearlyValidBrazilianDocument({ alphanumeric: true }).filter(
    ({ why }) => why.reason === "check_digits" || why.reason === "repeated",
  )
  const unknown = fc.oneof(
    fc.constantFrom("", "+", "@", emailOfLength(PixKeyType.MAX_PIX_KEY_LENGTH + 1), "josé@niño.example"),
    emailKey.map((key) => `%${key}`).filter(isKeyLength),
    phoneKey.map((key) => key.replace("+", "+0")),
    phoneKey.map((key) => `${key}x`),
    uuidKey.map((key) => key.slice(1)),
    uuidKey.map((key) => `${key.slice(1)}g`),
    mobile.map((key) => key.slice(4)),
  )
  return fc.oneof(
    nearly(otherForm, "form"),
    nearly(
      wrongDocument.map(({ value }) => value),
      "check_digits",
    ),
    nearly(unknown, "unknown"),
  )
}

/** Why a key is refused beside its type. */
export type PixKeyOfTypeReason =
  | BrazilianDocument.ParseReason
  | EmailReason
  | "not_phone"
  | "not_uuid"
  | "no_country"
  | "uppercase"
  | "not_in_directory"

/** Which keys are bad, and what of them is checked. */
export interface NearlyValidPixKeyOfTypeOptions extends CnpjOptions {
  readonly keyType: PixKeyType.KeyType
}

const stranger = characterIn(" -.()", ["a", "z"], ["０", "９"], "\n\u0000")

const insideOf = (keys: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(keys, fc.nat(), stranger).map(([key, position, character]) => {
    const at = 1 + (position % key.length)
    return key.slice(0, at) + character + key.slice(at)
  })

type Broken = fc.Arbitrary<NearlyValid<string, PixKeyOfTypeReason>>

const brokenEmail = (isStrict: boolean): Broken => {
  const notInDirectory = fc.oneof(
    emailKey.map((key) => `%${key}`).filter((key) => isKeyLength(key) && key.indexOf("@") <= 64),
    fc.constantFrom("josé@example.com", "jose@niño.example"),
  )
  const inAscii = "must be in ASCII, and have before the @ no others than letters, digits and .!#$&'*+/=?^_`{|}~-"
  const inUpperCase = emailKey
    .filter((key) => /[a-z]/.test(key))
    .map((key) => ({
      value: key.toUpperCase(),
      why: { path: "", reason: "uppercase" as const, message: `must be in lower case: ${key}` },
    }))
  return fc.oneof(
    nearlyValidEmail().filter(({ value }) => isKeyLength(value)),
    nearly(
      fc.constant(emailOfLength(PixKeyType.MAX_PIX_KEY_LENGTH + 1)),
      "too_long",
      "must have at most 77 characters",
    ),
    ...(isStrict ? [inUpperCase, nearly(notInDirectory, "not_in_directory", inAscii)] : []),
  )
}

const brokenPhone = (isStrict: boolean): Broken => {
  const misshapen = fc.oneof(
    textOf(digit, 0, 9),
    phoneKey.map((key) => key.padEnd(17, "0")),
    phoneKey.map((key) => `+${key}`),
    insideOf(phoneKey),
  )
  const shape = "must be 10 to 15 digits with country and area code, such as +5511987654321"
  const withoutCountry = fc
    .tuple(fc.constantFrom("", "+"), textOf(digit, 9, 14))
    .map(([plus, rest]) => `${plus}0${rest}`)
  const country = "must begin with a country code, as +5511987654321 does, and never with 0"
  return fc.oneof(
    nearly(misshapen, "not_phone", shape),
    ...(isStrict ? [nearly(withoutCountry, "no_country", country)] : []),
  )
}

const brokenUuid = (): Broken => {
  const misshapen = fc.oneof(
    uuidKey.map((key) => key.replaceAll("-", "")),
    uuidKey.map((key) => key.slice(1)),
    uuidKey.map((key) => `${key}0`),
    uuidKey.map((key) => `{${key}}`),
    uuidKey.map((key) => `${key.slice(0, -1)}g`),
  )
  return nearly(misshapen, "not_uuid", "must be a UUID, such as 123e4567-e89b-12d3-a456-426655440000")
}

/**
 * Texts that are almost a key of a type. `why.message` is the sentence of `PixKeySchema.pixKeyStrict` (or, at the level of the
 * contract, of `pixKeyContract`).
 *
 * @example
 * ```ts
 * import { nearlyValidPixKeyOfType } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = new Set(fc.sample(nearlyValidPixKeyOfType({ keyType: "PHONE" }), 200).map(({ why }) => why.reason))
 * Array.from(reasons).toSorted() // => ["no_country", "not_phone"]
 * ```
 */
export const nearlyValidPixKeyOfType = ({ keyType, ...options }: NearlyValidPixKeyOfTypeOptions): Broken => {
  const isStrict = options.level !== "contract"
  if (keyType === "DOCUMENT") return nearlyValidBrazilianDocument(options)
  if (keyType === "EMAIL") return brokenEmail(isStrict)
  return keyType === "PHONE" ? brokenPhone(isStrict) : brokenUuid()
}
