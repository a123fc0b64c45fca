import { Curp, MexicanTaxId, MexicanTaxIdSchema, Rfc } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { mexicanTaxId, nearlyValidMexicanTaxId, nearlyValidTaxId, taxId } from "./taxId.ts"

const { MexicanTaxIdContract, MexicanTaxIdStrict } = MexicanTaxIdSchema

describe("tax identifiers", () => {
  it("are texts of 10 to 20 characters, and nearly valid ones are not", () => {
    fc.assert(requestsAreAccepted(MexicanTaxIdContract, taxId()), { numRuns: 500 })
    fc.assert(requestsAreRefused(MexicanTaxIdContract, nearlyValidTaxId()), { numRuns: 500 })
  })

  it("are an RFC or a CURP now and then, and shrink all the same", () => {
    const drawn = fc.sample(taxId(), 500)
    expect(drawn.some(Rfc.isRfc)).toBe(true)
    expect(drawn.some(Curp.isCurp)).toBe(true)
    expect(minimalOf(taxId(), (one) => Array.from(one).length > 11)).toBe("a".repeat(12))
  })

  it("are RFCs and CURPs at the strict level, and nearly valid ones almost", () => {
    fc.assert(inputsAreParsed(MexicanTaxId.parse, mexicanTaxId()))
    fc.assert(requestsAreAccepted(MexicanTaxIdStrict, mexicanTaxId()))
    fc.assert(requestsAreAccepted(MexicanTaxIdContract, mexicanTaxId()))
    fc.assert(inputsAreRefused(MexicanTaxId.parse, nearlyValidMexicanTaxId()), { numRuns: 2_000 })
    fc.assert(requestsAreRefused(MexicanTaxIdStrict, nearlyValidMexicanTaxId()), { numRuns: 2_000 })
  })
})
