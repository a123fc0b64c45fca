import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isRefundable, REFUND_WINDOW_MS, type SearchDates, searchWindow } from "./windows.ts"

const DAY_MS = 86_400_000
/** A Thursday at noon, and the day that it is in UTC. */
const nowMs = Date.UTC(2026, 0, 15, 12)

const day = (text: string): number => Date.parse(`${text}T00:00:00.000Z`)
const reasonsOf = (dates: SearchDates): ReadonlyArray<readonly [string, string | undefined]> => {
  const answer = searchWindow(dates, nowMs)
  return answer.ok ? [] : answer.errors.map(({ reason, path }) => [reason, path] as const)
}
const windowOf = (dates: SearchDates, atMs = nowMs) => {
  const answer = searchWindow(dates, atMs)
  if (!answer.ok) throw new Error(answer.errors.map(({ message }) => message).join("; "))
  return answer.value
}

describe("the window of refunds", () => {
  it("ends 89 days of 86,400 s after the confirmation, to the millisecond", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 42 }), (confirmedAtMs) => {
        const lastMs = confirmedAtMs + 89 * 86_400 * 1_000
        expect(isRefundable(confirmedAtMs, confirmedAtMs)).toBe(true)
        expect(isRefundable(confirmedAtMs, lastMs)).toBe(true)
        expect(isRefundable(confirmedAtMs, lastMs + 1)).toBe(false)
      }),
    )
    expect(REFUND_WINDOW_MS).toBe(7_689_600_000)
  })

  it("is never open for what is no instant", () => {
    expect(isRefundable(NaN, 0)).toBe(false)
    expect(isRefundable(0, NaN)).toBe(false)
  })
})

describe("the window of a search", () => {
  it("covers whole days in UTC, both dates included", () => {
    expect(windowOf({ startDate: "2026-01-01", endDate: "2026-01-01" })).toEqual({
      fromMs: day("2026-01-01"),
      untilMs: day("2026-01-02"),
    })
    expect(windowOf({ startDate: "2024-02-01", endDate: "2024-02-29" }).untilMs).toBe(day("2024-03-01"))
  })

  it("has at most 31 days between its dates", () => {
    expect(windowOf({ startDate: "2026-01-01", endDate: "2026-02-01" })).toEqual({
      fromMs: day("2026-01-01"),
      untilMs: day("2026-02-02"),
    })
    expect(reasonsOf({ startDate: "2026-01-01", endDate: "2026-02-02" })).toEqual([["too_long", "startDate"]])
    expect(reasonsOf({ startDate: "2025-12-14" })).toEqual([["too_long", "startDate"]])
    expect(windowOf({ startDate: "2025-12-15" }).untilMs).toBe(day("2026-01-16"))
  })

  it("ends today and begins 31 days before its end, unless it is told otherwise", () => {
    const byDefault = { fromMs: day("2025-12-15"), untilMs: day("2026-01-16") }
    expect(windowOf({})).toEqual(byDefault)
    expect(windowOf({ startDate: null, endDate: undefined })).toEqual(byDefault)
    expect(windowOf({}, day("2026-01-15"))).toEqual(byDefault)
    expect(windowOf({}, day("2026-01-16") - 1)).toEqual(byDefault)
    expect(windowOf({ endDate: "2026-03-01" })).toEqual({ fromMs: day("2026-01-29"), untilMs: day("2026-03-02") })
  })

  it.each([
    ["2026-01-10T00:00:00Z", "2026-01-10"],
    ["2026-01-10T23:59:59.999999999Z", "2026-01-10"],
    ["2026-01-10T15:30Z", "2026-01-10"],
    ["2026-01-10T22:00:00-03:00", "2026-01-11"],
    ["2026-01-10T20:59:59-03:00", "2026-01-10"],
    ["2026-01-10T01:59:59+02:00", "2026-01-09"],
    ["2026-01-01T00:00:00+00:01", "2025-12-31"],
    ["2024-02-29T12:00:00-12:00", "2024-03-01"],
  ])("takes %s for the whole day %s in UTC", (text, utcDay) => {
    expect(windowOf({ startDate: text, endDate: text })).toEqual({
      fromMs: day(utcDay),
      untilMs: day(utcDay) + DAY_MS,
    })
  })

  it.each([
    "",
    "today",
    "2026-1-5",
    "20260105",
    "2026-01-05 ",
    " 2026-01-05",
    "2026-01-05\n",
    "05/01/2026",
    "2026-01-05T10:00:00",
    "2026-01-05T10:00:00 03:00",
    "2026-01-05 10:00:00Z",
    "2026-01-05T24:00:00Z",
    "2026-01-05T10:60:00Z",
    "2026-01-05T10:00:60Z",
    "2026-01-05T10Z",
    "2026-01-05T10:00:00.Z",
    "2026-01-05T10:00:00z",
    "2026-01-05T10:00:00+0300",
    "2026-01-05T10:00:00+25:00",
    "+002026-01-05",
    "-2026-01-05",
    "２０２６-01-05",
    "2026-01-05\u0000",
    "\ud800",
    "1".repeat(100_000),
  ])("refuses %j, which is no date", (text) => {
    expect(reasonsOf({ startDate: text })).toEqual([["not_date", "startDate"]])
    expect(reasonsOf({ endDate: text })).toEqual([["not_date", "endDate"]])
  })

  it.each(["2026-02-29", "2026-02-30", "2026-04-31T10:00:00Z", "2026-13-01", "2026-00-10", "2026-01-00", "2026-01-32"])(
    "refuses %s, which is not in the calendar",
    (text) => {
      expect(reasonsOf({ endDate: text })).toEqual([["impossible_date", "endDate"]])
    },
  )

  it.each(["0000-01-01", "0999-12-31", "3000-01-01", "9999-12-31"])("refuses %s, beyond every calendar", (text) => {
    expect(reasonsOf({ endDate: text })).toEqual([["impossible_date", "endDate"]])
  })

  it("refuses a start after the end, also when the end is today", () => {
    expect(reasonsOf({ startDate: "2026-01-02", endDate: "2026-01-01" })).toEqual([["start_after_end", "startDate"]])
    expect(searchWindow({ startDate: "2026-01-16" }, nowMs)).toMatchObject({
      errors: [{ reason: "start_after_end", message: "must not be after endDate, 2026-01-15", path: "startDate" }],
    })
  })

  it("names both dates when both are wrong", () => {
    expect(reasonsOf({ startDate: "2026-02-30", endDate: "soon" })).toEqual([
      ["impossible_date", "startDate"],
      ["not_date", "endDate"],
    ])
    expect(reasonsOf({ startDate: "2025-01-01", endDate: "soon" })).toEqual([["not_date", "endDate"]])
  })

  it("is half-open, of 1 to 32 whole days, for every pair of days that it accepts", () => {
    const someDay = fc.integer({ min: day("1999-12-01") / DAY_MS, max: day("2030-02-01") / DAY_MS })
    const written = (days: number) => new Date(days * DAY_MS).toISOString()
    fc.assert(
      fc.property(someDay, fc.integer({ min: -3, max: 35 }), fc.nat(DAY_MS - 1), (start, length, clock) => {
        const end = start + length
        const answer = searchWindow(
          { startDate: written(start).slice(0, 10), endDate: written(end + clock / DAY_MS) },
          nowMs,
        )
        expect(answer.ok).toBe(length >= 0 && length <= 31)
        const expected = { fromMs: start * DAY_MS, untilMs: (end + 1) * DAY_MS }
        expect(answer.ok ? answer.value : expected).toEqual(expected)
      }),
    )
  })
})
