/** Free text as the API takes it: lengths in code points, no NUL, no lone surrogates (decisions, section 2). */
import fc from "fast-check"
import { anyCharacter, characterIn, combiningMark, emoji, textOf } from "../internal/characters.ts"
import { edgeBiased } from "../internal/edgeBiased.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

/** Texts that programs have choked on, and that are perfectly good names and descriptions. */
const troublesome = [
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "NaN",
  "0",
  "-1",
  "1e3",
  "   ",
  "'; DROP TABLE transactions; --",
  "<script>alert(1)</script>",
  "${name} {{name}} %s %00 \\u0000",
  "\ufeffbyte order mark",
  "José vs. Jose\u0301",
  "Straße ſ İstanbul ǅ",
  "\u202egnirts desrever",
  "👩‍👩‍👧‍👦",
  "=1+1",
]

const keyboard = characterIn(["a", "z"], [" ", "`"], ["{", "~"])
const accented = characterIn(["a", "z"], ["\u00c0", "\u017f"], " ")

/** Half of a pair, which is no character. */
const surrogate = fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => String.fromCodePoint(unit))

/** Texts of one length, of characters that are counted in different ways. */
const ofLength = (length: number): fc.Arbitrary<string> =>
  edgeBiased(
    textOf(anyCharacter, length, length),
    ...[keyboard, emoji, combiningMark].map((character) => textOf(character, length, length)),
  )

/**
 * Text of `minimum` to `maximum` code points. Many are at exactly those lengths, of characters that UTF-16 units or
 * graphemes would count otherwise: emoji, and letters with combining marks.
 *
 * @example
 * ```ts
 * import { text } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(text(3, 8), 100).every((one) => Array.from(one).length >= 3 && Array.from(one).length <= 8) // => true
 * ```
 */
export const text = (minimum: number, maximum: number): fc.Arbitrary<string> => {
  const fitting = troublesome.filter((one) => {
    const { length } = Array.from(one)
    return length >= minimum && length <= maximum
  })
  return edgeBiased(
    textOf(anyCharacter, minimum, maximum),
    textOf(accented, minimum, maximum),
    ofLength(maximum),
    ofLength(minimum),
    ...(fitting.length > 0 ? [fc.constantFrom(...fitting)] : []),
  )
}

/** Why a text is refused. */
export type TextReason = "too_short" | "too_long" | "nul" | "lone_surrogate"

/** Good texts with one character replaced by something that is none. */
const spoiled = (minimum: number, maximum: number, piece: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text(Math.max(1, minimum), maximum), fc.nat(), piece).map(([whole, position, stranger]) => {
    const characters = Array.from(whole)
    characters[position % characters.length] = stranger
    return characters.join("")
  })

/**
 * Text that core's `Text.text(minimum, maximum)` refuses: one code point too many or too few, a NUL, or a surrogate on its
 * own. The short ones may well have enough UTF-16 units, and the long ones few enough graphemes.
 *
 * @example
 * ```ts
 * import { nearlyValidText } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = new Set(fc.sample(nearlyValidText(3, 255), 200).map(({ why }) => why.reason))
 * Array.from(reasons).toSorted() // => ["lone_surrogate", "nul", "too_long", "too_short"]
 * ```
 */
export const nearlyValidText = (minimum: number, maximum: number): fc.Arbitrary<NearlyValid<string, TextReason>> => {
  const wrongLength = `must have ${minimum} to ${maximum} characters`
  const notStorable = "must be well-formed Unicode without NUL characters"
  return fc.oneof(
    nearly(ofLength(maximum + 1), "too_long", wrongLength),
    ...(minimum > 0 ? [nearly(ofLength(minimum - 1), "too_short", wrongLength)] : []),
    nearly(spoiled(minimum, maximum, fc.constant("\u0000")), "nul", notStorable),
    nearly(spoiled(minimum, maximum, surrogate), "lone_surrogate", notStorable),
  )
}
