import * as Webhooks from "@pesoreal/core/api/webhooks"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf } from "../../test/minimal.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { deliveryUrl, nearlyValidDeliveryUrl } from "./deliveryUrl.ts"

const schema = Webhooks.WebhookConfigRequest.fields.url

describe("delivery addresses", () => {
  it("are accepted, and nearly valid ones are refused", () => {
    fc.assert(requestsAreAccepted(schema, deliveryUrl()))
    fc.assert(requestsAreRefused(schema, nearlyValidDeliveryUrl()))
  })

  it("are addresses of hosts that do not exist", () => {
    fc.assert(
      fc.property(deliveryUrl(), (text) => {
        const { protocol, hostname, username } = new URL(text)
        expect([protocol, hostname.split(".").at(-1), username]).toEqual(["https:", "example", ""])
      }),
    )
  })

  it("are as long as they may be now and then, and shrink to the shortest", () => {
    expect(Math.max(...fc.sample(deliveryUrl(), 200).map((text) => text.length))).toBe(2048)
    expect(minimalOf(deliveryUrl(), () => true)).toBe("https://a.example/")
    expect(minimalFrom(deliveryUrl(), "https://shop.example/webhooks", (text) => text.length > 20)).toHaveLength(21)
  })
})
