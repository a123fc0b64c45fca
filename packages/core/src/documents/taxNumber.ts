/**
 * What CPF and CNPJ share: characters that end in two check digits by modulo 11, written bare or with marks between them.
 *
 * Plumbing of the modules beside it. Numbers are looked up nowhere, and nothing here throws.
 */
import { type Parsed, refuse } from "../Parsed.ts"

/** How many characters there are: 11 in a CPF, 14 in a CNPJ. What else is different follows from it. */
export type Length = 11 | 14

/**
 * Why a text is refused: something in it that is neither a character of the number nor a mark, too few or too many
 * characters, one digit over and over (right by its check digits, and never issued), or wrong check digits.
 */
export type Reason = "characters" | "length" | "repeated" | "check_digits"

/** What is odd about a text that is accepted: it has marks, and in other places than people put them. */
export type Warning = "punctuation"

/**
 * How far the written check digits are from the right ones, both read as a number: 0 for a right text, and always less than
 * 100. For other texts: 100 and the position of the first character that may not stand where it does; or −100 when there are
 * too few or too many, or one digit over and over. It allocates nothing, because every request pays for it.
 */
export const distance = (text: string, length: Length): number => {
  const isCpf = length === 11
  // The weights of the second check digit fall to 2, and in a CNPJ go on with 9. The first has them one place earlier.
  let weight = isCpf ? 11 : 6
  let count = 0
  let first = 0
  let second = 0
  let written = 0
  let previous = -1
  let changes = 0
  for (let index = 0; index < text.length; index++) {
    // A character counts as its code less that of `0`: `9` is 9 and `A` is 17 (IN RFB 2.229/2024).
    const value = text.charCodeAt(index) - 48
    if (value < 0 || value > 9) {
      // The marks `-` and `.`, and `/` in a CNPJ.
      if (value > -4 && value < (isCpf ? -1 : 0)) continue
      // Letters, in a CNPJ before its check digits.
      if (value < 17 || value > 42 || isCpf || count > 11) return 100 + index
    }
    if (value !== previous) changes++
    previous = value
    if (count < length - 2) {
      second += value * weight
      weight = weight > 2 ? weight - 1 : 9
      first += value * weight
    } else written = written * 10 + value
    count++
  }
  if (count !== length || changes < 2) return -100
  // Ten times a sum is the same as its negative, modulo 11; and what would be a digit 10 is written 0.
  const digit = ((first * 10) % 11) % 10
  return digit * 10 + ((((second + digit * 2) * 10) % 11) % 10) - written
}

/** Check digits that were worked out as a number. */
export const twoDigits = (value: number): string => `0${value}`.slice(-2)

/** Bare characters with the check digits that belong to them. Others than a number begins with make no number, either. */
export const complete = (text: string, length: Length): string =>
  // Behind 01, unlike 00, not even zeros are one digit over and over.
  text + twoDigits(distance(`${text}01`, length) + 1)

/** A text without marks. */
export const strip = (text: string): string => text.replace(/\W/g, "")

/**
 * Reads a number, given what its characters are called in messages, how bare ones are written with marks, and what they
 * mean.
 */
export const read = <A>(
  text: string,
  length: Length,
  characters: string,
  format: (bare: string) => string,
  split: (bare: string) => A,
): Parsed<A, Reason, Warning> => {
  const far = distance(text, length)
  // All that stands before the first stranger is ASCII, so that its position counts bytes.
  if (far >= 100) return refuse("characters", `must be ${characters}`, { offset: far - 100 })
  // A text of the right length whose characters are as many as they must be has no marks in it.
  const bare = far === -100 || text.length > length ? strip(text) : text
  if (bare.length !== length) return refuse("length", `must have ${length} characters, and has ${bare.length}`)
  if (far === -100) return refuse("repeated", "is one digit repeated")
  if (far !== 0) {
    return refuse("check_digits", `must end in ${twoDigits(Number(bare.slice(-2)) + far)}`, {
      path: "checkDigits",
      offset: text.search(/\w\W*\w\W*$/),
    })
  }
  return {
    ok: true,
    value: split(bare),
    warnings:
      // 123.456.789-09 or 12.345.678/0001-95: with so many characters as there are, no other text is like this.
      text === bare || /^\w{2,3}(\.\w{3}){2}(\/\w{4})?-\w{2}$/.test(text)
        ? []
        : [{ reason: "punctuation", message: `write it ${format(bare)}` }],
  }
}
