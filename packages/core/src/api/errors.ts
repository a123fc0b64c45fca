/**
 * The catalogue of error codes (decisions, section 5), and the error bodies of the contract made from it: one class per
 * status. Answers, documentation and tests are all driven by this table.
 */
import { Schema } from "effect"

/** Every code that an answer can carry, with its status and what it means to the caller. */
export const catalogue = {
  VALIDATION_ERROR: {
    status: 400,
    meaning: "The request does not have the documented shape; `details` lists every failing field",
  },
  INVALID_JSON: { status: 400, meaning: "The body is not JSON in UTF-8" },
  INVALID_SANDBOX_SCENARIO: { status: 400, meaning: "`X-Sandbox-Scenario` names no scenario that fits the operation" },
  CERTIFICATE_REQUIRED: {
    status: 400,
    meaning: "`X-SSL-Client-Cert` is missing, or was sent by a peer that is not trusted",
  },
  UNAUTHORIZED: { status: 401, meaning: "The access token is missing, expired or invalid" },
  INVALID_CREDENTIALS: {
    status: 401,
    meaning: "clientId or clientSecret is wrong, or belongs to the other environment",
  },
  INVALID_CERTIFICATE: {
    status: 401,
    meaning: "The client certificate is expired, revoked, malformed or not this account's",
  },
  NOT_FOUND: { status: 404, meaning: "No such path, or no such resource of this account" },
  TRANSACTION_NOT_FOUND: { status: 404, meaning: "This account has no transaction with that identifier" },
  METHOD_NOT_ALLOWED: { status: 405, meaning: "The path exists, but not with this method; see `Allow`" },
  DUPLICATE_EXTERNAL_ID: { status: 409, meaning: "The externalId was used before, with another body or operation" },
  WEBHOOK_LIMIT_REACHED: {
    status: 409,
    meaning: "The account already has as many webhook configurations as it may have",
  },
  PAYLOAD_TOO_LARGE: { status: 413, meaning: "The body is over 64 KiB" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: "The body is not sent as application/json" },
  IDEMPOTENCY_KEY_REUSED: { status: 422, meaning: "The Idempotency-Key was used before with another body" },
  INTERNAL_ERROR: {
    status: 500,
    meaning: "Something failed on the service's side; quote `requestId` when reporting it",
  },
  PROVIDER_UNAVAILABLE: { status: 502, meaning: "The rail cannot be reached now; nothing was recorded, so try again" },
  UNAVAILABLE: { status: 503, meaning: "The service cannot answer now (busy, starting, or shutting down); try again" },
} as const satisfies Record<string, { readonly status: number; readonly meaning: string }>

/** A code of the catalogue. */
export type ErrorCode = keyof typeof catalogue
/** The codes that travel with a given status. */
export type CodeOf<Status extends number> = {
  readonly [Code in ErrorCode]: (typeof catalogue)[Code]["status"] extends Status ? Code : never
}[ErrorCode]

/** One failing field: its path in the body (`customer.name`), and what would be right. */
export const Detail = Schema.Struct({ path: Schema.String, message: Schema.String }).annotate({
  identifier: "ErrorDetail",
})
/** One failing field: its path in the body, and what would be right. */
export type Detail = typeof Detail.Type

const codesOf = <const Status extends number>(status: Status) => {
  const isOfStatus = (code: string): code is CodeOf<Status> =>
    code in catalogue && catalogue[code as ErrorCode].status === status
  const codes = Object.keys(catalogue).filter(isOfStatus)
  return Schema.Literals(codes).annotate({
    description: codes.map((code) => `\`${code}\`: ${catalogue[code].meaning}.`).join(" "),
  })
}

const envelope = <const Status extends number>(status: Status) => ({
  code: codesOf(status),
  message: Schema.String.annotate({ description: "What is wrong, where, and what would be right" }),
  requestId: Schema.String.annotate({ description: "The same value as the `x-request-id` header" }),
  details: Schema.optionalKey(Schema.Array(Detail)),
})

/** 400. */
export class BadRequest extends Schema.Error<BadRequest>("BadRequest")(envelope(400), { httpApiStatus: 400 }) {}
/** 401. */
export class Unauthorized extends Schema.Error<Unauthorized>("Unauthorized")(envelope(401), { httpApiStatus: 401 }) {}
/** 404. */
export class NotFound extends Schema.Error<NotFound>("NotFound")(envelope(404), { httpApiStatus: 404 }) {}
/** 409. */
export class Conflict extends Schema.Error<Conflict>("Conflict")(envelope(409), { httpApiStatus: 409 }) {}
/** 413. */
export class PayloadTooLarge extends Schema.Error<PayloadTooLarge>("PayloadTooLarge")(envelope(413), {
  httpApiStatus: 413,
}) {}
/** 415. */
export class UnsupportedMediaType extends Schema.Error<UnsupportedMediaType>("UnsupportedMediaType")(envelope(415), {
  httpApiStatus: 415,
}) {}
/** 422. */
export class Unprocessable extends Schema.Error<Unprocessable>("Unprocessable")(envelope(422), {
  httpApiStatus: 422,
}) {}
/** 500. */
export class InternalError extends Schema.Error<InternalError>("InternalError")(envelope(500), {
  httpApiStatus: 500,
}) {}
/** 502. */
export class ProviderUnavailable extends Schema.Error<ProviderUnavailable>("ProviderUnavailable")(envelope(502), {
  httpApiStatus: 502,
}) {}
/** 503. */
export class Unavailable extends Schema.Error<Unavailable>("Unavailable")(envelope(503), { httpApiStatus: 503 }) {}
