/** Examples of the PIX operations. They tell the same story as the examples of PIX events, one step before each. */
import { example, type Examples } from "../documentation.ts"
import type {
  CashInCharge,
  CashInRequest,
  CashOut,
  CashOutQrCodeRequest,
  CashOutRequest,
  Refund,
  RefundRequest,
} from "../pix.ts"
import type { Balance, KeyHolder, SearchItem } from "../pixSearch.ts"

const charge: CashInCharge = {
  transactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b301",
  correlationId: "019c1536-71e1-7a90-b3c4-5d6e7f809101",
  externalId: "pedido-1042",
  status: "PENDING",
  pixCode:
    "00020101021226700014br.gov.bcb.pix2548pay.example/pix/019c153671e07d418e079b2c5a60b3015204000053039865802BR5918COMERCIO DE PRUEBA6009SAO PAULO62070503***63043CD5",
  generateTime: "2026-01-31T18:00:20.000Z",
  expirationDate: "2026-01-31T19:00:20.000Z",
}

const request: CashInRequest = {
  transaction: { value: 150, description: "Pedido 1042", expirationTime: 3_600, externalId: "pedido-1042" },
  payer: { fullName: "João da Silva", document: "12345678909" },
}

/** `POST /api/pix/cash-in`. */
export const cashIn: { readonly request: Examples<CashInRequest>; readonly answer: Examples<CashInCharge> } = {
  request: {
    order: example("150.00 BRL, payable for an hour", request),
    image: example("With an image of the QR code, and information of your own", {
      ...request,
      transaction: { ...request.transaction, generateQrCode: true },
      additionalInfo: { loja: "Centro", vendedor: "17" },
    }),
  },
  answer: {
    pending: example("A new charge", charge),
    image: example("With an image of the QR code", {
      ...charge,
      qrCodeImage:
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
    }),
  },
}

const payment: CashOut = {
  transactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b303",
  externalId: "pagamento-77",
  status: "PENDING",
  generateTime: "2026-01-31T18:07:26.100Z",
}

/** `POST /api/pix/cash-out`. */
export const cashOut: { readonly request: Examples<CashOutRequest>; readonly answer: Examples<CashOut> } = {
  request: {
    document: example("To a CNPJ, which is the holder's document too", {
      value: 1200.35,
      details: {
        key: "12345678000195",
        keyType: "DOCUMENT",
        name: "Padaria Bom Dia Ltda",
        document: "12345678000195",
      },
      externalId: "pagamento-77",
      description: "Fornecimento de janeiro",
    }),
    email: example("To an e-mail address", {
      value: 50,
      details: { key: "joao@pix.example", keyType: "EMAIL", name: "João da Silva", document: "12345678909" },
      externalId: "pagamento-80",
    }),
    phone: example("To a phone number", {
      value: 50.5,
      details: { key: "+5511912345678", keyType: "PHONE", name: "Ana Souza", document: "01234567890" },
      externalId: "pagamento-81",
    }),
    random: example("To a random key", {
      value: 0.01,
      details: {
        key: "123e4567-e89b-42d3-a456-426655440000",
        keyType: "RANDOM",
        name: "Mercado Central S.A.",
        document: "11222333000181",
      },
      externalId: "pagamento-82",
    }),
  },
  answer: { pending: example("A new payment", payment) },
}

/** `POST /api/pix/cash-out-qrcode`. */
export const cashOutQrCode: {
  readonly request: Examples<CashOutQrCodeRequest>
  readonly answer: Examples<CashOut>
} = {
  request: {
    static: example("A static code that asks for 12.50 BRL", {
      value: 12.5,
      qrCode:
        "00020101021126380014br.gov.bcb.pix0116joao@pix.example520400005303986540512.505802BR5913JOAO DA SILVA6009SAO PAULO62120508PEDIDO79630443D0",
      externalId: "pagamento-79",
    }),
    dynamic: example("A dynamic code: a charge behind an address", {
      value: 150,
      qrCode: charge.pixCode,
      externalId: "pagamento-83",
      description: "Pedido 1042",
      name: "Comercio de Prueba",
      document: "11222333000181",
    }),
  },
  answer: {
    pending: example("A new payment", {
      ...payment,
      transactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b30a",
      externalId: "pagamento-79",
    }),
  },
}

/** `POST /api/pix/refund-in/{id}`. */
export const refund: { readonly request: Examples<RefundRequest>; readonly answer: Examples<Refund> } = {
  request: {
    part: example("A part of the payment", {
      refundValue: 50,
      reason: "Produto esgotado",
      externalId: "devolucao-1042-1",
    }),
  },
  answer: {
    pending: example("A new refund", {
      transactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b305",
      externalId: "devolucao-1042-1",
      status: "PENDING",
      refundValue: 50,
      providerTransactionId: "D12345678202601311809s6T7u8V9w0X",
      generateTime: "2026-01-31T18:09:26.200Z",
    }),
  },
}

const paid: SearchItem = {
  transactionId: "019c1536-71e0-7d41-8e07-9b2c5a60b301",
  externalId: "pedido-1042",
  status: "Confirmado",
  operationType: "Pix in",
  movementType: "CREDIT",
  originalAmount: 150,
  feeAmount: 0.99,
  finalAmount: 149.01,
  endToEndId: "E60701190202601311805a1B2c3D4e5F",
  createdAt: "2026-01-31T18:00:20.000Z",
  processedAt: "2026-01-31T18:05:27.315Z",
  counterpart: {
    name: "João da Silva",
    document: "***.456.789-**",
    bank: {
      bankISPB: "60701190",
      bankName: "ITAÚ UNIBANCO S.A.",
      bankCode: "341",
      accountBranch: "0001",
      accountNumber: "1234567",
    },
  },
}

const open: SearchItem = {
  ...paid,
  status: "Pendente",
  endToEndId: null,
  processedAt: null,
  counterpart: { name: "João da Silva", document: "***.456.789-**", bank: null },
}

/** `GET /api/transactions`. */
export const search: { readonly answer: Examples } = {
  answer: {
    page: example("One transaction", {
      data: [paid],
      metadata: { page: 1, size: 20, total: 1, totalPages: 1, hasNext: false, hasPrevious: false },
    }),
    pastTheEnd: example("A page past the end", {
      data: [],
      metadata: { page: 3, size: 20, total: 1, totalPages: 1, hasNext: false, hasPrevious: true },
    }),
  },
}

/** `GET /api/transactions/{transactionId}`. */
export const transaction: { readonly answer: Examples<SearchItem> } = {
  answer: { paid: example("A charge that was paid", paid), open: example("A charge that nobody has paid yet", open) },
}

/** `GET /api/balance`. */
export const balance: { readonly answer: Examples<Balance> } = {
  answer: {
    balance: example("1,201.85 BRL are held by a payment", {
      grossBalance: 1_000_149.01,
      blockedBalance: 1201.85,
      netBalance: 998_947.16,
      consultedAt: "2026-01-31T18:07:26.500Z",
    }),
  },
}

/** `GET /api/pix/keys/{key}`. */
export const key: { readonly answer: Examples<KeyHolder> } = {
  answer: {
    holder: example("A sample key of the sandbox", {
      key: "joao@pix.example",
      keyType: "EMAIL",
      name: "João da Silva",
      document: "***.456.789-**",
      bank: { bankISPB: "60701190", bankName: "ITAÚ UNIBANCO S.A.", bankCode: "341" },
    }),
  },
}
