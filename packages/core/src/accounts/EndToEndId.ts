/**
 * endToEndId, the number that an instant payment in Brazil has from end to end: a letter, the bank that made it, the minute,
 * and 11 characters of its own (decisions, section 3; Banco Central's Pix API).
 *
 * It says whether a number is well formed. It never says whether there is such a payment or such a bank, reads no clock, and
 * draws no random characters: who makes a number brings both.
 */
import { accept, type Parsed, type Problem, refuse } from "../Parsed.ts"

/** Payments begin with `E`, returns (refunds among them) with `D`. */
export type Kind = "payment" | "return"

/** An endToEndId and its parts. Upper and lower case are not the same in it. */
export interface EndToEndId {
  /** All 32 characters. */
  readonly text: string
  /** What it numbers. */
  readonly kind: Kind
  /** 8 characters of 0 to 9 and A to Z: the bank that made it, by the root of its CNPJ. */
  readonly ispb: string
  /** The minute in which it was made, in UTC: `yyyyMMddHHmm`. */
  readonly at: string
  /** When that minute began, in milliseconds since 1970. */
  readonly instant: number
  /** 11 letters and digits, which no other of the same bank and minute has. */
  readonly seq: string
}

/**
 * Why {@link parse} refuses a text: `characters` other than letters and digits, another `length` than 32, or a part that is
 * not as it must be.
 */
export type ParseReason = "characters" | "length" | "kind" | "ispb" | "at"

/** Characters in an endToEndId. */
export const END_TO_END_ID_LENGTH = 32

const ISPB = /^[\dA-Z]{8}$/
const ISPB_MESSAGE = "the ISPB must be 8 characters of 0-9 and A-Z"

/** The last millisecond of the last year of four digits. */
const MAX_INSTANT = 253_402_300_799_999

/** When a minute `yyyyMMddHHmm` began; `NaN` if there was no such minute. */
const instantOf = (at: string): number => {
  const iso = at.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:00.000Z")
  const instant = Date.parse(iso)
  // Engines make 1 March of 30 February, so that the way back is what decides.
  return Number.isNaN(instant) || new Date(instant).toISOString() !== iso ? Number.NaN : instant
}

/** All the errors, or what there is to answer without any. */
const orErrors = <E extends string>(
  findings: ReadonlyArray<true | Problem<E>>,
  answer: () => Parsed<EndToEndId, E>,
): Parsed<EndToEndId, E> => {
  const [first, ...rest] = findings.filter((finding) => finding !== true)
  return first === undefined ? answer() : { ok: false, errors: [first, ...rest], warnings: [] }
}

/**
 * Reads an endToEndId. The minute must be one of the calendar, but may be to come: clocks differ. Nothing is trimmed, and
 * case counts.
 *
 * @example
 * ```ts
 * import { EndToEndId } from "@pesoreal/core"
 *
 * const parsed = EndToEndId.parse("E12345678202009091221abcdef12345")
 * parsed.ok && parsed.value.at // => "202009091221"
 *
 * const refused = EndToEndId.parse("E88631478202009091221ghijk78901234")
 * refused.ok ? "" : refused.errors[0].message // => "must have 32 characters, and has 34"
 * ```
 */
export const parse = (text: string): Parsed<EndToEndId, ParseReason> => {
  const stranger = text.search(/[^\dA-Za-z]/)
  if (stranger >= 0) return refuse("characters", "must be letters and digits", { offset: stranger })
  if (text.length !== END_TO_END_ID_LENGTH) return refuse("length", `must have 32 characters, and has ${text.length}`)
  const ispb = text.slice(1, 9)
  const at = text.slice(9, 21)
  const instant = instantOf(at)
  return orErrors(
    [
      /^[DE]/.test(text) || { reason: "kind", message: "must begin with E or D", path: "kind", offset: 0 },
      ISPB.test(ispb) || { reason: "ispb", message: ISPB_MESSAGE, path: "ispb", offset: 1 },
      !Number.isNaN(instant) || {
        reason: "at",
        message: "must be a minute that exists, yyyyMMddHHmm",
        path: "at",
        offset: 9,
      },
    ],
    () => accept({ text, kind: text.startsWith("E") ? "payment" : "return", ispb, at, instant, seq: text.slice(21) }),
  )
}

/** Whether a text is an endToEndId: whether {@link parse} accepts it. */
export const isEndToEndId = (text: string): boolean => parse(text).ok

/**
 * Makes an endToEndId at an instant, in milliseconds since 1970; the minute that it falls in is what is kept of it. `seq` is
 * 11 letters and digits, which the caller draws. Every part that is not as it must be is an error of its own name.
 *
 * @example
 * ```ts
 * import { EndToEndId } from "@pesoreal/core"
 *
 * const instant = Date.UTC(2026, 10, 20, 15, 4, 59)
 * const made = EndToEndId.fromParts({ kind: "payment", ispb: "12345678", instant, seq: "abcdef12345" })
 * made.ok && made.value.text // => "E12345678202611201504abcdef12345"
 * ```
 */
export const fromParts = (parts: {
  readonly kind: Kind
  readonly ispb: string
  readonly instant: number
  readonly seq: string
}): Parsed<EndToEndId, ParseReason | "instant" | "seq"> => {
  const { kind, ispb, instant, seq } = parts
  return orErrors<ParseReason | "instant" | "seq">(
    [
      ISPB.test(ispb) || { reason: "ispb", message: ISPB_MESSAGE, path: "ispb" },
      (instant >= 0 && instant <= MAX_INSTANT) || {
        reason: "instant",
        message: "must be milliseconds since 1970, to 9999",
        path: "instant",
      },
      /^[\dA-Za-z]{11}$/.test(seq) || { reason: "seq", message: "must be 11 letters and digits", path: "seq" },
    ],
    () => {
      const at = new Date(instant).toISOString().replace(/\D/g, "").slice(0, 12)
      return parse((kind === "payment" ? "E" : "D") + ispb + at + seq)
    },
  )
}
