/**
 * Phone numbers in the form of E.164: a `+` and digits, of which the first are the country's code.
 *
 * It knows no numbering plan: whether a country has such numbers says `PhonePlan.ts`, which needs a library for it. It never
 * changes a number.
 */
import { accept, type Parsed, refuse } from "../Parsed.ts"

/** A phone number. */
export interface Phone {
  /** The `+` and all digits. */
  readonly text: string
  /** The digits alone: country code and national number. */
  readonly digits: string
}

/** Digits in a phone number, at most (ITU-T E.164, section 6). */
export const MAX_PHONE_DIGITS = 15

/**
 * Why {@link parse} refuses a text: no `plus` at its beginning, `characters` behind it that are no digits, a country code
 * with a `leading_zero`, or another `length` than 2 to 15 digits.
 */
export type ParseReason = "plus" | "characters" | "leading_zero" | "length"

/**
 * Reads a phone number. Only the ASCII digits 0 to 9 count as digits; spaces, hyphens and brackets are refused, and nothing
 * is guessed: a number without its country could be anybody's.
 *
 * @example
 * ```ts
 * import { Phone } from "@pesoreal/core"
 *
 * Phone.parse("+525512345678")
 * // => { ok: true, value: { text: "+525512345678", digits: "525512345678" }, warnings: [] }
 *
 * const refused = Phone.parse("5512345678")
 * refused.ok ? "" : refused.errors[0].message // => "must begin with + and the country code"
 * ```
 */
export const parse = (text: string): Parsed<Phone, ParseReason> => {
  if (!text.startsWith("+")) return refuse("plus", "must begin with + and the country code", { offset: 0 })
  const digits = text.slice(1)
  const stranger = digits.search(/\D/)
  if (stranger >= 0) return refuse("characters", "must be digits behind the +", { offset: stranger + 1 })
  if (digits.startsWith("0")) return refuse("leading_zero", "no country code begins with 0", { offset: 1 })
  if (digits.length < 2 || digits.length > MAX_PHONE_DIGITS) {
    return refuse("length", `must have 2 to ${MAX_PHONE_DIGITS} digits, and has ${digits.length}`)
  }
  return accept({ text, digits })
}

/**
 * Whether {@link parse} accepts a text.
 *
 * @example
 * ```ts
 * import { Phone } from "@pesoreal/core"
 *
 * Phone.isPhone("+525512345678") // => true
 * Phone.isPhone("+52 55 1234 5678") // => false
 * ```
 */
export const isPhone = (text: string): boolean => /^\+[1-9]\d{1,14}$/.test(text)
