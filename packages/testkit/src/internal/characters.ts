/** Single code points, out of ranges, and texts made of them. Mapped both ways, so that whatever is in range shrinks. */
import fc from "fast-check"

/** The first and the last code point of a range, or a text of single ones. */
export type Range = readonly [first: string, last: string] | string

const codePointOf = (character: string): number => character.codePointAt(0) ?? 0

const toIntervals = (ranges: ReadonlyArray<Range>): ReadonlyArray<readonly [first: number, size: number]> =>
  ranges.flatMap((range) => {
    if (typeof range === "string") return Array.from(range, (character) => [codePointOf(character), 1] as const)
    const first = codePointOf(range[0])
    return [[first, codePointOf(range[1]) - first + 1] as const]
  })

/** One code point of the ranges; it shrinks towards the beginning of the first of them. */
export const characterIn = (...ranges: ReadonlyArray<Range>): fc.Arbitrary<string> => {
  const intervals = toIntervals(ranges)
  const size = intervals.reduce((total, interval) => total + interval[1], 0)
  const toCharacter = (rank: number): string => {
    let left = rank
    for (const [first, width] of intervals) {
      if (left < width) return String.fromCodePoint(first + left)
      left -= width
    }
    throw new RangeError(`There are ${size} characters, and none of number ${rank}`)
  }
  const toRank = (character: unknown): number => {
    if (typeof character !== "string" || Array.from(character).length !== 1) throw new TypeError("Not one character")
    const codePoint = codePointOf(character)
    let rank = 0
    for (const [first, width] of intervals) {
      if (codePoint >= first && codePoint < first + width) return rank + codePoint - first
      rank += width
    }
    throw new RangeError("Not a character of these ranges")
  }
  return fc.integer({ min: 0, max: size - 1 }).map(toCharacter, toRank)
}

/** Joins what `character` yields, `minimum` to `maximum` times: lengths count code points, not UTF-16 units. */
export const textOf = (
  character: fc.Arbitrary<string>,
  minimum: number,
  maximum: number,
  size: fc.SizeForArbitrary = "small",
): fc.Arbitrary<string> =>
  fc.array(character, { minLength: minimum, maxLength: maximum, size }).map(
    (characters) => characters.join(""),
    (text) => {
      if (typeof text !== "string") throw new TypeError("Not a text")
      return Array.from(text)
    },
  )

/** `0` to `9`. */
export const digit: fc.Arbitrary<string> = characterIn(["0", "9"])

/** Any code point but NUL: `a` to `z` are the smallest, then what else is on a keyboard. Surrogates are no code points. */
export const anyCharacter: fc.Arbitrary<string> = characterIn(
  ["a", "z"],
  [" ", "`"],
  ["{", "~"],
  ["\u0001", "\u001f"],
  ["\u007f", "\ud7ff"],
  ["\ue000", "\u{10ffff}"],
)

/** Emoji outside the Basic Multilingual Plane: one code point each, and two UTF-16 units. */
export const emoji: fc.Arbitrary<string> = characterIn(["\u{1f600}", "\u{1f64f}"], ["\u{1f900}", "\u{1f9ff}"])

/** Combining marks, which many programs do not count as characters. */
export const combiningMark: fc.Arbitrary<string> = characterIn(["\u0300", "\u036f"])
