/** Bodies of `POST /api/signup` (mexico.md; core's `api/accounts`). */
import type { SignUpRequest } from "@pesoreal/core/api/accounts"
import fc from "fast-check"
import { field, nearlyValidObject, optional } from "../internal/faults.ts"
import type { NearlyValidJson } from "../NearlyValid.ts"
import { email, type EmailReason, nearlyValidEmail } from "./email.ts"
import { nearlyValidPhone, phone, type PhoneReason } from "./phone.ts"
import { nearlyValidTaxId, taxId } from "./taxId.ts"
import { nearlyValidText, text, type TextReason } from "./text.ts"

/** Code points in a CSR. */
const MAX_CSR_LENGTH = 8192

/** Which accounts. */
export interface SignUpRequestOptions {
  /** Always this; by default anything, absence included (which means false). */
  readonly isSandbox?: boolean
}

/**
 * Bodies that create an account. They never carry a `csr`, because a service looks into it and a text that is merely long
 * enough would be refused there.
 *
 * @example
 * ```ts
 * import { signUpRequest } from "@pesoreal/testkit"
 * import * as Accounts from "@pesoreal/core/api/accounts"
 * import { Schema } from "effect"
 * import fc from "fast-check"
 *
 * fc.sample(signUpRequest({ isSandbox: true }), 100).every(Schema.is(Accounts.SignUpRequest)) // => true
 * ```
 */
export const signUpRequest = ({ isSandbox }: SignUpRequestOptions = {}): fc.Arbitrary<SignUpRequest> => {
  const always = ["holderName", "holderTaxIdPrimary", "holderTaxIdPrimaryType", "accountType"] as const
  return fc.record(
    {
      holderName: text(3, 255),
      holderTaxIdPrimary: taxId(),
      holderTaxIdPrimaryType: fc.constantFrom("RFC" as const, "CURP" as const),
      accountType: fc.constantFrom("PJ" as const, "PF" as const),
      email: fc.option(email()),
      phone: fc.option(phone()),
      isSandbox: isSandbox === undefined ? fc.option(fc.boolean()) : fc.constant(isSandbox),
    },
    { requiredKeys: isSandbox === undefined ? [...always] : [...always, "isSandbox"], noNullPrototype: true },
  )
}

/** What may be wrong in such a body. */
export type SignUpRequestReason = TextReason | EmailReason | PhoneReason

/**
 * Bodies that are refused with 400, for one field each. Sent as JSON, they stay what they are.
 *
 * @example
 * ```ts
 * import { nearlyValidSignUpRequest } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const paths = fc.sample(nearlyValidSignUpRequest(), 500).map(({ why }) => why.path)
 * paths.includes("phone") && paths.includes("accountType") // => true
 * ```
 */
export const nearlyValidSignUpRequest = (
  options: SignUpRequestOptions = {},
): fc.Arbitrary<NearlyValidJson<SignUpRequestReason>> =>
  nearlyValidObject<SignUpRequest, SignUpRequestReason>(signUpRequest(options), {
    holderName: field({ broken: nearlyValidText(3, 255) }),
    holderTaxIdPrimary: field({ broken: nearlyValidTaxId() }),
    holderTaxIdPrimaryType: field({ wrongTypes: ["rfc", "RFC ", "INE", "", 1] }),
    accountType: field({ wrongTypes: ["pf", "PF\n", "PM", "", 1] }),
    email: optional({ broken: nearlyValidEmail() }),
    phone: optional({ broken: nearlyValidPhone() }),
    isSandbox: optional({ wrongTypes: ["true", "", 0, 1, {}] }),
    csr: optional({ broken: nearlyValidText(1, MAX_CSR_LENGTH) }),
  })
