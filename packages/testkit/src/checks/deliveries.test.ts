import { createHmac } from "node:crypto"
import { createReceiver } from "@pesoreal/receiver"
import { fetchAdapter } from "@pesoreal/receiver/fetch"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Delivery } from "../Delivery.ts"
import { goodDeliveriesAreTaken, tamperedDeliveriesAreRefused } from "./deliveries.ts"

const secret = "whsec_example"

const post = fetchAdapter(
  createReceiver({ secrets: secret, handlers: { cash_in: () => undefined }, onError: () => undefined }),
)
const send = (delivery: Delivery) => post(new Request("https://shop.example/webhooks", { method: "POST", ...delivery }))

const signatureIn = ({ headers }: Delivery) => headers["X-Service-Signature"]
const hmac = (body: string | Uint8Array) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`

describe("the checks of deliveries", () => {
  it("are true of the receiver", async () => {
    await fc.assert(goodDeliveriesAreTaken({ secret, send }), { numRuns: 500 })
    await fc.assert(tamperedDeliveriesAreRefused({ secret, send }), { numRuns: 500 })
  })

  it("find a receiver that writes the body again before it verifies", async () => {
    const rewriting = async (delivery: Delivery) => {
      const again = JSON.stringify(JSON.parse(Buffer.from(delivery.body).toString()))
      return {
        status: [signatureIn(delivery), delivery.headers["X-Service-Signature-Previous"]].includes(hmac(again))
          ? 200
          : 401,
      }
    }
    const { counterexample, errorInstance } = await fc.check(goodDeliveriesAreTaken({ secret, send: rewriting }))
    expect(errorInstance).toEqual(new Error("A good delivery should be answered 2xx, and was answered 401"))
    expect(Buffer.from(counterexample?.[0].body ?? []).toString()).toMatch(/\n|\\u/u)
  })

  it("find a receiver that trusts the header's delivery id", async () => {
    const trusting = async (delivery: Delivery) => ({
      status: signatureIn(delivery) === hmac(delivery.body) ? 200 : 401,
    })
    const { errorInstance } = await fc.check(tamperedDeliveriesAreRefused({ secret, send: trusting }), { numRuns: 500 })
    expect(errorInstance).toMatchObject({ message: expect.stringContaining("and was answered 200") })
  })

  it("find a receiver that knows no rotation, and one that fails on what it cannot read", async () => {
    const single = async (delivery: Delivery) => ({ status: signatureIn(delivery) === hmac(delivery.body) ? 204 : 401 })
    expect((await fc.check(goodDeliveriesAreTaken({ secret, send: single }), { numRuns: 500 })).failed).toBe(true)
    const failing = async () => ({ status: 500 })
    expect((await fc.check(tamperedDeliveriesAreRefused({ secret, send: failing }))).failed).toBe(true)
  })
})
