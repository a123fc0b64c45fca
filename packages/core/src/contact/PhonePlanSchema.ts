/**
 * Schema of a phone number as sign-up takes it, at the strict level: the numbering plan of its country must have it. It brings
 * `libphonenumber-js/max`, as `PhonePlan.ts` does.
 */
import type { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { shapedAnd } from "../text/shapeSchema.ts"
import { parse } from "./PhonePlan.ts"
import { phoneShape } from "./PhoneSchema.ts"

/** Numbers of Mexico City and of São Paulo. */
const sample = "^[+](?:5255[1-5][0-9]{7}|55119[6-9][0-9]{7})$"

/**
 * Strict level: a number of E.164 that a numbering plan has, unchanged.
 *
 * @example
 * ```ts
 * import { PhoneStrict } from "@pesoreal/core/contact/PhonePlanSchema"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(PhoneStrict)
 * accepts("+525512345678") // => true
 * accepts("+5510998765432") // => false
 * ```
 */
export const PhoneStrict: Schema.String = shapedAnd(
  phoneShape,
  (text) => {
    const parsed = parse(text)
    if (!parsed.ok) return `must be a phone number that its country has: ${parsed.errors[0].message}`
    // The plan may read a number as another one; then the text itself is none.
    return parsed.value.text === text ? undefined : `must be written ${parsed.value.text}`
  },
  sample,
)

/**
 * `PhonePlan.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { parseEffect } from "@pesoreal/core/contact/PhonePlanSchema"
 * import { Effect } from "effect"
 *
 * Effect.runSync(parseEffect("+525512345678")).country // => "MX"
 * ```
 */
export const parseEffect = lift(parse)
