/** The peer's answer: the contract's charge, and the schema from which Fastify compiles its serializer. */
import type { StoredCharge } from "./insertCharge.ts"

const text = { type: "string" }
const nullableText = { type: "string", nullable: true }

export const chargeSchema = {
  type: "object",
  properties: {
    transactionId: text,
    id: { type: "integer" },
    externalId: text,
    status: text,
    destinationClabe: text,
    clabe: text,
    beneficiary: { type: "object", properties: { name: text, taxId: nullableText } },
    referenceNumerical: nullableText,
    checkoutUrl: nullableText,
    expiresAt: nullableText,
    amountCentavos: { type: "integer" },
  },
}

export const answerCharge = (charge: StoredCharge) => ({
  transactionId: charge.transactionId,
  id: charge.id,
  externalId: charge.externalId ?? undefined,
  status: charge.status,
  destinationClabe: charge.clabe,
  clabe: charge.clabe,
  beneficiary: charge.beneficiary,
  referenceNumerical: String(charge.id % 10_000_000).padStart(7, "0"),
  checkoutUrl: null,
  expiresAt: charge.expiresAt.toISOString(),
  amountCentavos: charge.amountCentavos,
})
