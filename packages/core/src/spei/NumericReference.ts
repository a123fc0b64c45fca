/**
 * Referencia numérica, the number of up to 7 digits that a SPEI transfer carries for its payee.
 */
import { type Parsed, type Problem, refuse } from "../Parsed.ts"

/** A numeric reference. */
export interface NumericReference {
  /** 1 to 7 digits, as they were written. */
  readonly text: string
  /** What SPEI sends: 0 to 9,999,999. Leading zeros do not count, so that `0000123` and `123` are the same reference. */
  readonly number: number
}

/** The largest reference: seven digits. */
export const MAX_NUMERIC_REFERENCE = 9_999_999

/** Why {@link parse} refuses a text. */
export type ParseReason = "length" | "not_digits"

/** What is odd about a text that {@link parse} accepts. */
export type WarningReason = "zero"

/**
 * Reads a numeric reference: 1 to 7 ASCII digits, of which nothing is trimmed. Zero is a warning: clients of STP do not send it
 * (stpmex-python takes 1 to 9,999,999), but no rule is known by which SPEI would refuse it.
 *
 * @example
 * ```ts
 * import { NumericReference } from "@pesoreal/core"
 *
 * const parsed = NumericReference.parse("0000123")
 * parsed.ok && parsed.value.number // => 123
 *
 * const refused = NumericReference.parse("12345678")
 * refused.ok ? "" : refused.errors[0].message // => "must have 1 to 7 digits"
 * ```
 */
export const parse = (text: string): Parsed<NumericReference, ParseReason, WarningReason> => {
  const errors: Array<Problem<ParseReason>> = []
  // Characters are code points, and no more of them are looked at than there may be.
  if (!/^[^]{1,7}$/u.test(text)) errors.push({ reason: "length", message: "must have 1 to 7 digits" })
  const offset = text.search(/\D/)
  // All before it is digits, of one byte each.
  if (offset >= 0) errors.push({ reason: "not_digits", message: "must be digits from 0 to 9 only", offset })
  const [first, ...rest] = errors
  if (first) return { ok: false, errors: [first, ...rest], warnings: [] }
  const number = Number(text)
  return {
    ok: true,
    value: { text, number },
    warnings:
      number === 0
        ? [{ reason: "zero", message: "is zero, which some senders refuse", path: "number", offset: 0 }]
        : [],
  }
}

/**
 * Whether {@link parse} accepts a text.
 *
 * @example
 * ```ts
 * import { NumericReference } from "@pesoreal/core"
 *
 * NumericReference.isNumericReference("5273144") // => true
 * NumericReference.isNumericReference("52 731") // => false
 * ```
 */
export const isNumericReference = (text: string): boolean => /^\d{1,7}$/.test(text)

/**
 * Makes a reference of 7 digits out of a positive integer, such as the number of a charge. The first 9,999,999 integers make
 * different references, none of which is zero; the next one begins again with 1.
 *
 * @example
 * ```ts
 * import { NumericReference } from "@pesoreal/core"
 *
 * const textOf = (integer: number) => {
 *   const made = NumericReference.fromInteger(integer)
 *   return made.ok ? made.value.text : made.errors[0].reason
 * }
 * textOf(123) // => "0000123"
 * textOf(9_999_999) // => "9999999"
 * textOf(10_000_000) // => "0000001"
 * textOf(0) // => "integer"
 * ```
 */
export const fromInteger = (integer: number): Parsed<NumericReference, "integer"> => {
  if (!Number.isSafeInteger(integer) || integer < 1) return refuse("integer", "must be a positive integer")
  const number = ((integer - 1) % MAX_NUMERIC_REFERENCE) + 1
  return { ok: true, value: { text: format(String(number)), number }, warnings: [] }
}

/**
 * Writes a reference with all its 7 digits, as receipts do. Any other text is given back unchanged.
 *
 * @example
 * ```ts
 * import { NumericReference } from "@pesoreal/core"
 *
 * NumericReference.format("123") // => "0000123"
 * ```
 */
export const format = (text: string): string => (isNumericReference(text) ? text.padStart(7, "0") : text)
