/**
 * Schemas of a SPEI numeric reference at the two levels of validation. Neither changes the text.
 */
import type { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { shaped } from "../text/shapeSchema.ts"
import { parse } from "./NumericReference.ts"

/**
 * Contract level: one digit or more. The documents call it a numeric reference, and state no length (mexico.md).
 *
 * @example
 * ```ts
 * import { NumericReferenceSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(NumericReferenceSchema.NumericReferenceContract)
 * accepts("12345678") // => true
 * accepts("A1") // => false
 * ```
 */
export const NumericReferenceContract: Schema.String = shaped({
  pattern: /^\d+$/u,
  notText: "must be a string of digits",
  notLike: "must be digits only",
})

/**
 * Strict level: 1 to 7 digits, as SPEI carries them.
 *
 * @example
 * ```ts
 * import { NumericReferenceSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(NumericReferenceSchema.NumericReferenceStrict)
 * accepts("1234567") // => true
 * accepts("12345678") // => false
 * ```
 */
export const NumericReferenceStrict: Schema.String = shaped({
  pattern: /^\d{1,7}$/u,
  notText: "must be a string of 1 to 7 digits",
  notLike: "must be 1 to 7 digits",
})

/**
 * `NumericReference.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { NumericReferenceSchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(NumericReferenceSchema.parseEffect("0000123")).number // => 123
 * ```
 */
export const parseEffect = lift(parse)
