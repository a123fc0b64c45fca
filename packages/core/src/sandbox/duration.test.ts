import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { toMs } from "./duration.ts"

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const

describe("a duration", () => {
  it("is its count times its unit, up to the maximum and no further", () => {
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.constantFrom("ms", "s", "m", "h"), (count, unit) => {
        const wanted = count * units[unit]
        expect(toMs(`${count}${unit}`, wanted)).toBe(wanted)
        expect(toMs(`${count}${unit}`, wanted - 1)).toBeUndefined()
      }),
    )
  })

  it.each([
    "",
    "5",
    "s",
    "5 s",
    " 5s",
    "5s\n",
    "-5s",
    "+5s",
    "1e3s",
    "1.5s",
    "5S",
    "5d",
    "1h30m",
    "５s",
    "9".repeat(50_000),
  ])("is not %j", (text) => {
    expect(toMs(text, Number.MAX_SAFE_INTEGER)).toBeUndefined()
  })
})
