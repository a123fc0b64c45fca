/**
 * Phone numbers as sign-up takes them: E.164 (a `+` and digits), 8 to 20 characters in all (mexico.md). Numbering plans are
 * not looked at, nor E.164's own limit of 15 digits, which is below the contract's.
 */
import fc from "fast-check"
import { characterIn, digit, textOf } from "../internal/characters.ts"
import { edgeBiased } from "../internal/edgeBiased.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

/** Digits after the `+`. */
const MIN_DIGITS = 7
const MAX_DIGITS = 19

const number = (digits: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  digits.map(
    (rest) => `+${rest}`,
    (phone) => {
      if (typeof phone !== "string" || !phone.startsWith("+")) throw new TypeError("Not a phone number")
      return phone.slice(1)
    },
  )

/**
 * Phone numbers, many of them Mexican (`+52` and ten digits). They shrink to `+0000000`.
 *
 * @example
 * ```ts
 * import { phone } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(phone(), 100).every((one) => /^\+\d{7,19}$/.test(one)) // => true
 * ```
 */
export const phone = (): fc.Arbitrary<string> =>
  edgeBiased(
    number(textOf(digit, MIN_DIGITS, MAX_DIGITS)),
    textOf(digit, 10, 10).map((national) => `+52${national}`),
    number(textOf(digit, MIN_DIGITS, MIN_DIGITS)),
    number(textOf(digit, MAX_DIGITS, MAX_DIGITS)),
  )

/** Why a phone number is refused. */
export type PhoneReason = "no_plus" | "too_short" | "too_long" | "not_digits"

const stranger = characterIn(" -.()", ["a", "z"], ["０", "９"], "\n\u0000")

/**
 * Phone numbers without their `+`, too short or too long, or with something in them that is no digit.
 *
 * @example
 * ```ts
 * import { nearlyValidPhone } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(nearlyValidPhone(), 100).some(({ value }) => /^\+[0-9]{7,19}$/.test(value)) // => false
 * ```
 */
export const nearlyValidPhone = (): fc.Arbitrary<NearlyValid<string, PhoneReason>> => {
  const message = "must be an E.164 number of 8 to 20 characters: + and digits, e.g. +525512345678"
  const withStranger = fc.tuple(phone(), fc.nat(), stranger).map(([good, position, character]) => {
    const at = 1 + (position % good.length)
    return good.slice(0, at) + character + good.slice(at)
  })
  return fc.oneof(
    nearly(
      phone().map((good) => good.slice(1)),
      "no_plus",
      message,
    ),
    nearly(number(textOf(digit, 0, MIN_DIGITS - 1)), "too_short", message),
    nearly(number(textOf(digit, MAX_DIGITS + 1, MAX_DIGITS + 1)), "too_long", message),
    nearly(withStranger, "not_digits", message),
  )
}
