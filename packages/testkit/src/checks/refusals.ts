/** What a schema refuses in a value: every field at fault, with the words of the schema. */
import { Cause, Exit, Option, Schema, SchemaIssue } from "effect"

/** One thing that a schema refuses. */
export interface Refusal {
  /** The field, as error answers write it: `customerEmail`, `transaction.id`, `events[1]`; empty for the whole value. */
  readonly path: string
  /** A field that is not there; a type, or a word of a list, that the field does not have; or a rule that is broken. */
  readonly kind: "missing" | "wrong_type" | "rule"
  readonly message: string
}

const sentences = SchemaIssue.makeFormatterStandardSchemaV1()

/** The same issues in the same order, with the name of their kind in place of a message. */
const kinds = SchemaIssue.makeFormatterStandardSchemaV1({ leafHook: (issue) => issue._tag, checkHook: () => "Filter" })

const kindOf = (name: string | undefined): Refusal["kind"] => {
  if (name === "MissingKey") return "missing"
  return name === "Filter" ? "rule" : "wrong_type"
}

const toPath = (parts: ReadonlyArray<unknown>): string =>
  parts.reduce<string>((path, part) => {
    const key = typeof part === "object" && part !== null && "key" in part ? part.key : part
    if (typeof key === "number") return `${path}[${key}]`
    return path === "" ? String(key) : `${path}.${String(key)}`
  }, "")

/**
 * Everything that a schema refuses in a value; nothing, if it accepts it.
 *
 * @example
 * ```ts
 * import { ClabeSchema } from "@pesoreal/core"
 * import { refusalsOf } from "@pesoreal/testkit"
 *
 * refusalsOf(ClabeSchema.ClabeStrict, "012180001234567899") // => []
 * refusalsOf(ClabeSchema.ClabeStrict, "0121") // => [{ path: "", kind: "rule", message: "must be exactly 18 digits" }]
 * ```
 */
export const refusalsOf = (schema: Schema.ConstraintDecoder<unknown>, value: unknown): ReadonlyArray<Refusal> => {
  const exit = Schema.decodeUnknownExit(schema)(value, { errors: "all" })
  if (Exit.isSuccess(exit)) return []
  const error = Option.getOrThrowWith(Cause.findErrorOption(exit.cause), () => Cause.squash(exit.cause))
  const names = kinds(error.issue).issues
  return sentences(error.issue).issues.map(({ path, message }, index) => ({
    path: toPath(path ?? []),
    kind: kindOf(names[index]?.message),
    message,
  }))
}
