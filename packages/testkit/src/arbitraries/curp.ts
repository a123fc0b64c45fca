/** CURPs, the numbers of persons in Mexico's population register (core's `Curp`). */
import { Curp, CurpStates } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, textOf } from "../internal/characters.ts"
import { dayOf, days, isoDay } from "../internal/dates.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

const LENGTH = 18

const letter = characterIn(["A", "Z"])
const vowel = characterIn("AEIOUX")
const consonant = characterIn(["B", "D"], ["F", "H"], ["J", "N"], ["P", "T"], ["V", "Z"])
const sex = fc.constantFrom("H" as const, "M" as const, "X" as const)
const state = fc.constantFrom(...Object.keys(CurpStates.names).toSorted())

/** 0 to 9 for who was born before 2000, A to J for who was born since. */
const homonymyOf = (birthDate: string, rank: number): string =>
  birthDate < "2000" ? String(rank) : "ABCDEFGHIJ".charAt(rank)

/**
 * CURPs with a right check digit, of people of all states and sexes, born from 1900 to 2099. They shrink towards A and zeros.
 *
 * @example
 * ```ts
 * import { Curp } from "@pesoreal/core"
 * import { curp } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(curp(), 100).every(Curp.isCurp) // => true
 * ```
 */
export const curp = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      letter,
      vowel,
      textOf(letter, 2, 2),
      days("1900-01-01", "2099-12-31"),
      sex,
      state,
      textOf(consonant, 3, 3),
      fc.nat(9),
    )
    .map(
      ([first, second, others, day, ofSex, ofState, consonants, rank]) => {
        const birthDate = isoDay(day)
        const made = Curp.fromParts({
          initials: first + second + others,
          birthDate,
          sex: ofSex,
          state: ofState,
          consonants,
          homonymy: homonymyOf(birthDate, rank),
        })
        if (!made.ok) throw new TypeError(made.errors[0].message)
        return made.value.text
      },
      (text) => {
        const parsed = Curp.parse(typeof text === "string" ? text : "")
        if (!parsed.ok) throw new TypeError("Not a CURP")
        const { initials, birthDate, homonymy, consonants } = parsed.value
        return [
          initials.charAt(0),
          initials.charAt(1),
          initials.slice(2),
          dayOf(birthDate),
          parsed.value.sex,
          parsed.value.state,
          consonants,
          Number.parseInt(homonymy, 20) % 10,
        ]
      },
    )

const says = (needed: string): string => `must be a CURP: needs ${needed}`

/** A CURP with something else at one place, and the check digit that then belongs to it, so that nothing else is wrong. */
const changed = <const Reason extends Curp.ParseReason>(
  reason: Reason,
  needed: string,
  place: number,
  others: fc.Arbitrary<string>,
): fc.Arbitrary<NearlyValid<string, Reason>> => {
  const broken = fc.tuple(curp(), others).map(([text, other]) => {
    const first17 = text.slice(0, place) + other + text.slice(place + other.length, -1)
    const right = Array.from("0123456789").find((digit) => {
      const parsed = Curp.parse(first17 + digit)
      return parsed.ok || parsed.errors.every((error) => error.reason !== "check_digit")
    })
    return first17 + (right ?? "0")
  })
  return nearly(broken, reason, says(needed))
}

const wrongCheckDigit = fc.tuple(curp(), fc.integer({ min: 1, max: 9 })).map(([right, shift]) => ({
  value: right.slice(0, -1) + String((Number(right.at(-1)) + shift) % 10),
  why: { path: "", reason: "check_digit" as const, message: says(`check digit ${right.at(-1)}`) },
}))

const lowercase = curp().map((text) => ({
  value: text.toLowerCase(),
  why: { path: "", reason: "lowercase" as const, message: says(text) },
}))

/** What remains or is added when a good one is copied badly. */
const miscopied = curp().chain((text) =>
  fc.constantFrom(
    text.slice(1),
    text.slice(0, -1),
    `${text}0`,
    `${text}\n`,
    ` ${text}`,
    `\ufeff${text}`,
    text + text,
    "",
  ),
)

/** What looks like a letter, a digit or nothing, and is not of a CURP's alphabet. Ñ is not either: it is written X. */
const stranger = characterIn(" -.,_/", ["０", "９"], ["Ａ", "Ｚ"], "Ñ&ÁÉÍÓÚÜ", "\u0000\t\n\u00a0\u200b")

const withStranger = fc
  .tuple(curp(), fc.nat({ max: LENGTH - 1 }), stranger)
  .map(([text, place, character]) => text.slice(0, place) + character + text.slice(place + 1))

const unknownState = fc.stringMatching(/^[A-Z]{2}$/u).filter((code) => !(code in CurpStates.names))

/**
 * Texts that are almost a CURP. `why.reason` is the reason of `Curp.parse`, and `why.message` the sentence of
 * `CurpSchema.CurpStrict`.
 *
 * @example
 * ```ts
 * import { nearlyValidCurp } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = new Set(fc.sample(nearlyValidCurp(), 500).map(({ why }) => why.reason))
 * reasons.has("birth_date") && reasons.has("check_digit") && reasons.has("state") // => true
 * ```
 */
export const nearlyValidCurp = (): fc.Arbitrary<NearlyValid<string, Curp.ParseReason>> =>
  fc.oneof(
    nearly(miscopied, "length", says("18 characters")),
    nearly(withStranger, "characters", says("0-9, A-Z")),
    lowercase,
    changed(
      "initials",
      "4 letters, the second of AEIOUX",
      1,
      consonant.filter((one) => one !== "X"),
    ),
    changed(
      "birth_date",
      "a date yyMMdd that exists",
      6,
      fc.constantFrom("0000", "0100", "0132", "0230", "0431", "1301"),
    ),
    changed(
      "sex",
      "H, M or X",
      10,
      letter.filter((one) => !"HMX".includes(one)),
    ),
    changed("state", "a state or NE", 11, unknownState),
    changed("consonants", "3 consonants", 13, characterIn("AEIOU", ["0", "9"])),
    wrongCheckDigit,
  )
