import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isPhone } from "./Phone.ts"
import { format, isPhonePlan, type Options, parse } from "./PhonePlan.ts"

const reasonOf = (text: string, options?: Options): string => {
  const parsed = parse(text, options)
  return parsed.ok ? "" : parsed.errors[0].reason
}

describe("a phone number of a numbering plan", () => {
  it.each([
    ["+525512345678", "52", "MX", "FIXED_LINE_OR_MOBILE"],
    ["+5511987654321", "55", "BR", "MOBILE"],
    ["+551133334444", "55", "BR", "FIXED_LINE"],
    ["+12125552368", "1", "US", "FIXED_LINE_OR_MOBILE"],
    ["+80012345678", "800", undefined, "TOLL_FREE"],
  ])("is %s", (text, countryCode, country, type) => {
    expect(parse(text)).toEqual({ ok: true, value: { text, countryCode, country, type }, warnings: [] })
    expect(isPhonePlan(text)).toBe(true)
  })

  it("may be written as people do, and is then told from E.164 by a warning", () => {
    const warnings = [{ reason: "not_e164", message: "write it +525512345678" }]
    for (const text of ["+52 55 1234 5678", "+52 (55) 1234-5678", "+52.55.1234.5678"]) {
      expect(parse(text)).toMatchObject({ ok: true, value: { text: "+525512345678" }, warnings })
    }
  })

  it("may lack its country code, if a country is given", () => {
    expect(parse("(11) 98765-4321", { defaultCountry: "BR" })).toEqual({
      ok: true,
      value: { text: "+5511987654321", countryCode: "55", country: "BR", type: "MOBILE" },
      warnings: [],
    })
    expect(parse("55 1234 5678", { defaultCountry: "MX" })).toMatchObject({ value: { text: "+525512345678" } })
    expect(parse("+5511987654321", { defaultCountry: "MX" })).toMatchObject({ value: { country: "BR" } })
  })

  it.each([
    ["", "plus"],
    ["5512345678", "plus"],
    ["+", "too_short"],
    ["+1", "too_short"],
    ["+52", "too_short"],
    ["+5255123456789012345678", "too_long"],
    ["+999123456789", "country_code"],
    ["+5510998765432", "not_in_plan"],
    ["+551187654321", "not_in_plan"],
    ["+5215512345678", "too_long"],
    ["+17001234567", "not_in_plan"],
    ["+52 55 1234 5678 ext. 5", "characters"],
    ["+525512345678;ext=5", "characters"],
    ["tel:+525512345678", "characters"],
    ["+５25512345678", "characters"],
    ["+525512345678\n", "characters"],
    ["+1-800-FLOWERS", "characters"],
    ["+52\u00a055 1234 5678", "characters"],
    ["1".repeat(1_000_000), "too_long"],
  ])("is not %j (%#)", (text, reason) => {
    expect(reasonOf(text)).toBe(reason)
    expect(isPhonePlan(text)).toBe(false)
  })

  it("says whose plan does not have it, and where a stranger stands", () => {
    expect(parse("+5510998765432")).toMatchObject({
      errors: [{ message: "the numbering plan of BR has no such number" }],
    })
    expect(parse("+52 5é")).toMatchObject({ errors: [{ reason: "characters", offset: 5 }] })
    expect(parse("55é", { defaultCountry: "MX" })).toMatchObject({ errors: [{ reason: "characters", offset: 2 }] })
    expect(reasonOf("911", { defaultCountry: "US" })).toBe("too_short")
  })

  it("refuses a country that there is not, which plain JavaScript may ask for", () => {
    // The cast stands for a caller whose types are not checked.
    expect(reasonOf("5512345678", { defaultCountry: "XX" as "MX" })).toBe("country_code")
  })

  it("has at most 15 digits, though Germany's plan has longer ones", () => {
    expect(reasonOf("+4920400000000000")).toBe("too_long")
    expect(reasonOf("+49 2040 0000000000")).toBe("too_long")
  })

  it("is always E.164, whatever was read", () => {
    const texts = fc.oneof(
      fc.stringMatching(/^\+\d{5,16}$/u),
      fc.stringMatching(/^\+5[25][\d ().-]{8,16}$/u),
      fc.string({ unit: "binary" }),
    )
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom<Options>({}, { defaultCountry: "MX" }, { defaultCountry: "BR" }),
        (text, options) => {
          const parsed = parse(text, options)
          expect(!parsed.ok || isPhone(parsed.value.text)).toBe(true)
          expect(isPhonePlan(text, options)).toBe(parsed.ok)
        },
      ),
      { numRuns: 500 },
    )
  })

  it("is grouped for people, and other texts are left alone", () => {
    expect(format("+525512345678")).toBe("+52 55 1234 5678")
    expect(format("+5511987654321")).toBe("+55 11 98765 4321")
    for (const text of ["", "5512345678", "+5510998765432", "abc"]) expect(format(text)).toBe(text)
  })
})
