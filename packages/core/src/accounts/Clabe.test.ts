import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import vectors from "../../test/vectors/clabe.json" with { type: "json" }
import * as Clabe from "./Clabe.ts"

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`, "u"))
const clabe = digits(17).map((first17) => first17 + Clabe.checkDigit(first17))
const reasonsOf = (text: string) => {
  const parsed = Clabe.parse(text)
  return parsed.ok ? [] : parsed.errors.map(({ reason }) => reason)
}

/** What this module says of the vectors' refusals. An unknown bank is none of its business. */
const expectedReasons: Record<string, ReadonlyArray<Clabe.ParseReason>> = {
  "19 digits": ["length"],
  "bank 111 unknown (and check digit wrong)": ["check_digit"],
  letters: ["not_digits"],
  "check digit must be 1": ["check_digit"],
  "check digit must be 8": ["check_digit"],
  "check digit right but bank 000 does not exist": [],
  "non digit": ["not_digits"],
}

describe("published CLABEs", () => {
  it.for(vectors.filter((row) => row.valid))("$input of $source is split into its parts", ({ input, expected }) => {
    expect(expected).toBeDefined()
    expect(Clabe.parse(input)).toEqual({ ok: true, value: { text: input, ...expected }, warnings: [] })
  })

  it.for(vectors.filter((row) => !row.valid))("$input: $reason", ({ input, reason, formatOk }) => {
    const reasons = expectedReasons[reason ?? ""]
    expect(reasons).toBeDefined()
    expect(reasonsOf(input)).toEqual(reasons)
    expect(/^[0-9]{18}$/u.test(input)).toBe(formatOk)
  })

  it.each([
    ["00201007777777777", "1"],
    ["01218000123456789", "9"],
  ])("the check digit of %s is %s", (first17, checkDigit) => {
    expect(Clabe.checkDigit(first17)).toBe(checkDigit)
  })
})

describe("Clabe", () => {
  it("catches every change of a single digit, and names the digit that would be right", () => {
    fc.assert(
      fc.property(clabe, fc.nat(17), fc.integer({ min: 1, max: 9 }), (text, position, shift) => {
        const changed = (Number(text[position]) + shift) % 10
        const parsed = Clabe.parse(text.slice(0, position) + String(changed) + text.slice(position + 1))
        expect(parsed.ok ? [] : parsed.errors.map(({ reason }) => reason)).toEqual(["check_digit"])
        const message = parsed.ok ? "" : parsed.errors[0].message
        expect(position < 17 || message.endsWith(`should be ${text[17]}`)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it("has exactly one right check digit for any 17 digits", () => {
    fc.assert(
      fc.property(digits(17), (first17) => {
        const right = Array.from("0123456789").filter((digit) => Clabe.isClabe(first17 + digit))
        expect(right).toEqual([Clabe.checkDigit(first17)])
      }),
    )
  })

  it("makes from parts what it reads into parts", () => {
    fc.assert(
      fc.property(clabe, (text) => {
        const parsed = Clabe.parse(text)
        expect(parsed.ok && Clabe.fromParts(parsed.value)).toEqual(parsed)
      }),
    )
  })

  it("agrees with itself: isClabe is parse's answer, on any text", () => {
    fc.assert(
      fc.property(fc.oneof(clabe, digits(18), fc.string({ unit: "grapheme", maxLength: 40 })), (text) => {
        expect(Clabe.isClabe(text)).toBe(Clabe.parse(text).ok)
      }),
    )
  })

  it.each([
    ["", ["length"]],
    ["64618011040000000", ["length"]],
    ["646180110400000007\n", ["length", "not_digits"]],
    [" 646180110400000007", ["length", "not_digits"]],
    ["646 180 11040000000 7", ["length", "not_digits"]],
    ["６４６１８０１１０４０００００００７", ["not_digits"]],
    ["64618011040000000７", ["not_digits"]],
    ["-46180110400000007", ["not_digits"]],
    ["😀46180110400000007", ["not_digits"]],
  ])("refuses %j for %j", (text, reasons) => {
    expect(reasonsOf(text)).toEqual(reasons)
  })

  it("counts characters as people do when it names the length", () => {
    const parsed = Clabe.parse("😀😀")
    expect(parsed.ok ? "" : parsed.errors[0].message).toBe("must have 18 digits, and has 2")
  })

  it("names every part that is not so many digits", () => {
    expect(Clabe.fromParts({ bank: "84", plaza: "18x", account: "1" })).toMatchObject({
      ok: false,
      errors: [
        { reason: "bank", message: "the bank must be exactly 3 digits" },
        { reason: "plaza" },
        { reason: "account", message: "the account must be exactly 11 digits" },
      ],
    })
  })

  it("groups 18 characters for people, and leaves other texts alone", () => {
    expect(Clabe.format("846180000400000001")).toBe("846 180 00040000000 1")
    expect(Clabe.format("846180")).toBe("846180")
  })

  it("works out the check digit of 17 digits and of nothing else", () => {
    for (const wrong of ["", "1".repeat(16), "1".repeat(18), "1".repeat(16) + "x", "1".repeat(17) + "\n"]) {
      expect(() => Clabe.checkDigit(wrong)).toThrow(RangeError)
    }
  })
})
