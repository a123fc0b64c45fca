/**
 * The fingerprint by which two requests count as equal (decisions, section 4): SHA-256 over the canonical JSON of the
 * operation and its decoded body. Unknown fields are gone by then, a `null` optional field equals an absent one, and key
 * order does not count.
 */
import { hash } from "node:crypto"

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<JsonValue>
  | { readonly [key: string]: JsonValue | undefined }

/** Keys sorted by code unit, absent and null members left out, no white space. */
export const canonicalJson = (value: JsonValue): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`
  if (value === null || typeof value !== "object") return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member ?? null)}`)
  return `{${members.join(",")}}`
}

/** Lowercase hex, 64 characters. */
export const bodyHash = (operation: string, body: JsonValue): string =>
  hash("sha256", canonicalJson({ operation, body }), "hex")
