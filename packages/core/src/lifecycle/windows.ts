/**
 * Windows of time that a request has to keep to: until when a payment can be refunded, and what one search may cover.
 *
 * These are functions of the instants that they are given, in milliseconds since 1970, and read no clock. How long a charge can
 * be paid is in `expiry.ts`.
 */
import { accept, type Parsed, refuse } from "../Parsed.ts"

const DAY_MS = 86_400_000

/** How long after its confirmation a payment can be refunded: 89 × 86,400 s, in milliseconds (decisions, section 8). */
export const REFUND_WINDOW_MS = 89 * DAY_MS

/**
 * Whether a refund is requested in time: not later than 89 days, to the millisecond, after the payment was confirmed. An
 * instant that is no number is never in time.
 *
 * @example
 * ```ts
 * import { Windows } from "@pesoreal/core"
 *
 * Windows.isRefundable(0, Windows.REFUND_WINDOW_MS) // => true
 * Windows.isRefundable(0, Windows.REFUND_WINDOW_MS + 1) // => false
 * ```
 */
export const isRefundable = (confirmedAtMs: number, requestedAtMs: number): boolean =>
  requestedAtMs <= confirmedAtMs + REFUND_WINDOW_MS

/** The days that `endDate` may be after `startDate`, and is by default (pix.md, limits; decisions, section 8). */
export const SEARCH_DAYS = 31

/** The dates of a search. Either may be left out, or `null`. */
export interface SearchDates {
  readonly startDate?: string | null | undefined
  readonly endDate?: string | null | undefined
}

/** What a search covers, in milliseconds: from the first instant, and before the second. */
export interface SearchWindow {
  readonly fromMs: number
  readonly untilMs: number
}

/** Why {@link searchWindow} refuses its dates. */
export type SearchReason = "not_date" | "impossible_date" | "start_after_end" | "too_long"

/** RFC 3339, where a time of day is optional, and its seconds are. */
const pattern =
  /^(\d{4}-\d\d-\d\d)(?:(T(?:[01]\d|2[0-3])(?::[0-5]\d){1,2})(?:\.\d{1,9})?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/

const startOfDay = (atMs: number): number => Math.floor(atMs / DAY_MS) * DAY_MS

const isoDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

/** The first instant of the day that a date names; without a date, another instant. */
const dayOf = (
  text: string | null | undefined,
  path: keyof SearchDates,
  otherwiseMs: number,
): Parsed<number, SearchReason> => {
  if (text === undefined || text === null) return accept(otherwiseMs)
  const match = pattern.exec(text)
  if (match === null) {
    return refuse("not_date", "must be a date such as 2026-01-31, or a timestamp with Z or an offset", { path })
  }
  const [, day = "", time = "", zone = ""] = match
  const dayMs = Date.parse(day)
  // Some platforms read 30 February as 2 March. The years are those that every database and every clock agrees on.
  if (Number.isNaN(dayMs) || isoDay(dayMs) !== day || !/^[12]/.test(day)) {
    return refuse("impossible_date", "must be a day that exists, in the years 1000 to 2999", { path })
  }
  return accept(startOfDay(Date.parse(day + time + zone)))
}

/**
 * The instants that a search covers, by its dates: whole days in UTC, both dates included, `endDate` at most 31 days after
 * `startDate`. `endDate` is today by default, the day in UTC of `nowMs`; `startDate` is 31 days before `endDate`.
 *
 * A date is `YYYY-MM-DD`, or a timestamp with `Z` or an offset. A timestamp stands for the whole day in UTC in which its instant
 * falls: its time of day never makes the window smaller, and `2026-01-31T22:00:00-03:00` is the first of February. A timestamp
 * without an offset would mean another day in another place, and is refused.
 *
 * Every error has the `path` of the date at fault; both dates are looked at. Source: pix.md, limits; decisions, section 8.
 *
 * @example
 * ```ts
 * import { Windows } from "@pesoreal/core"
 *
 * const nowMs = Date.UTC(2026, 0, 15, 12)
 * const january = Windows.searchWindow({ startDate: "2026-01-01", endDate: "2026-02-01" }, nowMs)
 * january.ok && january.value // => { fromMs: Date.UTC(2026, 0, 1), untilMs: Date.UTC(2026, 1, 2) }
 *
 * const tooLong = Windows.searchWindow({ startDate: "2026-01-01", endDate: "2026-02-02" }, nowMs)
 * tooLong.ok ? "" : tooLong.errors[0].message // => "must be 2026-01-02 or later: endDate is at most 31 days after it"
 * ```
 */
export const searchWindow = (
  { startDate, endDate }: SearchDates,
  nowMs: number,
): Parsed<SearchWindow, SearchReason> => {
  const end = dayOf(endDate, "endDate", startOfDay(nowMs))
  const earliest = (end.ok ? end.value : 0) - SEARCH_DAYS * DAY_MS
  const start = dayOf(startDate, "startDate", earliest)
  if (!start.ok) return end.ok ? start : { ...start, errors: [...start.errors, ...end.errors] }
  if (!end.ok) return end
  if (start.value > end.value) {
    return refuse("start_after_end", `must not be after endDate, ${isoDay(end.value)}`, { path: "startDate" })
  }
  if (start.value < earliest) {
    const message = `must be ${isoDay(earliest)} or later: endDate is at most ${SEARCH_DAYS} days after it`
    return refuse("too_long", message, { path: "startDate" })
  }
  return accept({ fromMs: start.value, untilMs: end.value + DAY_MS })
}
