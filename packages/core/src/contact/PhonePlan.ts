/**
 * Phone numbers that a numbering plan has: whether the country of a number gives out such numbers, by the tables of
 * `libphonenumber-js/max`.
 *
 * This module brings that library with its tables (about 50 kB, compressed), which age: update it now and then. Nothing else of this
 * package needs it, but `PhonePlanSchema`. It never says whether anybody answers.
 */
// oxlint-disable-next-line eslint/no-restricted-imports -- what this module is for; nothing else of core loads it.
import {
  type CountryCode,
  type NumberType,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from "libphonenumber-js/max"
import { accept, type Parsed, type Problem, refuse } from "../Parsed.ts"
import { isPhone, MAX_PHONE_DIGITS } from "./Phone.ts"

/** What a number is for, by its plan; `FIXED_LINE_OR_MOBILE` where the plan does not tell the two apart. */
export type PhoneType = Exclude<NumberType, undefined>

/** A phone number, and what the plan says of it. */
export interface PhonePlan {
  /** The number in the form of E.164: `+` and digits. */
  readonly text: string
  /** The country's code without `+`: `52`. Some countries share one. */
  readonly countryCode: string
  /** The country by its two letters (ISO 3166-1): `MX`. `undefined` for numbers of none, such as +800. */
  readonly country: CountryCode | undefined
  /** What it is for. */
  readonly type: PhoneType
}

/** How to read a number. */
export interface Options {
  /** The country of numbers that are written without a `+`, by its two letters. Without one, they are refused. */
  readonly defaultCountry?: CountryCode
}

/**
 * Why {@link parse} refuses a text: `characters` that are neither digits nor the marks that people put between them, no
 * `plus` and no country given, a `country_code` that no country has, `too_short` or `too_long` for any number, or, though
 * its length may be right, `not_in_plan`.
 */
export type ParseReason = "characters" | "plus" | "country_code" | "too_short" | "too_long" | "not_in_plan"

/** What {@link parse} finds odd: a number with its country code that is not written as E.164 is. */
export type WarningReason = "not_e164"

/** A number of 15 digits with a mark beside each of them is not longer. */
const MAX_LENGTH = 32

/** How the library names what is wrong with a number's length, and how we do. */
const lengths = {
  NOT_A_NUMBER: { reason: "too_short", message: "is too short for a phone number" },
  TOO_SHORT: { reason: "too_short", message: "is too short for a number of its country" },
  TOO_LONG: { reason: "too_long", message: "is too long for a number of its country" },
  INVALID_LENGTH: { reason: "not_in_plan", message: "is of a length that no number of its country has" },
  INVALID_COUNTRY: { reason: "country_code", message: "begins with a country code that no country has" },
} as const

/**
 * Reads a phone number and looks it up in the numbering plan of its country. It may be written as people do, with spaces,
 * hyphens, points and brackets; and without its country code, if a country is given. The value has the form of E.164.
 *
 * Extensions, letters and digits of other scripts are refused.
 *
 * @example
 * ```ts
 * import * as PhonePlan from "@pesoreal/core/contact/PhonePlan"
 *
 * const parsed = PhonePlan.parse("+525512345678")
 * parsed.ok && parsed.value.country // => "MX"
 *
 * const national = PhonePlan.parse("(11) 98765-4321", { defaultCountry: "BR" })
 * national.ok && national.value.text // => "+5511987654321"
 *
 * const refused = PhonePlan.parse("+5510998765432")
 * refused.ok ? "" : refused.errors[0].message // => "the numbering plan of BR has no such number"
 * ```
 */
export const parse = (text: string, options: Options = {}): Parsed<PhonePlan, ParseReason, WarningReason> => {
  if (text.length > MAX_LENGTH) return refuse("too_long", "is too long for a phone number")
  const hasPlus = text.startsWith("+")
  const first = hasPlus ? 1 : 0
  const stranger = text.slice(first).search(/[^\d ().-]/)
  if (stranger >= 0)
    return refuse("characters", "must be digits, with no more than spaces and ().- between", {
      offset: first + stranger,
    })
  if (!hasPlus && options.defaultCountry === undefined) {
    return refuse("plus", "must begin with + and the country code", { offset: 0 })
  }
  // The whole text is the number: one is not looked for in it.
  const wholeText = { ...options, extract: false }
  const length = validatePhoneNumberLength(text, wholeText)
  if (length !== undefined) return refuse(lengths[length].reason, lengths[length].message)
  const number = parsePhoneNumberFromString(text, wholeText)
  const type = number?.getType()
  if (number === undefined || type === undefined) {
    const country = number?.country ?? options.defaultCountry
    const plan = country === undefined ? "the numbering plan" : `the numbering plan of ${country}`
    return refuse("not_in_plan", `${plan} has no such number`)
  }
  const { country, countryCallingCode: countryCode, number: e164 } = number
  // Some plans, such as that of Germany, have longer numbers than E.164.
  if (!isPhone(e164)) return refuse("too_long", `has more than ${MAX_PHONE_DIGITS} digits`)
  const warnings: ReadonlyArray<Problem<WarningReason>> =
    hasPlus && text !== e164 ? [{ reason: "not_e164", message: `write it ${e164}` }] : []
  return accept({ text: e164, countryCode, country, type }, warnings)
}

/**
 * Whether {@link parse} accepts a text.
 *
 * @example
 * ```ts
 * import * as PhonePlan from "@pesoreal/core/contact/PhonePlan"
 *
 * PhonePlan.isPhonePlan("+525512345678") // => true
 * PhonePlan.isPhonePlan("+5510998765432") // => false
 * ```
 */
export const isPhonePlan = (text: string, options?: Options): boolean => parse(text, options).ok

/**
 * Writes a number of E.164 in groups, as people do across borders. A text that {@link parse} refuses is given back unchanged.
 *
 * @example
 * ```ts
 * import * as PhonePlan from "@pesoreal/core/contact/PhonePlan"
 *
 * PhonePlan.format("+5511987654321") // => "+55 11 98765 4321"
 * ```
 */
export const format = (text: string): string => {
  const parsed = parse(text)
  const number = parsed.ok ? parsePhoneNumberFromString(parsed.value.text) : undefined
  return number === undefined ? text : number.formatInternational()
}
