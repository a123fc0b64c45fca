import { Centavos, CentavosSchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { centavos, nearlyValidCentavos } from "./centavos.ts"

const minima = [0, 1, 999, 1_000, Centavos.MAX_CENTAVOS]

describe("centavos", () => {
  it.for(minima)("are accepted where %i is the smallest amount", (minimum) => {
    fc.assert(requestsAreAccepted(CentavosSchema.amountCentavos(minimum), centavos({ minimum })))
  })

  it("are amounts to the plain function too", () => {
    fc.assert(fc.property(centavos(), (amount) => Centavos.isCentavos(amount)))
  })

  it("are at both bounds again and again", () => {
    const drawn = new Set(fc.sample(centavos({ minimum: 1_000 }), 500))
    expect([1_000, 1_001, Centavos.MAX_CENTAVOS].filter((amount) => !drawn.has(amount))).toEqual([])
  })

  it("shrink to the smallest amount that fails", () => {
    expect(minimalOf(centavos({ minimum: 1_000 }), () => true)).toBe(1_000)
    expect(minimalOf(centavos(), (amount) => amount > 123_456)).toBe(123_457)
    expect(minimalFrom(centavos(), 999_999_999, (amount) => amount > 123_456)).toBe(123_457)
  })
})

describe("nearly valid centavos", () => {
  it.for(minima)("are refused where %i is the smallest amount", (minimum) => {
    fc.assert(requestsAreRefused(CentavosSchema.amountCentavos(minimum), nearlyValidCentavos({ minimum })), {
      numRuns: 1_000,
    })
  })

  it("are no amounts to the plain function either, unless they are below a floor", () => {
    fc.assert(fc.property(nearlyValidCentavos(), ({ value }) => !Centavos.isCentavos(value)))
  })

  it("have every reason", () => {
    expect(reasonsOf(nearlyValidCentavos())).toEqual([
      "above_maximum",
      "below_minimum",
      "negative_zero",
      "not_whole",
      "wrong_type",
    ])
    expect(reasonsOf(nearlyValidCentavos({ minimum: 1_000 }))).not.toContain("negative_zero")
  })

  it("cross the bounds by one, and are texts of digits", () => {
    const drawn = new Set(fc.sample(nearlyValidCentavos({ minimum: 1_000 }), 2_000).map(({ value }) => value))
    expect([999, 0, -1, Centavos.MAX_CENTAVOS + 1, 2 ** 53, "1000", null].filter((value) => !drawn.has(value))).toEqual(
      [],
    )
  })

  it("can be sent as JSON if asked for", () => {
    fc.assert(
      fc.property(nearlyValidCentavos({ inJson: true }), ({ value }) => {
        expect(JSON.parse(JSON.stringify(value))).toEqual(value)
      }),
      { numRuns: 1_000 },
    )
  })
})
