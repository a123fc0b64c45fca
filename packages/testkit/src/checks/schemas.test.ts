import { ClabeSchema } from "@pesoreal/core"
import * as Spei from "@pesoreal/core/api/spei"
import { Schema, SchemaTransformation } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cashInRequest, nearlyValidCashInRequest } from "../arbitraries/cashInRequest.ts"
import { clabe, nearlyValidClabe } from "../arbitraries/clabe.ts"
import { refusalsOf } from "./refusals.ts"
import { requestsAreAccepted, requestsAreRefused, valuesSurviveTheWire } from "./schemas.ts"

/** What a failing property says, on a run whose seed is whatever it is. */
const complaintOf = <A>(property: fc.IPropertyWithHooks<[A]>): string => {
  const { errorInstance } = fc.check(property, { numRuns: 1_000 })
  if (!(errorInstance instanceof Error)) throw new Error("The property holds")
  return errorInstance.message
}

describe("requestsAreAccepted", () => {
  it("fails where the schema refuses one, and says what the schema says", () => {
    expect(complaintOf(requestsAreAccepted(Spei.cashInRequest(2_000), cashInRequest()))).toBe(
      "The schema should accept this, and says amountCentavos: must be at least 2000 centavos (20.00 MXN)",
    )
    expect(complaintOf(requestsAreAccepted(ClabeSchema.ClabeContract, fc.constant("1")))).toBe(
      "The schema should accept this, and says the value: must be exactly 18 digits",
    )
  })
})

describe("requestsAreRefused", () => {
  it("fails where the schema accepts one", () => {
    expect(complaintOf(requestsAreRefused(ClabeSchema.ClabeContract, nearlyValidClabe()))).toMatch(
      /^The schema should refuse this for one reason \(the value: (?:begins with 000, which is no bank|ends in the check digit \d, which should be \d)\), and accepts it$/u,
    )
  })

  it.for([
    { path: "b", reason: "rule", message: "wrong" },
    { path: "a", reason: "rule", message: "otherwise wrong" },
    { path: "a", reason: "missing" },
    { path: "a", reason: "wrong_type" },
  ])("fails where the schema refuses it for another reason than $path $reason $message", (why) => {
    const schema = Schema.Struct({ a: Schema.String.check(Schema.makeFilter(() => "wrong")) })
    expect(complaintOf(requestsAreRefused(schema, fc.constant({ value: { a: "" }, why })))).toContain("says a: wrong")
  })

  it("tells a missing field from one of another type", () => {
    const schema = Schema.Struct({ a: Schema.String })
    const missing = { path: "a", reason: "missing" }
    const wrongType = { path: "a", reason: "wrong_type" }
    fc.assert(requestsAreRefused(schema, fc.constant({ value: {}, why: missing })))
    fc.assert(requestsAreRefused(schema, fc.constant({ value: { a: 1 }, why: wrongType })))
    expect(complaintOf(requestsAreRefused(schema, fc.constant({ value: {}, why: wrongType })))).toContain("Missing key")
    expect(complaintOf(requestsAreRefused(schema, fc.constant({ value: { a: 1 }, why: missing })))).toContain(
      "a: missing",
    )
  })

  it("fails where there is a second reason", () => {
    const twice = nearlyValidCashInRequest()
      .filter(({ why }) => why.path === "amountCentavos")
      .map(({ value, why }) => ({ value: Object.assign({}, value, { customerName: "" }), why }))
    expect(complaintOf(requestsAreRefused(Spei.cashInRequest(1_000), twice))).toContain("; customerName: must have")
  })
})

describe("refusalsOf", () => {
  it("names every field at fault by its path, in lists too", () => {
    const schema = Schema.Struct({
      events: Schema.Array(Schema.Literals(["a", "b"])),
      at: Schema.Struct({ x: Schema.Int }),
    })
    expect(refusalsOf(schema, { events: ["a", "c"], at: { x: 1.5 } })).toEqual([
      { path: "events[1]", kind: "wrong_type", message: expect.any(String) },
      { path: "at.x", kind: "rule", message: expect.any(String) },
    ])
    expect(refusalsOf(schema, { events: [], at: {} })).toEqual([
      { path: "at.x", kind: "missing", message: expect.any(String) },
    ])
  })
})

describe("valuesSurviveTheWire", () => {
  it("is true of a schema that keeps what it is given", () => {
    fc.assert(valuesSurviveTheWire(ClabeSchema.ClabeStrict, clabe()))
  })

  it("fails where something is lost on the way", () => {
    const lossy = Schema.String.pipe(
      Schema.decodeTo(
        Schema.Number,
        SchemaTransformation.transform({ decode: Number, encode: (amount) => amount.toFixed(2) }),
      ),
    )
    const amounts = fc.double({ min: 0, max: 1, noNaN: true })
    expect(complaintOf(valuesSurviveTheWire(lossy, amounts))).toContain("This should come back as it was sent")
  })
})
