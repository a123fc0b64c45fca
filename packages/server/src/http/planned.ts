/**
 * Operations that are in the contract and that this version does not serve yet: the served document marks them, and each
 * answers 501. Once the last one is served, this file and its two uses in `routes.ts` go, and the code `NOT_IMPLEMENTED` with
 * them.
 */
import { catalogue } from "@pesoreal/core/api/errors"
import { transformDocument } from "@pesoreal/core/api/openapi/document"
import { type Json, mapOperations, objectAt } from "@pesoreal/core/api/openapi/json"
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import type { Route } from "./envelope.ts"
import { errorResponse } from "./failures.ts"
import { RequestId } from "./RequestId.ts"

const keyOf = ({ method, path }: Route): string => `${method} ${path}`

/** The routes of the contract that have no handler. */
export const plannedRoutes = (contract: ReadonlyArray<Route>, served: ReadonlyArray<Route>): ReadonlyArray<Route> => {
  const handled = new Set(served.map(keyOf))
  return contract.filter((route) => !handled.has(keyOf(route)))
}

const sentence = "is part of the contract and not served by this version yet"

/** Answers 501 to each of them, whoever asks. */
export const layer = (planned: ReadonlyArray<Route>) =>
  HttpRouter.addAll(
    planned.map(({ method, path }) =>
      HttpRouter.route(
        method,
        path,
        Effect.map(RequestId, (requestId) =>
          errorResponse("NOT_IMPLEMENTED", `${method} ${documentPath(path)} ${sentence}`, requestId),
        ),
      ),
    ),
  )

/** A path as a document writes it: `/api/{channel}/cash-in`. */
const documentPath = (path: string): string => path.replaceAll(/:(\w+)(?:\([^)]*\))?/gu, "{$1}")

/** The published document, with its planned operations marked. */
export const markPlanned =
  (planned: ReadonlyArray<Route>) =>
  (generated: Json): Json => {
    const marked = new Set(planned.map(({ method, path }) => `${method.toLowerCase()} ${documentPath(path)}`))
    return mapOperations(transformDocument(generated), (operation, path, method) =>
      marked.has(`${method} ${path}`)
        ? {
            ...operation,
            description: `**Planned:** this operation ${sentence}.\n\n${String(operation["description"])}`,
            "x-pesoreal-status": "planned",
            responses: { ...objectAt(operation, "responses"), "501": notImplemented },
          }
        : operation,
    )
  }

const notImplemented: Json = {
  description: `\`NOT_IMPLEMENTED\`: ${catalogue.NOT_IMPLEMENTED.meaning}.`,
  headers: { "x-request-id": { $ref: "#/components/headers/x-request-id" } },
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
}
