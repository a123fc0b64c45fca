/** Headers of the document: names as people write them, descriptions where readers look for them, and those of every answer. */
import { headerNames } from "../requestHeaders.ts"
import { isJson, type Json, listAt, mapMembers, mapOperations, objectAt } from "./json.ts"

/** Header names are of any case; the contract keeps them lowercase, as servers hand them over. */
const writtenNames = new Map(headerNames.map((name) => [name.toLowerCase(), name]))

/** A header without which the operation answers a 400 of its own, and not that of a wrong shape. */
const required = new Set(["X-SSL-Client-Cert"])

const tidyParameter = (parameter: unknown): unknown => {
  if (!isJson(parameter)) return parameter
  const { description, examples: _, ...schema } = objectAt(parameter, "schema")
  const name = String(parameter["name"])
  const written = parameter["in"] === "header" ? (writtenNames.get(name) ?? name) : name
  return {
    ...parameter,
    name: written,
    required: parameter["required"] === true || required.has(written),
    ...(description === undefined ? {} : { description }),
    schema,
    ...examplesOf(listAt(objectAt(parameter, "schema"), "examples")),
  }
}

/** One example needs no name. */
const examplesOf = (values: ReadonlyArray<unknown>): Json => {
  if (values.length === 1) return { example: values[0] }
  return values.length === 0
    ? {}
    : { examples: Object.fromEntries(values.map((value) => [exampleName(value), { value }])) }
}

/** The name of an example in a document: what it begins with. */
const exampleName = (value: unknown): string =>
  String(value)
    .replaceAll(/[^A-Za-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "")
    .slice(0, 40)

const withRequestId = (response: unknown): unknown =>
  !isJson(response) || response["$ref"] !== undefined
    ? response
    : {
        ...response,
        headers: { ...objectAt(response, "headers"), "x-request-id": { $ref: "#/components/headers/x-request-id" } },
      }

const headers: Json = {
  "x-request-id": {
    description: "The id of the request, for logs and reports. An incoming one of `[A-Za-z0-9._-]{1,64}` is kept",
    required: true,
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" },
    example: "019c1536-71e0-7f21-bc02-4d5e6f708192",
  },
  "WWW-Authenticate": {
    description: "Which scheme is asked for (RFC 6750)",
    required: true,
    schema: { type: "string", const: "Bearer" },
    example: "Bearer",
  },
  "Retry-After": {
    description: "Seconds to wait before the next try",
    required: true,
    schema: { type: "integer", minimum: 1 },
    example: 2,
  },
  Allow: {
    description: "The methods that the path answers",
    required: true,
    schema: { type: "string" },
    example: "GET, HEAD, POST",
  },
}

/** A document with headers that can be read. */
export const tidyHeaders = (document: Json): Json => {
  const changed = mapOperations(document, (operation) => ({
    ...operation,
    parameters: listAt(operation, "parameters").map(tidyParameter),
    responses: mapMembers(objectAt(operation, "responses"), withRequestId),
  }))
  return { ...changed, components: { ...objectAt(changed, "components"), headers } }
}
