/**
 * What the peer accepts as a cash-in request: the contract's fields and bounds as JSON Schema for ajv, the e-mail rule as
 * one regular expression, and the fingerprint by which two requests count as equal. Written as one would write it by hand
 * for this one operation.
 */
import { hash } from "node:crypto"

export interface ChargeRequest {
  readonly amountCentavos: number
  readonly externalId?: string | null
  readonly description?: string | null
  readonly customerName: string
  readonly customerEmail: string
  readonly customerTaxId?: string | null
}

const maximumCentavos = 999_999_999_999_999
export const minimumCentavos = 1000

const text = (minLength: number, maxLength: number) => ({ type: "string", minLength, maxLength, format: "storable" })
const optional = (schema: ReturnType<typeof text>) => ({ ...schema, nullable: true })

/** Lengths count code points, in ajv as in the contract. */
export const chargeRequestSchema = {
  type: "object",
  required: ["amountCentavos", "customerName", "customerEmail"],
  properties: {
    amountCentavos: { type: "integer", minimum: minimumCentavos, maximum: maximumCentavos },
    externalId: optional(text(1, 100)),
    description: optional(text(1, 255)),
    customerName: text(1, 255),
    customerEmail: { type: "string", maxLength: 254, format: "payer-email" },
    customerTaxId: optional(text(10, 20)),
  },
}

const local = String.raw`(?:[\w!#$%&'*+\-/=?^\x60{|}~]|[^\x00-\x7f\p{Cc}\p{Cf}\p{Cs}\p{Z}])+`
const labelCharacter = String.raw`(?:[A-Za-z\d]|(?![\x00-\x7f])[\p{L}\p{M}\p{N}])`
const label = String.raw`(?=(?:${labelCharacter}|-){1,63}(?:\.|$))${labelCharacter}(?:-*${labelCharacter})*`
const email = new RegExp(String.raw`^(?=[^@]{1,64}@)${local}(?:\.${local})*@${label}(?:\.${label})+$`, "u")

/** The formats that the schema names. The e-mail's total length is the schema's; Fastify's own `email` is another rule. */
export const formats = {
  "payer-email": (value: string): boolean => email.test(value),
  storable: (value: string): boolean => !value.includes("\0") && value.isWellFormed(),
}

/** SHA-256, in hex, of the request's fields in one order; absent and null are the same. */
export const fingerprint = (request: ChargeRequest): string => {
  const body = {
    amountCentavos: request.amountCentavos,
    customerEmail: request.customerEmail,
    customerName: request.customerName,
    customerTaxId: request.customerTaxId ?? undefined,
    description: request.description ?? undefined,
    externalId: request.externalId ?? undefined,
  }
  return hash("sha256", JSON.stringify({ body, operation: "spei-cash-in" }), "hex")
}
