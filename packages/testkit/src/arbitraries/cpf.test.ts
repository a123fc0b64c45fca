import { Cpf, CpfSchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { cpf, nearlyValidCpf } from "./cpf.ts"

describe("CPFs", () => {
  it("are accepted by parse, and by the schemas of both levels", () => {
    fc.assert(inputsAreParsed(Cpf.parse, cpf()))
    fc.assert(requestsAreAccepted(CpfSchema.CpfStrict, cpf()))
    fc.assert(requestsAreAccepted(CpfSchema.CpfContract, cpf({ level: "contract" })))
  })

  it("of any check digits are accepted at the level of the contract only", () => {
    expect(fc.sample(cpf({ level: "contract" }), 200).every(Cpf.isCpf)).toBe(false)
  })

  it("shrink to zeros but for what makes them fail, and keep their check digits right", () => {
    expect(minimalOf(cpf(), () => true)).toMatch(/^0*10*\d\d$/)
    expect(minimalFrom(cpf(), "39053344705", (text) => text[1] !== "0")).toBe("01000000028")
    expect(minimalOf(cpf({ level: "contract" }), () => true)).toBe("00000000000")
  })
})

describe("nearly valid CPFs", () => {
  it("are refused by parse, for the reason that they name first", () => {
    fc.assert(inputsAreRefused(Cpf.parse, nearlyValidCpf()), { numRuns: 1_000 })
  })

  it("are refused by the schemas, in the words that they name", () => {
    fc.assert(requestsAreRefused(CpfSchema.CpfStrict, nearlyValidCpf()), { numRuns: 1_000 })
    fc.assert(requestsAreRefused(CpfSchema.CpfContract, nearlyValidCpf({ level: "contract" })), { numRuns: 1_000 })
  })

  it("have every reason of their level", () => {
    expect(reasonsOf(nearlyValidCpf())).toEqual(["characters", "check_digits", "length", "repeated"])
    expect(reasonsOf(nearlyValidCpf({ level: "contract" }))).toEqual(["characters", "length"])
  })

  it("shrink to a short story with one thing wrong", () => {
    expect(minimalOf(nearlyValidCpf(), ({ why }) => why.reason === "repeated").value).toBe("00000000000")
    expect(minimalOf(nearlyValidCpf(), ({ why }) => why.reason === "characters").value).toMatch(/^a0{7}\d{3}$/)
  })
})
