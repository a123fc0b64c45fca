/**
 * Bodies of the creations of the PIX area: `POST /api/pix/cash-in`, `/cash-out`, `/cash-out-qrcode` and `/refund-in/{id}`
 * (pix.md; core's `api/pix`).
 */
import { type BrazilianDocument, PixKeyType } from "@pesoreal/core"
import type { CashInRequest, CashOutQrCodeRequest, CashOutRequest, RefundRequest } from "@pesoreal/core/api/pix"
import fc from "fast-check"
import { atMost } from "../internal/atMost.ts"
import { edgeBiased } from "../internal/edgeBiased.ts"
import { type Fault, field, nearlyValidObject, optional } from "../internal/faults.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValidJson } from "../NearlyValid.ts"
import { brazilianDocument, nearlyValidBrazilianDocument } from "./brazilianDocument.ts"
import { brCode } from "./brCode.ts"
import { brl, type BrlReason, nearlyValidBrl } from "./brl.ts"
import { nearlyValidPixKeyOfType, pixKey, type PixKeyOfTypeReason } from "./pixKey.ts"
import { nearlyValidText, text, type TextReason } from "./text.ts"

/** What may be wrong in such a body. */
export type PixRequestReason =
  | BrlReason
  | TextReason
  | BrazilianDocument.ParseReason
  | PixKeyOfTypeReason
  | "document_mismatch"
  | "expiration_time"
  | "too_many_keys"
  | "prefix"

const externalId = () => text(1, 255)
const brokenExternalId = { broken: nearlyValidText(1, 255) }

const brokenValue = field<PixRequestReason>({
  broken: nearlyValidBrl({ inJson: true }),
  wrongTypes: [],
  wrongTypeMessage: "must be a number of reais, such as 1234.56",
})

const brokenDocument = {
  broken: nearlyValidBrazilianDocument({ level: "contract" }),
  wrongTypeMessage: "must be a string of 11 or 14 digits",
}

/** What is in place of an object. */
const noObjects = [0, "a", true, []]

const seconds = edgeBiased(fc.integer({ min: 300, max: 604_800 }), fc.constantFrom(300, 86_400, 604_800))

type Transaction = CashInRequest["transaction"]
type Payer = CashInRequest["payer"]

const transaction = (): fc.Arbitrary<Transaction> =>
  fc.record(
    {
      value: brl(),
      description: text(0, 140),
      expirationTime: fc.option(seconds),
      externalId: externalId(),
      generateQrCode: fc.option(fc.boolean()),
    },
    { requiredKeys: ["value", "description", "externalId"], noNullPrototype: true },
  )

const payer = (): fc.Arbitrary<Payer> =>
  fc.record({ fullName: text(1, 255), document: brazilianDocument() }, { noNullPrototype: true })

/**
 * Bodies that create a PIX charge. Their documents are right to the check digits.
 *
 * @example
 * ```ts
 * import { cashInRequest } from "@pesoreal/core/api/pix"
 * import { pixCashInRequest } from "@pesoreal/testkit"
 * import { Schema } from "effect"
 * import fc from "fast-check"
 *
 * fc.sample(pixCashInRequest(), 100).every(Schema.is(cashInRequest())) // => true
 * ```
 */
export const pixCashInRequest = (): fc.Arbitrary<CashInRequest> =>
  fc.record(
    {
      transaction: transaction(),
      payer: payer(),
      additionalInfo: fc.option(fc.dictionary(text(1, 20), text(0, 40), { maxKeys: 10, noNullPrototype: true })),
    },
    { requiredKeys: ["transaction", "payer"], noNullPrototype: true },
  )

const outOfRange = nearly(
  fc.constantFrom(0, 299, 604_801, -300),
  "expiration_time",
  "must be from 300 to 604800 seconds",
)

const elevenKeys = nearly(
  fc
    .uniqueArray(text(1, 20), { minLength: 11, maxLength: 11 })
    .map((keys) => Object.fromEntries(keys.map((key) => [key, ""]))),
  "too_many_keys",
  "must have at most 10 keys",
)

/**
 * Bodies that are refused with 400 at the level of the contract, for one field each.
 *
 * @example
 * ```ts
 * import { nearlyValidPixCashInRequest } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const paths = fc.sample(nearlyValidPixCashInRequest(), 1_000).map(({ why }) => why.path)
 * paths.includes("payer.document") && paths.includes("transaction.value") // => true
 * ```
 */
