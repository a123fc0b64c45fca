/** Amounts of money as the API takes them: whole centavos, from a floor to 10^15 − 1 (core's `Centavos`). */
import { Centavos } from "@pesoreal/core"
import fc from "fast-check"
import { edgeBiased } from "../internal/edgeBiased.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

/** Which amounts are good. */
export interface CentavosOptions {
  /** The smallest good amount, in centavos. Default 0. */
  readonly minimum?: number
}

/** Sums that people pay, and powers of two and ten around which programs change their minds. */
const memorable = [1, 99, 100, 999, 1_000, 1_001, 2 ** 31, 2 ** 32, 10 ** 12, Centavos.MAX_CENTAVOS]

/**
 * Amounts of money in centavos, from `minimum` to 10^15 − 1. They shrink to the minimum.
 *
 * @example
 * ```ts
 * import { centavos } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(centavos({ minimum: 1000 }), 100).every((amount) => Number.isSafeInteger(amount) && amount >= 1000) // => true
 * ```
 */
export const centavos = ({ minimum = 0 }: CentavosOptions = {}): fc.Arbitrary<number> =>
  edgeBiased(
    fc.integer({ min: minimum, max: Centavos.MAX_CENTAVOS }),
    fc.constantFrom(minimum, ...memorable.filter((amount) => amount >= minimum)),
    fc.integer({ min: minimum, max: Math.max(minimum, 10_000_000) }),
  )

/** Why an amount is refused. */
export type CentavosReason = "below_minimum" | "above_maximum" | "not_whole" | "wrong_type" | "negative_zero"

/** Which amounts are bad, and how they will travel. */
export interface NearlyValidCentavosOptions extends CentavosOptions {
  /** Leave out what JSON cannot carry: `NaN`, the infinities, `-0`, `undefined` and bigints. Default false. */
  readonly inJson?: boolean
}

const wrongTypes = ["1000", "10.00", "", null, true, {}, [1000]]

/**
 * Amounts that core's `CentavosSchema.amountCentavos(minimum)` refuses: just outside the bounds, with a fraction, past the
 * integers that a number holds exactly, or not numbers at all (a text of digits, above all).
 *
 * @example
 * ```ts
 * import { nearlyValidCentavos } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const tooLittle = nearlyValidCentavos({ minimum: 1000 }).filter(({ why }) => why.reason === "below_minimum")
 * fc.sample(tooLittle, 100).every(({ value }) => Number(value) < 1000) // => true
 * ```
 */
export const nearlyValidCentavos = ({ minimum = 0, inJson = false }: NearlyValidCentavosOptions = {}): fc.Arbitrary<
  NearlyValid<unknown, CentavosReason>
> => {
  const maximum = Centavos.MAX_CENTAVOS
  const tooLow = edgeBiased(
    fc.integer({ min: -maximum, max: minimum - 1 }),
    fc.constantFrom(minimum - 1, -1, ...(minimum > 0 ? [0] : [])),
  )
  const tooHigh = edgeBiased(
    fc.integer({ min: maximum + 1, max: Number.MAX_SAFE_INTEGER }),
    fc.constantFrom(maximum + 1, Number.MAX_SAFE_INTEGER),
  )
  const fractions = fc.integer({ min: Math.min(minimum, 2 ** 40), max: 2 ** 40 }).map((whole) => whole + 0.5)
  const unsafe = [2 ** 53, 1e21, -1e21, 0.1 + 0.2, ...(inJson ? [] : [Number.NaN, Infinity, -Infinity])]
  return fc.oneof(
    nearly(tooLow, "below_minimum", `must be at least ${minimum} centavos (${Centavos.format(minimum)} MXN)`),
    nearly(tooHigh, "above_maximum", `must be at most ${maximum} centavos (${Centavos.format(maximum)} MXN)`),
    nearly(
      fc.oneof(fractions, fc.constantFrom(...unsafe)),
      "not_whole",
      `must be a whole number of centavos, at most ${maximum}`,
    ),
    nearly(
      fc.constantFrom<unknown>(...wrongTypes, ...(inJson ? [] : [undefined, 1000n])),
      "wrong_type",
      "must be an integer, counted in centavos",
    ),
    // Above a floor, it is too low like 0 itself, and the schema says that instead.
    ...(minimum === 0 && !inJson ? [nearly(fc.constant(-0), "negative_zero", "must be written 0, and not -0")] : []),
  )
}
