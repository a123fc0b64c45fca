import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Expiry from "./expiry.ts"
import { machines } from "./machines.ts"

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const instant = fc.integer({ min: 0, max: 2 ** 42 })
const at = (text: string): number => Date.parse(text)
const iso = (ms: number): string => new Date(ms).toISOString()

describe("the expiry of a SPEI charge", () => {
  it("is 24 hours after it was made, or as configured", () => {
    expect(iso(Expiry.speiExpiresAt(at("2026-11-20T10:00:00.123Z")))).toBe("2026-11-21T10:00:00.123Z")
    expect(Expiry.speiExpiresAt(1_000, 60_000)).toBe(61_000)
  })
})

describe("the expiry of a PIX charge", () => {
  it("is so many seconds after it was made, a day if none are asked for", () => {
    expect(Expiry.pixExpiresAt(5)).toMatchObject({ value: 86_400_005 })
    expect(Expiry.pixExpiresAt(5, 300)).toMatchObject({ value: 300_005 })
    expect(Expiry.pixExpiresAt(5, 604_800)).toMatchObject({ value: 604_800_005 })
  })

  it.each([299, 604_801, 300.5, -300, NaN, Infinity, 0])("is not %d seconds after", (seconds) => {
    expect(Expiry.pixExpiresAt(5, seconds)).toEqual({
      ok: false,
      errors: [
        {
          reason: "expiration_time",
          message: "must be a whole number of seconds from 300 to 604800",
          path: "expirationTime",
        },
      ],
      warnings: [],
    })
  })
})

describe("the expiry of a retail charge", () => {
  it.each([
    // Thursday 19 November to Sunday night; Mexico City has been at -06:00 all year since October 2022.
    ["2026-11-19T00:00:00.000-06:00", "2026-11-22T23:59:59.000-06:00"],
    ["2026-11-19T12:00:00.000-06:00", "2026-11-22T23:59:59.000-06:00"],
    ["2026-11-19T23:59:59.999-06:00", "2026-11-22T23:59:59.000-06:00"],
    ["2026-11-20T00:00:00.000-06:00", "2026-11-23T23:59:59.000-06:00"],
    // Over the ends of months and years, and a 29 February.
    ["2026-12-30T20:00:00-06:00", "2027-01-02T23:59:59-06:00"],
    ["2024-02-27T20:00:00-06:00", "2024-03-01T23:59:59-06:00"],
    // Clocks went forward on Sunday 3 April 2022 at 2:00, and back on Sunday 30 October 2022 at 2:00, for the last time.
    ["2022-04-01T10:00:00-06:00", "2022-04-04T23:59:59-05:00"],
    ["2022-03-31T10:00:00-06:00", "2022-04-03T23:59:59-05:00"],
    ["2022-03-30T10:00:00-06:00", "2022-04-02T23:59:59-06:00"],
    ["2022-10-26T10:00:00-05:00", "2022-10-29T23:59:59-05:00"],
    ["2022-10-27T10:00:00-05:00", "2022-10-30T23:59:59-06:00"],
    ["2022-10-29T23:59:59.999-05:00", "2022-11-01T23:59:59-06:00"],
    // Where neighbours still change their clocks, the capital no longer does.
    ["2026-03-07T10:00:00-06:00", "2026-03-10T23:59:59-06:00"],
  ])("of a charge made at %s is %s", (created, expires) => {
    expect(iso(Expiry.retailExpiresAt(at(created)))).toBe(iso(at(expires)))
  })

  it("is right on every day from 1997 to 2030, by the law's own rule for summer time", () => {
    const sunday = (year: number, month: number, from: number, step: 1 | -1): number => {
      let date = Date.UTC(year, month, from)
      while (new Date(date).getUTCDay() !== 0) date += step * DAY_MS
      return date
    }
    /** Hours that evenings of a day are behind UTC: from the first Sunday of April to the last of October, five. */
    const hoursBehind = (dayMs: number): number => {
      const year = new Date(dayMs).getUTCFullYear()
      if (year > 2022) return 6
      // In 2001 alone, summer was from the first Sunday of May to the last of September.
      const begins = year === 2001 ? sunday(year, 4, 1, 1) : sunday(year, 3, 1, 1)
      const ends = year === 2001 ? sunday(year, 8, 30, -1) : sunday(year, 9, 31, -1)
      return dayMs >= begins && dayMs < ends ? 5 : 6
    }
    const wrong: Array<string> = []
    for (let dayMs = Date.UTC(1997, 0, 1); dayMs < Date.UTC(2031, 0, 1); dayMs += DAY_MS) {
      // The last millisecond of the day, whose evening it is.
      const createdAtMs = dayMs + DAY_MS - 1 + hoursBehind(dayMs) * HOUR_MS
      const thirdMs = dayMs + 3 * DAY_MS
      const expected = thirdMs + DAY_MS - 1_000 + hoursBehind(thirdMs) * HOUR_MS
      if (Expiry.retailExpiresAt(createdAtMs) !== expected) wrong.push(iso(createdAtMs))
      // One more, and it is another day.
      if (Expiry.retailExpiresAt(createdAtMs + 1) <= expected) wrong.push(iso(createdAtMs + 1))
    }
    expect(wrong).toEqual([])
  })

  it("is no number where the instant is none that calendars have", () => {
    for (const never of [NaN, Infinity, -Infinity, 1e21, 8.64e15 + 1]) expect(Expiry.retailExpiresAt(never)).toBeNaN()
    // The last instant of all has no third day behind it.
    expect(Expiry.retailExpiresAt(8.64e15)).toBeNaN()
    expect(Expiry.isExpired(Expiry.retailExpiresAt(NaN), 0)).toBe(true)
  })

  it("leaves three whole days and less than four, give or take the hour of summer time", () => {
    fc.assert(
      fc.property(instant, (createdAtMs) => {
        const left = Expiry.retailExpiresAt(createdAtMs) - createdAtMs
        expect(left).toBeGreaterThanOrEqual(3 * DAY_MS - HOUR_MS - 1_000)
        expect(left).toBeLessThanOrEqual(4 * DAY_MS + HOUR_MS)
      }),
    )
  })
})

