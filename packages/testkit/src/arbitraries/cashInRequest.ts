/** Bodies of `POST /api/spei/cash-in` (mexico.md; core's `api/spei`). */
import type { CashInRequest } from "@pesoreal/core/api/spei"
import fc from "fast-check"
import { field, nearlyValidObject, optional } from "../internal/faults.ts"
import type { NearlyValidJson } from "../NearlyValid.ts"
import { centavos, type CentavosReason, nearlyValidCentavos } from "./centavos.ts"
import { email, type EmailReason, nearlyValidEmail } from "./email.ts"
import { externalId, nearlyValidExternalId } from "./externalId.ts"
import { nearlyValidTaxId, taxId } from "./taxId.ts"
import { nearlyValidText, text, type TextReason } from "./text.ts"

/** The formal schema's floor, 10.00 MXN. */
const DEFAULT_MINIMUM_CENTAVOS = 1000

/** What the installation is configured to take. */
export interface CashInRequestOptions {
  /** The smallest amount, in centavos. Default 1000 (10.00 MXN), as the service's own. */
  readonly minimumCentavos?: number
}

/**
 * Bodies that create a SPEI cash-in charge. Optional fields are there, left out, or `null`. They shrink to the smallest
 * amount, and the shortest name and e-mail address.
 *
 * @example
 * ```ts
 * import { cashInRequest } from "@pesoreal/testkit"
 * import * as Spei from "@pesoreal/core/api/spei"
 * import { Schema } from "effect"
 * import fc from "fast-check"
 *
 * fc.sample(cashInRequest(), 100).every(Schema.is(Spei.cashInRequest(1000))) // => true
 * ```
 */
export const cashInRequest = ({
  minimumCentavos = DEFAULT_MINIMUM_CENTAVOS,
}: CashInRequestOptions = {}): fc.Arbitrary<CashInRequest> =>
  fc.record(
    {
      amountCentavos: centavos({ minimum: minimumCentavos }),
      externalId: fc.option(externalId()),
      description: fc.option(text(1, 255)),
      customerName: text(1, 255),
      customerEmail: email(),
      customerTaxId: fc.option(taxId()),
    },
    { requiredKeys: ["amountCentavos", "customerName", "customerEmail"], noNullPrototype: true },
  )

/** What may be wrong in such a body. */
export type CashInRequestReason = CentavosReason | TextReason | EmailReason

/**
 * Bodies that are refused with 400, for one field each. Sent as JSON, they stay what they are.
 *
 * @example
 * ```ts
 * import { nearlyValidCashInRequest } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const noEmail = nearlyValidCashInRequest().filter(({ why }) => why.path === "customerEmail" && why.reason === "missing")
 * const [{ value }] = fc.sample(noEmail, 1)
 * JSON.stringify(value).includes('"customerEmail"') // => false
 * ```
 */
export const nearlyValidCashInRequest = ({
  minimumCentavos = DEFAULT_MINIMUM_CENTAVOS,
}: CashInRequestOptions = {}): fc.Arbitrary<NearlyValidJson<CashInRequestReason>> =>
  nearlyValidObject<CashInRequest, CashInRequestReason>(cashInRequest({ minimumCentavos }), {
    amountCentavos: field({
      broken: nearlyValidCentavos({ minimum: minimumCentavos, inJson: true }),
      wrongTypes: [],
      wrongTypeMessage: "must be an integer, counted in centavos",
    }),
    externalId: optional({ broken: nearlyValidExternalId() }),
    description: optional({ broken: nearlyValidText(1, 255) }),
    customerName: field({ broken: nearlyValidText(1, 255) }),
    customerEmail: field({ broken: nearlyValidEmail(), wrongTypeMessage: "must be a string with an e-mail address" }),
    customerTaxId: optional({ broken: nearlyValidTaxId() }),
  })
