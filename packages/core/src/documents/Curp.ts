/**
 * CURP, the number by which Mexico's population register, RENAPO, knows a person: 4 letters of the name, the date of birth, sex,
 * state of birth, 3 consonants of the name, a character that tells namesakes apart, and a check digit.
 *
 * It says whether a number is well formed. It never says whether it was issued, or to whom.
 */
import type { Parsed } from "../Parsed.ts"
import { isDay } from "./calendar.ts"
import { faultsOf, type Options, type Part, weigh } from "./MexicanTaxIdText.ts"

export type { Options } from "./MexicanTaxIdText.ts"

/** A CURP and its parts. All are texts. */
export interface Curp {
  /** All 18 characters. */
  readonly text: string
  /** 4 letters `A` to `Z`: two of the first surname, one of the second, one of the given name. Ñ is written `X`. */
  readonly initials: string
  /** `YYYY-MM-DD`. Its century comes from `homonymy`. */
  readonly birthDate: string
  /** `H` (hombre, man), `M` (mujer, woman) or `X` (neither; since 2023). */
  readonly sex: "H" | "M" | "X"
  /** 2 letters: where the person was born, `NE` abroad. `CurpStates` has their names. */
  readonly state: string
  /** 3 consonants of the surnames and the given name. */
  readonly consonants: string
  /** A digit for who was born before 2000, a letter for who was born since: it tells people of equal names apart. */
  readonly homonymy: string
  /** 1 digit, which the other 17 characters determine. */
  readonly checkDigit: string
}

/** Why {@link parse} refuses a text: its length, characters that CURPs do not have, one of its parts, or lower case. */
export type ParseReason =
  | "length"
  | "characters"
  | "lowercase"
  | "initials"
  | "birth_date"
  | "sex"
  | "state"
  | "consonants"
  | "check_digit"

/** What is odd about a text that {@link parse} accepts. */
export type WarningReason = "forbidden_word"

/** Of two characters, those that are a state. */
const states = /AS|B[CS]|C[CHLMS]|D[FG]|G[RT]|HG|JC|M[CNS]|N[ELT]|OC|PL|Q[RT]|S[LPR]|T[CLS]|VZ|YN|ZS/

const centuryOf = (homonymy: string): string => (homonymy > "9" ? "20" : "19")

/** The digit that completes 17 characters. Their values are those of base 36, and behind N one more, because of the Ñ. */
const rightDigit = (first17: string): string =>
  String((weigh(first17, (character) => parseInt(character, 36) + (character > "N" ? 1 : 0)) * 9) % 10)

/**
 * Reads a CURP, and checks its date, state and check digit. Its letters must be capitals, and nothing is trimmed: spaces and
 * hyphens are refused. All parts at fault are named at once. The words that RENAPO avoids are a warning, if the caller hands
 * them over (decisions, section 11).
 *
 * The check digit: a character's value is its place in `0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ`, the weights fall from 18 to 2,
 * and the sum with the digit is a multiple of ten (RENAPO's rules for CURPs).
 *
 * @example
 * ```ts
 * import { Curp } from "@pesoreal/core"
 *
 * const parsed = Curp.parse("HEGR891009HMNRRD09")
 * parsed.ok && parsed.value.birthDate // => "1989-10-09"
 *
 * const refused = Curp.parse("PEGL891313MJCRMS06")
 * refused.ok ? [] : refused.errors.map(({ message }) => message) // => ["needs a date yyMMdd that exists"]
 * ```
 */
export const parse = (text: string, options?: Options): Parsed<Curp, ParseReason, WarningReason> => {
  const upper = text.toUpperCase()
  // What stands before the first stranger is ASCII, so that places count bytes.
  const stranger = text.search(/[^\dA-Z]/)
  const initials = text.slice(0, 4)
  const sex = text.charAt(10)
  const state = text.slice(11, 13)
  const consonants = text.slice(13, 16)
  const homonymy = text.charAt(16)
  const checkDigit = text.charAt(17)
  const birthDate = centuryOf(homonymy) + text.slice(4, 10).replace(/(..)(..)/, "$1-$2-")
  const right = rightDigit(text.slice(0, 17))
  const parts: ReadonlyArray<Part<ParseReason>> =
    text.length !== 18
      ? [[false, "length", -1, "18 characters", ""]]
      : stranger >= 0
        ? [
            upper !== text && isCurp(upper)
              ? [false, "lowercase", -1, upper, ""]
              : [false, "characters", stranger, "0-9, A-Z", ""],
          ]
        : [
            [/^\D[AEIOUX]\D+$/.test(initials), "initials", 0, "4 letters, the second of AEIOUX"],
            [isDay(birthDate), "birth_date", 4, "a date yyMMdd that exists", "birthDate"],
            ["HMX".includes(sex), "sex", 10, "H, M or X"],
            [states.test(state), "state", 11, "a state or NE"],
            [!/[\dAEIOU]/.test(consonants), "consonants", 13, "3 consonants"],
            [checkDigit === right, "check_digit", 17, `check digit ${right}`, "checkDigit"],
          ]
  const [first, ...rest] = faultsOf(parts)
  if (first) return { ok: false, errors: [first, ...rest], warnings: [] }
  return {
    ok: true,
    // Any other sex is at fault, and was refused.
    value: { text, initials, birthDate, sex: sex as Curp["sex"], state, consonants, homonymy, checkDigit },
    warnings: faultsOf<WarningReason>([
      [!options?.words?.curp.includes(initials), "forbidden_word", 0, "other initials", "initials"],
    ]),
  }
}

/**
 * Whether {@link parse} accepts a text.
 *
 * @example
 * ```ts
 * import { Curp } from "@pesoreal/core"
 *
 * Curp.isCurp("HEGR891009HMNRRD09") // => true
 * Curp.isCurp("HEGR891009HMNRRD08") // => false
 * ```
 */
export const isCurp = (text: string): boolean => parse(text).ok

/**
 * Makes a CURP out of its parts, and works out its check digit. The century of `birthDate` and `homonymy` must agree. Nothing
 * is padded or put in upper case.
 *
 * Only RENAPO gives `homonymy`: with one that is made up, the CURP is nobody's.
 *
 * @example
 * ```ts
 * import { Curp } from "@pesoreal/core"
 *
 * const made = Curp.fromParts({
 *   initials: "HEGR",
 *   birthDate: "1989-10-09",
 *   sex: "H",
 *   state: "MN",
 *   consonants: "RRD",
 *   homonymy: "0",
 * })
 * made.ok && made.value.text // => "HEGR891009HMNRRD09"
 * ```
 */
export const fromParts = (parts: Omit<Curp, "text" | "checkDigit">): Parsed<Curp, ParseReason, WarningReason> => {
  const { birthDate, homonymy } = parts
  // The day of another century would be another day: none is written for it.
  const day = birthDate.startsWith(centuryOf(homonymy)) ? birthDate.slice(2).replace(/-/g, "") : "000000"
  const first17 = parts.initials + day + parts.sex + parts.state + parts.consonants + homonymy
  return parse(first17 + rightDigit(first17.toUpperCase()))
}

/**
 * Gives a text back as it is: a CURP is written without punctuation. It is here because every tax identifier has a `format`.
 *
 * @example
 * ```ts
 * import { Curp } from "@pesoreal/core"
 *
 * Curp.format("HEGR891009HMNRRD09") // => "HEGR891009HMNRRD09"
 * ```
 */
export const format = (text: string): string => text
