/**
 * The catalogue of error codes (decisions, section 5; pix.md, Errors), and the error answers of the contract, each of which
 * names exactly the codes that it can carry. Answers, documentation and tests are all driven by these two tables.
 */
import { Schema } from "effect"

interface CatalogueEntry {
  /** The HTTP status that the code always travels with. */
  readonly status: number
  /** What it means to the caller, and what to do about it. */
  readonly meaning: string
  /** A message that the service could answer. */
  readonly example: string
}

/** Every code that an answer can carry, with its status, what it means to the caller, and a message as an example. */
export const catalogue = {
  VALIDATION_ERROR: {
    status: 400,
    meaning: "The request does not have the documented shape; `details` lists every failing field",
    example: "The body is not as documented; see details: amountCentavos",
  },
  INVALID_JSON: {
    status: 400,
    meaning: "The body is not JSON in UTF-8",
    example: "The body is not valid JSON",
  },
  INVALID_SANDBOX_SCENARIO: {
    status: 400,
    meaning: "`X-Sandbox-Scenario` names no scenario that fits the operation",
    example:
      '"sucess" is not a scenario. What fits refund: success, error:<slug>, delayed:<duration>, pending, webhook:duplicate, webhook:late, webhook:bad-signature',
  },
  CERTIFICATE_REQUIRED: {
    status: 400,
    meaning: "`X-SSL-Client-Cert` is missing, or was sent by a peer that is not trusted",
    example: "X-SSL-Client-Cert is missing; send the client certificate as URL-encoded PEM",
  },
  INSUFFICIENT_BALANCE: {
    status: 400,
    meaning: "The net balance does not cover the amount and its fee",
    example: "insufficient balance: 1500.00 BRL are needed and 1200.50 BRL are available",
  },
  INVALID_QR_CODE: {
    status: 400,
    meaning:
      "The QR code is malformed, its CRC is wrong, or the charge behind it cannot be paid; the message says which",
    example: "The QR code ends in the CRC 9A1B, which should be 6D54",
  },
  QR_CODE_VALUE_MISMATCH: {
    status: 400,
    meaning: "`value` differs by more than 1 centavo from the value inside the QR code",
    example: "value is 10.00 and the QR code asks for 12.50",
  },
  REFUND_DEADLINE_EXCEEDED: {
    status: 400,
    meaning: "The payment was confirmed more than 89 days ago",
    example: "deadline exceeded: refunds were possible until 2026-04-30T12:00:00.000Z",
  },
  INVALID_REFUND_VALUE: {
    status: 400,
    meaning: "The refund is above what is still refundable of the payment",
    example: "invalid value: 30.00 BRL are asked for and 25.50 BRL are still refundable",
  },
  TRANSACTION_NOT_REFUNDABLE: {
    status: 400,
    meaning: "The transaction is not a confirmed cash-in",
    example: "Only a CONFIRMED cash-in can be refunded, and this one is PENDING",
  },
  INVALID_DATE_RANGE: {
    status: 400,
    meaning: "`endDate` is before `startDate`, or more than 31 days after it",
    example: "endDate must be at most 31 days after startDate: 2026-01-01 to 2026-02-01 at most",
  },
  UNAUTHORIZED: {
    status: 401,
    meaning: "The access token is missing, expired or invalid; get a new one",
    example: "The access token is missing, expired or invalid; get one from POST /api/auth/token",
  },
  INVALID_CREDENTIALS: {
    status: 401,
    meaning: "clientId or clientSecret is wrong, or belongs to the other environment",
    example: "clientId or clientSecret is wrong, or belongs to the other environment",
  },
  INVALID_CERTIFICATE: {
    status: 401,
    meaning: "The client certificate is expired, revoked, malformed or not this account's",
    example: "The certificate expired on 2026-01-31T12:00:00.000Z",
  },
  NOT_FOUND: {
    status: 404,
    meaning: "No such path, or no such resource of this account",
    example: "This account has no such resource",
  },
  TRANSACTION_NOT_FOUND: {
    status: 404,
    meaning: "This account has no transaction with that identifier",
    example: 'This account has no SPEI transaction with the externalId "order-1001"',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: "The path exists, but not with this method; see `Allow`",
    example: "DELETE is not possible here; this path answers GET, HEAD, POST",
  },
  DUPLICATE_EXTERNAL_ID: {
    status: 409,
    meaning:
      "The externalId was used before: in the Mexico area with another body or operation, in the PIX area with any body",
    example: 'externalId "order-1001" already stands for another request',
  },
  WEBHOOK_LIMIT_REACHED: {
    status: 409,
    meaning: "The account already has as many webhook configurations as it may have",
    example: "an account has at most 20 webhook configurations",
  },
  ILLEGAL_TRANSITION: {
    status: 409,
    meaning: "The resource is in a state from which this does not lead on; nothing was changed",
    example: "A CONFIRMED transaction cannot expire",
  },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: "The body is over 64 KiB", example: "The body is over 64 KiB" },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: "The body is not sent as application/json",
    example: "Send the body as Content-Type: application/json",
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    meaning: "The Idempotency-Key was used in the last 24 hours with another body",
    example: 'Idempotency-Key "b6b0f5b2" was used with another body in the last 24 hours',
  },
  RATE_LIMITED: {
    status: 429,
    meaning: "Too many requests; try again after the seconds in `Retry-After`",
    example: "Too many requests; try again in 2 seconds",
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: "Something failed on the service's side; quote `requestId` when reporting it",
    example: "Something failed on the service's side",
  },
  NOT_IMPLEMENTED: {
    status: 501,
    meaning: "The operation is part of the contract and not served by this version yet",
    example: "GET /api/balance is part of the contract and not served by this version yet",
  },
  PROVIDER_UNAVAILABLE: {
    status: 502,
    meaning:
      "The rail cannot be reached now; no money moved. Send the same request again, with the same externalId or key",
    example: "The rail did not answer in time; send the same request again, with the same externalId",
  },
  UNAVAILABLE: {
    status: 503,
    meaning: "The service cannot answer now (busy, starting, or shutting down); try again",
    example: "The database cannot be reached at the moment; try again in a few seconds",
  },
} as const satisfies Record<string, CatalogueEntry>

