/**
 * Mexican tax identifiers at the two levels of validation: what the contract states, which is no more than their length
 * (`taxId`), and what they really are, an RFC or a CURP (`mexicanTaxId`; core's `MexicanTaxId`).
 */
import type { MexicanTaxId } from "@pesoreal/core"
import fc from "fast-check"
import { edgeBiased } from "../internal/edgeBiased.ts"
import type { NearlyValid } from "../NearlyValid.ts"
import { curp, nearlyValidCurp } from "./curp.ts"
import { nearlyValidRfc, rfc } from "./rfc.ts"
import { nearlyValidText, text, type TextReason } from "./text.ts"

const MIN_TAX_ID_LENGTH = 10
const MAX_TAX_ID_LENGTH = 20

/**
 * Tax identifiers that the contract accepts: any 10 to 20 code points, now and then an RFC or a CURP.
 *
 * @example
 * ```ts
 * import { taxId } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(taxId(), 100).every((one) => Array.from(one).length >= 10 && Array.from(one).length <= 20) // => true
 * ```
 */
export const taxId = (): fc.Arbitrary<string> => edgeBiased(text(MIN_TAX_ID_LENGTH, MAX_TAX_ID_LENGTH), rfc(), curp())

/**
 * Tax identifiers of 9 or 21 code points, or that cannot be stored.
 *
 * @example
 * ```ts
 * import { nearlyValidTaxId } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const tooShort = nearlyValidTaxId().filter(({ why }) => why.reason === "too_short")
 * fc.sample(tooShort, 100).every(({ value }) => Array.from(value).length === 9) // => true
 * ```
 */
export const nearlyValidTaxId = (): fc.Arbitrary<NearlyValid<string, TextReason>> =>
  nearlyValidText(MIN_TAX_ID_LENGTH, MAX_TAX_ID_LENGTH)

/**
 * Tax identifiers that the strict level accepts: RFCs and CURPs.
 *
 * @example
 * ```ts
 * import { MexicanTaxId } from "@pesoreal/core"
 * import { mexicanTaxId } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(mexicanTaxId(), 100).every(MexicanTaxId.isMexicanTaxId) // => true
 * ```
 */
export const mexicanTaxId = (): fc.Arbitrary<string> => fc.oneof(rfc(), curp())

/**
 * Texts that are almost an RFC or a CURP. `why.reason` is the reason of `MexicanTaxId.parse`, and `why.message` the sentence of
 * `MexicanTaxIdSchema.MexicanTaxIdStrict`.
 *
 * @example
 * ```ts
 * import { MexicanTaxId } from "@pesoreal/core"
 * import { nearlyValidMexicanTaxId } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(nearlyValidMexicanTaxId(), 100).some(({ value }) => MexicanTaxId.isMexicanTaxId(value)) // => false
 * ```
 */
export const nearlyValidMexicanTaxId = (): fc.Arbitrary<NearlyValid<string, MexicanTaxId.ParseReason>> =>
  fc.oneof(nearlyValidRfc(), nearlyValidCurp()).map(({ value, why }) => {
    const needed =
      why.reason === "length"
        ? "needs 12 or 13 characters (RFC), 10 (RFC without homoclave) or 18 (CURP)"
        : (why.message ?? "").replace(/^[^:]*: /u, "")
    return { value, why: { ...why, message: `must be an RFC or a CURP: ${needed}` } }
  })
