/**
 * What the Schemas of CPF, CNPJ and both of them share. Plumbing of the modules beside it.
 */
import type { Schema } from "effect"
import type { Parsed } from "../Parsed.ts"
import { type Shape, shaped, shapedAnd } from "../text/shapeSchema.ts"
import { complete, type Reason, type Warning } from "./taxNumber.ts"

const SAMPLES = 64

/** Digits of numbers far apart, always the same. */
const bases = (length: number): ReadonlyArray<string> =>
  Array.from({ length: SAMPLES }, (_, index) =>
    String((index + 1) * 618_033_989)
      .padStart(length, "0")
      .slice(-length),
  )

/** CPFs with right check digits, for generated values: no pattern can say which are right. */
export const cpfSamples: ReadonlyArray<string> = bases(9).map((base) => complete(base, 11))

/** CNPJs of digits. */
export const cnpjSamples: ReadonlyArray<string> = bases(12).map((base) => complete(base, 14))

/** CNPJs with letters in root and branch. */
export const alphanumericCnpjSamples: ReadonlyArray<string> = bases(12).map((base) =>
  complete(`A${base.slice(1, 11)}Z`, 14),
)

/** The Schemas of a kind of number at both levels; `parse` knows its check digits. */
export const levels = (
  shape: Shape,
  parse: (text: string) => Parsed<unknown, Reason | "lowercase" | "letters", Warning>,
  samples: ReadonlyArray<string>,
): { readonly contract: Schema.String; readonly strict: Schema.String } => {
  const complaint = (text: string): string | undefined => {
    const parsed = parse(text)
    if (parsed.ok) return undefined
    const [{ reason, message }] = parsed.errors
    return reason === "repeated" ? "must not be one digit repeated" : `${message} to have the right check digits`
  }
  return { contract: shaped(shape), strict: shapedAnd(shape, complaint, `^(?:${samples.join("|")})$`) }
}
