/** JSON as the transformations of the document see it. */

/** A JSON object. */
export type Json = Record<string, unknown>

/** Whether a value is a JSON object. */
export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The object under a key; an empty one where there is none. */
export const objectAt = (object: Json, key: string): Json => {
  const value = object[key]
  return isJson(value) ? value : {}
}

/** The list under a key; an empty one where there is none. */
export const listAt = (object: Json, key: string): ReadonlyArray<unknown> => {
  const value = object[key]
  return Array.isArray(value) ? value : []
}

/** An object with each of its members changed. */
export const mapMembers = (object: Json, change: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))

/** An object with its keys in alphabetical order. */
export const sorted = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** What operations are filed under in a path of OpenAPI. */
const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"])

/** A document with each of its operations changed. */
export const mapOperations = (
  document: Json,
  change: (operation: Json, path: string, method: string) => Json,
): Json => ({
  ...document,
  paths: mapMembers(objectAt(document, "paths"), (item, path) =>
    isJson(item)
      ? mapMembers(item, (value, method) =>
          methods.has(method) && isJson(value) ? change(value, path, method) : value,
        )
      : item,
  ),
})
