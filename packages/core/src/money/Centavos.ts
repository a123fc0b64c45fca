/**
 * Exact amounts of money, as whole numbers of centavos (hundredths of a peso or of a real).
 *
 * An amount is a plain safe integer, 0 to {@link MAX_CENTAVOS}. It is read from text digit by digit and written back the
 * same way: this module never computes with a fraction, and never rounds. Currencies are the caller's concern.
 */
import { accept, type Parsed, refuse } from "../Parsed.ts"

/**
 * The largest amount, 10^15 − 1 centavos (9,999,999,999,999.99).
 *
 * It leaves room below 2^53 to add nine such amounts exactly, and fifteen digits always survive a JSON number.
 */
export const MAX_CENTAVOS = 999_999_999_999_999

/**
 * Whether a value is an amount: a safe integer from 0 to {@link MAX_CENTAVOS}. Negative zero is not one, because it would
 * not survive a comparison by `Object.is`.
 *
 * @example
 * ```ts
 * import { Centavos } from "@pesoreal/core"
 *
 * Centavos.isCentavos(1000) // => true
 * Centavos.isCentavos(10.5) // => false
 * Centavos.isCentavos("1000") // => false
 * ```
 */
export const isCentavos = (value: unknown): value is number =>
  // The inverse of 0 is above 0, and that of -0 is not. The casts are safe behind isInteger, which takes anything.
  Number.isInteger(value) && 1 / (value as number) > 0 && (value as number) <= MAX_CENTAVOS

/** Why {@link parse} refuses a text. */
export type ParseReason =
  | "empty"
  | "sign"
  | "space"
  | "exponent"
  | "grouping"
  | "not_decimal"
  | "leading_zero"
  | "too_many_decimals"
  | "overflow"

const tooMuch = "is more than 9999999999999.99"

