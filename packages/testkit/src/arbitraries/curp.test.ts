import { Curp, CurpSchema, CurpStates } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { curp, nearlyValidCurp } from "./curp.ts"

describe("CURPs", () => {
  it("are accepted by parse, and by the schemas of both levels", () => {
    fc.assert(inputsAreParsed(Curp.parse, curp()))
    fc.assert(requestsAreAccepted(CurpSchema.CurpStrict, curp()))
    fc.assert(requestsAreAccepted(CurpSchema.CurpContract, curp()))
  })

  it("are of every state and sex, and of both centuries", () => {
    const drawn = fc.sample(curp(), 2_000)
    expect(new Set(drawn.map((text) => text.slice(11, 13))).size).toBe(Object.keys(CurpStates.names).length)
    expect(new Set(drawn.map((text) => text[10])).size).toBe(3)
    expect(new Set(drawn.map((text) => /\d.$/u.test(text))).size).toBe(2)
  })

  it("shrink towards A but for what makes them fail, and keep their check digit right", () => {
    expect(minimalOf(curp(), () => true)).toMatch(/^AAAA000101HASBBB0\d$/u)
    expect(minimalFrom(curp(), "HEGR891009HMNRRD09", (text) => text[1] === "E")).toMatch(/^AEAA000101HASBBB0\d$/u)
  })
})

describe("nearly valid CURPs", () => {
  it("are refused by parse, for the reason that they name first", () => {
    fc.assert(inputsAreRefused(Curp.parse, nearlyValidCurp()), { numRuns: 2_000 })
  })

  it("are refused by the schema, in the words that they name", () => {
    fc.assert(requestsAreRefused(CurpSchema.CurpStrict, nearlyValidCurp()), { numRuns: 2_000 })
  })

  it("have every reason", () => {
    expect(reasonsOf(nearlyValidCurp())).toEqual([
      "birth_date",
      "characters",
      "check_digit",
      "consonants",
      "initials",
      "length",
      "lowercase",
      "sex",
      "state",
    ])
  })
})
