/** Examples of a retail channel. They tell the same story as the example of an event at a store, one step before it. */
import { example, type Examples } from "../documentation.ts"
import type { CashInRequest, Charge, TransactionRecord } from "../retail.ts"

/** `POST /api/{channel}/cash-in`. */
export const cashIn: { readonly request: Examples<CashInRequest>; readonly answer: Examples<Charge> } = {
  request: {
    order: example("329.50 MXN for an order", {
      amountCentavos: 32_950,
      customerName: "Jorge Ramírez",
      externalId: "order-1043",
    }),
  },
  answer: {
    pending: example("A new charge", {
      id: 48_214,
      transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b02",
      externalId: "order-1043",
      status: "PENDING",
      barcode: "8460000010000032950426",
      referenceNumerical: "0048214",
      checkoutUrl: null,
      expiresAt: "2026-02-04T05:59:59.000Z",
      amountCentavos: 32_950,
    }),
  },
}

/** `GET /api/{channel}/transaction/{externalId}`. */
export const lookup: { readonly answer: Examples<TransactionRecord> } = {
  answer: {
    paid: example("A charge that was paid at the counter", {
      id: 48_214,
      transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b02",
      externalId: "order-1043",
      conciliationId: "order-1043",
      paymentMethod: "OXXO",
      direction: "in",
      type: "cash_in",
      status: "CONFIRMED",
      provider: "sandbox",
      amountCentavos: 32_950,
      clabe: null,
      claveRastreo: null,
      createdAt: "2026-01-31T18:00:20.000Z",
      confirmedAt: "2026-01-31T20:41:03.000Z",
      barcode: "8460000010000032950426",
    }),
  },
}