/** Tried in order, so that each message names the first thing a person would see. A text that none is true of is an amount. */
const refusals: ReadonlyArray<readonly [pattern: RegExp, reason: ParseReason, message: string]> = [
  [/^$/, "empty", 'is empty; write "12.34"'],
  [/\s/, "space", 'has a space; write "12.34"'],
  [/^[+−-]/, "sign", 'has a sign; write "12.34"'],
  [/^\d[\d.]*e[+-]?\d+$/i, "exponent", 'has an exponent; write "12.34"'],
  [/^\d[\d.]*[,'’_]/, "grouping", 'has a grouping mark; write "12.34"'],
  [/^0\d/, "leading_zero", 'has a leading zero; write "12.34"'],
  [/^\d+\.\d{3,}$/, "too_many_decimals", "has more than 2 decimals; a centavo is the smallest amount"],
  [/^(?!\d+(\.\d\d?)?$)/, "not_decimal", 'is not decimal; write "12.34"'],
  [/^\d{14}/, "overflow", tooMuch],
]

/**
 * Reads an amount from decimal text: `"1234.56"`, `"1234.5"` and `"1234"`, with `.` as the decimal point and at most two
 * decimals. The result counts centavos. Signs, spaces, exponents, grouping marks and needless leading zeros are refused
 * rather than guessed at: `"1,234"` may mean two different amounts, and a zero-padded field usually counts centavos already.
 *
 * @example
 * ```ts
 * import { Centavos } from "@pesoreal/core"
 *
 * Centavos.parse("1234.56") // => { ok: true, value: 123456, warnings: [] }
 * Centavos.parse("0.1") // => { ok: true, value: 10, warnings: [] }
 *
 * const refused = Centavos.parse("1.005")
 * refused.ok ? "" : refused.errors[0].reason // => "too_many_decimals"
 * ```
 */
export const parse = (text: string): Parsed<number, ParseReason> => {
  const found = refusals.find(([pattern]) => pattern.test(text))
  const [whole, decimals = ""] = text.split(".")
  if (found) return refuse(found[1], found[2])
  // At most fifteen digits, read as one integer: exact, because every integer of fifteen digits is a safe one.
  return accept(Number(whole + decimals.padEnd(2, "0")))
}

const wanted = `takes 0 to ${MAX_CENTAVOS} centavos`

const notCentavos = () => refuse("not_centavos", wanted)

/**
 * Writes an amount with a point and two decimals, without grouping: the inverse of {@link parse}.
 *
 * Throws a `RangeError` for a number that is not an amount, because that is a mistake in the program and not in its input.
 *
 * @example
 * ```ts
 * import { Centavos } from "@pesoreal/core"
 *
 * Centavos.format(123456) // => "1234.56"
 * Centavos.format(5) // => "0.05"
 * ```
 */
export const format = (centavos: number): string => {
  if (!isCentavos(centavos)) throw new RangeError(`${wanted}, not ${String(centavos)}`)
  return String(centavos)
    .padStart(3, "0")
    .replace(/(?=..$)/, ".")
}

/**
 * Adds two amounts. More than {@link MAX_CENTAVOS} is an `overflow`; an operand that is no amount is `not_centavos`.
 *
 * @example
 * ```ts
 * import { Centavos } from "@pesoreal/core"
 *
 * Centavos.add(10, 20) // => { ok: true, value: 30, warnings: [] }
 * ```
 */
export const add = (left: number, right: number): Parsed<number, "not_centavos" | "overflow"> => sum([left, right])

/**
 * Subtracts the second amount from the first. A result below zero is `negative`: there are no negative amounts.
 *
 * @example
 * ```ts
 * import { Centavos } from "@pesoreal/core"
 *
 * Centavos.subtract(30, 20) // => { ok: true, value: 10, warnings: [] }
 *
 * const refused = Centavos.subtract(20, 30)
 * refused.ok ? "" : refused.errors[0].message // => "0.30 is more than 0.20"
 * ```
 */
export const subtract = (left: number, right: number): Parsed<number, "not_centavos" | "negative"> => {
  if (![left, right].every(isCentavos)) return notCentavos()
  return right > left ? refuse("negative", `${format(right)} is more than ${format(left)}`) : accept(left - right)
}

/**
 * Orders two amounts, for `sort`: negative when the first is less, positive when it is more, 0 when they are equal.
 *
 * @example
 * ```ts
 * import { Centavos } from "@pesoreal/core"
 *
 * const amounts = [300, 100, 200]
 * amounts.sort(Centavos.compare) // => [100, 200, 300]
 * ```
 */
export const compare = (left: number, right: number): -1 | 0 | 1 => (left < right ? -1 : left > right ? 1 : 0)

/**
 * Whether two amounts differ by at most `tolerance` centavos. It is false when any of the three is no amount.
 *
 * The value of a payment by QR code may differ from the one in the code by 1 centavo (pix.md, limits).
 *
 * @example
 * ```ts
 * import { Centavos } from "@pesoreal/core"
 *
 * Centavos.isWithin(1000, 1001, 1) // => true
 * Centavos.isWithin(1000, 1002, 1) // => false
 * ```
 */
export const isWithin = (left: number, right: number, tolerance: number): boolean =>
  [left, right, tolerance].every(isCentavos) && Math.abs(left - right) <= tolerance

/**
 * Adds any number of amounts; of none, 0. A total over {@link MAX_CENTAVOS} is an `overflow`; if any of them is no amount,
 * the answer is `not_centavos`.
 *
 * @example
 * ```ts
 * import { Centavos } from "@pesoreal/core"
 *
 * Centavos.sum([100, 250, 5]) // => { ok: true, value: 355, warnings: [] }
 * ```
 */
export const sum = (amounts: Iterable<number>): Parsed<number, "not_centavos" | "overflow"> => {
  const all = [...amounts]
  if (!all.every(isCentavos)) return notCentavos()
  // Past 2^53 the total may be rounded, but never back to where it would pass for an amount.
  const total = all.reduce((before, amount) => before + amount, 0)
  return total > MAX_CENTAVOS ? refuse("overflow", tooMuch) : accept(total)
}

/**
 * Shares an amount out in proportion to weights: the parts stand in the order of their weights and add up to the amount, and
 * each is less than a centavo away from its exact share. A weight of 0 gets nothing.
 *
 * It is the method of the largest remainder: every share is rounded down, and the centavos that are left go, one each, to
 * those that lost most by it; of equal ones, to the first. A weight is a whole number from 0 to {@link MAX_CENTAVOS}: a
 * percentage in basis points, or another amount. Anything else is refused as `not_centavos`, and weights that are all 0, or
 * none at all, as `parts`.
 *
 * @example
 * ```ts
 * import { Centavos } from "@pesoreal/core"
 *
 * Centavos.allocate(101, [7000, 3000]) // => { ok: true, value: [71, 30], warnings: [] }
 * Centavos.allocate(5, [1, 0, 1]) // => { ok: true, value: [3, 0, 2], warnings: [] }
 * ```
 */
export const allocate = (
  amount: number,
  weights: ReadonlyArray<number>,
): Parsed<ReadonlyArray<number>, "not_centavos" | "parts"> => {
  if (![amount, ...weights].every(isCentavos)) return notCentavos()
  // An amount times a weight has up to thirty digits, which a number cannot hold.
  const total = weights.reduce((before, weight) => before + BigInt(weight), 0n)
  if (!total) return refuse("parts", "takes 1 to 1000 parts, not all 0")
  let left = amount
  const shares = weights.map((weight): [share: number, lost: bigint] => {
    const product = BigInt(amount) * BigInt(weight)
    const share = Number(product / total)
    left -= share
    return [share, product % total]
  })
  // The sort is stable, so that the first of equal ones stays the first.
  for (const each of shares.toSorted((one, other) => Number(other[1] - one[1]))) {
    if (left-- > 0) each[0]++
  }
  return accept(shares.map(([share]) => share))
}

/**
 * Splits an amount into equal parts, 1 to 1000 of them: they add up to the amount, differ by at most a centavo, and the larger
 * ones come first. There are parts of 0 when there are fewer centavos than parts. Another number of parts is refused as
 * `parts`.
 *
 * @example
 * ```ts
 * import { Centavos } from "@pesoreal/core"
 *
 * Centavos.split(1000, 3) // => { ok: true, value: [334, 333, 333], warnings: [] }
 * ```
 */
export const split = (amount: number, parts: number): Parsed<ReadonlyArray<number>, "not_centavos" | "parts"> =>
  allocate(amount, isCentavos(parts) && parts <= 1000 ? Array<number>(parts).fill(1) : [])
