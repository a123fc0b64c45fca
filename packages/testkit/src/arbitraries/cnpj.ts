/**
 * CNPJs, the numbers of companies in Brazil: root (8 characters), branch (4) and 2 check digits (core's `Cnpj`). Since July
 * 2026 new ones may have letters (IN RFB 2.229/2024).
 */
import { Cnpj } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, digit, textOf } from "../internal/characters.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

/** Which CNPJs, and what they have to be. */
export interface CnpjOptions {
  /** With letters among the first twelve characters, too. Default `false`, as the documents have it. */
  readonly alphanumeric?: boolean
  /** Only the right characters, as the contract states, or also right check digits, as the rail insists. Default `"strict"`. */
  readonly level?: "contract" | "strict"
}

const LENGTH = 14
const ROOT_LENGTH = 8

const capitalOrDigit = characterIn(["0", "9"], ["A", "Z"])

const made = (base: string): string => {
  const cnpj = Cnpj.fromParts({ root: base.slice(0, ROOT_LENGTH), branch: base.slice(ROOT_LENGTH) })
  if (!cnpj.ok) throw new TypeError("Not the characters of a CNPJ")
  return cnpj.value.text
}

/**
 * CNPJs without punctuation. They shrink to zeros, but for one character, because fourteen zeros are no CNPJ.
 *
 * @example
 * ```ts
 * import { Cnpj } from "@pesoreal/core"
 * import { cnpj } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(cnpj(), 100).every((text) => Cnpj.isCnpj(text, { alphanumeric: false })) // => true
 * fc.sample(cnpj({ alphanumeric: true }), 100).every((text) => Cnpj.isCnpj(text)) // => true
 * ```
 */
export const cnpj = ({ alphanumeric = false, level = "strict" }: CnpjOptions = {}): fc.Arbitrary<string> => {
  const base = textOf(alphanumeric ? capitalOrDigit : digit, LENGTH - 2, LENGTH - 2)
  if (level === "contract") {
    return fc.tuple(base, textOf(digit, 2, 2)).map(
      ([first, last]) => first + last,
      (text) => {
        if (typeof text !== "string" || text.length !== LENGTH) throw new TypeError("Not 14 characters")
        return [text.slice(0, -2), text.slice(-2)]
      },
    )
  }
  return base
    .filter((characters) => /[^0]/.test(characters))
    .map(made, (text) => {
      if (typeof text !== "string" || text.length !== LENGTH || !Cnpj.isCnpj(text, { alphanumeric })) {
        throw new TypeError("Not a CNPJ without punctuation")
      }
      return text.slice(0, -2)
    })
}

const wrongCheckDigits = (options: CnpjOptions): fc.Arbitrary<NearlyValid<string, "check_digits">> =>
  fc.tuple(cnpj(options), fc.integer({ min: 1, max: 99 })).map(([right, offset]) => {
    const wrong = String((Number(right.slice(-2)) + offset) % 100).padStart(2, "0")
    const message = `must end in ${right.slice(-2)} to have the right check digits`
    return { value: right.slice(0, -2) + wrong, why: { path: "", reason: "check_digits", message } }
  })

/** Digits to the eye, to `\d` of other languages, or to `Number`; but no character of a CNPJ, nor a mark of one. */
const stranger = characterIn(" ,+_Çé", ["０", "９"], ["Ａ", "Ｚ"], ["٠", "٩"], "\u0000\t\n\u00a0\u200b")

/** One with letters, of which at least one is no digit: what is left of it in lower case differs. */
const withLetter = cnpj({ alphanumeric: true }).filter((text) => /[A-Z]/.test(text))

/**
 * Texts that are almost a CNPJ. `why.reason` is the reason of `Cnpj.parse` with the same `alphanumeric`, and `why.message` the
 * sentence of `CnpjSchema.cnpjStrict` (or, at the level of the contract, of `cnpjContract`).
 *
 * @example
 * ```ts
 * import { nearlyValidCnpj } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = new Set(fc.sample(nearlyValidCnpj(), 500).map(({ why }) => why.reason))
 * Array.from(reasons).toSorted() // => ["characters", "check_digits", "length", "letters", "repeated"]
 * ```
 */
export const nearlyValidCnpj = (options: CnpjOptions = {}): fc.Arbitrary<NearlyValid<string, Cnpj.ParseReason>> => {
  const { alphanumeric = false, level = "strict" } = options
  const message = alphanumeric
    ? "must be exactly 12 digits or capitals, and then 2 digits"
    : "must be exactly 14 digits"
  const good = cnpj({ alphanumeric })
  const miscopied = good.chain((text) => fc.constantFrom(text.slice(1), text.slice(0, -1), `${text}0`, ""))
  const withStranger = fc
    .tuple(good, fc.nat({ max: LENGTH - 1 }), stranger)
    .map(([text, position, character]) => text.slice(0, position) + character + text.slice(position + 1))
  const lettersLast = fc
    .tuple(good, characterIn(["A", "Z"]), fc.boolean())
    .map(([text, letter, isLast]) =>
      isLast ? text.slice(0, -1) + letter : text.slice(0, -2) + letter + text.slice(-1),
    )
  return fc.oneof(
    nearly(miscopied, "length", message),
    nearly(fc.oneof(withStranger, lettersLast), "characters", message),
    alphanumeric
      ? nearly(
          withLetter.map((text) => text.toLowerCase()),
          "lowercase",
          message,
        )
      : nearly(withLetter, "letters", message),
    ...(level === "strict"
      ? [
          wrongCheckDigits({ alphanumeric }),
          nearly(
            digit.map((one) => one.repeat(LENGTH)),
            "repeated",
            "must not be one digit repeated",
          ),
        ]
      : []),
  )
}
