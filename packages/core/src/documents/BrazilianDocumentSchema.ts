/**
 * Schemas of a CPF or a CNPJ without punctuation, told apart by length, as fields of the API carry them: the contract level
 * checks what the documents state, the strict level also what the rail will reject later. Neither changes the text.
 */
import type { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { parse } from "./BrazilianDocument.ts"
import type { CnpjOptions } from "./CnpjSchema.ts"
import { alphanumericCnpjSamples, cnpjSamples, cpfSamples, levels } from "./taxNumberSchema.ts"

const digits = levels(
  {
    pattern: /^(?:\d{11}|\d{14})$/u,
    notText: "must be a string of 11 or 14 digits",
    notLike: "must be the 11 digits of a CPF or the 14 of a CNPJ",
  },
  parse,
  [...cpfSamples, ...cnpjSamples],
)

const letters = levels(
  {
    pattern: /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/u,
    notText: "must be a string of 11 or 14 characters",
    notLike: "must be the 11 digits of a CPF, or the 12 digits or capitals and 2 digits of a CNPJ",
  },
  parse,
  [...cpfSamples, ...cnpjSamples, ...alphanumericCnpjSamples],
)

/**
 * Contract level: exactly 11 or 14 ASCII digits (pix.md: "digits only; CPF 11 or CNPJ 14 digits"). With `alphanumeric`, a CNPJ
 * may have capitals among its first twelve characters.
 *
 * @example
 * ```ts
 * import { BrazilianDocumentSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(BrazilianDocumentSchema.brazilianDocumentContract())
 * accepts("12345678901") // => true
 * accepts("12345678000190") // => true
 * accepts("12ABC34501DE35") // => false
 * ```
 */
export const brazilianDocumentContract = ({ alphanumeric = false }: CnpjOptions = {}): Schema.String =>
  (alphanumeric ? letters : digits).contract

/**
 * Strict level: the contract's characters, of which the last two are the right check digits. The message of a refusal says
 * which would be right. One digit over and over is refused.
 *
 * @example
 * ```ts
 * import { BrazilianDocumentSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(BrazilianDocumentSchema.brazilianDocumentStrict())
 * accepts("39053344705") // => true
 * accepts("12345678901") // => false
 * ```
 */
export const brazilianDocumentStrict = ({ alphanumeric = false }: CnpjOptions = {}): Schema.String =>
  (alphanumeric ? letters : digits).strict

/**
 * `BrazilianDocument.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { BrazilianDocumentSchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(BrazilianDocumentSchema.parseEffect("390.533.447-05")).type // => "CPF"
 * ```
 */
export const parseEffect = lift(parse)
