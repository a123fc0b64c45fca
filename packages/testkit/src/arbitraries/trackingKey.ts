/** Tracking keys of SPEI transfers (core's `TrackingKey`). */
import { TrackingKey } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, textOf } from "../internal/characters.ts"
import { edgeBiased } from "../internal/edgeBiased.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

const MAX = TrackingKey.MAX_TRACKING_KEY_LENGTH

const alphanumeric = characterIn(["0", "9"], ["A", "Z"], ["a", "z"])

/**
 * Tracking keys: 1 to 30 letters and digits, many of them of all 30. They shrink to `0`.
 *
 * @example
 * ```ts
 * import { TrackingKey } from "@pesoreal/core"
 * import { trackingKey } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(trackingKey(), 100).every(TrackingKey.isTrackingKey) // => true
 * ```
 */
export const trackingKey = (): fc.Arbitrary<string> =>
  edgeBiased(textOf(alphanumeric, 1, MAX), textOf(alphanumeric, MAX, MAX))

const stranger = characterIn(" -_./|", ["０", "９"], "ÑñÁ", "\u0000\t\n\u00a0\u200b")

const withStranger = fc
  .tuple(trackingKey(), fc.nat(), stranger)
  .map(
    ([text, place, character]) =>
      text.slice(0, place % text.length) + character + text.slice((place % text.length) + 1),
  )

/**
 * Texts that are almost a tracking key. `why.reason` is the reason of `TrackingKey.parse`, and `why.message` the sentence of
 * `TrackingKeySchema.TrackingKeyStrict`.
 *
 * @example
 * ```ts
 * import { nearlyValidTrackingKey } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = new Set(fc.sample(nearlyValidTrackingKey(), 100).map(({ why }) => why.reason))
 * Array.from(reasons).toSorted() // => ["characters", "length"]
 * ```
 */
export const nearlyValidTrackingKey = (): fc.Arbitrary<NearlyValid<string, TrackingKey.ParseReason>> => {
  const message = "must be 1 to 30 letters and digits"
  const wrongLength = fc.oneof(textOf(alphanumeric, MAX + 1, MAX + 1), fc.constant(""))
  return fc.oneof(nearly(wrongLength, "length", message), nearly(withStranger, "characters", message))
}