export const nearlyValidPixCashInRequest = (): fc.Arbitrary<NearlyValidJson<PixRequestReason>> =>
  nearlyValidObject<CashInRequest, PixRequestReason>(pixCashInRequest(), {
    transaction: field<PixRequestReason>({
      broken: nearlyValidObject<Transaction, PixRequestReason>(transaction(), {
        value: brokenValue,
        description: field({ broken: atMost(140) }),
        expirationTime: optional({ broken: outOfRange, wrongTypes: ["300", true, {}] }),
        externalId: field(brokenExternalId),
        generateQrCode: optional({ wrongTypes: ["true", "", 0, 1, {}] }),
      }),
      wrongTypes: noObjects,
    }),
    payer: field<PixRequestReason>({
      broken: nearlyValidObject<Payer, PixRequestReason>(payer(), {
        fullName: field({ broken: nearly(fc.constant(""), "too_short", "must have at least 1 character") }),
        document: field(brokenDocument),
      }),
      wrongTypes: noObjects,
    }),
    additionalInfo: optional<PixRequestReason>({ broken: elevenKeys, wrongTypes: noObjects }),
  })

type Details = CashOutRequest["details"]

const detailsOf = (keyType: PixKeyType.KeyType): fc.Arbitrary<Details> =>
  fc
    .record(
      {
        key: pixKey({ keyType }),
        keyType: fc.constant(keyType),
        name: text(1, 255),
        document: brazilianDocument(),
      },
      { noNullPrototype: true },
    )
    // A document that is a key is its holder's.
    .map((details) => (keyType === "DOCUMENT" ? { ...details, document: details.key } : details))

const cashOutWith = (details: fc.Arbitrary<Details>): fc.Arbitrary<CashOutRequest> =>
  fc.record(
    { value: brl(), details, externalId: externalId(), description: fc.option(text(0, 140)) },
    { requiredKeys: ["value", "details", "externalId"], noNullPrototype: true },
  )

/**
 * Bodies that pay to a PIX key, of any type. Keys and documents are such as the strict level accepts too.
 *
 * @example
 * ```ts
 * import { cashOutRequest } from "@pesoreal/core/api/pix"
 * import { pixCashOutRequest } from "@pesoreal/testkit"
 * import { Schema } from "effect"
 * import fc from "fast-check"
 *
 * fc.sample(pixCashOutRequest(), 100).every(Schema.is(cashOutRequest())) // => true
 * ```
 */
export const pixCashOutRequest = (): fc.Arbitrary<CashOutRequest> =>
  cashOutWith(fc.oneof({ withCrossShrink: true }, ...PixKeyType.keyTypes.map(detailsOf)))

/** A key of the right type that is another document than the holder's. */
const mismatch: Fault<PixRequestReason> = fc
  .tuple(detailsOf("DOCUMENT"), brazilianDocument())
  .filter(([{ key }, other]) => key !== other)
  .map(([details, document]) => ({
    value: { ...details, document },
    why: { path: "key", reason: "document_mismatch", message: "must be equal to the document" },
  }))

const brokenDetailsOf = (keyType: PixKeyType.KeyType): Fault<PixRequestReason> =>
  nearlyValidObject<Details, PixRequestReason>(detailsOf(keyType), {
    key: field({ broken: nearlyValidPixKeyOfType({ keyType, level: "contract" }) }),
    keyType: field({ wrongTypes: ["CPF", "email", "", 1] }),
    name: field({
      broken: nearly(fc.constant("A\u0000"), "nul", "must be well-formed Unicode without NUL characters"),
    }),
    document: field(brokenDocument),
  })

/**
 * Bodies that are refused with 400 at the level of the contract, for one field each: keys that have not the shape of their
 * type, and documents that are keys of somebody else, above all.
 *
 * @example
 * ```ts
 * import { nearlyValidPixCashOutRequest } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const drawn = fc.sample(nearlyValidPixCashOutRequest(), 1_000).map(({ why }) => why)
 * drawn.some(({ path, reason }) => path === "details.key" && reason === "document_mismatch") // => true
 * ```
 */
export const nearlyValidPixCashOutRequest = (): fc.Arbitrary<NearlyValidJson<PixRequestReason>> =>
  nearlyValidObject<CashOutRequest, PixRequestReason>(pixCashOutRequest(), {
    value: brokenValue,
    details: field<PixRequestReason>({
      broken: fc.oneof(mismatch, ...PixKeyType.keyTypes.map(brokenDetailsOf)),
      wrongTypes: noObjects,
    }),
    externalId: field(brokenExternalId),
    description: optional({ broken: atMost(140) }),
  })

