/**
 * RFC, the number by which Mexico's tax office, the SAT, knows a person or a company: letters of the name (4 of a person, 3 of
 * a company), a date, and a homoclave of 3 characters, of which the last is a check digit.
 *
 * It says whether a number is well formed. It never says whether it was issued, or to whom.
 */
import type { Parsed } from "../Parsed.ts"
import { isDay } from "./calendar.ts"
import { faultsOf, type Options, type Part, weigh } from "./MexicanTaxIdText.ts"

export type { Options } from "./MexicanTaxIdText.ts"

/** An RFC and its parts. All are texts but the last. */
export interface Rfc {
  /** All 12 or 13 characters; or 10, of a person without homoclave. */
  readonly text: string
  /** Whose it is. `generic` is {@link GENERIC} and `foreign` is {@link FOREIGN}, which are nobody's own. */
  readonly type: "person" | "company" | "generic" | "foreign"
  /** 4 letters of a person's name, or 3 of a company's: `A` to `Z`, `Ñ` and `&`. */
  readonly name: string
  /** `yyMMdd`: when the person was born or the company founded. The century is not written, and cannot be told. */
  readonly date: string
  /** 3 characters: 2 that tell equal names and dates apart, and the check digit. Null where a person's was left out. */
  readonly homoclave: string | null
  /** The last character, which should be `0` to `9` or `A`. Null without homoclave. */
  readonly checkDigit: string | null
  /** Whether the check digit is there and right. Of real RFCs, about 1.5 % have a wrong one (python-stdnum). */
  readonly checkDigitOk: boolean
}

/** What invoices have in place of the RFC of whoever gives none. Its check digit is not what the arithmetic gives. */
export const GENERIC = "XAXX010101000"

/** What invoices have in place of the RFC of whoever lives abroad. */
export const FOREIGN = "XEXX010101000"

/** Why {@link parse} refuses a text: its length, characters that RFCs do not have there, one of its parts, or lower case. */
export type ParseReason = "length" | "characters" | "lowercase" | "name" | "date"

/** What is odd about a text that {@link parse} accepts. */
export type WarningReason = "check_digit" | "forbidden_word"

/** The digit that completes 11 or 12 characters. */
const rightDigit = (text: string): string =>
  "0A987654321".charAt(
    weigh(text.padStart(12), (character) => "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ".indexOf(character)) % 11,
  )

/** Bytes of UTF-8 in a text of characters that RFCs have: Ñ takes two. */
const bytesOf = (text: string): number => text.replace(/Ñ/g, "ÑÑ").length

/**
 * The check digit that belongs to the 11 or 12 characters before it, as the SAT works it out: a character's value is its place
 * in `0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ`, a company's 11 begin with a space, the weights fall from 13 to 2, and the sum
 * with the digit is a multiple of eleven, where a ten is written A (the SAT's algorithm for RFCs, request 0610100135506).
 *
 * It is empty for what is no RFC without its last character.
 *
 * @example
 * ```ts
 * import { Rfc } from "@pesoreal/core"
 *
 * Rfc.checkDigit("GODE561231GR") // => "8"
 * Rfc.checkDigit("GODE561331GR") // => ""
 * ```
 */
export const checkDigit = (text: string): string => (isRfc(`${text}A`) ? rightDigit(text) : "")

/**
 * Reads an RFC. Its letters must be capitals, its date must exist in some century, and nothing is trimmed: spaces and hyphens
 * are refused. A person's may lack the homoclave; a company's may not.
 *
 * A last character that the SAT's arithmetic does not give, or that is no check digit at all, is only a warning, because there
 * are such RFCs and the SAT's own forms take them; so are the words that the SAT avoids, if the caller hands them over
 * (decisions, section 11).
 *
 * @example
 * ```ts
 * import { Rfc } from "@pesoreal/core"
 *
 * const parsed = Rfc.parse("GODE561231GR8")
 * parsed.ok && parsed.value.type // => "person"
 *
 * const odd = Rfc.parse("PEPJ800101ABC")
 * odd.ok // => true
 * odd.warnings // => [{ reason: "check_digit", message: "needs check digit 6", path: "checkDigit", offset: 12 }]
 *
 * const refused = Rfc.parse("gode561231gr8")
 * refused.ok ? "" : refused.errors[0].message // => "needs GODE561231GR8"
 * ```
 */
