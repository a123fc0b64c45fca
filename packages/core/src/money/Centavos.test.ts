import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Centavos from "./Centavos.ts"

const amount = fc.integer({ min: 0, max: Centavos.MAX_CENTAVOS })
const reasonOf = (text: string) => {
  const parsed = Centavos.parse(text)
  return parsed.ok ? parsed.value : parsed.errors[0].reason
}

describe("Centavos", () => {
  it("reads back random amounts", () => {
    fc.assert(
      fc.property(amount, (centavos) => {
        expect(Centavos.parse(Centavos.format(centavos))).toEqual({ ok: true, value: centavos, warnings: [] })
      }),
      { numRuns: 10_000 },
    )
  })

  it("agrees with exact arithmetic on big integers", () => {
    fc.assert(
      fc.property(amount, (centavos) => {
        const exact = BigInt(centavos)
        expect(Centavos.format(centavos)).toBe(`${exact / 100n}.${String(exact % 100n).padStart(2, "0")}`)
      }),
    )
  })

  it.each([
    ["0", 0],
    ["0.00", 0],
    ["0.1", 10],
    ["0.01", 1],
    ["12", 1_200],
    ["1234.5", 123_450],
    ["1234.56", 123_456],
    ["1.10", 110],
    ["9999999999999.99", Centavos.MAX_CENTAVOS],
  ])("reads %s", (text, centavos) => {
    expect(reasonOf(text)).toBe(centavos)
  })

  it.each([
    ["", "empty"],
    [" 1", "space"],
    ["1\n", "space"],
    ["1 000", "space"],
    ["1\u00a0000.00", "space"],
    ["-1", "sign"],
    ["+1", "sign"],
    ["−1", "sign"],
    ["-0", "sign"],
    ["1e2", "exponent"],
    ["1.5E+3", "exponent"],
    ["1,234.56", "grouping"],
    ["1.234,56", "grouping"],
    ["1'234", "grouping"],
    ["1_000", "grouping"],
    ["007", "leading_zero"],
    ["00.10", "leading_zero"],
    ["1.005", "too_many_decimals"],
    ["0.000", "too_many_decimals"],
    [String(0.1 + 0.2), "too_many_decimals"],
    ["1.", "not_decimal"],
    [".5", "not_decimal"],
    ["1.2.3", "not_decimal"],
    ["$1", "not_decimal"],
    ["NaN", "not_decimal"],
    ["Infinity", "not_decimal"],
    ["0x10", "not_decimal"],
    ["１２", "not_decimal"],
    ["10000000000000", "overflow"],
    ["9".repeat(50_000), "overflow"],
    ["12345678901234x", "not_decimal"],
    [`${"9".repeat(50_000)}x`, "not_decimal"],
    [`${"1.".repeat(50_000)}e`, "not_decimal"],
    ["\u0000", "not_decimal"],
    ["\ud800", "not_decimal"],
  ])("refuses %j as %s", (text, reason) => {
    expect(reasonOf(text)).toBe(reason)
  })

  it("never accepts a text that it would not write, but for missing decimals", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[-+0-9.,e ]{0,20}$/u), (text) => {
        const parsed = Centavos.parse(text)
        if (!parsed.ok) return
        const [whole, decimals = ""] = text.split(".")
        expect(Centavos.format(parsed.value)).toBe(`${whole}.${decimals.padEnd(2, "0")}`)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([-1, 0.5, -0, NaN, Infinity, 1e15, 2 ** 53, "1", 1n, null, undefined])("is not %s", (value) => {
    expect(Centavos.isCentavos(value)).toBe(false)
  })

  it("writes only amounts", () => {
    expect(() => Centavos.format(1.5)).toThrow(RangeError)
    expect(() => Centavos.format(-1)).toThrow(/not -1$/u)
  })

  it("adds up to the largest amount and not beyond", () => {
    expect(Centavos.add(Centavos.MAX_CENTAVOS - 1, 1)).toMatchObject({ ok: true, value: Centavos.MAX_CENTAVOS })
    expect(Centavos.add(Centavos.MAX_CENTAVOS, 1)).toMatchObject({ ok: false, errors: [{ reason: "overflow" }] })
    expect(Centavos.add(1.5, 1)).toMatchObject({ ok: false, errors: [{ reason: "not_centavos" }] })
    expect(Centavos.sum([])).toMatchObject({ ok: true, value: 0 })
    expect(Centavos.sum([1, Centavos.MAX_CENTAVOS, 1])).toMatchObject({ errors: [{ reason: "overflow" }] })
  })

  it("subtracts down to zero and not below", () => {
    expect(Centavos.subtract(5, 5)).toMatchObject({ ok: true, value: 0 })
    expect(Centavos.subtract(5, 6)).toMatchObject({ ok: false, errors: [{ reason: "negative" }] })
    expect(Centavos.subtract(NaN, 6)).toMatchObject({ ok: false, errors: [{ reason: "not_centavos" }] })
    expect(Centavos.subtract(6, -1)).toMatchObject({ ok: false, errors: [{ reason: "not_centavos" }] })
  })

  it("takes away what it added, and orders amounts as numbers", () => {
    const half = fc.integer({ min: 0, max: Math.floor(Centavos.MAX_CENTAVOS / 2) })
    fc.assert(
      fc.property(half, half, (left, right) => {
        const total = Centavos.add(left, right)
        expect(total.ok && Centavos.subtract(total.value, right)).toMatchObject({ value: left })
        expect(Math.sign(left - right)).toBe(Centavos.compare(left, right))
      }),
    )
  })

  it("is within a tolerance of centavos, on either side, and never of what is no amount", () => {
    expect([998, 999, 1_000, 1_001, 1_002].map((other) => Centavos.isWithin(1_000, other, 1))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    expect(Centavos.isWithin(0, Centavos.MAX_CENTAVOS, Centavos.MAX_CENTAVOS)).toBe(true)
    expect(Centavos.isWithin(0, Centavos.MAX_CENTAVOS, Centavos.MAX_CENTAVOS - 1)).toBe(false)
    for (const wrong of [-1, 0.5, -0, NaN, Infinity]) {
      expect(Centavos.isWithin(wrong, 0, 1)).toBe(false)
      expect(Centavos.isWithin(0, wrong, 1)).toBe(false)
      expect(Centavos.isWithin(0, 0, wrong)).toBe(false)
    }
  })
})

describe("parts of an amount", () => {
  const weight = fc.oneof(fc.nat(10), fc.nat(10_000), amount)
  const weights = fc.array(weight, { minLength: 1, maxLength: 40 }).filter((all) => all.some((each) => each > 0))
  const valueOf = (parsed: ReturnType<typeof Centavos.allocate>): ReadonlyArray<number> => {
    if (!parsed.ok) throw new Error(parsed.errors[0].message)
    return parsed.value
  }
  const exactSum = (parts: ReadonlyArray<number>): bigint => parts.reduce((total, part) => total + BigInt(part), 0n)

  it("that is split are equal to a centavo, the larger first, and add up to it", () => {
    fc.assert(
      fc.property(fc.oneof(amount, fc.nat(2_000)), fc.integer({ min: 1, max: 1_000 }), (whole, count) => {
        const parts = valueOf(Centavos.split(whole, count))
        expect(parts.length).toBe(count)
        expect(parts.every(Centavos.isCentavos)).toBe(true)
        expect(exactSum(parts)).toBe(BigInt(whole))
        expect(parts).toEqual(parts.toSorted((one, other) => other - one))
        expect((parts[0] ?? 0) - (parts.at(-1) ?? 0)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it("that is allocated add up to it, and each is less than a centavo from its exact share", () => {
    fc.assert(
      fc.property(amount, weights, (whole, given) => {
        const parts = valueOf(Centavos.allocate(whole, given))
        const total = exactSum(given)
        expect(parts.length).toBe(given.length)
        expect(exactSum(parts)).toBe(BigInt(whole))
        for (const [index, part] of parts.entries()) {
          const exact = BigInt(whole) * BigInt(given[index] ?? 0)
          const error = BigInt(part) * total - exact
          expect(error < total && error > -total).toBe(true)
          expect(Centavos.isCentavos(part)).toBe(true)
        }
      }),
    )
  })

  it("go up by a centavo where most was lost, and at the first of those that lost as much", () => {
    fc.assert(
      fc.property(amount, weights, (whole, given) => {
        const total = exactSum(given)
        const products = given.map((each) => BigInt(whole) * BigInt(each))
        const raised = valueOf(Centavos.allocate(whole, given)).map(
          (part, index) => BigInt(part) > (products[index] ?? 0n) / total,
        )
        const lost = products.map((product) => product % total)
        // Whoever lost more, or as much and stands first, is never passed over in favour of another.
        const passedOver = raised.flatMap((up, index) =>
          raised.filter((otherUp, other) => {
            const more = (lost[index] ?? 0n) - (lost[other] ?? 0n)
            return !up && otherUp && (more > 0n || (more === 0n && index < other))
          }),
        )
        expect(passedOver).toEqual([])
      }),
    )
  })

  it("of the same weights are the same, and nothing goes to a weight of 0", () => {
    fc.assert(
      fc.property(amount, weights, (whole, given) => {
        const parts = valueOf(Centavos.allocate(whole, given))
        expect(valueOf(Centavos.allocate(whole, given))).toEqual(parts)
        expect(parts.filter((part, index) => given[index] === 0 && part > 0)).toEqual([])
      }),
    )
  })

  it.each([
    [0, 3, [0, 0, 0]],
    [2, 3, [1, 1, 0]],
    [100, 3, [34, 33, 33]],
    [Centavos.MAX_CENTAVOS, 2, [500_000_000_000_000, 499_999_999_999_999]],
  ])("of %i in %i are so large", (whole, count, parts) => {
    expect(Centavos.split(whole, count)).toEqual({ ok: true, value: parts, warnings: [] })
  })

  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [100, [1, 2, 3], [17, 33, 50]],
    [10, [0, 0, 7], [0, 0, 10]],
    [0, [1, 0], [0, 0]],
    [Centavos.MAX_CENTAVOS, [Centavos.MAX_CENTAVOS, 1], [999_999_999_999_998, 1]],
    [Centavos.MAX_CENTAVOS, [Centavos.MAX_CENTAVOS], [Centavos.MAX_CENTAVOS]],
  ])("of %i by %j are so large", (whole, given, parts) => {
    expect(Centavos.allocate(whole, given)).toEqual({ ok: true, value: parts, warnings: [] })
  })

  it.each([0, -1, 1.5, -0, NaN, Infinity, 1_001, 2 ** 53])("are never %d", (count) => {
    expect(Centavos.split(100, count)).toMatchObject({ ok: false, errors: [{ reason: "parts" }] })
  })

  it("need an amount, weights that are whole numbers, and one above 0", () => {
    expect(Centavos.split(0.5, 2)).toMatchObject({ errors: [{ reason: "not_centavos" }] })
    expect(Centavos.allocate(-1, [1])).toMatchObject({ errors: [{ reason: "not_centavos" }] })
    expect(Centavos.allocate(1, [1, 0.5])).toMatchObject({ errors: [{ reason: "not_centavos" }] })
    expect(Centavos.allocate(1, [1, -1])).toMatchObject({ errors: [{ reason: "not_centavos" }] })
    expect(Centavos.allocate(1, [1, NaN])).toMatchObject({ errors: [{ reason: "not_centavos" }] })
    expect(Centavos.allocate(1, [])).toMatchObject({ errors: [{ reason: "parts" }] })
    expect(Centavos.allocate(1, [0, 0])).toMatchObject({ errors: [{ reason: "parts" }] })
  })
})
