/**
 * Schemas of an RFC at the two levels of validation. Neither changes the text.
 *
 * The documents name no shape of an RFC, only the length of the fields that hold one or a CURP (mexico.md), so that
 * `RfcContract` checks no more than that. `RfcStrict` takes RFCs alone.
 */
import { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { text } from "../text/Text.ts"
import { parse } from "./Rfc.ts"

/**
 * Contract level: 10 to 20 characters.
 *
 * @example
 * ```ts
 * import { RfcSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(RfcSchema.RfcContract)
 * accepts("PEPJ-800101-ABC") // => true
 * accepts("PEPJ80010") // => false
 * ```
 */
export const RfcContract: Schema.String = text(10, 20)

/** The shape of an RFC, without the question whether there is such a day. */
const shape = "^(?:[A-ZÑ&]{3}\\d{6}[\\dA-Z]{3}|[A-ZÑ&]{4}\\d{6}(?:[\\dA-Z]{3})?)$"

/**
 * Strict level: an RFC of a person or a company, or a generic one. A wrong check digit is no ground to refuse one, because
 * there are such RFCs.
 *
 * @example
 * ```ts
 * import { RfcSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(RfcSchema.RfcStrict)
 * accepts("PEPJ800101ABC") // => true
 * accepts("PEPJ801301ABC") // => false
 * ```
 */
export const RfcStrict: Schema.String = Schema.String.annotate({ message: "must be a string with an RFC" }).check(
  Schema.makeFilter(
    (rfc: string) => {
      const parsed = parse(rfc)
      return parsed.ok || `must be an RFC: ${parsed.errors.map(({ message }) => message).join(", ")}`
    },
    {
      expected: "an RFC",
      toJsonSchema: () => ({ pattern: shape }),
      // A hint for generated samples only; the filter itself decides what is an RFC.
      arbitraryConstraint: {
        patterns: [
          { source: "^[A-ZÑ&]{3,4}\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|1\\d|2[0-8])[1-9A-V][1-9A-Z][\\dA]$", flags: "u" },
        ],
      },
    },
  ),
)

/**
 * `Rfc.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { RfcSchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(RfcSchema.parseEffect("GODE561231GR8")).type // => "person"
 * ```
 */
export const parseEffect = lift(parse)
