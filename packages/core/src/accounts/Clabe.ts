/**
 * CLABE, the account number of Mexican banks: 18 digits, which are bank (3), plaza (3), account (11) and a check digit.
 *
 * It says whether a number is well formed, and warns of a bank that a table handed to it does not have. It never says whether
 * the plaza or the account exists.
 */
import type { Parsed, Problem } from "../Parsed.ts"

/** A CLABE and its parts. All are texts of digits: leading zeros count. */
export interface Clabe {
  /** All 18 digits. */
  readonly text: string
  /** 3 digits: the bank, by the last three of its code at Banco de México. */
  readonly bank: string
  /** 3 digits: the plaza, the town in which the account was opened. */
  readonly plaza: string
  /** 11 digits. */
  readonly account: string
  /** 1 digit, which the other 17 determine. */
  readonly checkDigit: string
}

/** Digits in a CLABE. */
export const CLABE_LENGTH = 18

/** An institution that has, or had, accounts with a CLABE. */
export interface Bank {
  /** Short, as receipts print it. */
  readonly name: string
  /** In full, where the table knows it. */
  readonly fullName?: string
  /** Its code at Banco de México, such as `40012`, by which SPEI addresses it. Absent where it takes no part any more. */
  readonly banxicoCode?: string
  /** A prefix for tests only: nobody has such an account. */
  readonly test?: true
}

/** Banks by the first three digits of their CLABEs. `banks.ts` has one; any other object of this shape will do. */
export interface BankTable {
  /** The day, `YYYY-MM-DD`, for which the table is right. Warnings name it, because such tables age. */
  readonly asOf: string
  readonly banks: Readonly<Record<string, Bank>>
}

/** What else to look at. */
export interface Options {
  /** Warn of banks that are not in this table, or are there for tests. Default: no bank is looked up. */
  readonly banks?: BankTable
}

/** Why {@link parse} refuses a text. */
export type ParseReason = "length" | "not_digits" | "bank" | "check_digit"

/** What {@link parse} says of a text when it is given a table of banks. It refuses none for that. */
export type WarningReason = "unknown_bank" | "test_bank"

/** The digit that belongs behind the first 17, or NaN if they are not all digits. */
const rightDigit = (text: string): number => {
  let total = 0
  // The weights are 3, 7, 1 over and over; only the last digit of each product counts, so adding whole products is the same.
  for (let index = 0; index < 17; index++) {
    const digit = text.charCodeAt(index) - 48
    if (!(digit >= 0 && digit < 10)) return NaN
    total += digit * (index % 3 ? (index % 3 === 1 ? 7 : 1) : 3)
  }
  return (total * 9) % 10
}

/**
 * The check digit that belongs to the first 17 digits of a CLABE. By the CLABE standard of Mexico's banks, the weights 3, 7, 1
 * repeat over the 17 digits, and the last digits of the products, together with the check digit, add up to a multiple of ten.
 *
 * Throws a `RangeError` for anything but 17 digits; use {@link fromParts} on input that may be wrong.
 *
 * @example
 * ```ts
 * import { Clabe } from "@pesoreal/core"
 *
 * Clabe.checkDigit("00201007777777777") // => "1"
 * ```
 */
export const checkDigit = (first17: string): string => {
  const digit = rightDigit(first17)
  if (first17.length !== 17 || !(digit >= 0)) throw new RangeError("Clabe.checkDigit takes exactly 17 digits")
  return String(digit)
}

/** No institution has, or can have, the code 000. */
const isNobody = (text: string): boolean => text.startsWith("000")

const split = (text: string): Clabe => ({
  text,
  bank: text.slice(0, 3),
  plaza: text.slice(3, 6),
  account: text.slice(6, 17),
  checkDigit: text.slice(17),
})

const bankWarnings = (bank: string, { asOf, banks }: BankTable): ReadonlyArray<Problem<WarningReason>> => {
  const known = banks[bank]
  const place = { path: "bank", offset: 0 }
  if (known) return known.test ? [{ reason: "test_bank", message: `bank ${bank} is for tests`, ...place }] : []
  return [{ reason: "unknown_bank", message: `bank ${bank} is unknown as of ${asOf}`, ...place }]
}

