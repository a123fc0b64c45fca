import { NumericReference, NumericReferenceSchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { nearlyValidNumericReference, numericReference } from "./numericReference.ts"

describe("numeric references", () => {
  it("are accepted by parse, and by the schemas of both levels", () => {
    fc.assert(inputsAreParsed(NumericReference.parse, numericReference()))
    fc.assert(requestsAreAccepted(NumericReferenceSchema.NumericReferenceStrict, numericReference()))
    fc.assert(requestsAreAccepted(NumericReferenceSchema.NumericReferenceContract, numericReference()))
  })

  it("shrink to zero", () => {
    expect(minimalOf(numericReference(), () => true)).toBe("0")
    expect(minimalOf(numericReference(), ({ length }) => length > 3)).toBe("0000")
  })
})

describe("nearly valid numeric references", () => {
  it("are refused by parse and by the schema, for the reason that they name", () => {
    const { NumericReferenceStrict } = NumericReferenceSchema
    fc.assert(inputsAreRefused(NumericReference.parse, nearlyValidNumericReference()), { numRuns: 1_000 })
    fc.assert(requestsAreRefused(NumericReferenceStrict, nearlyValidNumericReference()), { numRuns: 1_000 })
    expect(reasonsOf(nearlyValidNumericReference())).toEqual(["length", "not_digits"])
  })
})
