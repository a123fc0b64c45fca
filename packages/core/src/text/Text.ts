/**
 * Schemas of free text: lengths in Unicode code points, well-formed, and storable. Every string that a person sends goes
 * through one of these, so that no input ends as a database error.
 */
import { Schema } from "effect"

/**
 * A string that every store and wire can hold: no NUL, no lone surrogate (decisions, section 5).
 *
 * @example
 * ```ts
 * import { Text } from "@pesoreal/core"
 *
 * Text.isStorable("Ñandú 🦤") // => true
 * Text.isStorable("a\u0000b") // => false
 * Text.isStorable("\ud800") // => false
 * ```
 */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed()

const storable = Schema.makeFilter(
  (text: string) => isStorable(text) || "must be well-formed Unicode without NUL characters",
  {
    expected: "well-formed Unicode without NUL characters",
    // It adds nothing to a JSON Schema, but without it the description of the text would be left out.
    toJsonSchema: () => ({}),
  },
)

/**
 * Text of `minimum` to `maximum` code points.
 *
 * @example
 * ```ts
 * import { Schema } from "effect"
 * import { Text } from "@pesoreal/core"
 *
 * Schema.is(Text.text(1, 3))("👩‍👩‍👧") // => false
 * Schema.is(Text.text(1, 5))("👩‍👩‍👧") // => true
 * ```
 */
export const text = (minimum: number, maximum: number): Schema.String =>
  Schema.String.check(
    Schema.isBetweenCodePoints(minimum, maximum, { message: `must have ${minimum} to ${maximum} characters` }),
    storable,
  )

/** Storable text of any length, for identifiers that are looked up rather than kept. */
export const anyText: Schema.String = Schema.String.check(storable)
