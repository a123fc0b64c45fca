import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Brl from "./Brl.ts"
import * as Centavos from "./Centavos.ts"

const amount = fc.integer({ min: 0, max: Brl.MAX_BRL_CENTAVOS })
const answerOf = (reais: number) => {
  const read = Brl.fromNumber(reais)
  return read.ok ? read.value : read.errors[0].reason
}

describe("a number of reais", () => {
  it.each([
    [0, 0],
    [-0, 0],
    [0.01, 1],
    [0.1, 10],
    [0.29, 29],
    [1.1, 110],
    [1.15, 115],
    [4.35, 435],
    [1e2, 10_000],
    [1e-2, 1],
    [1.5e3, 150_000],
    [1234.56, 123_456],
    [9_999_999_999.99, Brl.MAX_BRL_CENTAVOS],
    // More digits than a number holds are gone before anybody could count them: the text of this one is 9999999999.99.
    [Number("9999999999.9900001"), Brl.MAX_BRL_CENTAVOS],
  ])("%d is so many centavos", (reais, centavos) => {
    expect(answerOf(reais)).toBe(centavos)
  })

  it.each([
    [0.1 + 0.2, "too_many_decimals"],
    [1.005, "too_many_decimals"],
    [0.001, "too_many_decimals"],
    [0.000001, "too_many_decimals"],
    [1e-7, "too_many_decimals"],
    [5e-324, "too_many_decimals"],
    [9_999_999_999.991, "too_many_decimals"],
    [10_000_000_000, "overflow"],
    [Number("9007199254740993"), "overflow"],
    [1e15, "overflow"],
    [1e20, "overflow"],
    [1e21, "overflow"],
    [Number.MAX_VALUE, "overflow"],
    [Infinity, "overflow"],
    [-0.01, "negative"],
    [-1e-7, "negative"],
    [-1e21, "negative"],
    [-Infinity, "negative"],
    [NaN, "not_number"],
  ])("%d is refused as %s", (reais, reason) => {
    expect(answerOf(reais)).toBe(reason)
  })

  it.each(["1", 1n, null, undefined, true, [1], { valueOf: () => 1 }])("is none of %o", (value) => {
    // Callers without types pass anything.
    expect(answerOf(value as number)).toBe("not_number")
  })

  it("is read up to another maximum if asked for", () => {
    const reais = Brl.toNumber(Centavos.MAX_CENTAVOS)
    expect(Brl.fromNumber(reais, { maximumCentavos: Centavos.MAX_CENTAVOS })).toMatchObject({
      value: Centavos.MAX_CENTAVOS,
    })
    expect(Brl.fromNumber(0.51, { maximumCentavos: 50 })).toMatchObject({
      errors: [{ reason: "overflow", message: "is more than 0.50, the largest amount" }],
    })
  })

  it("is one that JSON writes with at most two decimals, of the same centavos", () => {
    fc.assert(
      fc.property(amount, (centavos) => {
        const json = JSON.stringify(Brl.toNumber(centavos))
        expect(json).toMatch(/^\d{1,10}(?:\.\d\d?)?$/u)
        const [whole = "", decimals = ""] = json.split(".")
        expect(BigInt(whole + decimals.padEnd(2, "0"))).toBe(BigInt(centavos))
        expect(answerOf(Number(json))).toBe(centavos)
      }),
    )
  })

  it("is accepted exactly when its text has at most two decimals and is not above the bound, whatever number it is", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.double(),
          fc.double({ min: 0, max: 1e11 }),
          amount.map((centavos) => centavos / 100),
        ),
        (reais) => {
          const accepted = /^\d{1,10}(?:\.\d\d?)?$/u.test(String(reais))
          expect(Brl.fromNumber(reais).ok).toBe(accepted)
        },
      ),
      { numRuns: 10_000 },
    )
  })

  it("is never made of anything but an amount", () => {
    for (const wrong of [-1, 0.5, -0, NaN, Centavos.MAX_CENTAVOS + 1])
      expect(() => Brl.toNumber(wrong)).toThrow(RangeError)
  })
})

describe("a text of reais", () => {
  it("is read and written as that of centavos is, up to the largest PIX", () => {
    fc.assert(
      fc.property(amount, (centavos) => {
        expect(Brl.parse(Brl.format(centavos))).toEqual({ ok: true, value: centavos, warnings: [] })
      }),
    )
    expect(Brl.parse("1.005")).toEqual(Centavos.parse("1.005"))
  })

  it.each(["10000000000", "10000000000.00", "9".repeat(14), "9".repeat(50_000)])("overflows", (text) => {
    expect(Brl.parse(text)).toMatchObject({
      errors: [{ reason: "overflow", message: "is more than 9999999999.99, the largest amount" }],
    })
  })

  it("is never written of more than that, or of what is no amount", () => {
    expect(() => Brl.format(Brl.MAX_BRL_CENTAVOS + 1)).toThrow(/at most 999999999999 centavos/u)
    expect(() => Brl.format(0.5)).toThrow(RangeError)
    expect(() => Brl.format(NaN)).toThrow(RangeError)
  })
})
