import { Cnpj, CnpjSchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { cnpj, nearlyValidCnpj } from "./cnpj.ts"

const { cnpjContract, cnpjStrict } = CnpjSchema

describe.for([{ alphanumeric: false }, { alphanumeric: true }])("CNPJs of %j", (options) => {
  const { alphanumeric } = options
  const parse = (text: string) => Cnpj.parse(text, options)

  it("are accepted by parse, and by the schemas of both levels", () => {
    fc.assert(inputsAreParsed(parse, cnpj(options)))
    fc.assert(requestsAreAccepted(cnpjStrict(options), cnpj(options)))
    fc.assert(requestsAreAccepted(cnpjContract(options), cnpj({ ...options, level: "contract" })))
  })

  it("have letters where they may, and any check digits at the level of the contract", () => {
    expect(fc.sample(cnpj(options), 100).some((text) => /[A-Z]/.test(text))).toBe(alphanumeric)
    const contract = fc.sample(cnpj({ ...options, level: "contract" }), 200)
    expect(contract.every((text) => Cnpj.isCnpj(text))).toBe(false)
  })

  it("shrink to zeros but for what makes them fail, and keep their check digits right", () => {
    expect(minimalOf(cnpj(options), () => true)).toMatch(/^0*10*\d\d$/)
    expect(minimalFrom(cnpj(options), "11222333000181", (text) => text[2] !== "0")).toBe("00100000000082")
    expect(minimalOf(cnpj({ ...options, level: "contract" }), () => true)).toBe("00000000000000")
    expect(minimalFrom(cnpj({ ...options, level: "contract" }), "11222333000199", (text) => text[13] !== "0")).toBe(
      "00000000000001",
    )
  })

  it("are refused by parse when they are nearly valid, for the reason that they name first", () => {
    fc.assert(inputsAreRefused(parse, nearlyValidCnpj(options)), { numRuns: 1_000 })
  })

  it("are refused by the schemas when they are nearly valid, in the words that they name", () => {
    fc.assert(requestsAreRefused(cnpjStrict(options), nearlyValidCnpj(options)), { numRuns: 1_000 })
    const contract = nearlyValidCnpj({ ...options, level: "contract" })
    fc.assert(requestsAreRefused(cnpjContract(options), contract), { numRuns: 1_000 })
  })

  it("are nearly valid for every reason of their level", () => {
    const letters = alphanumeric ? "lowercase" : "letters"
    const all = ["characters", "check_digits", "length", letters, "repeated"].toSorted()
    expect(reasonsOf(nearlyValidCnpj(options))).toEqual(all)
    expect(reasonsOf(nearlyValidCnpj({ ...options, level: "contract" }))).toEqual(["characters", "length", letters])
  })
})
