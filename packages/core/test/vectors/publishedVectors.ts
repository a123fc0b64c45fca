/** Published values with their verdicts, each with its source (domain.json). */
import { readFileSync } from "node:fs"

export interface PublishedVector {
  readonly kind: string
  readonly input: string
  readonly valid: boolean
  readonly source: string
  /** Why it is not valid, in the words of whoever published it. */
  readonly reason?: string
  /** What is in it. */
  readonly expected?: Readonly<Record<string, string | boolean>>
}

/** All of one kind whose inputs are texts. */
export const publishedVectors = (kind: string): ReadonlyArray<PublishedVector> => {
  const text = readFileSync(new URL("domain.json", import.meta.url), "utf8")
  // Safe for the kinds that are asked for here; a vector of another shape would fail its test.
  const vectors = JSON.parse(text) as ReadonlyArray<PublishedVector>
  return vectors.filter((vector) => vector.kind === kind)
}
