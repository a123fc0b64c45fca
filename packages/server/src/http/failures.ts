/**
 * The one place where an error becomes an answer: a code of core's catalogue, the request's id, and words for the person who
 * made it. Handlers fail with these; nothing else writes an error body. Which codes an operation may fail with is a matter of
 * types: only those that the contract names for it.
 */
import { catalogue, type Detail, type ErrorBody, type ErrorCode } from "@pesoreal/core/api/errors"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { SqlError } from "effect/sql"
import { isTransient } from "../database/transient.ts"
import { RequestId } from "./RequestId.ts"

/** Fails with the body of an error answer. Its status is that of the code. */
export const failWith = <Code extends ErrorCode>(
  code: Code,
  message: string,
  details?: ReadonlyArray<Detail>,
): Effect.Effect<never, ErrorBody<Code>> =>
  Effect.flatMap(RequestId, (requestId) =>
    Effect.fail({ code, message, requestId, ...(details === undefined ? {} : { details }) }),
  )

/** 400 for one field. */
export const invalidField = (path: string, message: string) =>
  failWith("VALIDATION_ERROR", `${path} ${message}`, [{ path, message }])

/** The same body as a response, for answers that no handler gives: unknown routes, wrong methods, refused shapes. */
export const errorResponse = (
  code: ErrorCode,
  message: string,
  requestId: string,
  details?: ReadonlyArray<Detail>,
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(
    { code, message, requestId, ...(details === undefined ? {} : { details }) } satisfies ErrorBody,
    { status: catalogue[code].status },
  )

/** A database that is away is a 503; anything else it says is our defect, and becomes a 500 without its words. */
export const answerSqlErrors = <A, E, R>(effect: Effect.Effect<A, E | SqlError.SqlError, R>) =>
  Effect.catchIf(
    effect,
    (error): error is Extract<E | SqlError.SqlError, SqlError.SqlError> => isSqlError(error),
    (error) =>
      isTransient(error)
        ? Effect.andThen(
            Effect.logWarning("The database did not answer", error),
            failWith("UNAVAILABLE", "The database cannot be reached at the moment; try again in a few seconds"),
          )
        : Effect.die(error),
  )

const isSqlError = (error: unknown): error is SqlError.SqlError =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqlError"
