/** CPFs and CNPJs, told apart by length: what the API calls a document (core's `BrazilianDocument`). */
import type { BrazilianDocument } from "@pesoreal/core"
import fc from "fast-check"
import type { NearlyValid } from "../NearlyValid.ts"
import { cnpj, type CnpjOptions, nearlyValidCnpj } from "./cnpj.ts"
import { cpf, nearlyValidCpf } from "./cpf.ts"

/**
 * Documents without punctuation, of persons and of companies. They shrink to zeros, but for one digit.
 *
 * @example
 * ```ts
 * import { BrazilianDocument } from "@pesoreal/core"
 * import { brazilianDocument } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(brazilianDocument(), 100).every((text) => BrazilianDocument.isBrazilianDocument(text)) // => true
 * ```
 */
export const brazilianDocument = (options: CnpjOptions = {}): fc.Arbitrary<string> =>
  fc.oneof(cpf(options.level === undefined ? {} : { level: options.level }), cnpj(options))

/**
 * Texts that are almost a document. `why.reason` is the reason of `BrazilianDocument.parse` with the same `alphanumeric`, and
 * `why.message` the sentence of `BrazilianDocumentSchema.brazilianDocumentStrict` (or, at the level of the contract, of
 * `brazilianDocumentContract`).
 *
 * @example
 * ```ts
 * import { nearlyValidBrazilianDocument } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = new Set(fc.sample(nearlyValidBrazilianDocument(), 500).map(({ why }) => why.reason))
 * Array.from(reasons).toSorted() // => ["characters", "check_digits", "length", "letters", "repeated"]
 * ```
 */
export const nearlyValidBrazilianDocument = (
  options: CnpjOptions = {},
): fc.Arbitrary<NearlyValid<string, BrazilianDocument.ParseReason>> => {
  const { alphanumeric = false, level = "strict" } = options
  const message = alphanumeric
    ? "must be the 11 digits of a CPF, or the 12 digits or capitals and 2 digits of a CNPJ"
    : "must be the 11 digits of a CPF or the 14 of a CNPJ"
  return fc.oneof(nearlyValidCpf({ level }), nearlyValidCnpj(options)).map(({ value, why }) => {
    const { path, reason } = why
    if (reason === "check_digits" || reason === "repeated") return { value, why }
    // Which of the two a text is meant to be is told by its letters and digits; what else is in it does not count.
    const { length } = value.replaceAll(/\W/g, "")
    return { value, why: { path, reason: length === 11 || length === 14 ? reason : "length", message } }
  })
}
