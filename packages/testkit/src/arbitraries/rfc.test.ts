import { Rfc, RfcSchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { nearlyValidRfc, rfc } from "./rfc.ts"

describe("RFCs", () => {
  it("are accepted by parse, without a warning, and by the schemas of both levels", () => {
    fc.assert(inputsAreParsed(Rfc.parse, rfc()))
    fc.assert(fc.property(rfc(), (text) => Rfc.parse(text).warnings.length === 0))
    fc.assert(requestsAreAccepted(RfcSchema.RfcStrict, rfc()))
    fc.assert(requestsAreAccepted(RfcSchema.RfcContract, rfc()))
  })

  it("are of persons and of companies, or of those that are asked for", () => {
    const typesOf = (options: Parameters<typeof rfc>[0]) =>
      new Set(fc.sample(rfc(options), 200).map(({ length }) => (length === 13 ? "person" : "company")))
    expect(typesOf({})).toEqual(new Set(["person", "company"]))
    expect(typesOf({ type: "person" })).toEqual(new Set(["person"]))
    expect(typesOf({ type: "company" })).toEqual(new Set(["company"]))
  })

  it("shrink to A and zeros but for what makes them fail, and keep their check digit right", () => {
    expect(minimalOf(rfc({ type: "company" }), () => true)).toBe(`AAA00010100${Rfc.checkDigit("AAA00010100")}`)
    expect(minimalFrom(rfc({ type: "person" }), "GODE561231GR8", (text) => text[1] === "O")).toMatch(/^AOAA00010100.$/u)
  })
})

describe("nearly valid RFCs", () => {
  it("are refused by parse, for the reason that they name first", () => {
    fc.assert(inputsAreRefused(Rfc.parse, nearlyValidRfc()), { numRuns: 2_000 })
  })

  it("are refused by the schema, in the words that they name", () => {
    fc.assert(requestsAreRefused(RfcSchema.RfcStrict, nearlyValidRfc()), { numRuns: 2_000 })
  })

  it("have every reason", () => {
    expect(reasonsOf(nearlyValidRfc())).toEqual(["characters", "date", "length", "lowercase", "name"])
  })
})
