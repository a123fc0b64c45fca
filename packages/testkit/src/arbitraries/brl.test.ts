import { Brl, BrlSchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { requestsAreAccepted, requestsAreRefused, valuesSurviveTheWire } from "../checks/schemas.ts"
import { brl, nearlyValidBrl } from "./brl.ts"

const kinds = [
  { kind: "value", schema: BrlSchema.Brl, minimum: 0.01, maximum: 9_999_999_999.99 },
  { kind: "amount", schema: BrlSchema.BrlAmount, minimum: 0, maximum: 9_999_999_999_999.99 },
] as const

describe.for(kinds)("reais of the kind $kind", ({ kind, schema, minimum, maximum }) => {
  it("are accepted, and survive JSON", () => {
    fc.assert(requestsAreAccepted(schema, brl({ kind })))
    fc.assert(valuesSurviveTheWire(schema, brl({ kind })))
  })

  it("are at both bounds again and again, and have decimals", () => {
    const drawn = fc.sample(brl({ kind }), 1_000)
    expect([minimum, maximum, 0.29, 1.01].filter((reais) => !drawn.includes(reais))).toEqual([])
    expect(drawn.some((reais) => !Number.isInteger(reais))).toBe(true)
  })

  it("shrink to the smallest amount that fails", () => {
    expect(minimalOf(brl({ kind }), () => true)).toBe(minimum)
    expect(minimalOf(brl({ kind }), (reais) => reais > 1234.56)).toBe(1234.57)
    expect(minimalFrom(brl({ kind }), 9_999_999.99, (reais) => reais > 1234.56)).toBe(1234.57)
  })

  it("that are nearly valid are refused for the reason that they name", () => {
    fc.assert(requestsAreRefused(schema, nearlyValidBrl({ kind })), { numRuns: 2_000 })
  })

  it("that are nearly valid have every reason", () => {
    expect(reasonsOf(nearlyValidBrl({ kind }))).toEqual([
      "above_maximum",
      "below_minimum",
      "not_finite",
      "too_many_decimals",
      "wrong_type",
    ])
  })

  it("that are nearly valid can be sent as JSON if asked for", () => {
    fc.assert(
      fc.property(nearlyValidBrl({ kind, inJson: true }), ({ value }) => {
        expect(JSON.parse(JSON.stringify(value))).toEqual(value)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe("reais of a value", () => {
  it("are amounts to the plain function too, and those nearly valid are not, unless they are too low", () => {
    fc.assert(fc.property(brl(), (reais) => Brl.fromNumber(reais).ok))
    const refused = nearlyValidBrl().filter(({ why }) => why.reason !== "below_minimum")
    // Whatever has no type of its own here is passed as a caller without types would.
    fc.assert(fc.property(refused, ({ value }) => !Brl.fromNumber(value as number).ok))
  })

  it("that are nearly valid cross the bounds by a centavo", () => {
    const drawn = new Set(fc.sample(nearlyValidBrl(), 2_000).map(({ value }) => value))
    expect([0, -0.01, 10_000_000_000, 0.1 + 0.2, "1.00", null].filter((value) => !drawn.has(value))).toEqual([])
  })
})
