import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isDay } from "./calendar.ts"

describe("isDay", () => {
  it("knows how long every month of four centuries is", () => {
    const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    const two = (number: number) => String(number).padStart(2, "0")
    for (let year = 1800; year < 2200; year++) {
      const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
      for (const [index, length] of lengths.entries()) {
        const days = [0, 1, 28, 29, 30, 31, 32].filter((day) => isDay(`${year}-${two(index + 1)}-${two(day)}`))
        const last = index === 1 && isLeap ? 29 : length
        expect(days).toEqual([1, 28, 29, 30, 31].filter((day) => day <= last))
      }
      expect(isDay(`${year}-00-01`) || isDay(`${year}-13-01`)).toBe(false)
    }
  })

  it.each([
    "",
    "2026",
    "2026-04",
    "2026-4-30",
    "20260430",
    "2026-04-30T00:00",
    " 2026-04-30",
    "2026-04-30\n",
    "２０２６-04-30",
  ])("takes no other spelling: %j", (text) => {
    expect(isDay(text)).toBe(false)
  })

  it("never throws, and takes nothing but ten characters in this shape", () => {
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.stringMatching(/^[-+:.TZ\d ]{0,30}$/u),
      fc.constant("\ud800"),
    )
    fc.assert(
      fc.property(texts, (text) => {
        expect(isDay(text) && !/^\d{4}-\d\d-\d\d$/u.test(text)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })
})
