/**
 * The strict level of validation: also what the rails refuse later (decisions, section 11). It is the only module of the
 * contract that loads numbering plans, and with them `libphonenumber-js`; the typed client never reaches it.
 */
import { ClabeStrict } from "../accounts/ClabeSchema.ts"
import { pixKeyStrict } from "../accounts/PixKeySchema.ts"
import { PhoneStrict } from "../contact/PhonePlanSchema.ts"
import { brazilianDocumentStrict } from "../documents/BrazilianDocumentSchema.ts"
import { holderProblems } from "../documents/MexicanTaxId.ts"
import { MexicanTaxIdStrict } from "../documents/MexicanTaxIdSchema.ts"
import type { Level } from "./levels.ts"

/**
 * Check digits of CLABE, CPF, CNPJ and CURP, dates that exist, numbering plans, the directory's patterns of PIX keys, and a
 * holder whose tax identifier fits the account.
 *
 * @example
 * ```ts
 * import { strictLevel } from "@pesoreal/core/api/strictLevel"
 * import { Schema } from "effect"
 *
 * Schema.is(strictLevel.clabe)("012180001234567890") // => false
 * Schema.is(strictLevel.clabe)("012180001234567899") // => true
 * ```
 */
export const strictLevel: Level = {
  name: "strict",
  clabe: ClabeStrict,
  mexicanTaxId: MexicanTaxIdStrict,
  phone: PhoneStrict,
  brazilianDocument: brazilianDocumentStrict,
  pixKey: pixKeyStrict,
  holderProblems: (holder) =>
    holderProblems(holder).map(({ path, message }) => ({ path: path ?? "holderTaxIdPrimary", message })),
}
