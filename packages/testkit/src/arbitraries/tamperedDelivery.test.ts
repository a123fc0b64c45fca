import { createReceiver } from "@pesoreal/receiver"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { reasonsOf } from "../../test/minimal.ts"
import type { Delivery } from "../Delivery.ts"
import { signedDelivery } from "./signedDelivery.ts"
import { tamperedDelivery } from "./tamperedDelivery.ts"

/** What the receiver answers to a delivery. Each time it is a new receiver, which remembers no other delivery. */
const answerTo = ({ headers, body, secret }: Delivery) => {
  const sent = new Headers(headers)
  const receiver = createReceiver({
    secrets: secret,
    handlers: {},
    fallback: () => undefined,
    onError: () => undefined,
  })
  return receiver.handle({ method: "POST", headers: (name) => sent.get(name), body })
}

describe("tampered deliveries", () => {
  it("are refused by the receiver with the code, and at the path, that they name", async () => {
    await fc.assert(
      fc.asyncProperty(tamperedDelivery(), async ({ value, why }) => {
        const { body, status } = await answerTo(value)
        expect({ path: body.path ?? "", reason: body.reason ?? body.code }).toEqual(why)
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 2_000 },
    )
  })

  it("would have been taken untampered, so it is the tampering that is refused", async () => {
    await fc.assert(
      fc.asyncProperty(signedDelivery(), async (delivery) => {
        expect((await answerTo(delivery)).body).toEqual({ code: "handled" })
      }),
    )
  })

  it("are refused for every reason there is", () => {
    expect(reasonsOf(tamperedDelivery())).toEqual([
      "body_not_json",
      "body_not_utf8",
      "delivery_id_mismatch",
      "event_malformed",
      "signature_malformed",
      "signature_mismatch",
      "signature_missing",
    ])
  })

  it("are of one secret if asked for", () => {
    const mine = tamperedDelivery({ secret: fc.constant("whsec_mine") })
    fc.assert(fc.property(mine, ({ value }) => value.secret === "whsec_mine"))
  })
})
