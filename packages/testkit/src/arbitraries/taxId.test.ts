import { Text } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalOf } from "../../test/minimal.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { nearlyValidTaxId, taxId } from "./taxId.ts"

describe("tax identifiers", () => {
  it("are texts of 10 to 20 characters, and nearly valid ones are not", () => {
    fc.assert(requestsAreAccepted(Text.text(10, 20), taxId()), { numRuns: 500 })
    fc.assert(requestsAreRefused(Text.text(10, 20), nearlyValidTaxId()), { numRuns: 500 })
  })

  it("are in the shape of an RFC or a CURP now and then, and shrink all the same", () => {
    const drawn = fc.sample(taxId(), 500)
    expect(drawn.some((one) => /^[A-ZÑ&]{4}\d{6}[A-Z\d]{3}$/u.test(one))).toBe(true)
    expect(drawn.some((one) => /^[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d$/u.test(one))).toBe(true)
    expect(minimalOf(taxId(), (one) => Array.from(one).length > 11)).toBe("a".repeat(12))
  })
})
