/** Numeric references of SPEI transfers (core's `NumericReference`). */
import type { NumericReference } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, digit, textOf } from "../internal/characters.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

const MAX = 7

/**
 * Numeric references: 1 to 7 digits. Zero is among them, of which core only warns, and they shrink to it.
 *
 * @example
 * ```ts
 * import { NumericReference } from "@pesoreal/core"
 * import { numericReference } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(numericReference(), 100).every(NumericReference.isNumericReference) // => true
 * ```
 */
export const numericReference = (): fc.Arbitrary<string> => textOf(digit, 1, MAX)

const stranger = characterIn(["a", "z"], " -.,+", ["０", "９"], ["٠", "٩"], "\u0000\t\n\u00a0\u200b")

const withStranger = fc
  .tuple(numericReference(), fc.nat(), stranger)
  .map(
    ([text, place, character]) =>
      text.slice(0, place % text.length) + character + text.slice((place % text.length) + 1),
  )

/**
 * Texts that are almost a numeric reference. `why.reason` is the reason of `NumericReference.parse`, and `why.message` the
 * sentence of `NumericReferenceSchema.NumericReferenceStrict`.
 *
 * @example
 * ```ts
 * import { nearlyValidNumericReference } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = new Set(fc.sample(nearlyValidNumericReference(), 100).map(({ why }) => why.reason))
 * Array.from(reasons).toSorted() // => ["length", "not_digits"]
 * ```
 */
export const nearlyValidNumericReference = (): fc.Arbitrary<NearlyValid<string, NumericReference.ParseReason>> => {
  const message = "must be 1 to 7 digits"
  const wrongLength = fc.oneof(textOf(digit, MAX + 1, MAX + 1), fc.constant(""))
  return fc.oneof(nearly(wrongLength, "length", message), nearly(withStranger, "not_digits", message))
}
