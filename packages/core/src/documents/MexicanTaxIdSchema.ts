/**
 * Schemas of a Mexican tax identifier, an RFC or a CURP, at the two levels of validation. Neither changes the text.
 */
import { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { text } from "../text/Text.ts"
import { parse } from "./MexicanTaxId.ts"

/**
 * Contract level: 10 to 20 characters (mexico.md: "length 10 to 20; RFC or CURP").
 *
 * @example
 * ```ts
 * import { MexicanTaxIdSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(MexicanTaxIdSchema.MexicanTaxIdContract)
 * accepts("PEPJ-800101-ABC") // => true
 * accepts("PEPJ80010") // => false
 * ```
 */
export const MexicanTaxIdContract: Schema.String = text(10, 20)

/** The lengths and letters of both, without what only a program can check. */
const shape = "^(?:[A-ZÑ&]{3,4}\\d{6}[\\dA-Z]{3}|[A-ZÑ&]{4}\\d{6}|[A-Z]{4}\\d{6}[HMX][A-Z]{5}[\\dA-Z]\\d)$"

/**
 * Strict level: what `MexicanTaxId.parse` accepts.
 *
 * @example
 * ```ts
 * import { MexicanTaxIdSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(MexicanTaxIdSchema.MexicanTaxIdStrict)
 * accepts("MAB9307148T4") // => true
 * accepts("HEGR891009HMNRRD09") // => true
 * accepts("PEPJ-800101-ABC") // => false
 * ```
 */
export const MexicanTaxIdStrict: Schema.String = Schema.String.annotate({
  message: "must be a string with an RFC or a CURP",
}).check(
  Schema.makeFilter(
    (taxId: string) => {
      const parsed = parse(taxId)
      return parsed.ok || `must be an RFC or a CURP: ${parsed.errors.map(({ message }) => message).join(", ")}`
    },
    {
      expected: "an RFC or a CURP",
      toJsonSchema: () => ({ pattern: shape }),
      // A hint for generated samples only; the filter itself decides what is one.
      arbitraryConstraint: {
        patterns: [
          {
            source: "^(?:[A-ZÑ&]{3,4}\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|1\\d|2[0-8])[\\dA-Z]{3}|HEGR8910[012]9HMNRRD09)$",
            flags: "u",
          },
        ],
      },
    },
  ),
)

/**
 * `MexicanTaxId.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { MexicanTaxIdSchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(MexicanTaxIdSchema.parseEffect("GODE561231GR8")).kind // => "RFC"
 * ```
 */
export const parseEffect = lift(parse)
