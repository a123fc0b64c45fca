/**
 * Turns what a schema refuses into the error envelope; the server gives the words, the contract only the place. It has no
 * errors of its own: each operation names the 400 that it answers, because not every operation can refuse a shape.
 */
import { HttpApiMiddleware } from "effect/http-api"

/** Applied to every operation. */
export class SchemaErrors extends HttpApiMiddleware.Service<SchemaErrors>()("@pesoreal/core/api/SchemaErrors") {}
