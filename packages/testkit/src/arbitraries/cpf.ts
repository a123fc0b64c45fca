/** CPFs, the numbers of persons in Brazil: 9 digits and 2 check digits (core's `Cpf`). */
import { Cpf } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, digit, textOf } from "../internal/characters.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

/** What a CPF has to be: 11 digits, as the contract states, or also one with right check digits, as the rail insists. */
export interface CpfOptions {
  /** Default `"strict"`. */
  readonly level?: "contract" | "strict"
}

const LENGTH = 11

const made = (base: string): string => {
  const cpf = Cpf.fromParts({ base })
  if (!cpf.ok) throw new TypeError("Not the digits of a CPF")
  return cpf.value.text
}

/** One digit over and over is never issued. */
const isIssuable = (base: string): boolean => new Set(base).size > 1

/**
 * CPFs in digits. They shrink to zeros, but for one digit, because eleven equal ones are no CPF.
 *
 * @example
 * ```ts
 * import { Cpf } from "@pesoreal/core"
 * import { cpf } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(cpf(), 100).every(Cpf.isCpf) // => true
 * ```
 */
export const cpf = ({ level = "strict" }: CpfOptions = {}): fc.Arbitrary<string> => {
  if (level === "contract") return textOf(digit, LENGTH, LENGTH)
  return textOf(digit, LENGTH - 2, LENGTH - 2)
    .filter(isIssuable)
    .map(made, (text) => {
      if (typeof text !== "string" || text.length !== LENGTH || !Cpf.isCpf(text))
        throw new TypeError("Not a CPF in digits")
      return text.slice(0, -2)
    })
}

const wrongCheckDigits: fc.Arbitrary<NearlyValid<string, "check_digits">> = fc
  .tuple(cpf(), fc.integer({ min: 1, max: 99 }))
  .map(([right, offset]) => {
    const wrong = String((Number(right.slice(-2)) + offset) % 100).padStart(2, "0")
    const message = `must end in ${right.slice(-2)} to have the right check digits`
    return { value: right.slice(0, -2) + wrong, why: { path: "", reason: "check_digits", message } }
  })

/** Digits to the eye, to `\d` of other languages, or to `Number`; but not 0 to 9, nor a mark of a CPF. */
const stranger = characterIn(["a", "z"], " /,+_", ["０", "９"], ["٠", "٩"], "\u0000\t\n\u00a0\u200b")

const withStranger = fc
  .tuple(cpf(), fc.nat({ max: LENGTH - 1 }), stranger)
  .map(([text, position, character]) => text.slice(0, position) + character + text.slice(position + 1))

/** What remains or is added when a good one is copied badly. */
const miscopied = cpf().chain((text) =>
  fc.constantFrom(text.slice(1), text.slice(0, -1), `0${text}`, `${text}0`, text + text, ""),
)

/**
 * Texts that are almost a CPF. `why.reason` is the reason of `Cpf.parse`, and `why.message` the sentence of
 * `CpfSchema.CpfStrict` (or, at the level of the contract, of `CpfContract`).
 *
 * @example
 * ```ts
 * import { nearlyValidCpf } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = new Set(fc.sample(nearlyValidCpf(), 200).map(({ why }) => why.reason))
 * Array.from(reasons).toSorted() // => ["characters", "check_digits", "length", "repeated"]
 * ```
 */
export const nearlyValidCpf = ({ level = "strict" }: CpfOptions = {}): fc.Arbitrary<
  NearlyValid<string, Cpf.ParseReason>
> => {
  const message = "must be exactly 11 digits"
  const repeated = digit.map((one) => one.repeat(LENGTH))
  return fc.oneof(
    nearly(miscopied, "length", message),
    nearly(withStranger, "characters", message),
    ...(level === "strict" ? [wrongCheckDigits, nearly(repeated, "repeated", "must not be one digit repeated")] : []),
  )
}
