import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isPhone, parse } from "./Phone.ts"

describe("a phone number", () => {
  it.each(["+525512345678", "+5511987654321", "+12", "+123456789012345"])("is %s", (text) => {
    expect(parse(text)).toEqual({ ok: true, value: { text, digits: text.slice(1) }, warnings: [] })
    expect(isPhone(text)).toBe(true)
  })

  it.each([
    ["", { reason: "plus", offset: 0 }],
    ["525512345678", { reason: "plus", offset: 0 }],
    [" +525512345678", { reason: "plus", offset: 0 }],
    ["＋525512345678", { reason: "plus", offset: 0 }],
    ["++525512345678", { reason: "characters", offset: 1 }],
    ["+52 55 1234 5678", { reason: "characters", offset: 3 }],
    ["+525512345678\n", { reason: "characters", offset: 13 }],
    ["+５25512345678", { reason: "characters", offset: 1 }],
    ["+52551234567é", { reason: "characters", offset: 12 }],
    ["+0525512345678", { reason: "leading_zero", offset: 1 }],
    ["+", { reason: "length" }],
    ["+1", { reason: "length" }],
    ["+1234567890123456", { reason: "length" }],
    [`+${"1".repeat(1_000_000)}`, { reason: "length" }],
    [`+${"😀".repeat(1_000_000)}`, { reason: "characters", offset: 1 }],
  ])("is not %j (%#)", (text, problem) => {
    expect(parse(text)).toEqual({ ok: false, errors: [{ ...problem, message: expect.any(String) }], warnings: [] })
    expect(isPhone(text)).toBe(false)
  })

  it("is decided on alike by parse and isPhone, of any text", () => {
    const texts = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^\+?[\d +]{0,18}$/u))
    fc.assert(
      fc.property(texts, (text) => {
        expect(isPhone(text)).toBe(parse(text).ok)
      }),
      { numRuns: 1_000 },
    )
  })
})
