/**
 * Schemas of a CURP at the two levels of validation. Neither changes the text.
 *
 * The documents name no shape of a CURP, only the length of the fields that hold one or an RFC (mexico.md), so that
 * `CurpContract` checks no more than that. `CurpStrict` takes CURPs alone.
 */
import { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { text } from "../text/Text.ts"
import { fromParts, parse } from "./Curp.ts"
import { names } from "./CurpStates.ts"

/**
 * Contract level: 10 to 20 characters.
 *
 * @example
 * ```ts
 * import { CurpSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(CurpSchema.CurpContract)
 * accepts("SAHE800416HDFABC01") // => true
 * accepts("SAHE80041") // => false
 * ```
 */
export const CurpContract: Schema.String = text(10, 20)

const states = Object.keys(names)

/** The shape of a CURP, without the questions whether there is such a day and which is the right check digit. */
const shape = `^[A-Z][AEIOUX][A-Z]{2}\\d{6}[HMX](?:${states.join("|")})[B-DF-HJ-NP-TV-Z]{3}[\\dA-Z]\\d$`

/**
 * A hint for generated samples only: one CURP for each state, with its check digit. It stays right whatever the first digit of
 * the day is, because that one counts ten times.
 */
const sample = (() => {
  const name = { initials: "HEGR", sex: "X", consonants: "RRD", homonymy: "A" } as const
  const made = states.flatMap((state) => {
    const parsed = fromParts({ ...name, birthDate: "2001-10-09", state })
    return parsed.ok ? [parsed.value.text.replace("HEGR011009", "HEGR0110[012]9")] : []
  })
  return `^(?:${made.join("|")})$`
})()

/**
 * Strict level: a CURP whose date and state exist, and whose check digit is right.
 *
 * @example
 * ```ts
 * import { CurpSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(CurpSchema.CurpStrict)
 * accepts("HEGR891009HMNRRD09") // => true
 * accepts("HEGR891009HMNRRD08") // => false
 * ```
 */
export const CurpStrict: Schema.String = Schema.String.annotate({ message: "must be a string with a CURP" }).check(
  Schema.makeFilter(
    (curp: string) => {
      const parsed = parse(curp)
      return parsed.ok || `must be a CURP: ${parsed.errors.map(({ message }) => message).join(", ")}`
    },
    {
      expected: "a CURP",
      toJsonSchema: () => ({ pattern: shape }),
      arbitraryConstraint: { patterns: [{ source: sample, flags: "u" }] },
    },
  ),
)

/**
 * `Curp.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { CurpSchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(CurpSchema.parseEffect("HEGR891009HMNRRD09")).birthDate // => "1989-10-09"
 * ```
 */
export const parseEffect = lift(parse)
