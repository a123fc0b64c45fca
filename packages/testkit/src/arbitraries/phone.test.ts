import * as Accounts from "@pesoreal/core/api/accounts"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { nearlyValidPhone, phone } from "./phone.ts"

const schema = Accounts.SignUpRequest.fields.phone

describe("phone numbers", () => {
  it("are accepted, and nearly valid ones are refused", () => {
    fc.assert(requestsAreAccepted(schema, phone()))
    fc.assert(requestsAreRefused(schema, nearlyValidPhone()), { numRuns: 1_000 })
  })

  it("are of the least and of the greatest length, and Mexican", () => {
    const drawn = fc.sample(phone(), 500)
    expect(drawn.some((one) => one.length === 8)).toBe(true)
    expect(drawn.some((one) => one.length === 20)).toBe(true)
    expect(drawn.some((one) => /^\+52\d{10}$/.test(one))).toBe(true)
  })

  it("shrink to zeros", () => {
    expect(minimalOf(phone(), () => true)).toBe("+0000000")
    expect(minimalFrom(phone(), "+525512345678", (one) => one.length > 9)).toBe("+000000000")
  })

  it("are nearly valid for every reason", () => {
    expect(reasonsOf(nearlyValidPhone())).toEqual(["no_plus", "not_digits", "too_long", "too_short"])
  })
})
