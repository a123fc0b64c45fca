/**
 * Schemas of a CLABE at the two levels of validation: `ClabeFormat` checks what the API's contract states, `ClabeStrict`
 * also what the rail will reject later. Neither looks up banks, and neither changes the text.
 */
import { Schema } from "effect"
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
 * const accepts = Schema.is(ClabeSchema.ClabeFormat)
 * accepts("012180001234567890") // => true
 * accepts("012 180 00123456789 0") // => false
 * ```
 */
export const ClabeFormat: Schema.String = Schema.String.annotate({ message: "must be a string of 18 digits" }).check(
  digits,
)

/**
 * A hint for generated samples only, all of which have a right check digit: under the weights 3 and 7 two equal digits add
 * up to a multiple of ten, and so do the digits under the weight 1 when they come in pairs that make ten.
 */
const sample = (() => {
  const twins = "(?:00|11|22|33|44|55|66|77|88|99)"
  const tens = Array.from("0123456789", (digit) => `${digit}${twins}${(10 - Number(digit)) % 10}`).join("|")
  return `^(?:${twins}(?:${tens})){3}$`
})()

/**
 * Strict level: 18 digits of which the last is the right check digit. The message of a refusal says which would be right.
 *
 * @example
 * ```ts
 * import { ClabeSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(ClabeSchema.ClabeStrict)
 * accepts("012180001234567899") // => true
 * accepts("012180001234567890") // => false
 * ```
 */
export const ClabeStrict: Schema.String = ClabeFormat.check(
  Schema.makeFilter(
    (text: string) => {
      const parsed = parse(text)
      // The other refusals are already the format's, and one sentence per mistake is enough.
      if (parsed.ok || parsed.errors[0].reason !== "check_digit") return undefined
      return parsed.errors[0].message
    },
    {
      expected: "a CLABE with a right check digit",
      arbitraryConstraint: { patterns: [{ source: sample, flags: "u" }] },
    },
  ),
)
