/**
 * Schemas of a PIX key beside its `keyType`, as a cash-out carries them: the contract level checks that the key has its type's
 * shape (decisions, section 8), the strict level that it is one that the directory may have. Neither changes the text; the
 * form that is kept is `PixKeyType.canonical`.
 */
import { Schema } from "effect"
import { EmailSchema } from "../contact/EmailSchema.ts"
import { brazilianDocumentContract, brazilianDocumentStrict } from "../documents/BrazilianDocumentSchema.ts"
import type { CnpjOptions } from "../documents/CnpjSchema.ts"
import { lift } from "../ParsedEffect.ts"
import { type Shape, shaped, shapedAnd } from "../text/shapeSchema.ts"
import { isPixKey, parse } from "./PixKey.ts"
import { canonical, keyTypes, MAX_PIX_KEY_LENGTH } from "./PixKeyType.ts"

/**
 * The types of key that the API tells apart (pix.md).
 *
 * @example
 * ```ts
 * import { PixKeySchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * Schema.is(PixKeySchema.KeyType)("RANDOM") // => true
 * Schema.is(PixKeySchema.KeyType)("EVP") // => false
 * ```
 */
export const KeyType = Schema.Literals(keyTypes)
/** The types of key that the API tells apart (pix.md). */
export type KeyType = typeof KeyType.Type

const phoneShape: Shape = {
  pattern: /^\+?\d{10,15}$/u,
  notText: "must be a string with a phone number",
  notLike: "must be 10 to 15 digits with country and area code, such as +5511987654321",
}

const uuidShape: Shape = {
  pattern: /^[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}$/u,
  notText: "must be a string with a UUID",
  notLike: "must be a UUID, such as 123e4567-e89b-12d3-a456-426655440000",
}

const email = EmailSchema.check(
  Schema.isMaxCodePoints(MAX_PIX_KEY_LENGTH, { message: `must have at most ${MAX_PIX_KEY_LENGTH} characters` }),
)

/** All types but documents, whose Schemas have options. */
const contracts: Readonly<Record<Exclude<KeyType, "DOCUMENT">, Schema.String>> = {
  EMAIL: email,
  PHONE: shaped(phoneShape),
  RANDOM: shaped(uuidShape),
}

/**
 * Contract level: the shape of the type. DOCUMENT: 11 or 14 digits (capitals too, with `alphanumeric`); EMAIL: an address of at
 * most 77 characters; PHONE: 10 to 15 digits, with `+` or without; RANDOM: a UUID of any version and case.
 *
 * @example
 * ```ts
 * import { PixKeySchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * Schema.is(PixKeySchema.pixKeyContract("PHONE"))("5511987654321") // => true
 * Schema.is(PixKeySchema.pixKeyContract("DOCUMENT"))("5511987654321") // => false
 * ```
 */
export const pixKeyContract = (keyType: KeyType, options: CnpjOptions = {}): Schema.String =>
  keyType === "DOCUMENT" ? brazilianDocumentContract(options) : contracts[keyType]

const isEmail = Schema.is(email)

const isEmailKey = Schema.makeFilter(
  (text: string) => {
    if (!isEmail(text) || isPixKey(text)) return undefined
    const lower = text.toLowerCase()
    return isPixKey(lower)
      ? `must be in lower case: ${lower}`
      : "must be in ASCII, and have before the @ no others than letters, digits and .!#$&'*+/=?^_`{|}~-"
  },
  { expected: "an e-mail address as the directory has them" },
)

const phoneComplaint = (text: string): string | undefined =>
  isPixKey(canonical("PHONE", text))
    ? undefined
    : "must begin with a country code, as +5511987654321 does, and never with 0"

const stricts: Readonly<Record<Exclude<KeyType, "DOCUMENT">, Schema.String>> = {
  EMAIL: email.check(isEmailKey),
  PHONE: shapedAnd(phoneShape, phoneComplaint, "^[+]?55(?:1[1-9]|21|31)9[0-9]{8}$"),
  // The directory has them in lower case, which is how they are kept, and asks for nothing else.
  RANDOM: contracts.RANDOM,
}

/**
 * Strict level: the contract's shape, and by the directory's patterns a key that there may be. A document has the right check
 * digits; a phone has a country code; an e-mail address is in lower case and ASCII.
 *
 * It is asked of the form in which a key is kept (`PixKeyType.canonical`), because that is what is sent to the directory: so a
 * phone may lack its `+`, as the document writes it, and a random key may be in capitals.
 *
 * @example
 * ```ts
 * import { PixKeySchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * Schema.is(PixKeySchema.pixKeyStrict("DOCUMENT"))("12345678901") // => false
 * Schema.is(PixKeySchema.pixKeyStrict("EMAIL"))("Pix@bcb.gov.br") // => false
 * Schema.is(PixKeySchema.pixKeyStrict("PHONE"))("5511987654321") // => true
 * Schema.is(PixKeySchema.pixKeyStrict("PHONE"))("011987654321") // => false
 * ```
 */
export const pixKeyStrict = (keyType: KeyType, options: CnpjOptions = {}): Schema.String =>
  keyType === "DOCUMENT" ? brazilianDocumentStrict(options) : stricts[keyType]

/**
 * `PixKey.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { PixKeySchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(PixKeySchema.parseEffect("pix@bcb.gov.br")).keyType // => "EMAIL"
 * ```
 */
export const parseEffect = lift(parse)
