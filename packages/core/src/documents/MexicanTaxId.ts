/**
 * The tax identifiers of Mexico as API fields carry them: an RFC or a CURP, told apart by length. What sign-up asks of them
 * beyond their own rules stands here too.
 */
import { type Parsed, type Problem, refuse } from "../Parsed.ts"
import * as Curp from "./Curp.ts"
import type { Options } from "./MexicanTaxIdText.ts"
import * as Rfc from "./Rfc.ts"

export type { Options } from "./MexicanTaxIdText.ts"

/** An RFC or a CURP with its parts, and which of the two it is. */
export type MexicanTaxId = (Rfc.Rfc & { readonly kind: "RFC" }) | (Curp.Curp & { readonly kind: "CURP" })

/** Why {@link parse} refuses a text: it has the length of neither, or the reasons of the one whose length it has. */
export type ParseReason = Rfc.ParseReason | Curp.ParseReason

/** What is odd about a text that {@link parse} accepts. */
export type WarningReason = Rfc.WarningReason | Curp.WarningReason

/**
 * Reads 18 characters as a CURP, and 10, 12 or 13 as an RFC.
 *
 * @example
 * ```ts
 * import { MexicanTaxId } from "@pesoreal/core"
 *
 * const kindOf = (text: string) => {
 *   const parsed = MexicanTaxId.parse(text)
 *   return parsed.ok ? parsed.value.kind : parsed.errors[0].message
 * }
 * kindOf("MAB9307148T4") // => "RFC"
 * kindOf("HEGR891009HMNRRD09") // => "CURP"
 * kindOf("HEGR891009HMNRRD0") // => "needs 12 or 13 characters (RFC), 10 (RFC without homoclave) or 18 (CURP)"
 * ```
 */
export const parse = (text: string, options?: Options): Parsed<MexicanTaxId, ParseReason, WarningReason> => {
  if (text.length === 18) {
    const parsed = Curp.parse(text, options)
    return parsed.ok ? { ...parsed, value: { kind: "CURP", ...parsed.value } } : parsed
  }
  const parsed = Rfc.parse(text, options)
  if (parsed.ok) return { ...parsed, value: { kind: "RFC", ...parsed.value } }
  return parsed.errors[0].reason === "length"
    ? refuse("length", "needs 12 or 13 characters (RFC), 10 (RFC without homoclave) or 18 (CURP)")
    : parsed
}

/**
 * Whether {@link parse} accepts a text.
 *
 * @example
 * ```ts
 * import { MexicanTaxId } from "@pesoreal/core"
 *
 * MexicanTaxId.isMexicanTaxId("GODE561231GR8") // => true
 * MexicanTaxId.isMexicanTaxId("HEGR891009HMNRRD08") // => false
 * ```
 */
export const isMexicanTaxId = (text: string): boolean => parse(text).ok

/** What sign-up says of an account's holder (mexico.md, `POST /api/signup`). */
export interface Holder {
  readonly holderTaxIdPrimary: string
  readonly holderTaxIdPrimaryType: "RFC" | "CURP"
  /** `PJ` is a company, `PF` a person. */
  readonly accountType: "PJ" | "PF"
}

/** Why the fields of a holder do not fit together. */
export type HolderReason = "other_type" | "curp_for_company" | "person_for_company" | "company_for_person"

/**
 * What is wrong with a holder at the strict level, beyond the identifier itself: it is of another type than the type field says,
 * a CURP is given for a company, or a person's RFC for a company, or a company's for a person (decisions, section 11). `path` is
 * the field at fault. The generic RFCs, which are nobody's, fit any account; an identifier that {@link parse} refuses is its
 * own field's problem, and none here.
 *
 * @example
 * ```ts
 * import { MexicanTaxId } from "@pesoreal/core"
 *
 * const person = { holderTaxIdPrimary: "GODE561231GR8", holderTaxIdPrimaryType: "RFC" } as const
 * MexicanTaxId.holderProblems({ ...person, accountType: "PF" }) // => []
 *
 * const [problem] = MexicanTaxId.holderProblems({ ...person, accountType: "PJ" })
 * problem?.path // => "holderTaxIdPrimary"
 * problem?.message // => "is the RFC of a person, and a company (PJ) needs its own RFC, of 12 characters"
 * ```
 */
export const holderProblems = ({
  holderTaxIdPrimary,
  holderTaxIdPrimaryType,
  accountType,
}: Holder): ReadonlyArray<Problem<HolderReason>> => {
  const parsed = parse(holderTaxIdPrimary)
  if (!parsed.ok) return []
  const { kind } = parsed.value
  const problems: Array<Problem<HolderReason>> = []
  if (kind !== holderTaxIdPrimaryType) {
    problems.push({
      reason: "other_type",
      message: `must be ${kind} for this identifier`,
      path: "holderTaxIdPrimaryType",
    })
  }
  const path = "holderTaxIdPrimary"
  if (accountType === "PJ") {
    const own = "and a company (PJ) needs its own RFC, of 12 characters"
    if (kind === "CURP") problems.push({ reason: "curp_for_company", message: `is the CURP of a person, ${own}`, path })
    else if (parsed.value.type === "person") {
      problems.push({ reason: "person_for_company", message: `is the RFC of a person, ${own}`, path })
    }
  } else if (kind === "RFC" && parsed.value.type === "company") {
    problems.push({
      reason: "company_for_person",
      message: "is the RFC of a company, and a person (PF) needs an RFC of 13 characters, or a CURP",
      path,
    })
  }
  return problems
}

/**
 * Gives a text back as it is: neither is written with punctuation. It is here because every tax identifier has a `format`.
 *
 * @example
 * ```ts
 * import { MexicanTaxId } from "@pesoreal/core"
 *
 * MexicanTaxId.format("MAB9307148T4") // => "MAB9307148T4"
 * ```
 */
export const format = (text: string): string => text
