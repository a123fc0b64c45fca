/**
 * Schemas of identifiers by their shape: what the contract and the strict level of each have in common. Plumbing of the Schema
 * modules of identifiers.
 */
import { Schema } from "effect"

/** What an identifier looks like, and what is said of what does not. */
export interface Shape {
  /** The whole text. It needs the flag `u`, or it is not in JSON Schema. */
  readonly pattern: RegExp
  /** To what is no string. */
  readonly notText: string
  /** To strings that are not like the pattern. */
  readonly notLike: string
}

const hinted = (sample: string) => ({ arbitraryConstraint: { patterns: [{ source: sample, flags: "u" }] } }) as const

/**
 * Texts of this shape. `sample`, a pattern, is what generated values are made of instead; it decides nothing else.
 *
 * @example
 * ```ts
 * import { shaped } from "@pesoreal/core/text/shapeSchema"
 * import { Schema } from "effect"
 *
 * const Code = shaped({ pattern: /^\d{3}$/u, notText: "must be a string", notLike: "must be 3 digits" })
 * Schema.is(Code)("123") // => true
 * ```
 */
export const shaped = ({ pattern, notText, notLike }: Shape, sample?: string): Schema.String =>
  Schema.String.annotate({ message: notText }).check(
    Schema.isPattern(pattern, { message: notLike, ...(sample === undefined ? {} : hinted(sample)) }),
  )

/**
 * Texts of this shape of which `complaint` has none, which is asked only of those: one sentence per mistake is enough. Most
 * texts of the shape may be refused, so that `sample` must be a pattern of others.
 *
 * @example
 * ```ts
 * import { shapedAnd } from "@pesoreal/core/text/shapeSchema"
 * import { Schema } from "effect"
 *
 * const shape = { pattern: /^\d{3}$/u, notText: "must be a string", notLike: "must be 3 digits" }
 * const Even = shapedAnd(shape, (text) => (Number(text) % 2 === 0 ? undefined : "must be even"), "^[0-9]{2}[02468]$")
 * Schema.is(Even)("123") // => false
 * Schema.is(Even)("124") // => true
 * ```
 */
export const shapedAnd = (
  shape: Shape,
  complaint: (text: string) => string | undefined,
  sample: string,
): Schema.String =>
  shaped(shape, sample).check(
    Schema.makeFilter((text: string) => (shape.pattern.test(text) ? complaint(text) : undefined)),
  )
