/**
 * CLABEs, the account numbers of Mexican banks: bank (3 digits), plaza (3), account (11), and a check digit by the weights
 * 3, 7, 1 (core's `Clabe`).
 */
import { Clabe } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, digit, textOf } from "../internal/characters.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

/** Which CLABEs. */
export interface ClabeOptions {
  /** What they begin with, up to 17 digits: `"846"` for those that the sandbox issues. Default: anything. */
  readonly prefix?: string
}

/**
 * CLABEs with a right check digit, and not of bank 000, which is none; otherwise, whether there is such a bank is not looked
 * at. They shrink to zeros, but for that.
 *
 * @example
 * ```ts
 * import { Clabe } from "@pesoreal/core"
 * import { clabe } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(clabe({ prefix: "846" }), 100).every((text) => Clabe.isClabe(text) && text.startsWith("846")) // => true
 * ```
 */
export const clabe = ({ prefix = "" }: ClabeOptions = {}): fc.Arbitrary<string> => {
  const free = Clabe.CLABE_LENGTH - 1 - prefix.length
  if (!/^\d*$/.test(prefix) || free < 0 || prefix.startsWith("000")) {
    throw new RangeError("The prefix of a CLABE is at most 17 digits, and no bank is 000")
  }
  return textOf(digit, free, free)
    .filter((digits) => !(prefix + digits).startsWith("000"))
    .map(
      (digits) => prefix + digits + Clabe.checkDigit(prefix + digits),
      (text) => {
        if (typeof text !== "string" || !Clabe.isClabe(text) || !text.startsWith(prefix)) {
          throw new TypeError("Not a CLABE with this prefix")
        }
        return text.slice(prefix.length, -1)
      },
    )
}

/**
 * 18 digits of any kind: what the API's contract asks of a CLABE. Most of them have a wrong check digit.
 *
 * @example
 * ```ts
 * import { clabeFormat } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(clabeFormat(), 100).every((text) => /^\d{18}$/.test(text)) // => true
 * ```
 */
export const clabeFormat = (): fc.Arbitrary<string> => textOf(digit, Clabe.CLABE_LENGTH, Clabe.CLABE_LENGTH)

const wrongCheckDigit: fc.Arbitrary<NearlyValid<string, "check_digit">> = fc
  .tuple(clabe(), fc.integer({ min: 1, max: 9 }))
  .map(([right, offset]) => {
    const wrong = String((Number(right.at(-1)) + offset) % 10)
    const message = `ends in the check digit ${wrong}, which should be ${right.at(-1)}`
    return { value: right.slice(0, -1) + wrong, why: { path: "", reason: "check_digit", message } }
  })

const ofNoBank = textOf(digit, Clabe.CLABE_LENGTH - 4, Clabe.CLABE_LENGTH - 4)
  .map((digits) => `000${digits}`)
  .map((first17) => first17 + Clabe.checkDigit(first17))

/** Digits to the eye, to `\d` of other languages, or to `Number`; but not 0 to 9. */
const stranger = characterIn(["a", "z"], " -.,+", ["０", "９"], ["٠", "٩"], "\u0000\t\n\u00a0\u200b")

const withStranger = fc
  .tuple(clabe(), fc.nat({ max: Clabe.CLABE_LENGTH - 1 }), stranger)
  .map(([text, position, character]) => text.slice(0, position) + character + text.slice(position + 1))

/** What remains or is added when a good one is copied badly. */
const miscopied = clabe().chain((text) =>
  fc.constantFrom(
    text.slice(1),
    text.slice(0, -1),
    `0${text}`,
    `${text}0`,
    text + text,
    "",
    `${text}\n`,
    `${text} `,
    ` ${text}`,
    `\ufeff${text}`,
    Clabe.format(text),
  ),
)

/** How much of a CLABE is checked: what the contract states, or what the rail will also insist on. */
export interface NearlyValidClabeOptions {
  /** `"contract"` leaves out wrong check digits and bank 000, which `ClabeContract` accepts. Default `"strict"`. */
  readonly level?: "contract" | "strict"
}

/**
 * Texts that are almost a CLABE. `why.reason` is the first reason of `Clabe.parse`, and `why.message` the sentence of
 * `ClabeSchema.ClabeStrict` (or, at the level of the contract, of `ClabeContract`).
 *
 * @example
 * ```ts
 * import { nearlyValidClabe } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = new Set(fc.sample(nearlyValidClabe(), 200).map(({ why }) => why.reason))
 * Array.from(reasons).toSorted() // => ["bank", "check_digit", "length", "not_digits"]
 * ```
 */
export const nearlyValidClabe = ({ level = "strict" }: NearlyValidClabeOptions = {}): fc.Arbitrary<
  NearlyValid<string, Clabe.ParseReason>
> => {
  const message = "must be exactly 18 digits"
  return fc.oneof(
    nearly(miscopied, "length", message),
    nearly(withStranger, "not_digits", message),
    ...(level === "strict" ? [wrongCheckDigit, nearly(ofNoBank, "bank", "begins with 000, which is no bank")] : []),
  )
}
