import { assert, describe, it } from "@effect/vitest"
import { Scenarios } from "@pesoreal/core"
import { Effect, Layer } from "effect"
import { ServerConfig } from "../../config.ts"
import { Provider } from "../Provider.ts"
import { layer, plan } from "./SandboxProvider.ts"

const createdAtMs = Date.UTC(2026, 0, 31, 12)
const expiresAtMs = createdAtMs + 60_000
const graceMs = 5_000

const planned = (header: string | undefined) => {
  const scenario = Scenarios.parse(header, "spei-cash-in")
  if (!scenario.ok) throw new Error(`${header} is no scenario`)
  return plan({ createdAtMs, expiresAtMs, scenario: scenario.value }, graceMs)
}

describe("what the sandbox plans for a charge", () => {
  it("settles about a second later, without a scenario and with most of them", () => {
    const expected = { expiresAtMs, dueAtMs: createdAtMs + 1000, dueTrigger: "settle" }
    for (const header of [undefined, "success", "webhook:duplicate", "webhook:late", "webhook:bad-signature"]) {
      assert.deepStrictEqual(planned(header), expected, header)
    }
  })

  it("fails on error:<slug>, and waits on delayed:<duration>", () => {
    assert.deepStrictEqual(planned("error:anything"), { expiresAtMs, dueAtMs: createdAtMs + 1000, dueTrigger: "fail" })
    assert.deepStrictEqual(planned("delayed:30s"), { expiresAtMs, dueAtMs: createdAtMs + 30_000, dueTrigger: "settle" })
  })

  it("expires at once on expired, and after expiry and grace on pending", () => {
    assert.deepStrictEqual(planned("expired"), {
      expiresAtMs: createdAtMs,
      dueAtMs: createdAtMs,
      dueTrigger: "expire",
    })
    assert.deepStrictEqual(planned("pending"), { expiresAtMs, dueAtMs: expiresAtMs + graceMs, dueTrigger: "expire" })
  })

  it("a transfer at the very expiry is in time; a millisecond later the charge expires instead", () => {
    assert.strictEqual(planned("delayed:60s").dueTrigger, "settle")
    assert.deepStrictEqual(planned("delayed:60001ms"), {
      expiresAtMs,
      dueAtMs: expiresAtMs + graceMs,
      dueTrigger: "expire",
    })
  })
})

describe("the sandbox as a provider", () => {
  it.effect("prepares charges of sandbox accounts, and refuses those of production, which have no rail yet", () =>
    Effect.gen(function* () {
      const provider = yield* Provider
      const charge = {
        accountId: 1,
        transactionId: "0193f0c0-0000-7000-8000-000000000001",
        amountCentavos: 15_000,
        createdAtMs,
        expiresAtMs,
        scenario: null,
      }
      const prepared = yield* provider.prepare({ ...charge, isSandbox: true })
      assert.strictEqual(prepared.provider, "sandbox")
      const refused = yield* Effect.flip(provider.prepare({ ...charge, isSandbox: false }))
      assert.strictEqual(refused._tag, "ProviderUnavailable")
      assert.include(refused.message, "nothing was recorded")
    }).pipe(Effect.provide(layer.pipe(Layer.provide(ServerConfig.layerOf({}))))),
  )
})
