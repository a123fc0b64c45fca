/** `externalId`: the client's own identifier of a transaction, 1 to 100 code points of anything (mexico.md, Limits). */
import type fc from "fast-check"
import type { NearlyValid } from "../NearlyValid.ts"
import { nearlyValidText, text, type TextReason } from "./text.ts"

/** Code points in an `externalId`. */
const MAX_EXTERNAL_ID_LENGTH = 100

/**
 * Identifiers as clients choose them: any text of 1 to 100 code points. Two draws may be equal; use `fc.uniqueArray` where
 * that matters.
 *
 * @example
 * ```ts
 * import { externalId } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const several = fc.uniqueArray(externalId(), { minLength: 3 })
 * fc.sample(several, 1).every((ids) => new Set(ids).size >= 3) // => true
 * ```
 */
export const externalId = (): fc.Arbitrary<string> => text(1, MAX_EXTERNAL_ID_LENGTH)

/**
 * Identifiers that are empty, too long, or cannot be stored.
 *
 * @example
 * ```ts
 * import { nearlyValidExternalId } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const tooLong = nearlyValidExternalId().filter(({ why }) => why.reason === "too_long")
 * fc.sample(tooLong, 100).every(({ value }) => Array.from(value).length === 101) // => true
 * ```
 */
export const nearlyValidExternalId = (): fc.Arbitrary<NearlyValid<string, TextReason>> =>
  nearlyValidText(1, MAX_EXTERNAL_ID_LENGTH)
