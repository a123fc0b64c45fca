/**
 * Schemas of a CPF in digits, as fields of the API carry it: `CpfContract` checks what the documents state, `CpfStrict` also
 * what the rail will reject later. Neither changes the text; punctuated ones are for `Cpf.parse`.
 */
import type { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { parse } from "./Cpf.ts"
import { cpfSamples, levels } from "./taxNumberSchema.ts"

const { contract, strict } = levels(
  {
    pattern: /^\d{11}$/u,
    notText: "must be a string of 11 digits",
    notLike: "must be exactly 11 digits",
  },
  parse,
  cpfSamples,
)

/**
 * Contract level: exactly 11 ASCII digits (pix.md: "digits only; CPF 11").
 *
 * @example
 * ```ts
 * import { CpfSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(CpfSchema.CpfContract)
 * accepts("12345678901") // => true
 * accepts("123.456.789-01") // => false
 * ```
 */
export const CpfContract: Schema.String = contract

/**
 * Strict level: 11 digits, not all of them equal, of which the last two are the right check digits. The message of a refusal
 * says which would be right.
 *
 * @example
 * ```ts
 * import { CpfSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(CpfSchema.CpfStrict)
 * accepts("39053344705") // => true
 * accepts("12345678901") // => false
 * ```
 */
export const CpfStrict: Schema.String = strict

/**
 * `Cpf.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { CpfSchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(CpfSchema.parseEffect("390.533.447-05")).text // => "39053344705"
 * ```
 */
export const parseEffect = lift(parse)
