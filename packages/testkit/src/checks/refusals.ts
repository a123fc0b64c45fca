/** What a schema refuses in a value: every field at fault, with the words of the schema. */
import { Cause, Exit, Option, Schema, SchemaAST, SchemaIssue } from "effect"

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

const isObject = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> =>
  typeof value === "object" && value !== null

const valueAt = (value: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)

const literalsOf = (ast: SchemaAST.AST): ReadonlyMap<PropertyKey, unknown> => {
  const fields = SchemaAST.isObjects(ast) ? ast.propertySignatures : []
  return new Map(fields.flatMap(({ name, type }) => (SchemaAST.isLiteral(type) ? [[name, type.literal] as const] : [])))
}

/** The fields that have a literal in every member of a union (`status`), each with those literals. */
const discriminatorsOf = ({ types }: SchemaAST.Union): ReadonlyArray<readonly [PropertyKey, ReadonlySet<unknown>]> => {
  const members = types.map(literalsOf)
  const names = Array.from(members[0]?.keys() ?? []).filter((name) => members.every((member) => member.has(name)))
  return names.map((name) => [name, new Set(members.map((member) => member.get(name)))])
}

/** A value that fits no member of a union because of the one field that tells them apart is refused for that field. */
const atDiscriminator = (issue: SchemaIssue.AnyOf, input: unknown): Refusal => {
  const [message = ""] = sentences(issue).issues.map((one) => one.message)
  if (isObject(input) && !Array.isArray(input)) {
    const field = discriminatorsOf(issue.ast).find(([name, words]) => !words.has(input[name]))?.[0]
    if (field !== undefined) {
      return { path: toPath([field]), kind: Object.hasOwn(input, field) ? "wrong_type" : "missing", message }
    }
  }
  return { path: "", kind: "wrong_type", message }
}

const pathIn = (outer: string, inner: string): string =>
  inner === "" || inner.startsWith("[") ? outer + inner : `${outer}.${inner}`

/** Of a union's members, only the one that the value comes closest to is asked what it refuses. */
const refusalsIn = (issue: SchemaIssue.Issue, input: unknown): ReadonlyArray<Refusal> => {
  switch (issue._tag) {
    case "Pointer": {
      const path = toPath(issue.path)
      return refusalsIn(issue.issue, valueAt(input, issue.path)).map((inner) => ({
        ...inner,
        path: pathIn(path, inner.path),
      }))
    }
    case "Composite":
      return issue.issues.flatMap((one) => refusalsIn(one, input))
    case "AnyOf": {
      const members = issue.issues.map((one) => refusalsIn(one, input))
      const fewest = Math.min(...members.map(({ length }) => length))
      return members.find(({ length }) => length === fewest) ?? [atDiscriminator(issue, input)]
    }
    default: {
      const names = kinds(issue).issues
      return sentences(issue).issues.map(({ path, message }, index) => ({
        path: toPath(path ?? []),
        kind: kindOf(names[index]?.message),
        message,
      }))
    }
  }
}

/**
 * Everything that a schema refuses in a value; nothing, if it accepts it. Of a union it is what the member refuses that the
 * value comes closest to; and if the field that tells the members apart fits none of them, it is that field.
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
  return refusalsIn(error.issue, value)
}
