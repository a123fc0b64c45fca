/**
 * CNPJ, the number by which Brazil's tax office knows a company: root (8 characters), branch (4) and 2 check digits.
 *
 * Numbers of digits alone stay valid for ever; since July 2026 new ones may have letters (IN RFB 2.229/2024). Both are read
 * alike. It never says whether a number was issued, or to whom.
 */
import { type Parsed, refuse } from "../Parsed.ts"
import { complete, distance, read, type Reason, type Warning } from "./taxNumber.ts"

/** A CNPJ and its parts. All are texts: leading zeros count. */
export interface Cnpj {
  /** Tells it from a CPF. */
  readonly type: "CNPJ"
  /** All 14 characters, without punctuation. */
  readonly text: string
  /** The same as `text`. */
  readonly compact: string
  /** 8 characters of 0 to 9 and A to Z: the company. That of a bank is its ISPB. */
  readonly root: string
  /** 4 such characters: the establishment. */
  readonly branch: string
  /** 2 digits, which the other 12 characters determine. */
  readonly checkDigits: string
  /** Whether there is a letter in it. */
  readonly alphanumeric: boolean
}

/** Which CNPJs to take. */
export interface Options {
  /** `false` refuses letters, for systems that store digits only. Default `true`. */
  readonly alphanumeric?: boolean
}

/**
 * Why {@link parse} refuses a text: `characters` that a CNPJ does not have there (a letter among the check digits, too),
 * another `length` than 14, one digit `repeated`, wrong `check_digits`, what would be right but for being in `lowercase`, or
 * for `letters` where the caller takes none.
 */
export type ParseReason = Reason | "lowercase" | "letters"

/** What {@link parse} finds odd: `punctuation` other than that of 12.345.678/0001-95. */
export type WarningReason = Warning

const split = (text: string): Cnpj => ({
  type: "CNPJ",
  text,
  compact: text,
  root: text.slice(0, 8),
  branch: text.slice(8, 12),
  checkDigits: text.slice(12),
  alphanumeric: /[A-Z]/.test(text),
})

/**
 * Reads a CNPJ, bare or punctuated, and checks its check digits. Only ASCII digits and capitals count. The marks `.`, `/` and
 * `-` may stand anywhere, with a warning where they are unusual; spaces and all others are refused, never trimmed. A number
 * in lower case is refused, and the message has it in upper case. Fourteen zeros are refused, though their check digits
 * would be right.
 *
 * @example
 * ```ts
 * import { Cnpj } from "@pesoreal/core"
 *
 * const parsed = Cnpj.parse("12.ABC.345/01DE-35")
 * parsed.ok && parsed.value.root // => "12ABC345"
 *
 * const problemOf = (text: string, options?: Cnpj.Options) => {
 *   const refused = Cnpj.parse(text, options)
 *   return refused.ok ? "" : `${refused.errors[0].reason}: ${refused.errors[0].message}`
 * }
 * problemOf("12ABC34501DE36") // => "check_digits: must end in 35"
 * problemOf("12abc34501de35") // => "lowercase: write it 12ABC34501DE35"
 * problemOf("12ABC34501DE35", { alphanumeric: false }) // => "letters: must be digits"
 * ```
 */
export const parse = (text: string, options?: Options): Parsed<Cnpj, ParseReason, WarningReason> => {
  const parsed = read(text, 14, "0-9 and A-Z, then two digits", format, split)
  const takesLetters = options?.alphanumeric !== false
  const upper = text.toUpperCase()
  if (parsed.ok ? takesLetters || !parsed.value.alphanumeric : distance(upper, 14) !== 0) return parsed
  return takesLetters ? refuse("lowercase", `write it ${upper}`) : refuse("letters", "must be digits")
}

/**
 * Whether {@link parse} accepts a text. It allocates nothing.
 *
 * @example
 * ```ts
 * import { Cnpj } from "@pesoreal/core"
 *
 * Cnpj.isCnpj("12ABC34501DE35") // => true
 * Cnpj.isCnpj("12ABC34501DE35", { alphanumeric: false }) // => false
 * Cnpj.isCnpj("00000000000000") // => false
 * ```
 */
export const isCnpj = (text: string, options?: Options): boolean =>
  distance(text, 14) === 0 && (options?.alphanumeric !== false || !/[A-Z]/.test(text))

/**
 * Makes a CNPJ out of root (8 characters) and branch (4), and works out its check digits. A character counts as its ASCII
 * code less 48, so that digits are themselves and `A` is 17 (not 10, as some ports have it). Each check digit is the sum of
 * the characters before it by weights from 2 to 9, over and over from right to left, times ten, modulo 11; a 10 is written 0.
 *
 * Parts of another length are refused for `length`, and nothing is padded; otherwise it refuses what {@link parse} refuses.
 *
 * @example
 * ```ts
 * import { Cnpj } from "@pesoreal/core"
 *
 * const made = Cnpj.fromParts({ root: "12ABC345", branch: "01DE" })
 * made.ok && made.value.text // => "12ABC34501DE35"
 * ```
 */
export const fromParts = ({
  root,
  branch,
}: {
  readonly root: string
  readonly branch: string
}): Parsed<Cnpj, ParseReason, WarningReason> =>
  root.length === 8 && branch.length === 4
    ? parse(complete(root + branch, 14))
    : refuse("length", "must have 8 and 4 characters")

/**
 * Writes 14 letters and digits with the usual punctuation. Any other text is given back unchanged, so that a display never
 * fails on what it was given to show.
 *
 * @example
 * ```ts
 * import { Cnpj } from "@pesoreal/core"
 *
 * Cnpj.format("12ABC34501DE35") // => "12.ABC.345/01DE-35"
 * ```
 */
export const format = (text: string): string => text.replace(/^(\w{2})(\w{3})(\w{3})(\w{4})(\d{2})$/, "$1.$2.$3/$4-$5")
