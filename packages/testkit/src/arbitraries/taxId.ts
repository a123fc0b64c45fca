/** Tax identifiers at the level of the contract: 10 to 20 code points. RFC and CURP by shape only, without check digits. */
import fc from "fast-check"
import { edgeBiased } from "../internal/edgeBiased.ts"
import type { NearlyValid } from "../NearlyValid.ts"
import { nearlyValidText, text, type TextReason } from "./text.ts"

const MIN_TAX_ID_LENGTH = 10
const MAX_TAX_ID_LENGTH = 20

const rfc = fc.stringMatching(/^[A-ZÑ&]{3,4}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|1\d|2[0-8])[A-Z\d]{3}$/u)
const curp = fc.stringMatching(/^[A-Z]{4}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|1\d|2[0-8])[HMX][A-Z]{5}[A-Z\d]\d$/u)

/**
 * Tax identifiers that the contract accepts: any 10 to 20 code points, now and then in the shape of an RFC or a CURP.
 *
 * @example
 * ```ts
 * import { taxId } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(taxId(), 100).every((one) => Array.from(one).length >= 10 && Array.from(one).length <= 20) // => true
 * ```
 */
export const taxId = (): fc.Arbitrary<string> => edgeBiased(text(MIN_TAX_ID_LENGTH, MAX_TAX_ID_LENGTH), rfc, curp)

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
