/**
 * Bodies of the other creations of the Mexico area: `POST /api/spei/cash-out`, `POST /api/spei/refund-in/{id}` and
 * `POST /api/{channel}/cash-in` (mexico.md; decisions, section 8; core's `api/spei` and `api/retail`).
 */
import type { CashInRequest as RetailCashInRequest } from "@pesoreal/core/api/retail"
import type { CashOutRequest, RefundRequest } from "@pesoreal/core/api/spei"
import type { Clabe } from "@pesoreal/core"
import fc from "fast-check"
import { atMost } from "../internal/atMost.ts"
import { field, nearlyValidObject, optional } from "../internal/faults.ts"
import type { NearlyValidJson } from "../NearlyValid.ts"
import { centavos, type CentavosReason, nearlyValidCentavos } from "./centavos.ts"
import { clabe, nearlyValidClabe } from "./clabe.ts"
import { externalId, nearlyValidExternalId } from "./externalId.ts"
import { nearlyValidTaxId, taxId } from "./taxId.ts"
import { nearlyValidText, text, type TextReason } from "./text.ts"

/** What may be wrong in such a body. */
export type MexicoRequestReason = CentavosReason | TextReason | Clabe.ParseReason

const brokenAmount = field({
  broken: nearlyValidCentavos({ minimum: 1, inJson: true }),
  wrongTypes: [],
  wrongTypeMessage: "must be an integer, counted in centavos",
})

const brokenClabe = {
  broken: nearlyValidClabe({ level: "contract" }),
  wrongTypeMessage: "must be a string of 18 digits",
}

/**
 * Bodies that send money by SPEI. Their CLABEs are right to the check digit.
 *
 * @example
 * ```ts
 * import { cashOutRequest } from "@pesoreal/core/api/spei"
 * import { speiCashOutRequest } from "@pesoreal/testkit"
 * import { Schema } from "effect"
 * import fc from "fast-check"
 *
 * fc.sample(speiCashOutRequest(), 100).every(Schema.is(cashOutRequest())) // => true
 * ```
 */
export const speiCashOutRequest = (): fc.Arbitrary<CashOutRequest> =>
  fc.record(
    {
      amountCentavos: centavos({ minimum: 1 }),
      destinationClabe: clabe(),
      beneficiaryName: text(3, 255),
      beneficiaryTaxId: fc.option(taxId()),
      concept: text(1, 255),
      externalId: fc.option(externalId()),
    },
    {
      requiredKeys: ["amountCentavos", "destinationClabe", "beneficiaryName", "concept"],
      noNullPrototype: true,
    },
  )

/**
 * Bodies that are refused with 400 at the level of the contract, for one field each.
 *
 * @example
 * ```ts
 * import { nearlyValidSpeiCashOutRequest } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const paths = fc.sample(nearlyValidSpeiCashOutRequest(), 500).map(({ why }) => why.path)
 * paths.includes("destinationClabe") && paths.includes("concept") // => true
 * ```
 */
export const nearlyValidSpeiCashOutRequest = (): fc.Arbitrary<NearlyValidJson<MexicoRequestReason>> =>
  nearlyValidObject<CashOutRequest, MexicoRequestReason>(speiCashOutRequest(), {
    amountCentavos: brokenAmount,
    destinationClabe: field(brokenClabe),
    beneficiaryName: field({ broken: nearlyValidText(3, 255) }),
    beneficiaryTaxId: optional({ broken: nearlyValidTaxId() }),
    concept: field({ broken: nearlyValidText(1, 255) }),
    externalId: optional({ broken: nearlyValidExternalId() }),
  })

/**
 * Bodies that refund a SPEI or retail cash-in. Those of a retail charge name an account, which the service asks for.
 *
 * @example
 * ```ts
 * import { refundRequest } from "@pesoreal/core/api/spei"
 * import { mexicoRefundRequest } from "@pesoreal/testkit"
 * import { Schema } from "effect"
 * import fc from "fast-check"
 *
 * fc.sample(mexicoRefundRequest(), 100).every(Schema.is(refundRequest())) // => true
 * ```
 */
export const mexicoRefundRequest = (): fc.Arbitrary<RefundRequest> =>
  fc.record(
    {
      amountCentavos: centavos({ minimum: 1 }),
      reason: fc.option(text(0, 255)),
      externalId: fc.option(externalId()),
      destinationClabe: fc.option(clabe()),
      beneficiaryName: fc.option(text(3, 255)),
    },
    { requiredKeys: ["amountCentavos"], noNullPrototype: true },
  )

/**
 * Bodies that are refused with 400 at the level of the contract, for one field each.
 *
 * @example
 * ```ts
 * import { nearlyValidMexicoRefundRequest } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const paths = fc.sample(nearlyValidMexicoRefundRequest(), 500).map(({ why }) => why.path)
 * paths.includes("reason") && paths.includes("amountCentavos") // => true
 * ```
 */
export const nearlyValidMexicoRefundRequest = (): fc.Arbitrary<NearlyValidJson<MexicoRequestReason>> =>
  nearlyValidObject<RefundRequest, MexicoRequestReason>(mexicoRefundRequest(), {
    amountCentavos: brokenAmount,
    reason: optional({ broken: atMost(255) }),
    externalId: optional({ broken: nearlyValidExternalId() }),
    destinationClabe: optional({ broken: nearlyValidClabe({ level: "contract" }) }),
    beneficiaryName: optional({ broken: nearlyValidText(3, 255) }),
  })

/**
 * Bodies that create a charge at a retail channel.
 *
 * @example
 * ```ts
 * import { cashInRequest } from "@pesoreal/core/api/retail"
 * import { retailCashInRequest } from "@pesoreal/testkit"
 * import { Schema } from "effect"
 * import fc from "fast-check"
 *
 * fc.sample(retailCashInRequest(), 100).every(Schema.is(cashInRequest())) // => true
 * ```
 */
export const retailCashInRequest = (): fc.Arbitrary<RetailCashInRequest> =>
  fc.record(
    {
      amountCentavos: centavos({ minimum: 1 }),
      customerName: text(3, 255),
      customerTaxId: fc.option(taxId()),
      externalId: fc.option(externalId()),
    },
    { requiredKeys: ["amountCentavos", "customerName"], noNullPrototype: true },
  )

/**
 * Bodies that are refused with 400 at the level of the contract, for one field each.
 *
 * @example
 * ```ts
 * import { nearlyValidRetailCashInRequest } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const paths = fc.sample(nearlyValidRetailCashInRequest(), 500).map(({ why }) => why.path)
 * paths.includes("customerName") && paths.includes("customerTaxId") // => true
 * ```
 */
export const nearlyValidRetailCashInRequest = (): fc.Arbitrary<NearlyValidJson<MexicoRequestReason>> =>
  nearlyValidObject<RetailCashInRequest, MexicoRequestReason>(retailCashInRequest(), {
    amountCentavos: brokenAmount,
    customerName: field({ broken: nearlyValidText(3, 255) }),
    customerTaxId: optional({ broken: nearlyValidTaxId() }),
    externalId: optional({ broken: nearlyValidExternalId() }),
  })