/**
 * Bodies that pay a QR code. The codes can be read, static and dynamic; the value is any, so that the service may refuse it
 * beside the code's own.
 *
 * @example
 * ```ts
 * import { cashOutQrCodeRequest } from "@pesoreal/core/api/pix"
 * import { pixQrCodeRequest } from "@pesoreal/testkit"
 * import { Schema } from "effect"
 * import fc from "fast-check"
 *
 * fc.sample(pixQrCodeRequest(), 100).every(Schema.is(cashOutQrCodeRequest())) // => true
 * ```
 */
export const pixQrCodeRequest = (): fc.Arbitrary<CashOutQrCodeRequest> =>
  fc.record(
    {
      value: brl(),
      qrCode: brCode().filter((code) => {
        const { length } = Array.from(code)
        return length >= 50 && length <= 500
      }),
      externalId: externalId(),
      description: fc.option(text(0, 140)),
      name: fc.option(text(0, 255)),
      document: fc.option(brazilianDocument()),
    },
    { requiredKeys: ["value", "qrCode", "externalId"], noNullPrototype: true },
  )

const brokenCode: Fault<PixRequestReason> = fc.oneof(
  nearly(fc.constantFrom("000201".padEnd(49, "0")), "too_short", "must have 50 to 500 characters"),
  nearly(fc.constantFrom("000201".padEnd(501, "0")), "too_long", "must have 50 to 500 characters"),
  nearly(
    fc.constantFrom("000200".padEnd(60, "0"), "https://pay.example/".padEnd(60, "a")),
    "prefix",
    "must begin with 000201",
  ),
)

/**
 * Bodies that are refused with 400 `VALIDATION_ERROR` at the level of the contract, for one field each. Codes that are
 * malformed inside are `nearlyValidBrCode`, and another error.
 *
 * @example
 * ```ts
 * import { nearlyValidPixQrCodeRequest } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const paths = fc.sample(nearlyValidPixQrCodeRequest(), 500).map(({ why }) => why.path)
 * paths.includes("qrCode") && paths.includes("value") // => true
 * ```
 */
export const nearlyValidPixQrCodeRequest = (): fc.Arbitrary<NearlyValidJson<PixRequestReason>> =>
  nearlyValidObject<CashOutQrCodeRequest, PixRequestReason>(pixQrCodeRequest(), {
    value: brokenValue,
    qrCode: field({ broken: brokenCode, wrongTypeMessage: "must be a string with a BR Code" }),
    externalId: field(brokenExternalId),
    description: optional({ broken: atMost(140) }),
    name: optional({ wrongTypes: [0, true, [], {}] }),
    document: optional({ broken: nearlyValidBrazilianDocument({ level: "contract" }) }),
  })

/**
 * Bodies that refund a PIX cash-in. The value is any, so that the service may refuse it beside the payment's own.
 *
 * @example
 * ```ts
 * import { RefundRequest } from "@pesoreal/core/api/pix"
 * import { pixRefundRequest } from "@pesoreal/testkit"
 * import { Schema } from "effect"
 * import fc from "fast-check"
 *
 * fc.sample(pixRefundRequest(), 100).every(Schema.is(RefundRequest)) // => true
 * ```
 */
export const pixRefundRequest = (): fc.Arbitrary<RefundRequest> =>
  fc.record(
    { refundValue: brl(), reason: fc.option(text(0, 255)), externalId: fc.option(externalId()) },
    { requiredKeys: ["refundValue"], noNullPrototype: true },
  )

/**
 * Bodies that are refused with 400 at the level of the contract, for one field each.
 *
 * @example
 * ```ts
 * import { nearlyValidPixRefundRequest } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const paths = new Set(fc.sample(nearlyValidPixRefundRequest(), 500).map(({ why }) => why.path))
 * Array.from(paths).toSorted() // => ["", "externalId", "reason", "refundValue"]
 * ```
 */
export const nearlyValidPixRefundRequest = (): fc.Arbitrary<NearlyValidJson<PixRequestReason>> =>
  nearlyValidObject<RefundRequest, PixRequestReason>(pixRefundRequest(), {
    refundValue: brokenValue,
    reason: optional({ broken: atMost(255) }),
    externalId: optional(brokenExternalId),
  })