describe("an expired charge", () => {
  it("is one whose expiry has passed; at that instant it has not", () => {
    fc.assert(
      fc.property(instant, (expiresAtMs) => {
        expect(Expiry.isExpired(expiresAtMs, expiresAtMs)).toBe(false)
        expect(Expiry.isExpired(expiresAtMs, expiresAtMs + 1)).toBe(true)
      }),
    )
    expect(Expiry.isExpired(1, NaN)).toBe(true)
    expect(Expiry.isExpired(NaN, 1)).toBe(true)
  })

  it("is swept when its grace is over: 10 min of SPEI, 5 min of PIX, 24 h of stores, none in the sandbox", () => {
    const { spei, pix, retail, sandbox } = Expiry.GRACE_MS
    expect([spei, pix, retail, sandbox].map((graceMs) => Expiry.sweepAt(1_000, graceMs))).toEqual([
      601_000, 301_000, 86_401_000, 1_000,
    ])
  })
})

describe("a deposit", () => {
  const charge = { amountCentavos: 15_000, expiresAtMs: 1_000, status: "PENDING" } as const
  const deposit = { amountCentavos: 15_000, paidAtMs: 1_000 }

  it("confirms a pending charge by exactly its amount, up to the instant of its expiry", () => {
    expect(Expiry.confirms(deposit, charge)).toBe("confirms")
    expect(Expiry.confirms({ ...deposit, paidAtMs: 1_001 }, charge)).toBe("late")
    expect(Expiry.confirms({ ...deposit, paidAtMs: NaN }, charge)).toBe("late")
    expect(Expiry.confirms({ ...deposit, amountCentavos: 15_001 }, charge)).toBe("wrong_amount")
    expect(Expiry.confirms({ ...deposit, amountCentavos: 14_999 }, charge)).toBe("wrong_amount")
    expect(Expiry.confirms({ ...deposit, amountCentavos: NaN }, { ...charge, amountCentavos: NaN })).toBe(
      "wrong_amount",
    )
  })

  it("confirms no charge in any other state", () => {
    const states = [machines.SpeiCashIn, machines.RetailCharge, machines.PixCashIn].flatMap(({ states: all }) => [
      ...all,
    ])
    const verdicts = new Set(states.map((status) => `${status} ${Expiry.confirms(deposit, { ...charge, status })}`))
    expect(Array.from(verdicts).toSorted()).toEqual([
      "CONFIRMED not_pending",
      "ERROR not_pending",
      "EXPIRED not_pending",
      "FAILED not_pending",
      "PENDING confirms",
    ])
  })

  it("is judged by the state first, then the amount, then the time", () => {
    const wrong = { amountCentavos: 1, paidAtMs: 2_000 }
    expect(Expiry.confirms(wrong, { ...charge, status: "EXPIRED" })).toBe("not_pending")
    expect(Expiry.confirms(wrong, charge)).toBe("wrong_amount")
  })
})
