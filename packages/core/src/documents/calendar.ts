/**
 * Which days there are, by the Gregorian calendar. It reads no clock, and knows no day as today.
 */

/**
 * Whether a text is a day that there is, `YYYY-MM-DD`. No other text is.
 *
 * @example
 * ```ts
 * import { isDay } from "@pesoreal/core/documents/calendar"
 *
 * isDay("2000-02-29") // => true
 * isDay("1900-02-29") // => false
 * isDay("2026-04-31") // => false
 * isDay("20260430") // => false
 * ```
 */
export const isDay = (text: string): boolean =>
  // Some engines know no 31 April, and others take it for 1 May, which is written otherwise. A whole day is in UTC.
  new Date(text).toJSON()?.slice(0, 10) === text