/** A code of the catalogue. */
export type ErrorCode = keyof typeof catalogue

/** One failing field: its path in the body (`customer.name`, `events[1]`), and what would be right. */
export const Detail = Schema.Struct({
  path: Schema.String.annotate({ description: "Where in the body, for example `payer.document` or `events[1]`" }),
  message: Schema.String.annotate({ description: "What would be right" }),
}).annotate({ identifier: "ErrorDetail" })
/** One failing field: its path in the body, and what would be right. */
export type Detail = typeof Detail.Type

/** The body of every error answer, in both areas and at any status (decisions, section 5). */
export interface ErrorBody<Code extends ErrorCode = ErrorCode> {
  /** For programs: it stays the same. */
  readonly code: Code
  /** For people: what is wrong, where, and what would be right. It may be worded better at any time. */
  readonly message: string
  /** The same value as the `x-request-id` header. */
  readonly requestId: string
  /** With `VALIDATION_ERROR`, every failing field. */
  readonly details?: ReadonlyArray<Detail>
}

/** A named error answer: what an operation answers at one status, with the codes that it can then carry. */
export interface ErrorAnswer<Code extends ErrorCode> extends Schema.Codec<ErrorBody<Code>> {}

/**
 * An error answer of the contract. Its status is that of its codes, which all have the same one.
 *
 * @example
 * ```ts
 * import { answer } from "@pesoreal/core/api/errors"
 * import { Schema } from "effect"
 *
 * const Busy = answer("Busy", "UNAVAILABLE")
 * Schema.is(Busy)({ code: "UNAVAILABLE", message: "try again", requestId: "r-1" }) // => true
 * Schema.is(Busy)({ code: "NOT_FOUND", message: "nothing here", requestId: "r-1" }) // => false
 * ```
 */
export const answer = <const Code extends ErrorCode>(
  identifier: string,
  ...codes: readonly [Code, ...ReadonlyArray<Code>]
): ErrorAnswer<Code> =>
  Schema.Struct({
    code: Schema.Literals(codes),
    message: Schema.String,
    requestId: Schema.String,
    details: Schema.optionalKey(Schema.Array(Detail)),
  }).annotate({ identifier, httpApiStatus: catalogue[codes[0]].status })

