/**
 * The error answers of the document. Effect writes each of them as a schema of its own, with the whole envelope in it; here
 * the envelope is one schema, `Error`, and each answer a response that says which codes it carries, with an example of each.
 */
import { catalogue, type ErrorCode } from "../errors.ts"
import { isJson, type Json, listAt, mapMembers, mapOperations, objectAt, sorted } from "./json.ts"

const isCode = (code: unknown): code is ErrorCode => typeof code === "string" && Object.hasOwn(catalogue, code)

const envelope: Json = {
  type: "object",
  description: "The body of every error answer, in both areas and at any status",
  properties: {
    code: { type: "string", description: "For programs: it stays the same", pattern: "^[A-Z][A-Z0-9_]*$" },
    message: { type: "string", description: "For people: what is wrong, where, and what would be right" },
    requestId: { type: "string", description: "The same value as in the header `x-request-id`" },
    details: {
      type: "array",
      description: "With `VALIDATION_ERROR`, every failing field",
      items: { $ref: "#/components/schemas/ErrorDetail" },
    },
  },
  required: ["code", "message", "requestId"],
}

const exampleDetails: Partial<Record<ErrorCode, ReadonlyArray<{ readonly path: string; readonly message: string }>>> = {
  VALIDATION_ERROR: [{ path: "amountCentavos", message: "must be at least 1000 centavos (10.00 MXN)" }],
}

/** A body with this code, as the service could answer it. */
const exampleOf = (code: ErrorCode): Json => {
  const details = exampleDetails[code]
  return {
    summary: catalogue[code].meaning.replaceAll("`", ""),
    value: {
      code,
      message: catalogue[code].example,
      requestId: "019c1536-71e0-7f21-bc02-4d5e6f708192",
      ...(details === undefined ? {} : { details }),
    },
  }
}

const headersOf = (codes: ReadonlyArray<ErrorCode>): Json => ({
  "x-request-id": { $ref: "#/components/headers/x-request-id" },
  ...(codes.includes("UNAUTHORIZED") ? { "WWW-Authenticate": { $ref: "#/components/headers/WWW-Authenticate" } } : {}),
  ...(codes.includes("RATE_LIMITED") ? { "Retry-After": { $ref: "#/components/headers/Retry-After" } } : {}),
  ...(codes.includes("METHOD_NOT_ALLOWED") ? { Allow: { $ref: "#/components/headers/Allow" } } : {}),
})

/**
 * The response that carries one of these codes.
 *
 * @example
 * ```ts
 * import { errorResponse } from "@pesoreal/core/api/openapi/errorResponses"
 *
 * const response = errorResponse(["UNAUTHORIZED"])
 * response["description"] // => "`UNAUTHORIZED`: The access token is missing, expired or invalid; get a new one."
 * ```
 */
export const errorResponse = (codes: ReadonlyArray<ErrorCode>): Json => ({
  description: codes.map((code) => `\`${code}\`: ${catalogue[code].meaning}.`).join("\n\n"),
  headers: headersOf(codes),
  content: {
    "application/json": {
      schema: {
        allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { code: { type: "string", enum: codes } } }],
      },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
})

/** The codes of a schema that is an error answer; none for any other schema. */
const codesOf = (schema: unknown): ReadonlyArray<ErrorCode> => {
  const code = isJson(schema) ? objectAt(objectAt(schema, "properties"), "code") : {}
  const words = listAt(code, "enum")
  return words.every(isCode) ? words : []
}

const nameIn = (response: unknown): string => {
  const content = isJson(response) ? objectAt(objectAt(response, "content"), "application/json") : {}
  const reference = objectAt(content, "schema")["$ref"]
  return typeof reference === "string" ? reference.replace("#/components/schemas/", "") : ""
}

/** Around every operation, and of none: the answer to a method that a path does not have. */
const around = { MethodNotAllowed: ["METHOD_NOT_ALLOWED"] } as const

/** A document whose error answers are responses with names. Its schemas are tidy already. */
export const nameErrorResponses = (document: Json): Json => {
  const components = objectAt(document, "components")
  const schemas = Object.entries(objectAt(components, "schemas"))
  const answers: ReadonlyArray<readonly [string, ReadonlyArray<ErrorCode>]> = [
    ...schemas.map(([name, schema]) => [name, codesOf(schema)] as const).filter(([, codes]) => codes.length > 0),
    ...Object.entries(around),
  ]
  const names = new Set(answers.map(([name]) => name))
  const codes = Array.from(new Set(answers.flatMap(([, some]) => some)))
  const named = mapOperations(document, (operation) => ({
    ...operation,
    responses: mapMembers(objectAt(operation, "responses"), (response) => {
      const name = nameIn(response)
      return names.has(name) ? { $ref: `#/components/responses/${name}` } : response
    }),
  }))
  return {
    ...named,
    components: {
      ...components,
      schemas: sorted({ ...Object.fromEntries(schemas.filter(([name]) => !names.has(name))), Error: envelope }),
      responses: sorted(Object.fromEntries(answers.map(([name, some]) => [name, errorResponse(some)]))),
      examples: sorted(Object.fromEntries(codes.map((code) => [code, exampleOf(code)]))),
    },
  }
}
