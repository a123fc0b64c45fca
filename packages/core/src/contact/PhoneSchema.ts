/**
 * Schema of a phone number as sign-up takes it, at the level of the contract (mexico.md). The strict level, which asks the
 * numbering plan, is in `PhonePlanSchema.ts`: it needs a library that most do not want to load.
 */
import type { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { type Shape, shaped } from "../text/shapeSchema.ts"
import { parse } from "./Phone.ts"

/** E.164 within the lengths of sign-up. */
export const phoneShape: Shape = {
  pattern: /^\+[1-9]\d{6,14}$/u,
  notText: "must be a string with a phone number",
  notLike: "must be an E.164 number of 8 to 16 characters: + and digits, such as +525512345678",
}

/**
 * Contract level: E.164 of 8 to 16 characters, unchanged.
 *
 * The document says "E.164 format, length 8 to 20". Both hold only for 8 to 16 characters, because a number of E.164 has at
 * most 15 digits behind its `+`, and none of them begins with 0: a longer text is within the length, but in no E.164 format.
 *
 * @example
 * ```ts
 * import { PhoneSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(PhoneSchema.PhoneContract)
 * accepts("+525512345678") // => true
 * accepts("5512345678") // => false
 * accepts("+5255123456789012") // => false
 * ```
 */
export const PhoneContract: Schema.String = shaped(phoneShape)

/**
 * `Phone.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { PhoneSchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(PhoneSchema.parseEffect("+525512345678")).digits // => "525512345678"
 * ```
 */
export const parseEffect = lift(parse)
