/** Deliveries as the service sends them, signed by node:crypto: independently of the code that is tested with them. */
import { createHmac } from "node:crypto"
import type { WebhookRequest } from "../src/index.ts"

export const SECRET = "whsec_c2VjcmV0IG9mIHRoZSByZWNlaXZlcidzIHRlc3Rz"

/** Bytes of a text. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** The value of `X-Service-Signature`. */
export const signatureOf = (body: Uint8Array, secret = SECRET): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`

/** A `cash_in` event as an object that a test can bend. */
export const cashIn = (number = 1) => ({
  event: "cash_in",
  eventId: `evt_0193f0c0-0000-7000-8000-${String(number).padStart(12, "0")}`,
  deliveryId: `dlv_0193f0c0-0000-7000-8001-${String(number).padStart(12, "0")}`,
  transaction: {
    id: number,
    transactionId: `0193f0c0-0000-7000-8002-${String(number).padStart(12, "0")}`,
    externalId: `order-${number}`,
    status: "CONFIRMED",
    amountCentavos: 15_000,
    clabe: "846000001000000014",
    claveRastreo: "PSR20260131ABC",
    paymentMethod: "SPEI",
    confirmedAt: "2026-01-31T12:00:00.000Z",
    counterpart: { name: "María Fernández", taxId: null, bank: { code: "072", name: "BANORTE" } },
  },
})

/** The headers and bytes of one delivery; `overrides` are headers to send instead of the right ones. */
export const delivery = (
  event: { readonly deliveryId: string },
  overrides: Readonly<Record<string, string>> = {},
): { readonly headers: Record<string, string>; readonly body: Uint8Array<ArrayBuffer> } => {
  const body = utf8(JSON.stringify(event))
  return {
    headers: {
      "content-type": "application/json",
      "x-service-delivery": event.deliveryId,
      "x-service-signature": signatureOf(body),
      ...overrides,
    },
    body,
  }
}

/** The same, as the runtime-neutral request of `Receiver.handle`. */
export const request = (
  event: { readonly deliveryId: string },
  overrides: Readonly<Record<string, string>> = {},
): WebhookRequest => {
  const { headers, body } = delivery(event, overrides)
  return { method: "POST", headers: (name) => headers[name] ?? null, body }
}
