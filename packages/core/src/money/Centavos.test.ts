import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Centavos from "./Centavos.ts"

const amount = fc.integer({ min: 0, max: Centavos.MAX_CENTAVOS })
const reasonOf = (text: string) => {
  const parsed = Centavos.parse(text)
  return parsed.ok ? parsed.value : parsed.errors[0].reason
}

describe("Centavos", () => {
  it("reads back what it wrote, for every amount up to 10,000.00", () => {
    const wrong: Array<number> = []
    for (let centavos = 0; centavos <= 1_000_000; centavos++) {
      const parsed = Centavos.parse(Centavos.format(centavos))
      if (!parsed.ok || parsed.value !== centavos) wrong.push(centavos)
    }
    expect(wrong).toEqual([])
  })

  it("reads back what it wrote, for a million random amounts", () => {
    // Ten walks of 100,000 amounts, each with a random start and stride, cost far less than as many generated values.
    const perWalk = 100_000
    const start = fc.integer({ min: 0, max: 999_999_999 })
    const step = fc.integer({ min: 1, max: Math.floor((Centavos.MAX_CENTAVOS - 999_999_999) / perWalk) })
    fc.assert(
      fc.property(start, step, (first, stride) => {
        for (let count = 0; count < perWalk; count++) {
          const centavos = first + count * stride
          const parsed = Centavos.parse(Centavos.format(centavos))
          if (!parsed.ok || parsed.value !== centavos)
            throw new Error(`${centavos} came back as ${JSON.stringify(parsed)}`)
        }
      }),
      { numRuns: 10 },
    )
  })

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
    expect(() => Centavos.format(-1)).toThrow(/was given -1/)
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
})
