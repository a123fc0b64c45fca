/**
 * The one place where an error becomes an answer: a code of core's catalogue, the class of its status, the request's id,
 * and words for the person who made it. Handlers fail with these; nothing else writes an error body.
 */
import {
  BadRequest,
  catalogue,
  type CodeOf,
  Conflict,
  type Detail,
  type ErrorCode,
  NotFound,
  ProviderUnavailable,
  Unauthorized,
  Unavailable,
  Unprocessable,
} from "@pesoreal/core/api/errors"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { SqlError } from "effect/sql"
import { isTransient } from "../database/transient.ts"
import { RequestId } from "./RequestId.ts"

interface Body<Code extends ErrorCode> {
  readonly code: Code
  readonly message: string
  readonly requestId: string
  readonly details?: ReadonlyArray<Detail>
}

const failing =
  <Code extends ErrorCode, E>(make: (body: Body<Code>) => E) =>
  (code: Code, message: string, details?: ReadonlyArray<Detail>): Effect.Effect<never, E> =>
    Effect.flatMap(RequestId, (requestId) =>
      Effect.fail(make({ code, message, requestId, ...(details === undefined ? {} : { details }) })),
    )

export const badRequest = failing((body: Body<CodeOf<400>>) => new BadRequest(body))
export const unauthorized = failing((body: Body<CodeOf<401>>) => new Unauthorized(body))
export const notFound = failing((body: Body<CodeOf<404>>) => new NotFound(body))
export const conflict = failing((body: Body<CodeOf<409>>) => new Conflict(body))
export const unprocessable = failing((body: Body<CodeOf<422>>) => new Unprocessable(body))
export const providerUnavailable = failing((body: Body<CodeOf<502>>) => new ProviderUnavailable(body))
export const unavailable = failing((body: Body<CodeOf<503>>) => new Unavailable(body))

/** 400 for one field. */
export const invalidField = (path: string, message: string) =>
  badRequest("VALIDATION_ERROR", `${path} ${message}`, [{ path, message }])

/** The same body for answers that no handler gives: unknown routes, wrong methods, what Effect refuses by itself. */
export const errorResponse = (
  code: ErrorCode,
  message: string,
  requestId: string,
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe({ code, message, requestId }, { status: catalogue[code].status })

/** A database that is away is a 503; anything else it says is our defect, and becomes a 500 without its words. */
export const answerSqlErrors = <A, E, R>(effect: Effect.Effect<A, E | SqlError.SqlError, R>) =>
  Effect.catchIf(
    effect,
    (error): error is Extract<E | SqlError.SqlError, SqlError.SqlError> => isSqlError(error),
    (error) =>
      isTransient(error)
        ? Effect.andThen(
            Effect.logWarning("The database did not answer", error),
            unavailable("UNAVAILABLE", "The database cannot be reached at the moment; try again in a few seconds"),
          )
        : Effect.die(error),
  )

const isSqlError = (error: unknown): error is SqlError.SqlError =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqlError"
