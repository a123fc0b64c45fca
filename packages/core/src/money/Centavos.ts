/**
 * Exact amounts of money, as whole numbers of centavos (hundredths of a peso or of a real).
 *
 * An amount is a plain safe integer, 0 to {@link MAX_CENTAVOS}. It is read from text digit by digit and written back the
 * same way: this module never multiplies or divides a fraction, and never rounds. Currencies are the caller's concern.
 */
import { accept, type Parsed, refuse } from "../Parsed.ts"

/**
 * The largest amount, 10^15 − 1 centavos (9,999,999,999,999.99).
 *
 * It leaves room below 2^53 to add nine such amounts exactly, and fifteen digits always survive a JSON number.
 */
export const MAX_CENTAVOS = 999_999_999_999_999

/** Whole digits of {@link MAX_CENTAVOS} when it is written in pesos or reais. */
const MAX_WHOLE_DIGITS = 13

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
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_CENTAVOS && !Object.is(value, -0)

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

/** Tried in order, so that each message names the first thing a person would see. */
const refusals: ReadonlyArray<readonly [pattern: RegExp, reason: ParseReason, message: string]> = [
  [/^$/u, "empty", 'is empty; write an amount such as "1234.56"'],
  [/\s/u, "space", 'has a space in it; write the digits alone, such as "1234.56"'],
  [/^[+\-−]/u, "sign", "has a sign; amounts are never negative, and a plus is not written"],
  [/^\d[\d.]*e[+-]?\d+$/iu, "exponent", 'has an exponent; write every digit, such as "1200.00" for "1.2e3"'],
  [/^\d[\d.]*[,'’_]/u, "grouping", 'has a comma or a grouping mark; write "1234.56" for "1,234.56"'],
  [/^0\d/u, "leading_zero", 'begins with a zero that it does not need; write "12.00" for "0012.00"'],
  [/^\d+\.\d{3,}$/u, "too_many_decimals", "has more than 2 decimals; a centavo is the smallest amount"],
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
  const match = /^(0|[1-9]\d*)(?:\.(\d{1,2}))?$/u.exec(text)
  if (match === null) {
    const found = refusals.find(([pattern]) => pattern.test(text))
    return found === undefined
      ? refuse("not_decimal", 'is not a decimal amount; write digits and at most one point, such as "1234.56"')
      : refuse(found[1], found[2])
  }
  const [, whole = "", decimals = ""] = match
  if (whole.length > MAX_WHOLE_DIGITS) return refuse("overflow", overflowMessage)
  // At most fifteen digits, read as one integer: exact, because every integer of fifteen digits is a safe one.
  return accept(Number(whole + decimals.padEnd(2, "0")))
}

const overflowMessage = "is more than 9999999999999.99, the largest amount"

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
  if (!isCentavos(centavos)) {
    const given = String(centavos)
    throw new RangeError(`Centavos.format takes a whole number from 0 to ${MAX_CENTAVOS}, and was given ${given}`)
  }
  const digits = String(centavos).padStart(3, "0")
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const notCentavos = (value: unknown) =>
  refuse("not_centavos", `${String(value)} is not a whole number of centavos from 0 to ${MAX_CENTAVOS}`)

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
 * refused.ok ? "" : refused.errors[0].message // => "0.20 less 0.30 would be negative"
 * ```
 */
export const subtract = (left: number, right: number): Parsed<number, "not_centavos" | "negative"> => {
  if (!isCentavos(left)) return notCentavos(left)
  if (!isCentavos(right)) return notCentavos(right)
  if (right > left) return refuse("negative", `${format(left)} less ${format(right)} would be negative`)
  return accept(left - right)
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
 * Adds any number of amounts; of none, 0. Stops at the first that is no amount, or that takes the total over
 * {@link MAX_CENTAVOS}.
 *
 * @example
 * ```ts
 * import { Centavos } from "@pesoreal/core"
 *
 * Centavos.sum([100, 250, 5]) // => { ok: true, value: 355, warnings: [] }
 * ```
 */
export const sum = (amounts: Iterable<number>): Parsed<number, "not_centavos" | "overflow"> => {
  let total = 0
  for (const amount of amounts) {
    if (!isCentavos(amount)) return notCentavos(amount)
    total += amount
    if (total > MAX_CENTAVOS) return refuse("overflow", `the total ${overflowMessage}`)
  }
  return accept(total)
}
