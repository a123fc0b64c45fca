/** What Effect writes into an OpenAPI document, made to say what the service does. */

/**
 * Objects may carry fields that a reader does not know: the service ignores unknown ones in requests, and may add to its
 * answers. And an alternative is named once.
 */
export const tidyDocument = (document: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(document)
      .filter(([key, member]) => key !== "additionalProperties" || member !== false)
      .map(([key, member]) => [key, key === "anyOf" && Array.isArray(member) ? distinct(tidy(member)) : tidy(member)]),
  )

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidy)
  return isObject(value) ? tidyDocument(value) : value
}

const distinct = (members: unknown): unknown =>
  Array.isArray(members) ? [...new Map(members.map((member) => [JSON.stringify(member), member])).values()] : members
