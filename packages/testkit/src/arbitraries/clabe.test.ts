import { Clabe, ClabeSchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { clabe, clabeFormat, nearlyValidClabe } from "./clabe.ts"

describe("CLABEs", () => {
  it("are accepted by parse, and by the schemas of both levels", () => {
    fc.assert(inputsAreParsed(Clabe.parse, clabe()))
    fc.assert(requestsAreAccepted(ClabeSchema.ClabeStrict, clabe()))
    fc.assert(requestsAreAccepted(ClabeSchema.ClabeContract, clabe()))
  })

  it("of any check digit are accepted at the level of the contract", () => {
    fc.assert(requestsAreAccepted(ClabeSchema.ClabeContract, clabeFormat()))
    expect(fc.sample(clabeFormat(), 200).every(Clabe.isClabe)).toBe(false)
  })

  it.for(["", "846", "8460000010000001", "84600000100000017"])('begin with "%s" if asked to', (prefix) => {
    fc.assert(fc.property(clabe({ prefix }), (text) => text.startsWith(prefix) && Clabe.isClabe(text)))
  })

  it.for(["846000000000000000", "84a", "８４６", "000", "0001"])('cannot begin with "%s"', (prefix) => {
    expect(() => clabe({ prefix })).toThrow("at most 17 digits")
  })

  it("shrink to zeros but for what makes them fail, and keep their check digit right", () => {
    expect(minimalOf(clabe(), () => true)).toMatch(/^(?:001|010|100)0{14}\d$/u)
    expect(minimalOf(clabe({ prefix: "846" }), () => true)).toBe("846000000000000002")
    expect(minimalOf(clabe({ prefix: "646" }), (text) => text.slice(3, 6) >= "100")).toBe("646100000000000005")
    expect(minimalFrom(clabe({ prefix: "6" }), "646180110400000007", (text) => text[9] !== "0")).toBe(
      "600000000100000009",
    )
  })
})

describe("nearly valid CLABEs", () => {
  it("are refused by parse, for the reason that they name first", () => {
    fc.assert(inputsAreRefused(Clabe.parse, nearlyValidClabe()), { numRuns: 1_000 })
  })

  it("are refused by the schemas, in the words that they name", () => {
    fc.assert(requestsAreRefused(ClabeSchema.ClabeStrict, nearlyValidClabe()), { numRuns: 1_000 })
    fc.assert(requestsAreRefused(ClabeSchema.ClabeContract, nearlyValidClabe({ level: "contract" })), {
      numRuns: 1_000,
    })
  })

  it("have every reason of their level", () => {
    expect(reasonsOf(nearlyValidClabe())).toEqual(["bank", "check_digit", "length", "not_digits"])
    expect(reasonsOf(nearlyValidClabe({ level: "contract" }))).toEqual(["length", "not_digits"])
  })

  it("have trailing line ends, and digits of other scripts", () => {
    const drawn = fc.sample(nearlyValidClabe(), 2_000).map(({ value }) => value)
    expect(drawn.some((value) => /^\d{18}\n$/u.test(value))).toBe(true)
    expect(drawn.some((value) => /^[\d０-９]{18}$/u.test(value) && /[０-９]/u.test(value))).toBe(true)
  })

  it("shrink to zeros with one thing wrong", () => {
    expect(minimalOf(nearlyValidClabe(), ({ why }) => why.reason === "check_digit")).toMatchObject({
      value: expect.stringMatching(/^(?:001|010|100)0{14}\d$/u),
      why: { path: "", reason: "check_digit" },
    })
    expect(minimalOf(nearlyValidClabe(), ({ why }) => why.reason === "bank")).toEqual({
      value: "000000000000000000",
      why: { path: "", reason: "bank", message: "begins with 000, which is no bank" },
    })
    expect(minimalOf(nearlyValidClabe(), ({ why }) => why.reason === "not_digits").value).toMatch(/^a0*[01]*0{14}\d$/u)
  })
})
