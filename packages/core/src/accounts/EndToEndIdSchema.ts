/**
 * Schemas of an endToEndId: `EndToEndIdContract` checks its shape, `EndToEndIdStrict` also that there was such a minute.
 * Neither changes the text.
 */
import type { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { type Shape, shaped, shapedAnd } from "../text/shapeSchema.ts"
import { END_TO_END_ID_LENGTH, parse } from "./EndToEndId.ts"

const shape: Shape = {
  pattern: /^[DE][0-9A-Z]{8}\d{12}[0-9A-Za-z]{11}$/u,
  notText: `must be a string of ${END_TO_END_ID_LENGTH} characters`,
  notLike: "must be E or D, the bank's ISPB (8), yyyyMMddHHmm, and 11 letters or digits",
}

/**
 * Contract level: `E` or `D`, 8 characters of 0 to 9 and A to Z, 12 digits, and 11 letters or digits (decisions, section 3).
 *
 * @example
 * ```ts
 * import { EndToEndIdSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(EndToEndIdSchema.EndToEndIdContract)
 * accepts("E12345678202009091221abcdef12345") // => true
 * accepts("E12345678202009091221abcdef1234") // => false
 * ```
 */
export const EndToEndIdContract: Schema.String = shaped(shape)

/** Minutes that exist, which few times twelve digits are. */
const sample =
  "^[DE][0-9A-Z]{8}20[2-9][0-9](?:0[1-9]|1[0-2])(?:0[1-9]|1[0-9]|2[0-8])(?:[01][0-9]|2[0-3])[0-5][0-9][0-9A-Za-z]{11}$"

/**
 * Strict level: the contract's shape, with a minute that the calendar has.
 *
 * @example
 * ```ts
 * import { EndToEndIdSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(EndToEndIdSchema.EndToEndIdStrict)
 * accepts("E12345678202002291221abcdef12345") // => true
 * accepts("E12345678202102291221abcdef12345") // => false
 * ```
 */
export const EndToEndIdStrict: Schema.String = shapedAnd(
  shape,
  (text) => (parse(text).ok ? undefined : "must have a minute yyyyMMddHHmm that exists"),
  sample,
)

/**
 * `EndToEndId.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { EndToEndIdSchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(EndToEndIdSchema.parseEffect("D12345678202009091000abcde123456")).kind // => "return"
 * ```
 */
export const parseEffect = lift(parse)
