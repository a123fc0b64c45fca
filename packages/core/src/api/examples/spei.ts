/** Examples of the SPEI operations. They tell the same story as the examples of Mexico's events, one step before each. */
import { example, type Examples } from "../documentation.ts"
import type {
  Balance,
  CashInCharge,
  CashInRequest,
  CashOut,
  CashOutRequest,
  Deposit,
  Refund,
  RefundRequest,
  TransactionRecord,
} from "../spei.ts"

const charge: CashInCharge = {
  transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b01",
  id: 48_213,
  externalId: "order-1042",
  status: "PENDING",
  destinationClabe: "846000001000000014",
  clabe: "846000001000000014",
  beneficiary: { name: "Comercio de Prueba SA de CV", taxId: "MAB9307148T4" },
  referenceNumerical: "0048213",
  checkoutUrl: null,
  expiresAt: "2026-02-01T18:00:20.000Z",
  amountCentavos: 15_000,
}

/** `POST /api/spei/cash-in`. */
export const cashIn: { readonly request: Examples<CashInRequest>; readonly answer: Examples<CashInCharge> } = {
  request: {
    order: example("150.00 MXN for an order", {
      amountCentavos: 15_000,
      externalId: "order-1042",
      description: "Pedido 1042",
      customerName: "María Fernández López",
      customerEmail: "maria@correo.example",
      customerTaxId: "GODE561231GR8",
    }),
    least: example("Only what is required", {
      amountCentavos: 1_000,
      customerName: "María Fernández López",
      customerEmail: "maria@correo.example",
    }),
  },
  answer: {
    pending: example("A new charge", charge),
    again: example("The same request again, after the transfer", { ...charge, status: "CONFIRMED" }),
  },
}

/** `POST /api/spei/cash-out`. */
export const cashOut: { readonly request: Examples<CashOutRequest>; readonly answer: Examples<CashOut> } = {
  request: {
    payout: example("2,500.00 MXN to a supplier", {
      amountCentavos: 250_000,
      destinationClabe: "846180000000000016",
      beneficiaryName: "Carlos Mendoza Ruiz",
      concept: "Pago de enero",
      externalId: "payout-77",
    }),
  },
  answer: {
    pending: example("A new send", {
      transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b04",
      id: 48_216,
      externalId: "payout-77",
      status: "PENDING",
      destinationClabe: "846180000000000016",
      amountCentavos: 250_000,
      referenceNumerical: "0048216",
      claveRastreo: "PSR20260131D4E5F6",
      createdAt: "2026-01-31T18:10:01.004Z",
    }),
  },
}

const record: TransactionRecord = {
  id: 48_213,
  transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b01",
  externalId: "order-1042",
  conciliationId: "order-1042",
  paymentMethod: "SPEI",
  direction: "in",
  type: "cash_in",
  status: "CONFIRMED",
  provider: "sandbox",
  amountCentavos: 15_000,
  clabe: "846000001000000014",
  claveRastreo: "BNET01002601310032041287",
  createdAt: "2026-01-31T18:00:20.000Z",
  confirmedAt: "2026-01-31T18:04:27.315Z",
}

/** `GET /api/spei/transaction/{externalId}`. */
export const lookup: { readonly answer: Examples<TransactionRecord> } = {
  answer: {
    paid: example("A charge that was paid", record),
    open: example("A charge that nobody has paid yet", {
      ...record,
      status: "PENDING",
      claveRastreo: null,
      confirmedAt: null,
    }),
    send: example("A send", {
      ...record,
      id: 48_216,
      transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b04",
      externalId: "payout-77",
      conciliationId: "payout-77",
      direction: "out",
      type: "cash_out",
      amountCentavos: 250_000,
      clabe: "846180000000000016",
      claveRastreo: "PSR20260131D4E5F6",
      createdAt: "2026-01-31T18:10:01.004Z",
      confirmedAt: "2026-01-31T18:10:02.118Z",
    }),
  },
}

/** `POST /api/spei/refund-in/{id}`. */
export const refund: { readonly request: Examples<RefundRequest>; readonly answer: Examples<Refund> } = {
  request: {
    part: example("A part of a SPEI cash-in", {
      amountCentavos: 5_000,
      reason: "Producto agotado",
      externalId: "refund-1042-1",
    }),
    retail: example("A retail charge, whole", {
      amountCentavos: 32_950,
      destinationClabe: "846072000000000027",
      beneficiaryName: "Jorge Ramírez",
    }),
  },
  answer: {
    pending: example("A new refund", {
      transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b06",
      id: 48_218,
      originalTransactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b01",
      externalId: "refund-1042-1",
      status: "PENDING",
      amountCentavos: 5_000,
      reason: "Producto agotado",
      destinationClabe: "846072000000000014",
      claveRastreo: null,
      providerTransactionId: "019c153c-0c55-7c0a-9d52-3f1b8c6e4f06",
      createdAt: "2026-01-31T18:32:43.700Z",
    }),
  },
}

/** `GET /api/spei/balance`. */
export const balance: { readonly answer: Examples<Balance> } = {
  answer: {
    balance: example("2,500.00 MXN are held by a send", {
      grossBalanceCentavos: 100_015_000,
      blockedBalanceCentavos: 250_000,
      netBalanceCentavos: 99_765_000,
      consultedAt: "2026-01-31T18:10:01.500Z",
    }),
  },
}

const held: Deposit = {
  id: "019c1540-1b7d-7c0a-9d52-3f1b8c6e4c01",
  status: "HELD",
  reason: "wrong_amount",
  amountCentavos: 14_000,
  clabe: "846000001000000027",
  claveRastreo: "BNET01002601310032041290",
  transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b03",
  counterpart: { name: "María Fernández López", taxId: null, bank: { code: "072", name: "BANORTE" } },
  paidAt: "2026-01-31T18:15:00.000Z",
  createdAt: "2026-01-31T18:15:02.410Z",
  resolvedAt: null,
}

/** `GET /api/spei/deposits`. */
export const deposits: { readonly answer: Examples } = {
  answer: {
    held: example("One deposit of another amount than the charge's", {
      data: [held],
      metadata: { page: 1, size: 20, total: 1, totalPages: 1, hasNext: false, hasPrevious: false },
    }),
  },
}

const resolvedAt = "2026-01-31T18:40:00.000Z"

/** `POST /api/spei/deposits/{id}/return`. */
export const returnDeposit: { readonly answer: Examples<Deposit> } = {
  answer: { returned: example("It goes back to its payer", { ...held, status: "RETURNED", resolvedAt }) },
}

/** `POST /api/spei/deposits/{id}/accept`. */
export const acceptDeposit: { readonly answer: Examples<Deposit> } = {
  answer: { accepted: example("The balance has it now", { ...held, status: "ACCEPTED", resolvedAt }) },
}
