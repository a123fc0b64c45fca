/**
 * Amounts of the PIX area, where a JSON body carries reais as a number with at most two decimals (pix.md): between that number
 * and the centavos that everything else counts in.
 *
 * A number is read by its shortest decimal text, the one that JSON writes, and never by arithmetic (decisions, section 2).
 */
import { accept, type Parsed, refuse } from "../Parsed.ts"
import * as Centavos from "./Centavos.ts"

/** The largest amount of one PIX, in centavos: 9,999,999,999.99 reais, all that field 54 of a BR Code can carry. */
export const MAX_BRL_CENTAVOS = 999_999_999_999

/** Why {@link fromNumber} refuses a number. */
export type NumberReason = "not_number" | "negative" | "too_many_decimals" | "overflow"

/** How much may be read. */
export interface FromNumberOptions {
  /** The largest amount that is accepted, in centavos, up to `Centavos.MAX_CENTAVOS`. Default {@link MAX_BRL_CENTAVOS}. */
  readonly maximumCentavos?: number
}

const tooMuch = (maximumCentavos: number) =>
  refuse("overflow", `is more than ${Centavos.format(maximumCentavos)}, the largest amount`)

/**
 * Reads a number of reais, as it comes out of `JSON.parse`, as centavos.
 *
 * What counts is the shortest decimal text of the number, which is how JavaScript and JSON write it: `1e2` is 100.00, `-0` is
 * 0.00, `1.005` and the sum `0.1 + 0.2` (0.30000000000000004) have too many decimals. `Infinity`, which `JSON.parse` makes of
 * `1e400`, is an overflow. A text is never taken for a number.
 *
 * @example
 * ```ts
 * import { Brl } from "@pesoreal/core"
 *
 * Brl.fromNumber(1234.5) // => { ok: true, value: 123450, warnings: [] }
 *
 * const refused = Brl.fromNumber(0.1 + 0.2)
 * refused.ok ? "" : refused.errors[0].reason // => "too_many_decimals"
 * ```
 */
export const fromNumber = (
  reais: number,
  { maximumCentavos = MAX_BRL_CENTAVOS }: FromNumberOptions = {},
): Parsed<number, NumberReason> => {
  if (typeof reais !== "number" || Number.isNaN(reais)) return refuse("not_number", "is not a number of reais")
  if (reais < 0) return refuse("negative", "is negative; amounts are written without a sign")
  // From 10^21 on, the text has an exponent; below 10^-6 too, and there it has more than two decimals.
  if (reais >= 1e21) return tooMuch(maximumCentavos)
  const read = Centavos.parse(String(reais))
  if (!read.ok && read.errors[0].reason !== "overflow") {
    return refuse("too_many_decimals", "has more than 2 decimals; a centavo is the smallest amount")
  }
  return read.ok && read.value <= maximumCentavos ? accept(read.value) : tooMuch(maximumCentavos)
}

/**
 * Writes centavos as the number of reais that JSON carries, with at most two decimals. It is exact for every amount, because
 * fifteen digits always survive a number: the text is made first, and `Number` reads it.
 *
 * Throws a `RangeError` for a number that is not an amount, because that is a mistake in the program and not in its input.
 *
 * @example
 * ```ts
 * import { Brl } from "@pesoreal/core"
 *
 * Brl.toNumber(123450) // => 1234.5
 * JSON.stringify({ value: Brl.toNumber(30) }) // => '{"value":0.3}'
 * ```
 */
export const toNumber = (centavos: number): number => Number(Centavos.format(centavos))

/**
 * Reads decimal text as `Centavos.parse` does, up to the largest amount of one PIX: `"1234.56"`, `"1234.5"`, `"1234"`.
 *
 * @example
 * ```ts
 * import { Brl } from "@pesoreal/core"
 *
 * Brl.parse("10.00") // => { ok: true, value: 1000, warnings: [] }
 *
 * const refused = Brl.parse("10000000000.00")
 * refused.ok ? "" : refused.errors[0].message // => "is more than 9999999999.99, the largest amount"
 * ```
 */
export const parse = (text: string): Parsed<number, Centavos.ParseReason> => {
  const read = Centavos.parse(text)
  const overflows = read.ok ? read.value > MAX_BRL_CENTAVOS : read.errors[0].reason === "overflow"
  return overflows ? tooMuch(MAX_BRL_CENTAVOS) : read
}

/**
 * Writes centavos as the Central Bank's interfaces do, in `valor.original` and in field 54 of a BR Code: a point and two
 * decimals, no grouping, at most ten digits before the point.
 *
 * Throws a `RangeError` for more than one PIX can carry, and for a number that is not an amount.
 *
 * @example
 * ```ts
 * import { Brl } from "@pesoreal/core"
 *
 * Brl.format(123450) // => "1234.50"
 * ```
 */
export const format = (centavos: number): string => {
  if (centavos > MAX_BRL_CENTAVOS) {
    throw new RangeError(`Brl.format takes at most ${MAX_BRL_CENTAVOS} centavos, not ${centavos}`)
  }
  return Centavos.format(centavos)
}
