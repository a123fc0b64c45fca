/** The requests that move money, of both areas; that of a SPEI cash-in has its own test. */
import * as Pix from "@pesoreal/core/api/pix"
import * as Retail from "@pesoreal/core/api/retail"
import * as Spei from "@pesoreal/core/api/spei"
import { contractLevel } from "@pesoreal/core/api/levels"
import type { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalOf } from "../../test/minimal.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import type { NearlyValid } from "../NearlyValid.ts"
import * as mexico from "./mexicoRequests.ts"
import * as pix from "./pixRequests.ts"

interface Case {
  readonly name: string
  readonly schema: Schema.ConstraintDecoder<unknown>
  readonly good: fc.Arbitrary<object>
  readonly nearlyGood: fc.Arbitrary<NearlyValid<unknown>>
  readonly smallest: object
  /** Every path at which such a body is wrong now and then. */
  readonly paths: ReadonlyArray<string>
}

const cases: ReadonlyArray<Case> = [
  {
    name: "SPEI cash-out",
    schema: Spei.cashOutRequest(contractLevel),
    good: mexico.speiCashOutRequest(),
    nearlyGood: mexico.nearlyValidSpeiCashOutRequest(),
    smallest: { amountCentavos: 1, destinationClabe: expect.any(String), beneficiaryName: "aaa", concept: "a" },
    paths: ["", "amountCentavos", "beneficiaryName", "beneficiaryTaxId", "concept", "destinationClabe", "externalId"],
  },
  {
    name: "Mexico refund",
    schema: Spei.refundRequest(),
    good: mexico.mexicoRefundRequest(),
    nearlyGood: mexico.nearlyValidMexicoRefundRequest(),
    smallest: { amountCentavos: 1 },
    paths: ["", "amountCentavos", "beneficiaryName", "destinationClabe", "externalId", "reason"],
  },
  {
    name: "retail cash-in",
    schema: Retail.cashInRequest(),
    good: mexico.retailCashInRequest(),
    nearlyGood: mexico.nearlyValidRetailCashInRequest(),
    smallest: { amountCentavos: 1, customerName: "aaa" },
    paths: ["", "amountCentavos", "customerName", "customerTaxId", "externalId"],
  },
  {
    name: "PIX cash-in",
    schema: Pix.cashInRequest(),
    good: pix.pixCashInRequest(),
    nearlyGood: pix.nearlyValidPixCashInRequest(),
    smallest: {
      transaction: { value: 0.01, description: "", externalId: "a" },
      payer: { fullName: "a", document: expect.any(String) },
    },
    paths: [
      "",
      "additionalInfo",
      "payer",
      "payer.document",
      "payer.fullName",
      "transaction",
      "transaction.description",
      "transaction.expirationTime",
      "transaction.externalId",
      "transaction.generateQrCode",
      "transaction.value",
    ],
  },
  {
    name: "PIX cash-out",
    schema: Pix.cashOutRequest(),
    good: pix.pixCashOutRequest(),
    nearlyGood: pix.nearlyValidPixCashOutRequest(),
    smallest: { value: 0.01, details: expect.objectContaining({ keyType: "DOCUMENT", name: "a" }), externalId: "a" },
    paths: [
      "",
      "description",
      "details",
      "details.document",
      "details.key",
      "details.keyType",
      "details.name",
      "externalId",
      "value",
    ],
  },
  {
    name: "PIX QR code",
    schema: Pix.cashOutQrCodeRequest(),
    good: pix.pixQrCodeRequest(),
    nearlyGood: pix.nearlyValidPixQrCodeRequest(),
    smallest: { value: 0.01, qrCode: expect.any(String), externalId: "a" },
    paths: ["", "description", "document", "externalId", "name", "qrCode", "value"],
  },
  {
    name: "PIX refund",
    schema: Pix.RefundRequest,
    good: pix.pixRefundRequest(),
    nearlyGood: pix.nearlyValidPixRefundRequest(),
    smallest: { refundValue: 0.01 },
    paths: ["", "externalId", "reason", "refundValue"],
  },
]

describe.for(cases)("$name requests", ({ schema, good, nearlyGood, smallest, paths }) => {
  it("are accepted, after a journey as JSON too", () => {
    fc.assert(requestsAreAccepted(schema, good), { numRuns: 300 })
    const sent = good.map((body): unknown => JSON.parse(JSON.stringify(body)))
    fc.assert(requestsAreAccepted(schema, sent), { numRuns: 100 })
  })

  it("shrink to the required fields at their smallest", () => {
    expect(minimalOf(good, () => true)).toEqual(smallest)
  })

  it("are refused for one field each where nearly valid, after a journey as JSON too", () => {
    const sent = nearlyGood.map(({ value, why }) => {
      const received: unknown = JSON.parse(JSON.stringify(value))
      return { value: received, why }
    })
    fc.assert(requestsAreRefused(schema, nearlyGood), { numRuns: 1_000 })
    fc.assert(requestsAreRefused(schema, sent), { numRuns: 300 })
  })

  it("put each field at fault where nearly valid", () => {
    const at = new Set(fc.sample(nearlyGood, 3_000).map(({ why }) => why.path))
    expect(Array.from(at).toSorted()).toEqual(paths)
  })
})
