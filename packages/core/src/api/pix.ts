/**
 * What the PIX operations take and answer (pix.md; decisions, sections 2, 3 and 8). Amounts are JSON numbers of reais with at
 * most 2 decimals, checked and never converted.
 */
import { Schema, type SchemaIssue } from "effect"
import { KeyType } from "../accounts/PixKeySchema.ts"
import { checkDocument } from "../accounts/PixKeyType.ts"
import type { CnpjOptions } from "../documents/CnpjSchema.ts"
import { QrCode } from "../emv/BrCodeSchema.ts"
import { PIX_EXPIRATION_SECONDS } from "../lifecycle/expiry.ts"
import { machine as cashInMachine } from "../lifecycle/PixCashIn.ts"
import { machine as cashOutMachine } from "../lifecycle/PixCashOut.ts"
import { machine as refundMachine } from "../lifecycle/PixRefund.ts"
import { Brl } from "../money/BrlSchema.ts"
import { anyText, isStorable, text } from "../text/Text.ts"
import { Instant, ProviderTransactionId, TransactionId } from "../webhooks/events.ts"
import { optional, someText, textUpTo } from "./fields.ts"
import { contractLevel, type Level } from "./levels.ts"

/** How an installation judges what identifies people and accounts. */
export interface PixOptions {
  /** The level of validation. Default: the contract's. */
  readonly level?: Level
  /** Whether CNPJs may have letters (decisions, section 11). Default false. */
  readonly alphanumericCnpj?: boolean
}

const rulesOf = ({ level = contractLevel, alphanumericCnpj = false }: PixOptions) => {
  const cnpj: CnpjOptions = { alphanumeric: alphanumericCnpj }
  return {
    document: level.brazilianDocument(cnpj),
    key: (keyType: KeyType) => level.pixKey(keyType, cnpj),
  }
}

/** The client's identifier of a PIX transaction: 1 to 255 characters. */
const externalId = text(1, 255).annotate({ description: "Your identifier, unique in the PIX area; its reuse is a 409" })

const value = Brl.annotate({ description: "BRL, with at most 2 decimals: 1200.35" })
const statementText = optional(textUpTo(140)).annotate({
  description: "Shown on the recipient's statement; empty by default",
})

/**
 * Body of `POST /api/pix/cash-in`.
 *
 * @example
 * ```ts
 * import { cashInRequest } from "@pesoreal/core/api/pix"
 * import { Schema } from "effect"
 *
 * const transaction = { value: 150, description: "Pedido 1042", externalId: "pedido-1042" }
 * const payer = { fullName: "João da Silva", document: "12345678901" }
 * Schema.is(cashInRequest())({ transaction, payer }) // => true
 * Schema.is(cashInRequest())({ transaction: { ...transaction, value: 1.005 }, payer }) // => false
 * ```
 */
export const cashInRequest = (options: PixOptions = {}) =>
  Schema.Struct({
    transaction: Schema.Struct({
      value,
      description: textUpTo(140).annotate({ description: "What the payment is for; shown to the payer" }),
      expirationTime: optional(expirationTime),
      externalId,
      generateQrCode: optional(Schema.Boolean).annotate({
        description: "`true` answers an image of the QR code as well; default `false`",
      }),
    }).annotate({ description: "What is to be paid" }),
    payer: Schema.Struct({
      fullName: someText.annotate({ description: "The payer's name" }),
      document: rulesOf(options).document.annotate({ description: "The payer's CPF or CNPJ, without punctuation" }),
    }).annotate({ description: "Who is to pay" }),
    additionalInfo: optional(additionalInfo),
  }).annotate({ identifier: "PixCashInRequest", description: "What is to be paid, and by whom" })
/** Body of `POST /api/pix/cash-in`. */
export type CashInRequest = ReturnType<typeof cashInRequest>["Type"]

const expirationTime = (() => {
  const { minimum, maximum, default: standard } = PIX_EXPIRATION_SECONDS
  return Schema.Number.annotate({ message: "must be a whole number of seconds" }).check(
    Schema.isInt({ message: "must be a whole number of seconds" }),
    Schema.makeFilter(
      (seconds: number) =>
        !Number.isSafeInteger(seconds) ||
        (seconds >= minimum && seconds <= maximum) ||
        `must be from ${minimum} to ${maximum} seconds`,
      {
        expected: `${minimum} to ${maximum} seconds`,
        toJsonSchema: () => ({
          minimum,
          maximum,
          default: standard,
          description: "Whole seconds until the charge expires: 5 minutes to 7 days; 24 hours by default",
        }),
      },
    ),
  )
})()

