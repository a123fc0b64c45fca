/** The peer's error envelope: the contract's codes and statuses, for its own failures and for Fastify's. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify"

export interface Detail {
  readonly path: string
  readonly message: string
}

/** Thrown by handlers and hooks; becomes the answer. */
export class RequestFailed extends Error {
  readonly statusCode: number
  readonly code: string
  readonly details: ReadonlyArray<Detail> | undefined
  constructor(statusCode: number, code: string, message: string, details?: ReadonlyArray<Detail>) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.details = details
  }
}

export const unauthorized = (): RequestFailed =>
  new RequestFailed(401, "UNAUTHORIZED", "The access token is missing, expired or invalid")
export const invalidJson = (message: string): RequestFailed => new RequestFailed(400, "INVALID_JSON", message)

type Violation = NonNullable<FastifyError["validation"]>[number]

/** ajv names a missing field in `params`, any other by its JSON Pointer. */
const detailOf = ({ instancePath, params, message }: Violation): Detail => {
  const path = instancePath.slice(1).replaceAll("/", ".")
  const missing = params["missingProperty"]
  return typeof missing === "string"
    ? { path: path === "" ? missing : `${path}.${missing}`, message: "is required" }
    : { path, message: message ?? "is not as documented" }
}

const ofFastify = (error: FastifyError): RequestFailed => {
  if (error.validation !== undefined) {
    const details = error.validation.map(detailOf)
    const paths = [...new Set(details.map(({ path }) => path))].filter((path) => path !== "").join(", ")
    return new RequestFailed(400, "VALIDATION_ERROR", `The body is not as documented; see details: ${paths}`, details)
  }
  switch (error.statusCode) {
    case 413:
      return new RequestFailed(413, "PAYLOAD_TOO_LARGE", "The body is over 64 KiB")
    case 415:
      return new RequestFailed(415, "UNSUPPORTED_MEDIA_TYPE", "Send the body as Content-Type: application/json")
    case 400:
      return invalidJson("The body is not valid JSON")
    default:
      console.error(error)
      return new RequestFailed(500, "INTERNAL_ERROR", "Something failed on the service's side")
  }
}

export const answerError = (error: FastifyError | RequestFailed, request: FastifyRequest, reply: FastifyReply) => {
  const failed = error instanceof RequestFailed ? error : ofFastify(error)
  const { statusCode, code, message, details } = failed
  if (statusCode === 401) reply.header("www-authenticate", "Bearer")
  return reply.code(statusCode).send({ code, message, requestId: request.id, ...(details && { details }) })
}

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  reply.code(404).send({ code: "NOT_FOUND", message: "There is nothing at this path", requestId: request.id })
