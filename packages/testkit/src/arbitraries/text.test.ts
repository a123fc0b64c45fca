import { Text } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { nearlyValidText, text } from "./text.ts"

const bounds = [
  [1, 1],
  [1, 100],
  [3, 255],
  [10, 20],
] as const

const lengthOf = (value: string) => Array.from(value).length

describe("texts", () => {
  it.for(bounds)("of %i to %i characters are accepted", ([minimum, maximum]) => {
    fc.assert(requestsAreAccepted(Text.text(minimum, maximum), text(minimum, maximum)))
  })

  it("are at both bounds, of characters that UTF-16 and the eye count otherwise", () => {
    const drawn = fc.sample(text(3, 255), 2_000)
    expect(drawn.some((value) => lengthOf(value) === 255 && value.length === 510)).toBe(true)
    expect(drawn.some((value) => lengthOf(value) === 3 && value.length === 6)).toBe(true)
    expect(drawn.some((value) => /^\p{M}{255}$/u.test(value))).toBe(true)
    expect(drawn).toContain("__proto__")
  })

  it("shrink to as few letters a as may be, wherever they were drawn from", () => {
    expect(minimalOf(text(1, 255), () => true)).toBe("a")
    expect(minimalOf(text(3, 255), () => true)).toBe("aaa")
    expect(minimalOf(text(1, 255), (value) => lengthOf(value) > 100)).toBe("a".repeat(101))
    // fast-check takes characters away from the beginning, so one that is not to blame may stay at the end.
    expect(minimalOf(text(1, 255), (value) => value.length > lengthOf(value))).toMatch(/^\u{10000}a?$/u)
  })

  it("shrink from an example", () => {
    expect(minimalFrom(text(1, 255), "María Fernández 🦤", (value) => lengthOf(value) > 4)).toBe("aaaaa")
    expect(minimalFrom(text(3, 255), "Zoë", (value) => value.includes("ë"))).toBe("aaë")
  })
})

describe("nearly valid texts", () => {
  it.for(bounds)("of not %i to %i characters are refused", ([minimum, maximum]) => {
    fc.assert(requestsAreRefused(Text.text(minimum, maximum), nearlyValidText(minimum, maximum)), { numRuns: 1_000 })
  })

  it("have every reason", () => {
    expect(reasonsOf(nearlyValidText(1, 20))).toEqual(["lone_surrogate", "nul", "too_long", "too_short"])
    expect(reasonsOf(nearlyValidText(0, 20))).toEqual(["lone_surrogate", "nul", "too_long"])
  })

  it("miss the bounds by one, and would pass if UTF-16 units were counted", () => {
    const drawn = fc.sample(nearlyValidText(3, 20), 2_000)
    const lengths = drawn.filter(({ why }) => why.reason.startsWith("too_")).map(({ value }) => lengthOf(value))
    expect(new Set(lengths)).toEqual(new Set([2, 21]))
    expect(drawn.some(({ value, why }) => why.reason === "too_short" && value.length >= 3)).toBe(true)
  })

  it("shrink to letters a with one thing wrong", () => {
    expect(minimalOf(nearlyValidText(1, 20), ({ why }) => why.reason === "nul").value).toBe("\u0000")
    expect(minimalOf(nearlyValidText(2, 5), ({ why }) => why.reason === "too_long").value).toBe("aaaaaa")
    expect(minimalOf(nearlyValidText(2, 5), ({ why }) => why.reason === "lone_surrogate").value).toBe("\ud800a")
  })
})
