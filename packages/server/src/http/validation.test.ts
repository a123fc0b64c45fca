/** The two settings of validation, on requests that this version serves. */
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { testDatabase } from "../testing/databases.ts"
import { cashInBody, signUpBody, testService, TestService } from "../testing/service.ts"

const database = { kind: "pglite", layer: testDatabase("pglite") } as const

/** What the rails refuse later, and the documents do not. */
const curpOfCompany = { ...signUpBody, holderTaxIdPrimary: "HEGR891009HMNRRD09", holderTaxIdPrimaryType: "CURP" }

describe("validation", () => {
  layer(testService(database, { validation: "strict" }), { excludeTestServices: true })("strict", (it) => {
    it.effect("refuses what the rails would, by field, and says what would be right", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const signUp = yield* call("/api/signup", { body: curpOfCompany })
        assert.strictEqual(signUp.status, 400)
        assert.deepStrictEqual(signUp.body.details, [
          {
            path: "holderTaxIdPrimary",
            message: "is the CURP of a person, and a company (PJ) needs its own RFC, of 12 characters",
          },
        ])
        const phone = yield* call("/api/signup", { body: { ...signUpBody, phone: "+5215500000000" } })
        assert.strictEqual(phone.body.details[0].path, "phone")
        const body = { ...cashInBody, customerTaxId: "HEGR891009HMNRRD08" }
        const cashIn = yield* call("/api/spei/cash-in", { headers: yield* bearer, body })
        assert.strictEqual(cashIn.body.details[0].path, "customerTaxId")
      }),
    )
  })

  layer(testService(database), { excludeTestServices: true })("by the contract, the default", (it) => {
    it.effect("takes what the documents allow", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        assert.strictEqual((yield* call("/api/signup", { body: curpOfCompany })).status, 201)
        const body = { ...cashInBody, customerTaxId: "HEGR891009HMNRRD08" }
        assert.strictEqual((yield* call("/api/spei/cash-in", { headers: yield* bearer, body })).status, 201)
      }),
    )

    it.effect("says of a field that is not served yet that it is not", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const config = { url: "https://shop.example/hooks", events: ["cash_in"] }
        const headers = yield* bearer
        const refused = yield* call("/api/webhooks-config", { headers, body: { ...config, standardWebhooks: true } })
        assert.deepStrictEqual(refused.body.details, [
          { path: "standardWebhooks", message: "is not served by this version yet; leave it out" },
        ])
        const created = yield* call("/api/webhooks-config", { headers, body: { ...config, standardWebhooks: false } })
        assert.include(created.body, { enabled: true, standardWebhooks: false })
      }),
    )
  })
})
