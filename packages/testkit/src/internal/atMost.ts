/** Text that is too long for a field that may be empty, whose sentence names its one bound. */
import type fc from "fast-check"
import { nearlyValidText, type TextReason } from "../arbitraries/text.ts"
import type { NearlyValid } from "../NearlyValid.ts"

/** Texts of more than `maximum` code points, or that cannot be stored. */
export const atMost = (maximum: number): fc.Arbitrary<NearlyValid<string, TextReason>> =>
  nearlyValidText(0, maximum).map(({ value, why }) => ({
    value,
    why: why.reason === "too_long" ? { ...why, message: `must have at most ${maximum} characters` } : why,
  }))