const MAX_INFO_KEYS = 10

/** A key that no store can hold is refused here: in the schema of keys it would be dropped in silence. */
const infoProblem = (info: Readonly<Record<string, string>>): string | undefined => {
  const keys = Object.keys(info)
  if (keys.length > MAX_INFO_KEYS) return `must have at most ${MAX_INFO_KEYS} keys`
  return keys.every(isStorable) ? undefined : "must have keys of well-formed Unicode without NUL characters"
}

const additionalInfo = Schema.Record(Schema.String, anyText).check(
  Schema.makeFilter(infoProblem, {
    expected: `at most ${MAX_INFO_KEYS} keys`,
    toJsonSchema: () => ({
      maxProperties: MAX_INFO_KEYS,
      description: `Texts by names of your choice, at most ${MAX_INFO_KEYS}`,
    }),
  }),
)

const transactionId = TransactionId.annotate({ description: "The transaction's id, the same as in its webhook" })
const generateTime = Instant.annotate({ description: "When it was created" })
const echoedExternalId = Schema.String.annotate({ description: "Your identifier" })

/** A PIX cash-in charge. */
export const CashInCharge = Schema.Struct({
  transactionId,
  correlationId: Schema.String.annotate({ description: "UUID to trace the request by", format: "uuid" }),
  externalId: echoedExternalId,
  status: Schema.Literals(cashInMachine.states).annotate({
    description: "PENDING: waits for payment; CONFIRMED: paid; ERROR: it expired, or failed",
  }),
  pixCode: Schema.String.annotate({ description: "EMV copy-and-paste code of the charge" }),
  generateTime,
  expirationDate: Instant.annotate({ description: "Until when it can be paid" }),
  qrCodeImage: Schema.optionalKey(Schema.String).annotate({
    description: "The QR code as `data:image/png;base64,<data>`, only where `generateQrCode` was `true`",
  }),
}).annotate({ identifier: "PixCashInCharge", description: "The charge, PENDING" })
/** A PIX cash-in charge. */
export type CashInCharge = typeof CashInCharge.Type

/** The key's own problem, if it has not the shape of its type, at the field `key`. */
const keyIssue = (schema: Schema.String, key: string): { path: ["key"]; issue: SchemaIssue.Issue } | undefined => {
  const decoded = Schema.decodeUnknownResult(schema)(key)
  return decoded._tag === "Failure" ? { path: ["key"], issue: decoded.failure.issue } : undefined
}

const keyDetails = (options: PixOptions) => {
  const { document, key: ofType } = rulesOf(options)
  return Schema.Struct({
    key: anyText.annotate({
      description:
        "DOCUMENT: 11 or 14 digits, and equal to `document`; EMAIL: an address of at most 77 characters; PHONE: 10 to 15 digits with country and area code, `+` optional; RANDOM: a UUID",
    }),
    keyType: KeyType.annotate({ description: "DOCUMENT is a CPF or CNPJ, RANDOM a random key" }),
    name: anyText.annotate({ description: "Full name of the key's holder, as registered with the key" }),
    document: document.annotate({ description: "CPF or CNPJ of the key's holder, without punctuation" }),
  }).check(
    Schema.makeFilter(
      (details) => {
        const wrong = keyIssue(ofType(details.keyType), details.key)
        if (wrong !== undefined) return wrong
        const checked = checkDocument(details)
        return checked.ok || { path: ["key"], issue: checked.errors[0].message }
      },
      {
        expected: "a key of its type",
        toJsonSchema: () => ({ description: "The key, and what its registration says of its holder" }),
      },
    ),
  )
}

/**
 * Body of `POST /api/pix/cash-out`. The key has the shape of its type, and a DOCUMENT key is the holder's document, at both
 * levels (decisions, section 8).
 *
 * @example
 * ```ts
 * import { cashOutRequest } from "@pesoreal/core/api/pix"
 * import { Schema } from "effect"
 *
 * const details = { key: "12345678901", keyType: "DOCUMENT", name: "Ana Souza", document: "12345678901" }
 * const accepts = Schema.is(cashOutRequest())
 * accepts({ value: 0.01, details, externalId: "pagamento-77" }) // => true
 * accepts({ value: 0.01, details: { ...details, keyType: "RANDOM" }, externalId: "pagamento-77" }) // => false
 * ```
 */
