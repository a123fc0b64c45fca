/**
 * Complete bodies of PIX events, one of each outcome: for documents, and for trying a receiver out. A test holds them
 * against their schemas.
 */

const payer = {
  name: "João da Silva",
  document: "***.456.789-**",
  bank: {
    bankISPB: "60701190",
    bankName: "ITAÚ UNIBANCO S.A.",
    bankCode: "341",
    accountBranch: "0001",
    accountNumber: "1234567",
  },
} as const

const payee = {
  name: "Padaria Bom Dia Ltda",
  document: "**.345.678/****-**",
  bank: {
    bankISPB: "18236120",
    bankName: "NU PAGAMENTOS S.A.",
    bankCode: "260",
    accountBranch: "0001",
    accountNumber: "98765432",
  },
} as const

/**
 * By kind, the confirmed one first.
 *
 * @example
 * ```ts
 * import { examples } from "@pesoreal/core/webhooks/pixEventExamples"
 *
 * const [paid, failed] = examples.CashIn
 * paid.transaction.finalAmount // => 149.01
 * failed.transaction.errorCode // => "BANK_REJECTED"
 * ```
 */
export const examples = {
  CashIn: [
    {
      event: "CashIn",
      eventId: "evt_019c153a-4933-7d41-8e07-9b2c5a60f301",
      deliveryId: "dlv_019c153a-4933-7d41-8e07-9b2c5a60d301",
      transaction: {
        transactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b301",
        externalId: "pedido-1042",
        status: "CONFIRMED",
        value: 150,
        feeAmount: 0.99,
        finalAmount: 149.01,
        movementType: "CREDIT",
        endToEndId: "E60701190202601311805a1B2c3D4e5F",
        confirmedAt: "2026-01-31T18:05:27.315Z",
        counterpart: payer,
      },
    },
    {
      event: "CashIn",
      eventId: "evt_019c153a-4933-7d41-8e07-9b2c5a60f302",
      deliveryId: "dlv_019c153a-4933-7d41-8e07-9b2c5a60d302",
      transaction: {
        transactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b302",
        externalId: "pedido-1043",
        status: "ERROR",
        value: 80.5,
        feeAmount: 0.99,
        finalAmount: 79.51,
        movementType: "CREDIT",
        endToEndId: null,
        confirmedAt: null,
        counterpart: null,
        errorCode: "BANK_REJECTED",
        errorMessage: "The bank rejected the payment",
      },
    },
  ],
  CashOut: [
    {
      event: "CashOut",
      eventId: "evt_019c153a-4933-7d41-8e07-9b2c5a60f303",
      deliveryId: "dlv_019c153a-4933-7d41-8e07-9b2c5a60d303",
      transaction: {
        transactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b303",
        externalId: "pagamento-77",
        status: "CONFIRMED",
        value: 1200.35,
        feeAmount: 1.5,
        finalAmount: 1201.85,
        movementType: "DEBIT",
        endToEndId: "E12345678202601311807g6H7i8J9k0L",
        confirmedAt: "2026-01-31T18:07:27.315Z",
        counterpart: payee,
      },
    },
    {
      event: "CashOut",
      eventId: "evt_019c153a-4933-7d41-8e07-9b2c5a60f304",
      deliveryId: "dlv_019c153a-4933-7d41-8e07-9b2c5a60d304",
      transaction: {
        transactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b304",
        externalId: "pagamento-78",
        status: "ERROR",
        value: 300,
        feeAmount: 1.5,
        finalAmount: 301.5,
        movementType: "DEBIT",
        endToEndId: "E12345678202601311808m1N2o3P4q5R",
        confirmedAt: null,
        counterpart: { name: "Ana Souza", document: "***.222.333-**", bank: null },
        errorCode: "INVALID_PIX_KEY",
        errorMessage: "The PIX key is not valid",
      },
    },
  ],
  RefundIn: [
    {
      event: "RefundIn",
      eventId: "evt_019c153a-4933-7d41-8e07-9b2c5a60f305",
      deliveryId: "dlv_019c153a-4933-7d41-8e07-9b2c5a60d305",
      transaction: {
        transactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b305",
        externalId: "devolucao-1042-1",
        originalTransactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b301",
        providerTransactionId: "D12345678202601311809s6T7u8V9w0X",
        status: "CONFIRMED",
        value: 50,
        feeAmount: 0,
        finalAmount: 50,
        movementType: "DEBIT",
        endToEndId: "D12345678202601311809s6T7u8V9w0X",
        confirmedAt: "2026-01-31T18:09:27.315Z",
        counterpart: payer,
      },
    },
    {
      event: "RefundIn",
      eventId: "evt_019c153a-4933-7d41-8e07-9b2c5a60f306",
      deliveryId: "dlv_019c153a-4933-7d41-8e07-9b2c5a60d306",
      transaction: {
        transactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b306",
        externalId: null,
        originalTransactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b301",
        providerTransactionId: "D12345678202601311810y1Z2a3B4c5D",
        status: "ERROR",
        value: 100,
        feeAmount: 0,
        finalAmount: 100,
        movementType: "DEBIT",
        endToEndId: "D12345678202601311810y1Z2a3B4c5D",
        confirmedAt: null,
        counterpart: payer,
        errorCode: "ACCOUNT_BLOCKED",
        errorMessage: "The account is blocked",
      },
    },
  ],
  RefundOut: [
    {
      event: "RefundOut",
      eventId: "evt_019c153a-4933-7d41-8e07-9b2c5a60f307",
      deliveryId: "dlv_019c153a-4933-7d41-8e07-9b2c5a60d307",
      transaction: {
        transactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b307",
        externalId: null,
        originalTransactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b303",
        providerTransactionId: "D18236120202601311811e6F7g8H9i0J",
        status: "CONFIRMED",
        value: 1200.35,
        feeAmount: 0,
        finalAmount: 1200.35,
        movementType: "CREDIT",
        endToEndId: "D18236120202601311811e6F7g8H9i0J",
        confirmedAt: "2026-01-31T18:11:27.315Z",
        counterpart: payee,
      },
    },
  ],
} as const
