/** Amounts in reais as PIX bodies carry them: JSON numbers with at most two decimals (core's `Brl`). */
import { Brl, Centavos } from "@pesoreal/core"
import fc from "fast-check"
import { edgeBiased } from "../internal/edgeBiased.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

/** Which amounts are good. */
export interface BrlOptions {
  /**
   * `value`: of a charge, a payment or a refund, 0.01 to 9,999,999,999.99 (core's `BrlSchema.Brl`). `amount`: in an answer, 0
   * to 9,999,999,999,999.99 (`BrlSchema.BrlAmount`). Default `value`.
   */
  readonly kind?: "value" | "amount"
}

/** The bounds of a kind, in centavos. */
const boundsOf = (kind: "value" | "amount") =>
  kind === "value" ? { min: 1, max: Brl.MAX_BRL_CENTAVOS } : { min: 0, max: Centavos.MAX_CENTAVOS }

/** Sums whose decimals are not what binary fractions make of them, and powers of two and ten. */
const memorable = [1, 10, 29, 30, 99, 100, 101, 115, 435, 1_001, 123_456, 2 ** 31, 2 ** 32, 10 ** 11, 999_999_999_999]

const toCentavos = (reais: unknown): number => {
  const read = typeof reais === "number" ? Brl.fromNumber(reais, { maximumCentavos: Centavos.MAX_CENTAVOS }) : undefined
  if (read?.ok !== true) throw new TypeError("Not an amount in reais")
  return read.value
}

/**
 * Amounts in reais: numbers with at most two decimals. They shrink to the smallest, 0.01 or 0.
 *
 * @example
 * ```ts
 * import { Brl } from "@pesoreal/core"
 * import { brl } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(brl(), 100).every((reais) => Brl.fromNumber(reais).ok) // => true
 * ```
 */
export const brl = ({ kind = "value" }: BrlOptions = {}): fc.Arbitrary<number> => {
  const { min, max } = boundsOf(kind)
  return edgeBiased(
    fc.integer({ min, max }),
    fc.constantFrom(min, max, ...memorable),
    fc.integer({ min, max: 1_000_000 }),
  ).map(Brl.toNumber, toCentavos)
}

/** Why an amount is refused. */
export type BrlReason = "below_minimum" | "above_maximum" | "too_many_decimals" | "not_finite" | "wrong_type"

/** Which amounts are bad, and how they will travel. */
export interface NearlyValidBrlOptions extends BrlOptions {
  /** Leave out what JSON cannot carry: `NaN`, the infinities, `-0`, `undefined` and bigints. Default false. */
  readonly inJson?: boolean
}

const wrongTypes = ["1.00", "1,00", "R$ 1", "", null, true, {}, [1]]

/**
 * Amounts that core's `BrlSchema` refuses: just outside the bounds, with a third decimal (sums of floating point, above all),
 * or not numbers at all.
 *
 * @example
 * ```ts
 * import { nearlyValidBrl } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const tooFine = nearlyValidBrl().filter(({ why }) => why.reason === "too_many_decimals")
 * fc.sample(tooFine, 100).every(({ value }) => /\.\d{3,}$/.test(String(value))) // => true
 * ```
 */
export const nearlyValidBrl = ({ kind = "value", inJson = false }: NearlyValidBrlOptions = {}): fc.Arbitrary<
  NearlyValid<unknown, BrlReason>
> => {
  const { min, max } = boundsOf(kind)
  const minimum = Brl.toNumber(min)
  const maximum = Brl.toNumber(max)
  const negative = fc.integer({ min: 1, max: Centavos.MAX_CENTAVOS }).map((centavos) => -Brl.toNumber(centavos))
  const tooLow = [-0.01, -1, -1e-7, -1e21, ...(kind === "value" ? [0, 0.001, 0.009, ...(inJson ? [] : [-0])] : [])]
  // A centavo more than either maximum is a whole number of reais.
  const next = Math.ceil(maximum)
  const tooHigh = edgeBiased(fc.integer({ min: next, max: Number.MAX_SAFE_INTEGER }), fc.constant(next))
  // Thirteen digits in all, so that none of them is lost.
  const tooFine = fc
    .tuple(fc.integer({ min: 1, max: Brl.MAX_BRL_CENTAVOS - 1 }), fc.integer({ min: 1, max: 9 }))
    .map(([centavos, digit]) => Number(`${Centavos.format(centavos)}${digit}`))
  return fc.oneof(
    nearly(fc.oneof(negative, fc.constantFrom(...tooLow)), "below_minimum", `must be at least ${minimum}`),
    nearly(
      fc.oneof(tooHigh, fc.constantFrom(1e15, 1e21, Number.MAX_VALUE)),
      "above_maximum",
      `must be at most ${maximum}`,
    ),
    nearly(
      fc.oneof(tooFine, fc.constantFrom(0.1 + 0.2, 1.1 + 2.2, 0.07 * 100, 1.005)),
      "too_many_decimals",
      "must have at most 2 decimals",
    ),
    nearly(
      fc.constantFrom<unknown>(...wrongTypes, ...(inJson ? [] : [undefined, 1n])),
      "wrong_type",
      "must be a number of reais, such as 1234.56",
    ),
    ...(inJson
      ? []
      : [
          nearly(
            fc.constantFrom(Number.NaN, Infinity, -Infinity),
            "not_finite",
            `must be from ${minimum} to ${maximum}`,
          ),
        ]),
  )
}
