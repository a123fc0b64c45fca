import { Signature } from "@pesoreal/core"
import { parseEvent, sign, verify } from "@pesoreal/receiver"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf } from "../../test/minimal.ts"
import { bytesOf } from "../Delivery.ts"
import { eventOf } from "./event.ts"
import { rotatedDelivery } from "./rotatedDelivery.ts"
import { type SignedDelivery, signedDelivery } from "./signedDelivery.ts"

const { DELIVERY_HEADER, PREVIOUS_SIGNATURE_HEADER, SIGNATURE_HEADER } = Signature

const centavosOf = ({ event: { transaction } }: SignedDelivery): number =>
  "amountCentavos" in transaction ? transaction.amountCentavos : 0

describe("signed deliveries", () => {
  it("are of every kind", () => {
    const kinds = new Set(fc.sample(signedDelivery(), 500).map(({ event }) => event.event))
    expect(kinds.size).toBe(8)
  })

  it("are signed as the receiver signs, and verified by it", async () => {
    await fc.assert(
      fc.asyncProperty(signedDelivery(), async ({ headers, body, secret }) => {
        expect(headers[SIGNATURE_HEADER]).toBe(await sign(body, secret))
        expect(await verify({ body, signature: headers[SIGNATURE_HEADER], secrets: secret })).toEqual({ ok: true })
      }),
    )
  })

  it("carry their event, whatever way it is written in, under its delivery id", () => {
    fc.assert(
      fc.property(signedDelivery(), ({ headers, body, event }) => {
        expect(parseEvent(body)).toEqual({ ok: true, event })
        expect(headers[DELIVERY_HEADER]).toBe(event.deliveryId)
      }),
    )
  })

  it("are not all what JSON.stringify would write, so that who signs a rewritten body is found out", () => {
    const isAsWritten = ({ body, event }: { body: Uint8Array; event: object }) =>
      Buffer.from(body).equals(Buffer.from(JSON.stringify(event)))
    const drawn = fc.sample(signedDelivery(), 200)
    expect(drawn.some(isAsWritten)).toBe(true)
    expect(drawn.every(isAsWritten)).toBe(false)
  })

  it("shrink to the smallest event as the service writes it, from an example too", () => {
    const event = eventOf("cash_in", { status: "CONFIRMED" })
    const delivery = signedDelivery({ event, secret: fc.constant("whsec_mine") })
    const fails = (one: SignedDelivery) => centavosOf(one) > 500
    const minimal = minimalOf(delivery, fails)
    expect(minimal.event.transaction).toMatchObject({ id: 1, amountCentavos: 501, externalId: null })
    expect(minimal.body).toEqual(bytesOf(JSON.stringify(minimal.event)))

    const [example] = fc.sample(delivery.filter(fails), 1)
    if (example === undefined) throw new Error("There is one")
    expect(centavosOf(minimalFrom(delivery, example, fails))).toBe(501)
  })

  it("are printed with their body as text, and with their bytes where those are no text", () => {
    const [delivery] = fc.sample(signedDelivery({ secret: fc.constant("whsec_mine") }), 1)
    expect(fc.stringify(delivery)).toContain('body:bytesOf("{')
    expect(fc.stringify(delivery)).toContain('"secret":"whsec_mine"')
    expect(Object.keys(delivery ?? {}).toSorted()).toEqual(["body", "event", "headers", "secret"])
    expect(Reflect.ownKeys({ ...delivery })).toHaveLength(4)
  })

  it("make a request as they are", async () => {
    const [delivery] = fc.sample(signedDelivery(), 1)
    if (delivery === undefined) throw new Error("There is one")
    const request = new Request("https://shop.example/webhooks", { method: "POST", ...delivery })
    expect(request.headers.get("content-type")).toBe("application/json")
    expect(new Uint8Array(await request.arrayBuffer())).toEqual(delivery.body)
  })
})

describe("rotated deliveries", () => {
  it("are verified by the new secret, by the old one, and by both", async () => {
    await fc.assert(
      fc.asyncProperty(rotatedDelivery(), async ({ headers, body, secret, previousSecret }) => {
        for (const secrets of [secret, previousSecret, [secret, previousSecret]]) {
          const verification = await verify({
            body,
            signature: headers[SIGNATURE_HEADER],
            previousSignature: headers[PREVIOUS_SIGNATURE_HEADER],
            secrets,
          })
          expect(verification).toEqual({ ok: true })
        }
      }),
    )
  })

  it("shrink, from an example too", () => {
    const rotated = rotatedDelivery({ event: eventOf("cash_in") })
    const fails = (one: SignedDelivery) => centavosOf(one) > 500
    expect(centavosOf(minimalOf(rotated, fails))).toBe(501)
    const [example] = fc.sample(rotated.filter(fails), 1)
    if (example === undefined) throw new Error("There is one")
    expect(centavosOf(minimalFrom(rotated, example, fails))).toBe(501)
  })
})
