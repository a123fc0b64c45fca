import { Phone, PhoneSchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { nearlyValidPhone, phone } from "./phone.ts"

describe("phone numbers", () => {
  it("are accepted, and nearly valid ones are refused", () => {
    fc.assert(requestsAreAccepted(PhoneSchema.PhoneContract, phone()))
    fc.assert(inputsAreParsed(Phone.parse, phone()))
    fc.assert(requestsAreRefused(PhoneSchema.PhoneContract, nearlyValidPhone()), { numRuns: 1_000 })
  })

  it("are refused by the plain function for the reason that they name, unless they are short for the contract only", () => {
    const others = nearlyValidPhone().filter(({ why }) => why.reason !== "too_short")
    fc.assert(inputsAreRefused(Phone.parse, others), { numRuns: 1_000 })
  })

  it("are of the least and of the greatest length, Mexican and Brazilian", () => {
    const drawn = fc.sample(phone(), 500)
    expect(drawn.some((one) => one.length === 8)).toBe(true)
    expect(drawn.some((one) => one.length === 16)).toBe(true)
    expect(drawn.some((one) => /^\+52\d{10}$/.test(one))).toBe(true)
    expect(drawn.some((one) => /^\+55119\d{8}$/.test(one))).toBe(true)
  })

  it("shrink to a one and zeros", () => {
    expect(minimalOf(phone(), () => true)).toBe("+1000000")
    expect(minimalFrom(phone(), "+525512345678", (one) => one.length > 9)).toBe("+100000000")
  })

  it("are nearly valid for every reason", () => {
    expect(reasonsOf(nearlyValidPhone())).toEqual(["characters", "leading_zero", "length", "plus", "too_short"])
  })
})
