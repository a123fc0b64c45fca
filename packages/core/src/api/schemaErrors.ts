/** Turns what a schema refuses into the error envelope; the server gives the words, the contract only the place. */
import { HttpApiMiddleware } from "effect/http-api"
import { BadRequest, InternalError } from "./errors.ts"

/** Applied to every operation, so that what any of them may answer (400 for its shape, 500 for our fault) is part of each. */
export class SchemaErrors extends HttpApiMiddleware.Service<SchemaErrors>()("@pesoreal/core/api/SchemaErrors", {
  error: [BadRequest, InternalError],
}) {}
