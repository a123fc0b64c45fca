import * as Spei from "@pesoreal/core/api/spei"
import { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf } from "../../test/minimal.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { cashInRequest, nearlyValidCashInRequest } from "./cashInRequest.ts"

const smallest = { amountCentavos: 1_000, customerName: "a", customerEmail: "a@a.a" }

describe("cash-in requests", () => {
  it.for([1, 1_000, 5_000])("are accepted where %i centavos is the floor", (minimumCentavos) => {
    fc.assert(requestsAreAccepted(Spei.cashInRequest(minimumCentavos), cashInRequest({ minimumCentavos })), {
      numRuns: 500,
    })
  })

  it("have the service's own floor unless told otherwise", () => {
    fc.assert(requestsAreAccepted(Spei.cashInRequest(Spei.defaultMinimumCentavos), cashInRequest()))
    expect(minimalOf(cashInRequest(), () => true).amountCentavos).toBe(Spei.defaultMinimumCentavos)
  })

  it("come out of the schema, and of JSON, as they went in", () => {
    fc.assert(
      fc.property(cashInRequest(), (request) => {
        expect(Schema.decodeUnknownSync(Spei.cashInRequest(1_000))(JSON.parse(JSON.stringify(request)))).toEqual(
          request,
        )
      }),
    )
  })

  it("have each optional field, null, or nothing", () => {
    const drawn = fc.sample(cashInRequest(), 500)
    for (const field of ["externalId", "description", "customerTaxId"] as const) {
      const kinds = new Set(drawn.map((request) => (request[field] === null ? "null" : typeof request[field])))
      expect(Array.from(kinds).toSorted()).toEqual(["null", "string", "undefined"])
    }
  })

  it("shrink to the required fields at their smallest", () => {
    expect(minimalOf(cashInRequest(), () => true)).toEqual(smallest)
    expect(minimalOf(cashInRequest(), ({ amountCentavos }) => amountCentavos > 70_000)).toEqual({
      ...smallest,
      amountCentavos: 70_001,
    })
    expect(minimalOf(cashInRequest(), ({ externalId }) => Array.from(externalId ?? "").length > 40)).toEqual({
      ...smallest,
      externalId: "a".repeat(41),
    })
  })

  it("shrink from an example of yours", () => {
    const mine = {
      amountCentavos: 15_000,
      externalId: "order-1",
      description: null,
      customerName: "María Fernández",
      customerEmail: "maria@correo.example",
      customerTaxId: "FELM850101AB1",
    }
    const minimal = minimalFrom(cashInRequest(), mine, ({ customerTaxId }) => typeof customerTaxId === "string")
    expect(minimal).toEqual({ ...smallest, customerTaxId: "a".repeat(10) })
  })
})

describe("nearly valid cash-in requests", () => {
  it.for([1, 1_000])("are refused for one field each where %i centavos is the floor", (minimumCentavos) => {
    fc.assert(requestsAreRefused(Spei.cashInRequest(minimumCentavos), nearlyValidCashInRequest({ minimumCentavos })), {
      numRuns: 3_000,
    })
  })

  it("are refused just so after a journey as JSON", () => {
    const sent = nearlyValidCashInRequest().map(({ value, why }) => {
      const received: unknown = JSON.parse(JSON.stringify(value))
      return { value: received, why }
    })
    fc.assert(requestsAreRefused(Spei.cashInRequest(1_000), sent), { numRuns: 1_000 })
  })

  it("put each field at fault, and leave out each that is required", () => {
    const whys = fc.sample(nearlyValidCashInRequest(), 3_000).map(({ why }) => why)
    expect(Array.from(new Set(whys.map(({ path }) => path))).toSorted()).toEqual(
      ["", ...Object.keys(Spei.cashInRequest(1_000).fields)].toSorted(),
    )
    const missing = new Set(whys.filter(({ reason }) => reason === "missing").map(({ path }) => path))
    expect(Array.from(missing).toSorted()).toEqual(["amountCentavos", "customerEmail", "customerName"])
  })

  it("shrink to the smallest good one with one thing wrong", () => {
    const minimal = minimalOf(
      nearlyValidCashInRequest(),
      ({ why }) => why.path === "externalId" && why.reason === "nul",
    )
    expect(minimal).toEqual({
      value: { ...smallest, externalId: "\u0000" },
      why: { path: "externalId", reason: "nul", message: "must be well-formed Unicode without NUL characters" },
    })
  })
})
