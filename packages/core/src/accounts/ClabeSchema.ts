/**
 * Schemas of a CLABE at the two levels of validation: `ClabeContract` checks what the API's contract states, `ClabeStrict`
 * also what the rail will reject later. Neither looks up banks, and neither changes the text.
 */
import { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { parse } from "./Clabe.ts"

const digits = Schema.isPattern(/^\d{18}$/u, { message: "must be exactly 18 digits" })

/**
 * Contract level: exactly 18 ASCII digits. Published samples, such as 012180001234567890, have wrong check digits, and pass.
 *
 * @example
 * ```ts
 * import { ClabeSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(ClabeSchema.ClabeContract)
 * accepts("012180001234567890") // => true
 * accepts("012 180 00123456789 0") // => false
 * ```
 */
export const ClabeContract: Schema.String = Schema.String.annotate({ message: "must be a string of 18 digits" }).check(
  digits,
)

/**
 * A hint for generated samples only, all of which have a right check digit: under the weights 3 and 7 two equal digits add
 * up to a multiple of ten, and so do the digits under the weight 1 when they come in pairs that make ten. None begins with 0.
 */
const sample = (() => {
  const twins = "11|22|33|44|55|66|77|88|99"
  const tens = Array.from("0123456789", (digit) => `${digit}(?:00|${twins})${(10 - Number(digit)) % 10}`).join("|")
  return `^(?:${twins})(?:${tens})(?:(?:00|${twins})(?:${tens})){2}$`
})()

/**
 * Strict level: 18 digits that do not begin with 000, which is no bank, and of which the last is the right check digit. The
 * message of a refusal says which would be right.
 *
 * @example
 * ```ts
 * import { ClabeSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(ClabeSchema.ClabeStrict)
 * accepts("012180001234567899") // => true
 * accepts("012180001234567890") // => false
 * accepts("000000000000000000") // => false
 * ```
 */
export const ClabeStrict: Schema.String = ClabeContract.check(
  Schema.makeFilter(
    (text: string) => {
      const parsed = parse(text)
      if (parsed.ok) return undefined
      // The other refusals are already the format's, and one sentence per mistake is enough.
      return parsed.errors
        .filter(({ reason }) => reason === "bank" || reason === "check_digit")
        .map(({ message }) => message)
    },
    {
      expected: "a CLABE of a bank, with a right check digit",
      arbitraryConstraint: { patterns: [{ source: sample, flags: "u" }] },
    },
  ),
)

/**
 * `Clabe.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { ClabeSchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(ClabeSchema.parseEffect("646180110400000007")).plaza // => "180"
 * ```
 */
export const parseEffect = lift(parse)
