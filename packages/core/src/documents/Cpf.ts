/**
 * CPF, the number by which Brazil's tax office knows a person: 9 digits and 2 check digits.
 *
 * It says whether a number is well formed. It never says whether it was issued, or to whom.
 */
import { type Parsed, refuse } from "../Parsed.ts"
import { complete, distance, read, type Reason, type Warning } from "./taxNumber.ts"

/** A CPF and its parts. All are texts of digits: leading zeros count. */
export interface Cpf {
  /** Tells it from a CNPJ. */
  readonly type: "CPF"
  /** All 11 digits, without punctuation. */
  readonly text: string
  /** The same as `text`. */
  readonly digits: string
  /** 2 digits, the last, which the other 9 determine. */
  readonly checkDigits: string
}

/**
 * Why {@link parse} refuses a text: `characters` that are neither digits nor `.` and `-`, another `length` than 11 digits,
 * one digit `repeated`, or wrong `check_digits`.
 */
export type ParseReason = Reason

/** What {@link parse} finds odd: `punctuation` other than that of 123.456.789-09. */
export type WarningReason = Warning

const split = (text: string): Cpf => ({ type: "CPF", text, digits: text, checkDigits: text.slice(9) })

/**
 * Reads a CPF, bare or punctuated, and checks its check digits. Only the ASCII digits 0 to 9 count as digits. The marks `.`
 * and `-` may stand anywhere, with a warning where they are unusual; spaces and all others are refused, never trimmed. One
 * digit eleven times is refused, though its check digits would be right. 12345678909 is a number like any other.
 *
 * @example
 * ```ts
 * import { Cpf } from "@pesoreal/core"
 *
 * const parsed = Cpf.parse("390.533.447-05")
 * parsed.ok && parsed.value.text // => "39053344705"
 *
 * const refused = Cpf.parse("39053344706")
 * refused.ok ? [] : refused.errors
 * // => [{ reason: "check_digits", message: "must end in 05", path: "checkDigits", offset: 9 }]
 * ```
 */
export const parse = (text: string): Parsed<Cpf, ParseReason, WarningReason> => read(text, 11, "digits", format, split)

/**
 * Whether {@link parse} accepts a text. It allocates nothing.
 *
 * @example
 * ```ts
 * import { Cpf } from "@pesoreal/core"
 *
 * Cpf.isCpf("39053344705") // => true
 * Cpf.isCpf("11111111111") // => false
 * ```
 */
export const isCpf = (text: string): boolean => distance(text, 11) === 0

/**
 * Makes a CPF out of its first 9 digits, and works out its check digits. Each is the sum of the digits before it by weights
 * that grow from 2, from right to left, times ten, modulo 11; a 10 is written 0. Anything but 9 digits is refused for `base`,
 * and nothing is padded; nine equal digits would make a `repeated` number, and are refused as {@link parse} refuses it.
 *
 * @example
 * ```ts
 * import { Cpf } from "@pesoreal/core"
 *
 * const made = Cpf.fromParts({ base: "390533447" })
 * made.ok && made.value.text // => "39053344705"
 * ```
 */
export const fromParts = ({ base }: { readonly base: string }): Parsed<Cpf, ParseReason | "base", WarningReason> =>
  /^\d{9}$/.test(base) ? parse(complete(base, 11)) : refuse("base", "must be 9 digits", { path: "base" })

/**
 * Writes 11 digits with the usual punctuation. Any other text is given back unchanged, so that a display never fails on
 * what it was given to show.
 *
 * @example
 * ```ts
 * import { Cpf } from "@pesoreal/core"
 *
 * Cpf.format("39053344705") // => "390.533.447-05"
 * ```
 */
export const format = (text: string): string => text.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, "$1.$2.$3-$4")
