/**
 * The number of a person or of a company in Brazil: a CPF or a CNPJ, told apart by how many characters it has.
 */
import { type Parsed, refuse } from "../Parsed.ts"
import * as Cnpj from "./Cnpj.ts"
import * as Cpf from "./Cpf.ts"
import { strip, type Warning } from "./taxNumber.ts"

/** Which of the two it is says `type`. */
export type BrazilianDocument = Cpf.Cpf | Cnpj.Cnpj

/** Why {@link parse} refuses a text: neither length, or what `Cpf.parse` or `Cnpj.parse` finds. */
export type ParseReason = Cpf.ParseReason | Cnpj.ParseReason

/** What {@link parse} finds odd: unusual `punctuation`. */
export type WarningReason = Warning

/**
 * Reads a CPF if there are 11 letters and digits in the text, a CNPJ if there are 14. The rules are those of `Cpf.parse` and
 * `Cnpj.parse`.
 *
 * @example
 * ```ts
 * import { BrazilianDocument } from "@pesoreal/core"
 *
 * const company = BrazilianDocument.parse("11.222.333/0001-81")
 * company.ok && company.value.type // => "CNPJ"
 *
 * const refused = BrazilianDocument.parse("3905334470")
 * refused.ok ? "" : refused.errors[0].message // => "must have 11 or 14 characters, and has 10"
 * ```
 */
export const parse = (text: string, options?: Cnpj.Options): Parsed<BrazilianDocument, ParseReason, WarningReason> => {
  const { length } = strip(text)
  if (length === 11) return Cpf.parse(text)
  if (length === 14) return Cnpj.parse(text, options)
  return refuse("length", `must have 11 or 14 characters, and has ${length}`)
}

/**
 * Whether {@link parse} accepts a text.
 *
 * @example
 * ```ts
 * import { BrazilianDocument } from "@pesoreal/core"
 *
 * BrazilianDocument.isBrazilianDocument("39053344705") // => true
 * BrazilianDocument.isBrazilianDocument("12ABC34501DE35", { alphanumeric: false }) // => false
 * ```
 */
export const isBrazilianDocument = (text: string, options?: Cnpj.Options): boolean => parse(text, options).ok

/**
 * Writes 11 digits as a CPF and 14 letters and digits as a CNPJ. Any other text is given back unchanged.
 *
 * @example
 * ```ts
 * import { BrazilianDocument } from "@pesoreal/core"
 *
 * BrazilianDocument.format("39053344705") // => "390.533.447-05"
 * BrazilianDocument.format("11222333000181") // => "11.222.333/0001-81"
 * ```
 */
export const format = (text: string): string => Cnpj.format(Cpf.format(text))
