/**
 * Phone numbers as sign-up takes them (mexico.md): E.164, which is a `+` and at most 15 digits of which the first is no 0, and
 * 8 characters at least. Numbering plans are not looked at.
 */
import { Phone } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, digit, textOf } from "../internal/characters.ts"
import { edgeBiased } from "../internal/edgeBiased.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

/** Digits after the `+`. */
const MIN_DIGITS = 7
const MAX_DIGITS = Phone.MAX_PHONE_DIGITS

/** `+`, a digit that is not 0, and so many more that there are `minimum` to `maximum`. */
const numbers = (minimum: number, maximum: number): fc.Arbitrary<string> =>
  fc.tuple(characterIn(["1", "9"]), textOf(digit, minimum - 1, maximum - 1)).map(
    ([first, rest]) => `+${first}${rest}`,
    (phone) => {
      if (typeof phone !== "string" || !phone.startsWith("+")) throw new TypeError("Not a phone number")
      return [phone.slice(1, 2), phone.slice(2)]
    },
  )

/**
 * Phone numbers, many of them Mexican (`+52` and ten digits) or Brazilian (`+55`, area, and nine). They shrink to `+1000000`.
 *
 * @example
 * ```ts
 * import { phone } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(phone(), 100).every((one) => /^\+[1-9]\d{6,14}$/.test(one)) // => true
 * ```
 */
export const phone = (): fc.Arbitrary<string> =>
  edgeBiased(
    numbers(MIN_DIGITS, MAX_DIGITS),
    textOf(digit, 10, 10).map((national) => `+52${national}`),
    textOf(digit, 8, 8).map((subscriber) => `+55119${subscriber}`),
    numbers(MIN_DIGITS, MIN_DIGITS),
    numbers(MAX_DIGITS, MAX_DIGITS),
  )

/** Why a phone number is refused. `too_short` is the contract's rule; the others are reasons of `Phone.parse`. */
export type PhoneReason = Phone.ParseReason | "too_short"

const stranger = characterIn(" -.()", ["a", "z"], ["０", "９"], "\n\u0000")

/**
 * Phone numbers without their `+`, too short or too long, with a 0 for their country, or with something in them that is no
 * digit. `why.message` is the sentence of `PhoneSchema.PhoneContract`.
 *
 * @example
 * ```ts
 * import { nearlyValidPhone } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(nearlyValidPhone(), 100).some(({ value }) => /^\+[1-9]\d{6,14}$/.test(value)) // => false
 * ```
 */
export const nearlyValidPhone = (): fc.Arbitrary<NearlyValid<string, PhoneReason>> => {
  const message = "must be an E.164 number of 8 to 16 characters: + and digits, such as +525512345678"
  const withStranger = fc.tuple(phone(), fc.nat(), stranger).map(([good, position, character]) => {
    const at = 1 + (position % good.length)
    return good.slice(0, at) + character + good.slice(at)
  })
  return fc.oneof(
    nearly(
      phone().map((good) => good.slice(1)),
      "plus",
      message,
    ),
    nearly(
      numbers(MIN_DIGITS, MAX_DIGITS).map((good) => good.replace(/^\+./, "+0")),
      "leading_zero",
      message,
    ),
    nearly(numbers(2, MIN_DIGITS - 1), "too_short", message),
    // The bounds of E.164 itself.
    nearly(fc.oneof(fc.constantFrom("+", "+1"), numbers(MAX_DIGITS + 1, MAX_DIGITS + 5)), "length", message),
    nearly(withStranger, "characters", message),
  )
}
