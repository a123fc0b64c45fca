/** The requests of sign-up, tokens and webhook configurations. */
import { Events } from "@pesoreal/core"
import * as Accounts from "@pesoreal/core/api/accounts"
import * as Webhooks from "@pesoreal/core/api/webhooks"
import type { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalOf } from "../../test/minimal.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import type { NearlyValid } from "../NearlyValid.ts"
import { nearlyValidSignUpRequest, signUpRequest } from "./signUpRequest.ts"
import { nearlyValidTokenRequest, tokenRequest } from "./tokenRequest.ts"
import { nearlyValidWebhookConfigRequest, webhookConfigRequest } from "./webhookConfigRequest.ts"

interface Case {
  readonly name: string
  readonly schema: Schema.ConstraintDecoder<unknown> & { readonly fields: object }
  readonly good: fc.Arbitrary<object>
  readonly nearlyGood: fc.Arbitrary<NearlyValid<unknown>>
  readonly required: ReadonlyArray<string>
  readonly smallest: object
}

const cases: ReadonlyArray<Case> = [
  {
    name: "sign-up",
    schema: Accounts.SignUpRequest,
    good: signUpRequest(),
    nearlyGood: nearlyValidSignUpRequest(),
    required: ["accountType", "holderName", "holderTaxIdPrimary", "holderTaxIdPrimaryType"],
    smallest: { holderName: "aaa", holderTaxIdPrimary: "aaaaaaaaaa", holderTaxIdPrimaryType: "RFC", accountType: "PJ" },
  },
  {
    name: "token",
    schema: Accounts.TokenRequest,
    good: tokenRequest(),
    nearlyGood: nearlyValidTokenRequest(),
    required: ["clientId", "clientSecret"],
    smallest: { clientId: "a", clientSecret: "a" },
  },
  {
    name: "webhook configuration",
    schema: Webhooks.WebhookConfigRequest,
    good: webhookConfigRequest(),
    nearlyGood: nearlyValidWebhookConfigRequest(),
    required: ["events", "url"],
    smallest: { url: "https://a.example/", events: [expect.any(String)] },
  },
]

describe.for(cases)("$name requests", ({ schema, good, nearlyGood, required, smallest }) => {
  it("are accepted", () => {
    fc.assert(requestsAreAccepted(schema, good), { numRuns: 500 })
  })

  it("shrink to the required fields at their smallest", () => {
    expect(minimalOf(good, () => true)).toEqual(smallest)
  })

  it("are refused for one field each where nearly valid, after a journey as JSON too", () => {
    fc.assert(requestsAreRefused(schema, nearlyGood), { numRuns: 2_000 })
    const sent = nearlyGood.map(({ value, why }) => {
      const received: unknown = JSON.parse(JSON.stringify(value))
      return { value: received, why }
    })
    fc.assert(requestsAreRefused(schema, sent), { numRuns: 500 })
  })

  it("put each field at fault where nearly valid, and leave out each that is required", () => {
    const whys = fc.sample(nearlyGood, 3_000).map(({ why }) => why)
    const fields = new Set(whys.map(({ path }) => path.replace(/\[\d+\]$/u, "")))
    expect(Array.from(fields).toSorted()).toEqual(["", ...Object.keys(schema.fields)].toSorted())
    const missing = new Set(whys.filter(({ reason }) => reason === "missing").map(({ path }) => path))
    expect(Array.from(missing).toSorted()).toEqual(required)
  })
})

describe("sign-up requests", () => {
  it("can be for the sandbox only", () => {
    fc.assert(fc.property(signUpRequest({ isSandbox: true }), ({ isSandbox }) => isSandbox === true))
  })

  it("never bring a certificate request, which a service would look into", () => {
    fc.assert(fc.property(signUpRequest(), (request) => !("csr" in request)))
  })
})

describe("webhook configuration requests", () => {
  it("list any kinds in any order, each once", () => {
    const drawn = fc.sample(webhookConfigRequest(), 500).map(({ events }) => events)
    expect(new Set(drawn.flat())).toEqual(new Set(Events.kinds))
    expect(drawn.every((kinds) => new Set(kinds).size === kinds.length)).toBe(true)
    expect(drawn.some((kinds) => kinds.indexOf("CashIn") < kinds.indexOf("cash_in") && kinds.includes("CashIn"))).toBe(
      true,
    )
  })

  it("go to the address that they are given", () => {
    const mine = webhookConfigRequest({ url: fc.constant("http://localhost:4000/webhooks") })
    fc.assert(fc.property(mine, ({ url }) => url === "http://localhost:4000/webhooks"))
  })
})
