/**
 * Complete bodies of Mexico's events, one of each outcome: for documents, and for trying a receiver out. Every CLABE is the
 * sandbox's (846), so that nobody can pay it. A test holds them against their schemas.
 */

/**
 * By kind, the confirmed one first.
 *
 * @example
 * ```ts
 * import { examples } from "@pesoreal/core/webhooks/mexicoEventExamples"
 *
 * const [bySpei, atStore, failed] = examples.cash_in
 * bySpei.transaction.clabe // => "846000001000000014"
 * atStore.transaction.barcode // => "8460000010000032950426"
 * failed.transaction.errorCode // => "BANK_REJECTED"
 * ```
 */
export const examples = {
  cash_in: [
    {
      event: "cash_in",
      eventId: "evt_019c153a-4933-7c0a-9d52-3f1b8c6e4a01",
      deliveryId: "dlv_019c153a-4933-7c0a-9d52-3f1b8c6e4d01",
      transaction: {
        id: 48_213,
        transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b01",
        externalId: "order-1042",
        status: "CONFIRMED",
        amountCentavos: 15_000,
        clabe: "846000001000000014",
        claveRastreo: "BNET01002601310032041287",
        paymentMethod: "SPEI",
        confirmedAt: "2026-01-31T18:04:27.315Z",
        counterpart: { name: "María Fernández López", taxId: null, bank: { code: "072", name: "BANORTE" } },
      },
    },
    {
      event: "cash_in",
      eventId: "evt_019c153a-4933-7c0a-9d52-3f1b8c6e4a02",
      deliveryId: "dlv_019c153a-4933-7c0a-9d52-3f1b8c6e4d02",
      transaction: {
        id: 48_214,
        transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b02",
        externalId: "order-1043",
        status: "CONFIRMED",
        amountCentavos: 32_950,
        clabe: null,
        barcode: "8460000010000032950426",
        claveRastreo: null,
        paymentMethod: "OXXO",
        confirmedAt: "2026-01-31T20:41:03.000Z",
        counterpart: { name: "Jorge Ramírez", taxId: null, bank: null },
      },
    },
    {
      event: "cash_in",
      eventId: "evt_019c153a-4933-7c0a-9d52-3f1b8c6e4a03",
      deliveryId: "dlv_019c153a-4933-7c0a-9d52-3f1b8c6e4d03",
      transaction: {
        id: 48_215,
        transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b03",
        externalId: null,
        status: "FAILED",
        amountCentavos: 15_000,
        clabe: "846000001000000027",
        claveRastreo: null,
        paymentMethod: "SPEI",
        confirmedAt: null,
        counterpart: null,
        errorCode: "BANK_REJECTED",
        errorMessage: "The bank rejected the payment",
      },
    },
  ],
  cash_out: [
    {
      event: "cash_out",
      eventId: "evt_019c153a-4933-7c0a-9d52-3f1b8c6e4a04",
      deliveryId: "dlv_019c153a-4933-7c0a-9d52-3f1b8c6e4d04",
      transaction: {
        id: 48_216,
        transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b04",
        externalId: "payout-77",
        status: "CONFIRMED",
        amountCentavos: 250_000,
        clabe: "846180000000000016",
        claveRastreo: "PSR20260131D4E5F6",
        paymentMethod: "SPEI",
        confirmedAt: "2026-01-31T18:10:02.118Z",
        counterpart: { name: "Carlos Mendoza Ruiz", taxId: null, bank: { code: "846", name: "SANDBOX" } },
      },
    },
    {
      event: "cash_out",
      eventId: "evt_019c153a-4933-7c0a-9d52-3f1b8c6e4a05",
      deliveryId: "dlv_019c153a-4933-7c0a-9d52-3f1b8c6e4d05",
      transaction: {
        id: 48_217,
        transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b05",
        externalId: "payout-78",
        status: "FAILED",
        amountCentavos: 250_000,
        clabe: "846180000000000029",
        claveRastreo: "PSR20260131G7H8I9",
        paymentMethod: "SPEI",
        confirmedAt: null,
        counterpart: { name: "Lucía Torres", taxId: null, bank: { code: "846", name: "SANDBOX" } },
        errorCode: "ACCOUNT_BLOCKED",
        errorMessage: "The account is blocked",
      },
    },
  ],
  refund_in: [
    {
      event: "refund_in",
      eventId: "evt_019c153a-4933-7c0a-9d52-3f1b8c6e4a06",
      deliveryId: "dlv_019c153a-4933-7c0a-9d52-3f1b8c6e4d06",
      transaction: {
        id: 48_218,
        transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b06",
        externalId: "refund-1042-1",
        originalTransactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b01",
        providerTransactionId: "019c153c-0c55-7c0a-9d52-3f1b8c6e4f06",
        status: "CONFIRMED",
        amountCentavos: 5_000,
        clabe: "846072000000000014",
        claveRastreo: "PSR20260131J1K2L3",
        paymentMethod: "SPEI",
        confirmedAt: "2026-01-31T18:32:44.902Z",
        counterpart: { name: "María Fernández López", taxId: null, bank: { code: "072", name: "BANORTE" } },
      },
    },
    {
      event: "refund_in",
      eventId: "evt_019c153a-4933-7c0a-9d52-3f1b8c6e4a07",
      deliveryId: "dlv_019c153a-4933-7c0a-9d52-3f1b8c6e4d07",
      transaction: {
        id: 48_219,
        transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b07",
        externalId: null,
        originalTransactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b02",
        providerTransactionId: "019c153c-0c55-7c0a-9d52-3f1b8c6e4f07",
        status: "FAILED",
        amountCentavos: 32_950,
        clabe: "846072000000000027",
        claveRastreo: null,
        paymentMethod: "SPEI",
        confirmedAt: null,
        counterpart: { name: "Jorge Ramírez", taxId: null, bank: { code: "072", name: "BANORTE" } },
        errorCode: "ACCOUNT_NOT_FOUND",
        errorMessage: "The account does not exist",
      },
    },
  ],
  refund_out: [
    {
      event: "refund_out",
      eventId: "evt_019c153a-4933-7c0a-9d52-3f1b8c6e4a08",
      deliveryId: "dlv_019c153a-4933-7c0a-9d52-3f1b8c6e4d08",
      transaction: {
        id: 48_220,
        transactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b08",
        externalId: null,
        originalTransactionId: "019c1536-71e0-7c0a-9d52-3f1b8c6e4b04",
        providerTransactionId: "019c153c-0c55-7c0a-9d52-3f1b8c6e4f08",
        status: "CONFIRMED",
        amountCentavos: 250_000,
        clabe: "846180000000000016",
        claveRastreo: "PSR20260131D4E5F6",
        paymentMethod: "SPEI",
        confirmedAt: "2026-01-31T19:02:10.540Z",
        counterpart: { name: "Carlos Mendoza Ruiz", taxId: null, bank: { code: "846", name: "SANDBOX" } },
      },
    },
  ],
} as const
