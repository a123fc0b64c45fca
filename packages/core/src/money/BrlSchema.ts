/**
 * Schemas of amounts in reais, as the PIX area's JSON carries them: a number with at most two decimals. The rules are those of
 * `Brl.ts`.
 *
 * The number is checked and not converted: type and encoded form are both reais, as in the document. `Brl.fromNumber` makes
 * centavos of it.
 */
import { Order, Schema } from "effect"
import { MAX_CENTAVOS } from "./Centavos.ts"
import { fromNumber, MAX_BRL_CENTAVOS, toNumber } from "./Brl.ts"

const reaisBetween = (minimumCentavos: number, maximumCentavos: number): Schema.Number => {
  const minimum = toNumber(minimumCentavos)
  const maximum = toNumber(maximumCentavos)
  /** The refusal in words, or nothing. What is not finite is already refused before this is asked. */
  const refusal = (reais: number): string | undefined => {
    if (!Number.isFinite(reais)) return undefined
    const read = fromNumber(reais, { maximumCentavos })
    const reason = read.ok ? undefined : read.errors[0].reason
    if (reason === "overflow") return `must be at most ${maximum}`
    if (reason === "negative" || reais < minimum) return `must be at least ${minimum}`
    return reason === undefined ? undefined : "must have at most 2 decimals"
  }
  return Schema.Number.annotate({ message: "must be a number of reais, such as 1234.56" }).check(
    // JSON writes no other number, but 1e400 is read as Infinity.
    Schema.isFinite({ message: `must be from ${minimum} to ${maximum}` }),
    Schema.makeFilter(refusal, {
      expected: `${minimum} to ${maximum} reais, with at most 2 decimals`,
      toJsonSchema: () => ({ minimum, maximum, multipleOf: 0.01 }),
      // A hint for generated samples only: whole reais, because a generator knows no decimal places.
      arbitraryConstraint: {
        number: "integer",
        order: Order.Number,
        minimum: Math.ceil(minimum),
        maximum: Math.floor(maximum),
      },
    }),
  )
}

/**
 * The value of a charge, a payment or a refund by PIX: 0.01 to 9,999,999,999.99 reais, with at most two decimals.
 *
 * Each refusal is one sentence that says what would be right. In JSON Schema it is a number with `minimum`, `maximum` and
 * `multipleOf: 0.01`. Source: pix.md, limits; decisions, section 2.
 *
 * @example
 * ```ts
 * import { BrlSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const isValue = Schema.is(BrlSchema.Brl)
 * isValue(1234.5) // => true
 * isValue(0) // => false
 * isValue(1.005) // => false
 * isValue("1234.50") // => false
 * ```
 */
export const Brl: Schema.Number = reaisBetween(1, MAX_BRL_CENTAVOS)

/**
 * An amount in an answer, which may be nothing at all, and more than one PIX can carry: a balance, a fee, a final amount. 0 to
 * 9,999,999,999,999.99 reais, with at most two decimals.
 *
 * @example
 * ```ts
 * import { BrlSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * Schema.decodeUnknownSync(BrlSchema.BrlAmount)(0) // => 0
 * ```
 */
export const BrlAmount: Schema.Number = reaisBetween(0, MAX_CENTAVOS)