/**
 * Reads a CLABE and checks its check digit. Only the ASCII digits 0 to 9 count as digits, and nothing is trimmed: spaces,
 * hyphens and line ends are refused. A text may be refused for both `length` and `not_digits` at once, and for both `bank` and
 * `check_digit`. Bank 000 is refused, because no institution has that code.
 *
 * Otherwise banks are looked up only in a table that the caller hands over, and one that it does not have is a warning:
 * lists of banks age, and would refuse real accounts (decisions, section 11). Plazas are not looked up, for the same reason.
 *
 * @example
 * ```ts
 * import { Banks, Clabe } from "@pesoreal/core"
 *
 * const parsed = Clabe.parse("646180110400000007")
 * parsed.ok && parsed.value.bank // => "646"
 *
 * const refused = Clabe.parse("012180001234567890")
 * refused.ok ? "" : refused.errors[0].message // => "ends in the check digit 0, which should be 9"
 *
 * Clabe.parse("846180000400000001", { banks: Banks.table }).warnings.map(({ reason }) => reason) // => ["test_bank"]
 * ```
 */
export const parse = (text: string, options?: Options): Parsed<Clabe, ParseReason, WarningReason> => {
  const errors: Array<Problem<ParseReason>> = []
  const value = split(text)
  let length = 0
  for (const _ of text) length++
  const stranger = text.search(/[^0-9]/)
  if (length !== CLABE_LENGTH) errors.push({ reason: "length", message: `must have 18 digits, and has ${length}` })
  if (stranger >= 0) {
    // All before it are digits, of one byte each.
    errors.push({
      reason: "not_digits",
      message: "must be digits from 0 to 9 only, without spaces or hyphens",
      offset: stranger,
    })
  }
  let warnings: ReadonlyArray<Problem<WarningReason>> = []
  if (!errors[0]) {
    if (isNobody(text)) {
      errors.push({ reason: "bank", message: "begins with 000, which is no bank", path: "bank", offset: 0 })
    } else if (options?.banks) warnings = bankWarnings(value.bank, options.banks)
    const right = String(rightDigit(text))
    if (value.checkDigit !== right) {
      const message = `ends in the check digit ${value.checkDigit}, which should be ${right}`
      errors.push({ reason: "check_digit", message, path: "checkDigit", offset: 17 })
    }
  }
  const [first, ...rest] = errors
  return first ? { ok: false, errors: [first, ...rest], warnings } : { ok: true, value, warnings }
}

/**
 * Whether {@link parse} accepts a text. It allocates nothing.
 *
 * @example
 * ```ts
 * import { Clabe } from "@pesoreal/core"
 *
 * Clabe.isClabe("646180110400000007") // => true
 * Clabe.isClabe("012180001234567890") // => false
 * Clabe.isClabe("000000000000000000") // => false
 * ```
 */
export const isClabe = (text: string): boolean =>
  text.length === CLABE_LENGTH && !isNobody(text) && rightDigit(text) === text.charCodeAt(17) - 48

/**
 * Makes a CLABE out of bank (3 digits), plaza (3) and account (11), and works out its check digit. Each part that is not
 * exactly so many digits is an error of its own name, and so is bank 000; nothing is padded.
 *
 * @example
 * ```ts
 * import { Clabe } from "@pesoreal/core"
 *
 * const made = Clabe.fromParts({ bank: "846", plaza: "180", account: "00040000000" })
 * made.ok && made.value.text // => "846180000400000001"
 * ```
 */
export const fromParts = (parts: {
  readonly bank: string
  readonly plaza: string
  readonly account: string
}): Parsed<Clabe, "bank" | "plaza" | "account"> => {
  const expected = [
    ["bank", 3, " other than 000"],
    ["plaza", 3, ""],
    ["account", 11, ""],
  ] as const
  const [first, ...rest] = expected
    .filter(([path, length]) => {
      const part = parts[path]
      return part.length !== length || /[^0-9]/.test(part) || (path === "bank" && isNobody(part))
    })
    .map(([path, length, but]) => ({
      reason: path,
      message: `the ${path} must be exactly ${length} digits${but}`,
      path,
    }))
  if (first) return { ok: false, errors: [first, ...rest], warnings: [] }
  const first17 = parts.bank + parts.plaza + parts.account
  return { ok: true, value: split(first17 + rightDigit(first17)), warnings: [] }
}

/**
 * Writes 18 digits as people read them: groups of 3, 3, 11 and 1, with spaces between. Any other text is given back
 * unchanged, so that a display never fails on what it was given to show.
 *
 * @example
 * ```ts
 * import { Clabe } from "@pesoreal/core"
 *
 * Clabe.format("646180110400000007") // => "646 180 11040000000 7"
 * ```
 */
export const format = (text: string): string => text.replace(/^(\d{3})(\d{3})(\d{11})(\d)$/, "$1 $2 $3 $4")