export const cashOutRequest = (options: PixOptions = {}) =>
  Schema.Struct({
    value,
    details: keyDetails(options),
    externalId,
    description: statementText,
  }).annotate({ identifier: "PixCashOutRequest", description: "How much to send, and to which key" })
/** Body of `POST /api/pix/cash-out`. */
export type CashOutRequest = ReturnType<typeof cashOutRequest>["Type"]

/** A code keeps what it does not know, so that nothing else refuses what no store can hold. */
const storableQrCode = QrCode.check(
  Schema.makeFilter((code: string) => isStorable(code) || "must be well-formed Unicode without NUL characters", {
    expected: "well-formed Unicode without NUL characters",
    toJsonSchema: () => ({}),
  }),
)

/**
 * Body of `POST /api/pix/cash-out-qrcode`. Its code has the length and the beginning of one; the rest is judged by the
 * operation, which answers `INVALID_QR_CODE`.
 *
 * @example
 * ```ts
 * import { cashOutQrCodeRequest } from "@pesoreal/core/api/pix"
 * import { Schema } from "effect"
 *
 * const qrCode = "00020126360014br.gov.bcb.pix0114+5511987654321"
 * Schema.is(cashOutQrCodeRequest())({ value: 10, qrCode, externalId: "pagamento-79" }) // => false
 * Schema.is(cashOutQrCodeRequest())({ value: 10, qrCode: qrCode.padEnd(50, "0"), externalId: "pagamento-79" }) // => true
 * ```
 */
export const cashOutQrCodeRequest = (options: PixOptions = {}) =>
  Schema.Struct({
    value: value.annotate({
      description: "BRL, with at most 2 decimals; where the code has a value, it must match within 1 centavo",
    }),
    qrCode: storableQrCode.annotate({ description: "The EMV text of the QR code, static or dynamic" }),
    externalId,
    description: statementText,
    name: optional(anyText).annotate({ description: "The recipient's name; by default what the code says" }),
    document: optional(rulesOf(options).document).annotate({
      description: "The recipient's CPF or CNPJ, without punctuation; by default that of the code",
    }),
  }).annotate({ identifier: "PixCashOutQrCodeRequest", description: "Which code to pay, and how much" })
/** Body of `POST /api/pix/cash-out-qrcode`. */
export type CashOutQrCodeRequest = ReturnType<typeof cashOutQrCodeRequest>["Type"]

/** A PIX payment, by key or by QR code. */
export const CashOut = Schema.Struct({
  transactionId,
  externalId: echoedExternalId,
  status: Schema.Literals(cashOutMachine.states).annotate({
    description:
      "PENDING: in processing; CONFIRMED: the recipient has it; ERROR: it failed, and holds nothing any more",
  }),
  generateTime,
}).annotate({ identifier: "PixPayment", description: "The payment, PENDING" })
/** A PIX payment, by key or by QR code. */
export type CashOut = typeof CashOut.Type

/** Body of `POST /api/pix/refund-in/{id}`. */
export const RefundRequest = Schema.Struct({
  refundValue: value.annotate({
    description: "How much to give back, BRL with at most 2 decimals; at most what is still refundable",
  }),
  reason: optional(textUpTo(255)).annotate({ description: "Why" }),
  externalId: optional(text(1, 255)).annotate({
    description: "Your identifier of the refund, unique among the refunds of one payment",
  }),
}).annotate({ identifier: "PixRefundRequest", description: "How much to give back" })
/** Body of `POST /api/pix/refund-in/{id}`. */
export type RefundRequest = typeof RefundRequest.Type

/** A refund of a PIX cash-in. */
export const Refund = Schema.Struct({
  transactionId: transactionId.annotate({ description: "The refund's own id, different from the original's" }),
  externalId: Schema.NullOr(Schema.String).annotate({ description: "Your identifier of the refund" }),
  status: Schema.Literals(refundMachine.states).annotate({
    description:
      "PENDING: in processing; CONFIRMED: the payer has it back; ERROR: it failed, and can be requested again",
  }),
  refundValue: value.annotate({ description: "BRL" }),
  providerTransactionId: ProviderTransactionId,
  generateTime,
}).annotate({ identifier: "PixRefund", description: "The refund, PENDING" })
/** A refund of a PIX cash-in. */
export type Refund = typeof Refund.Type
