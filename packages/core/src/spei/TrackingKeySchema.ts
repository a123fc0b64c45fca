/**
 * Schemas of a SPEI tracking key at the two levels of validation. Neither changes the text.
 */
import type { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { shaped } from "../text/shapeSchema.ts"
import { text } from "../text/Text.ts"
import { MAX_TRACKING_KEY_LENGTH, parse } from "./TrackingKey.ts"

/**
 * Contract level: 1 to 30 characters. The documents only name the field (decisions, section 3), and the rail its length.
 *
 * @example
 * ```ts
 * import { TrackingKeySchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(TrackingKeySchema.TrackingKeyContract)
 * accepts("CR-1564969083") // => true
 * accepts("") // => false
 * ```
 */
export const TrackingKeyContract: Schema.String = text(1, MAX_TRACKING_KEY_LENGTH)

/**
 * Strict level: 1 to 30 ASCII letters and digits.
 *
 * @example
 * ```ts
 * import { TrackingKeySchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(TrackingKeySchema.TrackingKeyStrict)
 * accepts("CR1564969083") // => true
 * accepts("CR-1564969083") // => false
 * ```
 */
export const TrackingKeyStrict: Schema.String = shaped({
  pattern: /^[0-9A-Za-z]{1,30}$/u,
  notText: "must be a string with a tracking key",
  notLike: "must be 1 to 30 letters and digits",
})

/**
 * `TrackingKey.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { TrackingKeySchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(TrackingKeySchema.parseEffect("CR1564969083")) // => { text: "CR1564969083" }
 * ```
 */
export const parseEffect = lift(parse)
