/**
 * Levels of validation (decisions, section 11). A level is a value: the schemas and rules of the fields that the two levels
 * judge differently. Requests are built from it; answers never depend on it.
 *
 * The level of the contract is here. The strict one stands apart, in `strictLevel.ts`, because it loads the numbering plans
 * of the world.
 */
import type { Schema } from "effect"
import { ClabeContract } from "../accounts/ClabeSchema.ts"
import { type KeyType, pixKeyContract } from "../accounts/PixKeySchema.ts"
import { PhoneContract } from "../contact/PhoneSchema.ts"
import { brazilianDocumentContract } from "../documents/BrazilianDocumentSchema.ts"
import type { CnpjOptions } from "../documents/CnpjSchema.ts"
import type { Holder } from "../documents/MexicanTaxId.ts"
import { MexicanTaxIdContract } from "../documents/MexicanTaxIdSchema.ts"

/** Where in a body a rule between fields is broken, and what would be right. */
export interface FieldProblem {
  /** The field at fault. */
  readonly path: string
  readonly message: string
}

/** What the levels of validation judge differently. */
export interface Level {
  /** As the server's setting names it. */
  readonly name: "contract" | "strict"
  /** A CLABE to send money to. */
  readonly clabe: Schema.String
  /** An RFC or CURP. */
  readonly mexicanTaxId: Schema.String
  /** A phone number of E.164. */
  readonly phone: Schema.String
  /** A CPF or CNPJ without punctuation. */
  readonly brazilianDocument: (options: CnpjOptions) => Schema.String
  /** A PIX key of a type. */
  readonly pixKey: (keyType: KeyType, options: CnpjOptions) => Schema.String
  /** What is wrong between the fields of sign-up that say who holds the account. */
  readonly holderProblems: (holder: Holder) => ReadonlyArray<FieldProblem>
}

/**
 * Exactly what the documents state: lengths, patterns, digits, enums, shapes of keys. The default.
 *
 * @example
 * ```ts
 * import { contractLevel } from "@pesoreal/core/api/levels"
 * import { Schema } from "effect"
 *
 * // A published sample whose check digit is wrong.
 * Schema.is(contractLevel.clabe)("012180001234567890") // => true
 * ```
 */
export const contractLevel: Level = {
  name: "contract",
  clabe: ClabeContract,
  mexicanTaxId: MexicanTaxIdContract,
  phone: PhoneContract,
  brazilianDocument: brazilianDocumentContract,
  pixKey: pixKeyContract,
  holderProblems: () => [],
}
