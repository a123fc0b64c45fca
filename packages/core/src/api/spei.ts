/** SPEI cash-in and the lookup of SPEI transactions (mexico.md). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ClabeFormat } from "../accounts/ClabeSchema.ts"
import { EmailSchema } from "../contact/EmailSchema.ts"
import { amountCentavos } from "../money/CentavosSchema.ts"
import { anyText, text } from "../text/Text.ts"
import { Instant, TransactionId } from "../webhooks/events.ts"
import { Bearer } from "./authentication.ts"
import {
  BadRequest,
  Conflict,
  NotFound,
  PayloadTooLarge,
  ProviderUnavailable,
  Unavailable,
  Unprocessable,
  UnsupportedMediaType,
} from "./errors.ts"
import { creationHeaders } from "./requestHeaders.ts"

/** The floor of the formal schema, in centavos: 10.00 MXN. Configurable down to 1 (decisions, section 2). */
export const defaultMinimumCentavos = 1000

/**
 * Body of `POST /api/spei/cash-in`, with the smallest amount that the service takes, in centavos.
 *
 * @example
 * ```ts
 * import { Schema } from "effect"
 * import * as Spei from "@pesoreal/core/api/spei"
 *
 * const accepts = Schema.is(Spei.cashInRequest(1000))
 * accepts({ amountCentavos: 1000, customerName: "Ana", customerEmail: "ana@example.mx" }) // => true
 * accepts({ amountCentavos: 999, customerName: "Ana", customerEmail: "ana@example.mx" }) // => false
 * ```
 */
export const cashInRequest = (minimumCentavos: number) =>
  Schema.Struct({
    amountCentavos: amountCentavos(minimumCentavos),
    externalId: Schema.optional(Schema.NullOr(text(1, 100))).annotate({
      description: "The client's identifier; recommended, because it makes the request safe to repeat",
    }),
    description: Schema.optional(Schema.NullOr(text(1, 255))),
    customerName: text(1, 255).annotate({ description: "Shown to the payer" }),
    customerEmail: EmailSchema,
    customerTaxId: Schema.optional(Schema.NullOr(text(10, 20))).annotate({ description: "RFC or CURP of the payer" }),
  }).annotate({ identifier: "SpeiCashInRequest" })
/** Body of `POST /api/spei/cash-in`. */
export type CashInRequest = ReturnType<typeof cashInRequest>["Type"]

/** States of a SPEI cash-in charge. */
export const ChargeStatus = Schema.Literals(["PENDING", "CONFIRMED", "FAILED", "EXPIRED"])
/** States of a SPEI cash-in charge. */
export type ChargeStatus = typeof ChargeStatus.Type

/** A SPEI cash-in charge, in both forms that mexico.md shows: every identifier of either form is present. */
export const CashInCharge = Schema.Struct({
  transactionId: TransactionId,
  id: Schema.Int,
  externalId: Schema.optionalKey(Schema.String).annotate({ description: "Echoed when sent" }),
  status: ChargeStatus,
  destinationClabe: ClabeFormat.annotate({ description: "Disposable CLABE, valid for one transfer" }),
  clabe: ClabeFormat.annotate({ description: "The same value as destinationClabe" }),
  beneficiary: Schema.Struct({ name: Schema.String, taxId: Schema.NullOr(Schema.String) }),
  referenceNumerical: Schema.NullOr(Schema.String),
  checkoutUrl: Schema.NullOr(Schema.String).annotate({ description: "Address of the payer's page" }),
  expiresAt: Schema.NullOr(Instant),
  amountCentavos: Schema.Int,
}).annotate({ identifier: "SpeiCashInCharge" })
/** A SPEI cash-in charge. */
export type CashInCharge = typeof CashInCharge.Type

/** The lookup's record of a SPEI transaction. */
export const TransactionRecord = Schema.Struct({
  id: Schema.Int,
  transactionId: TransactionId,
  externalId: Schema.NullOr(Schema.String),
  conciliationId: Schema.NullOr(Schema.String).annotate({ description: "Mirrors externalId" }),
  paymentMethod: Schema.String,
  direction: Schema.Literals(["in", "out"]),
  type: Schema.Literals(["cash_in", "cash_out", "refund_in", "refund_out", "internal_transfer"]),
  status: ChargeStatus,
  provider: Schema.String,
  amountCentavos: Schema.Int,
  clabe: Schema.NullOr(Schema.String),
  claveRastreo: Schema.NullOr(Schema.String).annotate({ description: "SPEI tracking key, once known" }),
  createdAt: Instant,
  confirmedAt: Schema.NullOr(Instant),
}).annotate({ identifier: "SpeiTransaction" })
/** The lookup's record of a SPEI transaction. */
export type TransactionRecord = typeof TransactionRecord.Type

const cashIn = (minimumCentavos: number) =>
  HttpApiEndpoint.post("cashIn", "/api/spei/cash-in", {
    headers: creationHeaders,
    payload: cashInRequest(minimumCentavos),
    success: CashInCharge.pipe(HttpApiSchema.status(201)),
    error: [
      BadRequest,
      Conflict,
      Unprocessable,
      PayloadTooLarge,
      UnsupportedMediaType,
      ProviderUnavailable,
      Unavailable,
    ],
  }).annotateMerge(
    OpenApi.annotations({
      summary: "Create a SPEI cash-in charge",
      description:
        "Issues a disposable CLABE valid for one transfer of exactly this amount. The outcome arrives by webhook `cash_in`. Sending the same body with the same externalId again answers the existing charge, in its current status; another body with it is a 409.",
    }),
  )

const lookup = HttpApiEndpoint.get("lookup", "/api/spei/transaction/:externalId", {
  params: { externalId: anyText },
  success: TransactionRecord,
  error: [BadRequest, NotFound, Unavailable],
}).annotateMerge(
  OpenApi.annotations({
    summary: "Look up a SPEI transaction",
    description: "By the externalId sent at creation; a conciliationId is accepted too.",
  }),
)

/** SPEI operations, with the smallest cash-in amount in centavos. */
export const speiGroup = (minimumCentavos: number) =>
  HttpApiGroup.make("spei")
    .add(cashIn(minimumCentavos), lookup)
    .middleware(Bearer)
    .annotateMerge(OpenApi.annotations({ title: "SPEI (Mexico)" }))
