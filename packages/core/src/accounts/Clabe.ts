/**
 * CLABE, the account number of Mexican banks: 18 digits, which are bank (3), plaza (3), account (11) and a check digit.
 *
 * It says whether a number is well formed. It never says whether the bank, the plaza or the account exists.
 */
import { accept, type Parsed, type Problem, refuse } from "../Parsed.ts"

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

/** Why {@link parse} refuses a text. */
export type ParseReason = "length" | "not_digits" | "check_digit"

const isDigits = (text: string, length: number): boolean => text.length === length && /^[0-9]*$/.test(text)

const weightedCheckDigit = (digits: string): string => {
  let total = 0
  // The weights are 3, 7, 1 over and over; only the last digit of each product counts, so adding whole products is the same.
  for (let index = 0; index < CLABE_LENGTH - 1; index++) {
    total += Number(digits[index]) * (index % 3 === 0 ? 3 : index % 3 === 1 ? 7 : 1)
  }
  return String((10 - (total % 10)) % 10)
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
  if (!isDigits(first17, CLABE_LENGTH - 1)) {
    throw new RangeError(`Clabe.checkDigit takes exactly 17 digits, and was given ${JSON.stringify(first17)}`)
  }
  return weightedCheckDigit(first17)
}

const split = (text: string): Clabe => ({
  text,
  bank: text.slice(0, 3),
  plaza: text.slice(3, 6),
  account: text.slice(6, 17),
  checkDigit: text.slice(17),
})

/**
 * Reads a CLABE and checks its check digit. Only the ASCII digits 0 to 9 count as digits, and nothing is trimmed: spaces,
 * hyphens and line ends are refused. A text may be refused for both `length` and `not_digits` at once.
 *
 * Banks and plazas are not looked up, because lists of them age and would refuse real accounts.
 *
 * @example
 * ```ts
 * import { Clabe } from "@pesoreal/core"
 *
 * const parsed = Clabe.parse("646180110400000007")
 * parsed.ok && parsed.value.bank // => "646"
 *
 * const refused = Clabe.parse("012180001234567890")
 * refused.ok ? "" : refused.errors[0].message // => "ends in the check digit 0, which should be 9"
 * ```
 */
export const parse = (text: string): Parsed<Clabe, ParseReason> => {
  let length = 0
  let strangers = 0
  for (const character of text) {
    length++
    if (character < "0" || character > "9") strangers++
  }
  const wrongLength: Problem<ParseReason> = { reason: "length", message: `must have 18 digits, and has ${length}` }
  if (strangers > 0) {
    const message = "must be digits from 0 to 9 only, without spaces or hyphens"
    const notDigits: Problem<ParseReason> = { reason: "not_digits", message }
    return { ok: false, errors: length === CLABE_LENGTH ? [notDigits] : [wrongLength, notDigits], warnings: [] }
  }
  if (length !== CLABE_LENGTH) return { ok: false, errors: [wrongLength], warnings: [] }
  const right = weightedCheckDigit(text)
  if (text[17] !== right) {
    return refuse("check_digit", `ends in the check digit ${text[17]}, which should be ${right}`)
  }
  return accept(split(text))
}

/** Whether a text is a CLABE with a right check digit. */
export const isClabe = (text: string): boolean => isDigits(text, CLABE_LENGTH) && text[17] === weightedCheckDigit(text)

/**
 * Makes a CLABE out of bank (3 digits), plaza (3) and account (11), and works out its check digit. Each part that is not
 * exactly so many digits is an error of its own name; nothing is padded.
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
    ["bank", 3],
    ["plaza", 3],
    ["account", 11],
  ] as const
  const [first, ...rest] = expected
    .filter(([part, length]) => !isDigits(parts[part], length))
    .map(([reason, length]) => ({ reason, message: `the ${reason} must be exactly ${length} digits` }))
  if (first !== undefined) return { ok: false, errors: [first, ...rest], warnings: [] }
  const first17 = parts.bank + parts.plaza + parts.account
  return accept(split(first17 + weightedCheckDigit(first17)))
}

/**
 * Writes 18 characters as people read them: groups of 3, 3, 11 and 1, with spaces between. Any other text is given back
 * unchanged, so that a display never fails on what it was given to show.
 *
 * @example
 * ```ts
 * import { Clabe } from "@pesoreal/core"
 *
 * Clabe.format("646180110400000007") // => "646 180 11040000000 7"
 * ```
 */
export const format = (text: string): string => {
  if (text.length !== CLABE_LENGTH) return text
  const parts = split(text)
  return `${parts.bank} ${parts.plaza} ${parts.account} ${parts.checkDigit}`
}
