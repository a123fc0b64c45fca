/** RFCs, the numbers of persons and companies at Mexico's tax office: name, date, and a homoclave (core's `Rfc`). */
import { Rfc } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, digit, textOf } from "../internal/characters.ts"
import { dayOf, days, yyMMdd } from "../internal/dates.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

/** Which RFCs. */
export interface RfcOptions {
  /** 13 characters of a person, or 12 of a company. Default: either. */
  readonly type?: "person" | "company"
}

const letter = characterIn(["A", "Z"], "Ñ&")
const alphanumeric = characterIn(["0", "9"], ["A", "Z"])

const ofLetters = (letters: number): fc.Arbitrary<string> =>
  fc.tuple(textOf(letter, letters, letters), days("2000-01-01", "2099-12-31"), textOf(alphanumeric, 2, 2)).map(
    ([name, day, differentiator]) => {
      const before = name + yyMMdd(day) + differentiator
      return before + Rfc.checkDigit(before)
    },
    (text) => {
      const parsed = Rfc.parse(typeof text === "string" ? text : "")
      if (!parsed.ok || parsed.value.name.length !== letters || !parsed.value.checkDigitOk) {
        throw new TypeError("Not such an RFC")
      }
      const { name, date, homoclave } = parsed.value
      return [name, dayOf(`20${date}`), homoclave?.slice(0, 2) ?? ""]
    },
  )

/**
 * RFCs with homoclave and a right check digit. They shrink to A and zeros. The generic ones are not among them, nor those
 * without homoclave; `Rfc.GENERIC`, `Rfc.FOREIGN` and the first ten characters of a person's are.
 *
 * @example
 * ```ts
 * import { Rfc } from "@pesoreal/core"
 * import { rfc } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(rfc({ type: "company" }), 100).every((text) => Rfc.isRfc(text) && text.length === 12) // => true
 * ```
 */
export const rfc = ({ type }: RfcOptions = {}): fc.Arbitrary<string> => {
  if (type === undefined) return fc.oneof(ofLetters(3), ofLetters(4))
  return ofLetters(type === "person" ? 4 : 3)
}

const says = (needed: string): string => `must be an RFC: needs ${needed}`

/** What remains or is added when a good one is copied badly, and is of no RFC's length. */
const miscopied = fc.oneof(
  rfc({ type: "person" }).chain((text) =>
    fc.constantFrom(
      text.slice(0, 11),
      text.slice(0, 9),
      `${text}0`,
      `${text}\n`,
      ` ${text}`,
      `\ufeff${text}`,
      text.replace(/^(....)(.{6})/u, "$1-$2-"),
      text + text,
      "",
    ),
  ),
  rfc({ type: "company" }).chain((text) => fc.constantFrom(text.slice(1), text.slice(0, -1), text + text)),
)

/** What looks like a letter, a digit or nothing, and is not of an RFC's alphabet. */
const stranger = characterIn(" -.,_/", ["０", "９"], ["Ａ", "Ｚ"], "ÁÉÍÓÚÜ", "\u0000\t\n\u00a0\u200b")

const withStranger = fc
  .tuple(rfc(), fc.nat(), stranger)
  .map(
    ([text, place, character]) =>
      text.slice(0, place % text.length) + character + text.slice((place % text.length) + 1),
  )

const lowercase = rfc()
  .filter((text) => text.toLowerCase() !== text)
  .map((text) => ({ value: text.toLowerCase(), why: { path: "", reason: "lowercase" as const, message: says(text) } }))

const digitInName = fc.tuple(rfc(), digit).map(([text, one]) => {
  const letters = text.length - 9
  return {
    value: text.slice(0, letters - 1) + one + text.slice(letters),
    why: { path: "", reason: "name" as const, message: says(`${letters} letters`) },
  }
})

const impossibleDate = fc
  .tuple(rfc(), fc.constantFrom("0000", "0100", "0132", "0230", "0431", "1301", "9999"))
  .map(([text, day]) => text.slice(0, -7) + day + text.slice(-3))

/**
 * Texts that are almost an RFC. `why.reason` is the reason of `Rfc.parse`, and `why.message` the sentence of
 * `RfcSchema.RfcStrict`. A wrong check digit is no reason, because RFCs with one are accepted with a warning.
 *
 * @example
 * ```ts
 * import { nearlyValidRfc } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = new Set(fc.sample(nearlyValidRfc(), 500).map(({ why }) => why.reason))
 * Array.from(reasons).toSorted() // => ["characters", "date", "length", "lowercase", "name"]
 * ```
 */
export const nearlyValidRfc = (): fc.Arbitrary<NearlyValid<string, Rfc.ParseReason>> =>
  fc.oneof(
    nearly(miscopied, "length", says("10, 12 or 13 characters")),
    nearly(withStranger, "characters", says("A-Z, Ñ, &, then 0-9, A-Z")),
    nearly(impossibleDate, "date", says("a date yyMMdd that exists")),
    lowercase,
    digitInName,
  )
