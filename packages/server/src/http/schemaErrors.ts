/** What a schema refuses, in words: every failing field at once, by its path, saying what would be right. */
import { SchemaErrors } from "@pesoreal/core/api/schemaErrors"
import { Effect, type SchemaAST, SchemaIssue } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import { errorResponse } from "./failures.ts"
import { RequestId } from "./RequestId.ts"

/** At most this many fields are listed; a body of 64 KiB can hold thousands of wrong ones. */
const maximumDetails = 50

/** What HttpApi says of a body that is not JSON, which decisions tell apart from a body of the wrong shape. */
const notJson = "Expected a valid JSON body"

const nounsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  switch (ast._tag) {
    case "String":
      return ["a string"]
    case "Number":
      return ["a number"]
    case "Boolean":
      return ["a boolean"]
    case "Null":
      return ["null"]
    case "Arrays":
      return ["an array"]
    case "Objects":
      return ["an object"]
    case "Literal":
      return [JSON.stringify(ast.literal)]
    case "Union":
      return [...new Set(ast.types.flatMap(nounsOf))]
    default:
      // `undefined` stands for a field that is left out, which is no value to ask for.
      return []
  }
}

const mustBe = (ast: SchemaAST.AST): string => {
  const nouns = nounsOf(ast)
  const last = nouns.at(-1) ?? "of another type"
  return nouns.length > 1 ? `must be ${nouns.slice(0, -1).join(", ")} or ${last}` : `must be ${last}`
}

/** The sentence that a schema of core brings along. */
const ownWords = (ast: SchemaAST.AST): string | undefined => {
  const message = ast.annotations?.["message"]
  return typeof message === "string" ? message : undefined
}

interface FieldError {
  readonly path: string
  readonly message: string
}

/** `customer.name`, `events[1]`. */
const extend = (path: string, keys: ReadonlyArray<PropertyKey>): string =>
  keys.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`
    return text === "" ? String(key) : `${text}.${String(key)}`
  }, path)

/** Effect's own formatter writes unions as types (`string | null | null`); this one writes them as words. */
const flatten = (issue: SchemaIssue.Issue, path: string, message?: string): ReadonlyArray<FieldError> => {
  switch (issue._tag) {
    case "Filter":
      return flatten(issue.issue, path, message ?? SchemaIssue.defaultCheckHook(issue))
    case "Encoding":
      return flatten(issue.issue, path, message)
    case "Pointer":
      return flatten(issue.issue, extend(path, issue.path), message)
    case "Composite":
      return issue.issues.flatMap((part) => flatten(part, path, message))
    case "AnyOf":
      return issue.issues.length > 0
        ? issue.issues.flatMap((part) => flatten(part, path, message))
        : [{ path, message: message ?? ownWords(issue.ast) ?? mustBe(issue.ast) }]
    case "InvalidType":
      return [{ path, message: message ?? ownWords(issue.ast) ?? mustBe(issue.ast) }]
    case "MissingKey":
      return [{ path, message: message ?? "is required" }]
    default:
      return [{ path, message: message ?? SchemaIssue.defaultLeafHook(issue) }]
  }
}

const fieldErrors = (issue: SchemaIssue.Issue): ReadonlyArray<FieldError> => {
  const distinct = new Map(flatten(issue, "").map((field) => [`${field.path} ${field.message}`, field]))
  return [...distinct.values()].slice(0, maximumDetails)
}

const places = {
  Params: "path is",
  Headers: "headers are",
  Query: "query is",
  Payload: "body is",
} as const

export const layer = HttpApiMiddleware.layerSchemaErrorTransform(SchemaErrors, (error) => {
  // An answer that does not fit its own schema is our defect.
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return Effect.die(error)
  const { kind } = error
  const details = fieldErrors(error.cause.issue)
  return Effect.map(RequestId, (requestId) => {
    if (kind === "Payload" && details[0]?.path === "" && details[0].message === notJson) {
      return errorResponse("INVALID_JSON", "The body is not valid JSON", requestId)
    }
    const named = details.map(({ path }) => path).filter((path) => path !== "")
    const which = named.length === 0 ? "" : `: ${named.join(", ")}`
    return errorResponse(
      "VALIDATION_ERROR",
      `The ${places[kind]} not as documented; see details${which}`,
      requestId,
      details,
    )
  })
})
