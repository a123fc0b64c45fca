import { BrazilianDocument, BrazilianDocumentSchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { brazilianDocument, nearlyValidBrazilianDocument } from "./brazilianDocument.ts"

const { brazilianDocumentContract, brazilianDocumentStrict } = BrazilianDocumentSchema

describe.for([{ alphanumeric: false }, { alphanumeric: true }])("documents of %j", (options) => {
  const parse = (text: string) => BrazilianDocument.parse(text, options)
  const contract = { ...options, level: "contract" } as const

  it("are accepted by parse, and by the schemas of both levels", () => {
    fc.assert(inputsAreParsed(parse, brazilianDocument(options)))
    fc.assert(requestsAreAccepted(brazilianDocumentStrict(options), brazilianDocument(options)))
    fc.assert(requestsAreAccepted(brazilianDocumentContract(options), brazilianDocument(contract)))
  })

  it("are of persons and of companies, and shrink to zeros", () => {
    const lengths = new Set(fc.sample(brazilianDocument(options), 100).map(({ length }) => length))
    expect(Array.from(lengths).toSorted((a, b) => a - b)).toEqual([11, 14])
    expect(minimalOf(brazilianDocument(contract), ({ length }) => length === 14)).toBe("00000000000000")
  })

  it("are refused when they are nearly valid, for the reasons and in the words that they name", () => {
    fc.assert(inputsAreRefused(parse, nearlyValidBrazilianDocument(options)), { numRuns: 2_000 })
    fc.assert(requestsAreRefused(brazilianDocumentStrict(options), nearlyValidBrazilianDocument(options)), {
      numRuns: 2_000,
    })
    fc.assert(requestsAreRefused(brazilianDocumentContract(options), nearlyValidBrazilianDocument(contract)), {
      numRuns: 2_000,
    })
  })

  it("are nearly valid for every reason of their level", () => {
    const letters = options.alphanumeric ? "lowercase" : "letters"
    const all = ["characters", "check_digits", "length", letters, "repeated"].toSorted()
    expect(reasonsOf(nearlyValidBrazilianDocument(options))).toEqual(all)
    expect(reasonsOf(nearlyValidBrazilianDocument(contract))).toEqual(["characters", "length", letters])
  })
})