export const parse = (text: string, options?: Options): Parsed<Rfc, ParseReason, WarningReason> => {
  const { length } = text
  const upper = text.toUpperCase()
  const strange = text.replace(/^[A-ZÑ&]*[\dA-Z]*/, "")
  const letters = length === 12 ? 3 : 4
  const name = text.slice(0, letters)
  const date = text.slice(letters, letters + 6)
  const homoclave = text.slice(letters + 6)
  const last = homoclave.slice(2)
  const before = text.slice(0, letters + 8)
  const right = rightDigit(before)
  const stranger = bytesOf(text.slice(0, length - strange.length))
  const parts: ReadonlyArray<Part<ParseReason>> =
    length !== 10 && length !== 12 && length !== 13
      ? [[false, "length", -1, "10, 12 or 13 characters", ""]]
      : strange
        ? [
            upper !== text && isRfc(upper)
              ? [false, "lowercase", -1, upper, ""]
              : [false, "characters", stranger, "A-Z, Ñ, &, then 0-9, A-Z", ""],
          ]
        : [
            [!/\d/.test(name), "name", 0, `${letters} letters`],
            // What is a leap year of the 2000s is one of the 1900s as well, but for the year 00.
            [isDay(date.replace(/(..)(..)/, "20$1-$2-")), "date", bytesOf(name), "a date yyMMdd that exists"],
          ]
  const [first, ...rest] = faultsOf(parts)
  if (first) return { ok: false, errors: [first, ...rest], warnings: [] }
  return {
    ok: true,
    value: {
      text,
      type: text === GENERIC ? "generic" : text === FOREIGN ? "foreign" : letters > 3 ? "person" : "company",
      name,
      date,
      homoclave: homoclave || null,
      checkDigit: last || null,
      checkDigitOk: last === right,
    },
    warnings: faultsOf<WarningReason>([
      [!options?.words?.rfc.includes(name), "forbidden_word", 0, "other letters", "name"],
      [
        !last || last === right || text === GENERIC,
        "check_digit",
        bytesOf(before),
        `check digit ${right}`,
        "checkDigit",
      ],
    ]),
  }
}

/**
 * Whether {@link parse} accepts a text. A wrong check digit does not matter here, and the generic RFCs are RFCs.
 *
 * @example
 * ```ts
 * import { Rfc } from "@pesoreal/core"
 *
 * Rfc.isRfc("MAB9307148T4") // => true
 * Rfc.isRfc("MAB931314") // => false
 * ```
 */
export const isRfc = (text: string): boolean => parse(text).ok

/**
 * Makes an RFC out of its name (4 letters, or 3 of a company), date (`yyMMdd`) and differentiator (2 characters), and works out
 * its check digit. Without differentiator it is that of a person without homoclave. Nothing is padded or put in upper case.
 *
 * Only the SAT gives differentiators: with one that is made up, the RFC is nobody's.
 *
 * @example
 * ```ts
 * import { Rfc } from "@pesoreal/core"
 *
 * const made = Rfc.fromParts({ name: "GODE", date: "561231", differentiator: "GR" })
 * made.ok && made.value.text // => "GODE561231GR8"
 * ```
 */
export const fromParts = ({
  name,
  date,
  differentiator = "",
}: {
  readonly name: string
  readonly date: string
  readonly differentiator?: string
}): Parsed<Rfc, ParseReason, WarningReason> => {
  const text = name + date + differentiator
  // With a date of another length, the parts might make up another RFC than the one that was asked for.
  return parse(date.length === 6 ? text + (differentiator && rightDigit(text.toUpperCase())) : "")
}

/**
 * Gives a text back as it is: an RFC is written without punctuation. It is here because every tax identifier has a `format`.
 *
 * @example
 * ```ts
 * import { Rfc } from "@pesoreal/core"
 *
 * Rfc.format("GODE561231GR8") // => "GODE561231GR8"
 * ```
 */
export const format = (text: string): string => text
