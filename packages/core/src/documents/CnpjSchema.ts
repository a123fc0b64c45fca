/**
 * Schemas of a CNPJ without punctuation, as fields of the API carry it: the contract level checks what the documents state,
 * the strict level also what the rail will reject later. Neither changes the text; punctuated ones are for `Cnpj.parse`.
 *
 * The documents say digits. CNPJs with letters, in force since July 2026, are an option (decisions, section 11).
 */
import type { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { parse } from "./Cnpj.ts"
import { alphanumericCnpjSamples, cnpjSamples, levels } from "./taxNumberSchema.ts"

/** Which CNPJs a Schema takes. */
export interface CnpjOptions {
  /** Those with letters, too: twelve of 0 to 9 and A to Z, and two digits. Default `false`, as the documents have it. */
  readonly alphanumeric?: boolean
}

const digits = levels(
  {
    pattern: /^\d{14}$/u,
    notText: "must be a string of 14 digits",
    notLike: "must be exactly 14 digits",
  },
  parse,
  cnpjSamples,
)

const letters = levels(
  {
    pattern: /^[0-9A-Z]{12}\d{2}$/u,
    notText: "must be a string of 14 characters",
    notLike: "must be exactly 12 digits or capitals, and then 2 digits",
  },
  parse,
  [...cnpjSamples, ...alphanumericCnpjSamples],
)

/**
 * Contract level: exactly 14 ASCII digits (pix.md: "digits only; CNPJ 14"); with `alphanumeric`, twelve ASCII digits or
 * capitals and then two digits.
 *
 * @example
 * ```ts
 * import { CnpjSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * Schema.is(CnpjSchema.cnpjContract())("12345678000190") // => true
 * Schema.is(CnpjSchema.cnpjContract())("12ABC34501DE35") // => false
 * Schema.is(CnpjSchema.cnpjContract({ alphanumeric: true }))("12ABC34501DE35") // => true
 * ```
 */
export const cnpjContract = ({ alphanumeric = false }: CnpjOptions = {}): Schema.String =>
  (alphanumeric ? letters : digits).contract

/**
 * Strict level: the contract's 14 characters, of which the last two are the right check digits. The message of a refusal says
 * which would be right. Fourteen zeros are refused.
 *
 * @example
 * ```ts
 * import { CnpjSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * Schema.is(CnpjSchema.cnpjStrict())("12345678000195") // => true
 * Schema.is(CnpjSchema.cnpjStrict())("12345678000190") // => false
 * Schema.is(CnpjSchema.cnpjStrict({ alphanumeric: true }))("12ABC34501DE35") // => true
 * ```
 */
export const cnpjStrict = ({ alphanumeric = false }: CnpjOptions = {}): Schema.String =>
  (alphanumeric ? letters : digits).strict

/**
 * `Cnpj.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { CnpjSchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(CnpjSchema.parseEffect("12.ABC.345/01DE-35")).text // => "12ABC34501DE35"
 * ```
 */
export const parseEffect = lift(parse)
