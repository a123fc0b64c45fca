import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import * as Clabe from "./Clabe.ts"
import { table } from "./banks.ts"

const vectors = publishedVectors("clabe")

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`, "u"))
const clabe = digits(17)
  .filter((first17) => !first17.startsWith("000"))
  .map((first17) => first17 + Clabe.checkDigit(first17))
const reasonsOf = (text: string) => {
  const parsed = Clabe.parse(text)
  return parsed.ok ? [] : parsed.errors.map(({ reason }) => reason)
}

/** What this module says of the vectors' refusals. An unknown bank is no ground for one. */
const expectedReasons: Record<string, ReadonlyArray<Clabe.ParseReason>> = {
  "19 digits": ["length"],
  "bank 111 unknown (and check digit wrong)": ["check_digit"],
  letters: ["not_digits"],
  "check digit must be 1": ["check_digit"],
  "check digit must be 8": ["check_digit"],
  "check digit right but bank 000 does not exist": ["bank"],
  "non digit": ["not_digits"],
}

describe("published CLABEs", () => {
  it.for(vectors.filter(({ valid }) => valid))("$input of $source is split into its parts", ({ input, expected }) => {
    expect(expected).toBeDefined()
    expect(Clabe.parse(input)).toEqual({ ok: true, value: { text: input, ...expected }, warnings: [] })
    expect(Clabe.isClabe(input)).toBe(true)
  })

  it.for(vectors.filter(({ valid }) => !valid))("$input of $source is refused: $reason", ({ input, reason }) => {
    const reasons = expectedReasons[reason ?? ""]
    expect(reasons).toBeDefined()
    expect(reasonsOf(input)).toEqual(reasons)
    expect(Clabe.isClabe(input)).toBe(false)
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
        const other = text.slice(0, position) + String(changed) + text.slice(position + 1)
        const parsed = Clabe.parse(other)
        const errors = parsed.ok ? [] : parsed.errors
        expect(errors.map(({ reason }) => reason)).toEqual([
          ...(other.startsWith("000") ? ["bank"] : []),
          "check_digit",
        ])
        expect(position < 17 || errors[0]?.message.endsWith(`should be ${text[17]}`)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it("misses an exchange of neighbours only where they differ by 5, because 3, 7 and 1 differ by even numbers", () => {
    fc.assert(
      fc.property(clabe, fc.nat(15), (text, position) => {
        const [left = "", right = ""] = text.slice(position, position + 2)
        const swapped = text.slice(0, position) + right + left + text.slice(position + 2)
        const isMissed = Math.abs(Number(left) - Number(right)) % 5 === 0 && !swapped.startsWith("000")
        expect(Clabe.isClabe(swapped)).toBe(isMissed)
      }),
      { numRuns: 2_000 },
    )
  })

  it("has exactly one right check digit for any 17 digits of a bank", () => {
    fc.assert(
      fc.property(clabe, (text) => {
        const first17 = text.slice(0, 17)
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

  it("says where each part at fault begins", () => {
    expect(Clabe.parse("000180001234567890")).toMatchObject({
      ok: false,
      errors: [
        { reason: "bank", path: "bank", offset: 0 },
        { reason: "check_digit", path: "checkDigit", offset: 17 },
      ],
    })
    expect(Clabe.parse("646180 10400000007")).toMatchObject({
      ok: false,
      errors: [{ reason: "not_digits", offset: 6 }],
    })
  })

  it("names every part that is not so many digits", () => {
    expect(Clabe.fromParts({ bank: "84", plaza: "18x", account: "1" })).toMatchObject({
      ok: false,
      errors: [
        { reason: "bank", path: "bank", message: "the bank must be exactly 3 digits other than 000" },
        { reason: "plaza" },
        { reason: "account", message: "the account must be exactly 11 digits" },
      ],
    })
    expect(Clabe.fromParts({ bank: "000", plaza: "000", account: "00000000000" })).toMatchObject({
      ok: false,
      errors: [{ reason: "bank" }],
    })
  })

  it("groups 18 digits for people, and leaves other texts alone", () => {
    expect(Clabe.format("846180000400000001")).toBe("846 180 00040000000 1")
    for (const other of ["846180", "not a CLABE at all", "84618000040000000x", "８".repeat(18), "🦤".repeat(9)]) {
      expect(Clabe.format(other)).toBe(other)
    }
  })

  it("works out the check digit of 17 digits and of nothing else", () => {
    for (const wrong of ["", "1".repeat(16), "1".repeat(18), "1".repeat(16) + "x", "1".repeat(17) + "\n"]) {
      expect(() => Clabe.checkDigit(wrong)).toThrow(RangeError)
    }
  })
})

describe("a table of banks", () => {
  const warningsOf = (text: string, banks: Clabe.BankTable) =>
    Clabe.parse(text, { banks }).warnings.map(({ reason, message }) => `${reason}: ${message}`)

  it("warns of a bank that it does not have, and names its day", () => {
    expect(warningsOf("111180157042875764", table)).toEqual([`unknown_bank: bank 111 is unknown as of ${table.asOf}`])
    expect(Clabe.parse("111180157042875763", { banks: table })).toMatchObject({
      ok: false,
      errors: [{ reason: "check_digit" }],
      warnings: [{ reason: "unknown_bank", path: "bank", offset: 0 }],
    })
  })

  it("warns of a prefix for tests", () => {
    expect(warningsOf("846180000400000001", table)).toEqual(["test_bank: bank 846 is for tests"])
  })

  it("says nothing of a bank that it has, of bank 000 beside its error, and of what is no CLABE", () => {
    for (const text of ["646180110400000007", "000000000000000000", "1111", "11118015704287576x"]) {
      expect(warningsOf(text, table)).toEqual([])
    }
  })

  it("may be another", () => {
    const banks = { asOf: "2030-01-01", banks: { "111": { name: "NUEVO" } } }
    expect(warningsOf("111180157042875764", banks)).toEqual([])
    expect(warningsOf("646180110400000007", banks)).toEqual(["unknown_bank: bank 646 is unknown as of 2030-01-01"])
  })

  it("never refuses", () => {
    fc.assert(
      fc.property(fc.oneof(clabe, digits(18), fc.string({ unit: "binary", maxLength: 40 })), (text) => {
        expect(Clabe.parse(text, { banks: table }).ok).toBe(Clabe.isClabe(text))
      }),
    )
  })
})
