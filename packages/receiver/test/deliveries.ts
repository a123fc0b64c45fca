/** Deliveries as the service sends them, signed by node:crypto: independently of the code that is tested with them. */
import { createHmac } from "node:crypto"
import type { KnownEvent, WebhookRequest } from "../src/index.ts"

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

const ids = { eventId: "evt_1", deliveryId: "dlv_1" }

const failure = {
  confirmedAt: null,
  errorCode: "BANK_REJECTED",
  errorMessage: "The bank rejected the payment",
} as const
const success = { status: "CONFIRMED", confirmedAt: "2026-01-31T12:00:00.000Z" } as const

const party = { name: "María Fernández", taxId: null, bank: { code: "072", name: "BANORTE" } }
const mexico = {
  id: 1,
  transactionId: "0193f0c0-0000-7000-8002-000000000001",
  externalId: null,
  amountCentavos: 15_000,
}
const spei = { ...mexico, clabe: "846000001000000014", claveRastreo: null, paymentMethod: "SPEI" } as const
const store = { ...mexico, clabe: null, barcode: "84600001", claveRastreo: null, paymentMethod: "OXXO" }
const refund = { originalTransactionId: "0193f0c0-0000-7000-8002-000000000002", providerTransactionId: "7" }

const bank = { bankISPB: "60701190", bankName: "ITAÚ", bankCode: "341", accountBranch: "0001", accountNumber: "1" }
const pixParty = { name: "João da Silva", document: "***.456.789-**", bank }
const pix = { transactionId: "0193f0c0-0000-7000-8002-000000000003", value: 150, feeAmount: 0.99, finalAmount: 149.01 }
const payment = { ...pix, externalId: "pedido-1", endToEndId: "E60701190202601311200a1B2c3D4e5F" }
const pixRefund = { ...pix, ...refund, externalId: null, endToEndId: "D60701190202601311200a1B2c3D4e5F" }

/** Each outcome of each kind, as the interfaces have it: what they do not allow does not compile. */
export const everyOutcome: ReadonlyArray<KnownEvent> = [
  { event: "cash_in", ...ids, transaction: { ...spei, ...success, counterpart: party } },
  { event: "cash_in", ...ids, transaction: { ...store, ...success, counterpart: { ...party, bank: null } } },
  { event: "cash_in", ...ids, transaction: { ...spei, ...failure, status: "FAILED", counterpart: null } },
  { event: "cash_out", ...ids, transaction: { ...spei, ...success, counterpart: party } },
  { event: "cash_out", ...ids, transaction: { ...spei, ...failure, status: "FAILED", counterpart: party } },
  { event: "refund_in", ...ids, transaction: { ...spei, ...refund, ...success, counterpart: party } },
  { event: "refund_in", ...ids, transaction: { ...spei, ...refund, ...failure, status: "FAILED", counterpart: party } },
  { event: "refund_out", ...ids, transaction: { ...spei, ...refund, ...success, counterpart: party } },
  { event: "CashIn", ...ids, transaction: { ...payment, movementType: "CREDIT", ...success, counterpart: pixParty } },
  {
    event: "CashIn",
    ...ids,
    transaction: {
      ...payment,
      movementType: "CREDIT",
      endToEndId: null,
      ...failure,
      status: "ERROR",
      counterpart: null,
    },
  },
  { event: "CashOut", ...ids, transaction: { ...payment, movementType: "DEBIT", ...success, counterpart: pixParty } },
  {
    event: "CashOut",
    ...ids,
    transaction: { ...payment, movementType: "DEBIT", ...failure, status: "ERROR", counterpart: pixParty },
  },
  {
    event: "RefundIn",
    ...ids,
    transaction: { ...pixRefund, movementType: "DEBIT", ...success, counterpart: pixParty },
  },
  {
    event: "RefundIn",
    ...ids,
    transaction: { ...pixRefund, movementType: "DEBIT", ...failure, status: "ERROR", counterpart: pixParty },
  },
  {
    event: "RefundOut",
    ...ids,
    transaction: { ...pixRefund, movementType: "CREDIT", ...success, counterpart: pixParty },
  },
]

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