/** 400 of an operation whose only input is its path, query or headers. */
export const InvalidParameters = answer("InvalidParameters", "VALIDATION_ERROR")
/** 400 of an operation that takes a body. */
export const InvalidBody = answer("InvalidBody", "VALIDATION_ERROR", "INVALID_JSON")
/** 400 of the token operation. */
export const InvalidTokenRequest = answer(
  "InvalidTokenRequest",
  "VALIDATION_ERROR",
  "INVALID_JSON",
  "CERTIFICATE_REQUIRED",
)
/** 400 of the creation of a charge. */
export const InvalidCharge = answer("InvalidCharge", "VALIDATION_ERROR", "INVALID_JSON", "INVALID_SANDBOX_SCENARIO")
/** 400 of a send. */
export const InvalidSend = answer(
  "InvalidSend",
  "VALIDATION_ERROR",
  "INVALID_JSON",
  "INVALID_SANDBOX_SCENARIO",
  "INSUFFICIENT_BALANCE",
)
/** 400 of a payment of a QR code. */
export const InvalidQrSend = answer(
  "InvalidQrSend",
  "VALIDATION_ERROR",
  "INVALID_JSON",
  "INVALID_SANDBOX_SCENARIO",
  "INVALID_QR_CODE",
  "QR_CODE_VALUE_MISMATCH",
  "INSUFFICIENT_BALANCE",
)
/** 400 of a refund. */
export const InvalidRefund = answer(
  "InvalidRefund",
  "VALIDATION_ERROR",
  "INVALID_JSON",
  "INVALID_SANDBOX_SCENARIO",
  "REFUND_DEADLINE_EXCEEDED",
  "INVALID_REFUND_VALUE",
  "TRANSACTION_NOT_REFUNDABLE",
  "INSUFFICIENT_BALANCE",
)
/** 400 of the search of transactions. */
export const InvalidSearch = answer("InvalidSearch", "VALIDATION_ERROR", "INVALID_DATE_RANGE")
/** 401 of Bearer operations. */
export const Unauthorized = answer("Unauthorized", "UNAUTHORIZED")
/** 401 of the token operation. */
export const InvalidClient = answer("InvalidClient", "INVALID_CREDENTIALS", "INVALID_CERTIFICATE")
/** 404 of a resource that is no transaction. */
export const NotFound = answer("NotFound", "NOT_FOUND")
/** 404 of a transaction. */
export const TransactionNotFound = answer("TransactionNotFound", "TRANSACTION_NOT_FOUND")
/** 404 of a retail transaction: its channel may be unknown as well. */
export const ChannelOrTransactionNotFound = answer("ChannelOrTransactionNotFound", "NOT_FOUND", "TRANSACTION_NOT_FOUND")
/** 409 of a creation with an externalId. */
export const DuplicateExternalId = answer("DuplicateExternalId", "DUPLICATE_EXTERNAL_ID")
/** 409 of one webhook configuration too many. */
export const WebhookLimitReached = answer("WebhookLimitReached", "WEBHOOK_LIMIT_REACHED")
/** 409 of a move that the state machine does not have. */
export const IllegalTransition = answer("IllegalTransition", "ILLEGAL_TRANSITION")
/** 413. */
export const PayloadTooLarge = answer("PayloadTooLarge", "PAYLOAD_TOO_LARGE")
/** 415. */
export const UnsupportedMediaType = answer("UnsupportedMediaType", "UNSUPPORTED_MEDIA_TYPE")
/** 422. */
export const IdempotencyKeyReused = answer("IdempotencyKeyReused", "IDEMPOTENCY_KEY_REUSED")
/** 429. */
export const RateLimited = answer("RateLimited", "RATE_LIMITED")
/** 500. */
export const InternalError = answer("InternalError", "INTERNAL_ERROR")
/** 502. */
export const ProviderUnavailable = answer("ProviderUnavailable", "PROVIDER_UNAVAILABLE")
/** 503. */
export const Unavailable = answer("Unavailable", "UNAVAILABLE")

/** What any operation under `/api` answers, whoever asks. */
export const alwaysPossible = [RateLimited, InternalError, Unavailable] as const
/** What any operation with a body answers, beside its own 400. */
export const bodyErrors = [PayloadTooLarge, UnsupportedMediaType] as const
/** What any creation that moves money answers, beside its own 400. */
export const creationErrors = [DuplicateExternalId, ...bodyErrors, IdempotencyKeyReused, ProviderUnavailable] as const
