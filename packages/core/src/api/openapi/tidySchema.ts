/**
 * What Effect writes as JSON Schema, made to say the same in fewer words, and nothing that is not so: objects may carry fields
 * that a reader does not know, because the service ignores unknown ones in requests and may add to its answers.
 */
import { isJson, type Json, listAt, mapMembers } from "./json.ts"

const isNull = (schema: unknown): boolean => isJson(schema) && schema["type"] === "null"

const distinct = (schemas: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  Array.from(new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values())

/** `{"type": "string"}` or null is `{"type": ["string", "null"]}`; a reference or null stays a choice. */
const nullable = (schema: Json): Json | undefined => {
  const { type, enum: words } = schema
  if (typeof type !== "string") return undefined
  return {
    ...schema,
    type: [type, "null"],
    ...(words === undefined ? {} : { enum: [...listAt(schema, "enum"), null] }),
  }
}

/** A choice of one is no choice. What stands beside the choice wins over what stands in it. */
const tidyChoice = (schema: Json): Json => {
  const { anyOf, ...beside } = schema
  if (!Array.isArray(anyOf)) return schema
  const choices = distinct(anyOf)
  const others = choices.filter((choice) => !isNull(choice))
  const [only] = others
  if (others.length !== 1 || !isJson(only)) return { ...beside, anyOf: choices }
  if (choices.length === 1) return { ...only, ...beside }
  const merged = nullable(only)
  return merged === undefined ? { ...beside, anyOf: choices } : { ...merged, ...beside }
}

/** A fragment may say more precisely what the type is; every other member it must leave alone. */
const mayJoin = (schema: Json, fragment: Json): boolean =>
  Object.entries(fragment).every(([key, value]) => {
    const own = schema[key]
    return own === undefined || key === "type" || JSON.stringify(own) === JSON.stringify(value)
  })

/** Checks arrive as fragments in `allOf`; those that contradict nothing are members like any other. */
const mergeFragments = (schema: Json): Json => {
  const { allOf, ...own } = schema
  if (!Array.isArray(allOf)) return schema
  const rest: Array<unknown> = []
  const merged = allOf.reduce<Json>((all, fragment) => {
    if (isJson(fragment) && fragment["$ref"] === undefined && mayJoin(all, fragment)) return { ...all, ...fragment }
    rest.push(fragment)
    return all
  }, own)
  return rest.length === 0 ? merged : { ...merged, allOf: rest }
}

/**
 * What says nothing, or what is not so. Every integer of JavaScript is between the two bounds. Validators divide by 0.01 in
 * binary, where 1200.35 is no multiple of it; that amounts have at most 2 decimals is said in words.
 */
const isLeftOut = (key: string, value: unknown): boolean =>
  (key === "additionalProperties" && value === false) ||
  (key === "multipleOf" && value === 0.01) ||
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER)

/** An instant has a format of its own, and its pattern would hide what the field is about. */
const withoutPattern = (schema: Json): Json => {
  const { pattern, ...others } = schema
  return pattern !== undefined && others["format"] === "date-time" ? others : schema
}

/** Effect writes numbers that can only be whole ones as numbers. */
const withIntegers = (schema: Json): Json =>
  schema["type"] === "number" && Array.isArray(schema["enum"]) && schema["enum"].every(Number.isInteger)
    ? { ...schema, type: "integer" }
    : schema

/** Members that hold values, and no schemas. */
const values = new Set(["example", "examples", "default", "enum", "const", "required"])

const tidyMember = (value: unknown, key: string): unknown => {
  if (values.has(key)) return value
  // The names of properties are no keywords.
  return key === "properties" && isJson(value) ? mapMembers(value, tidySchema) : tidySchema(value)
}

/** A schema, or a list of them. */
export const tidySchema = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidySchema)
  if (!isJson(value)) return value
  const telling = Object.fromEntries(Object.entries(value).filter(([key, member]) => !isLeftOut(key, member)))
  return withIntegers(withoutPattern(tidyChoice(mergeFragments(mapMembers(telling, tidyMember)))))
}
