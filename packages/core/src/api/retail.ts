/** What the operations of a retail-store channel take and answer (mexico.md; decisions, section 8). */
import { Schema } from "effect"
import { machine } from "../lifecycle/RetailCharge.ts"
import { amountCentavos } from "../money/CentavosSchema.ts"
import { text } from "../text/Text.ts"
import { TransactionId } from "../webhooks/events.ts"
import { instantOrNull, IntegerId, optional } from "./fields.ts"
import { contractLevel, type Level } from "./levels.ts"
import { MexicoExternalId, recordFields } from "./spei.ts"

/** The channel that an installation has unless it is told otherwise. */
export const defaultRetailChannels = ["oxxo"] as const

/** Names that no channel can have, because the API's own paths begin with them. */
export const reservedChannelNames = ["spei", "pix", "sandbox", "auth", "webhooks"] as const

/**
 * What is wrong with the name of a channel, or nothing: it is one lowercase word (mexico.md), and none of the reserved ones
 * (decisions, section 8).
 *
 * @example
 * ```ts
 * import { channelNameProblem } from "@pesoreal/core/api/retail"
 *
 * channelNameProblem("oxxo") // => undefined
 * channelNameProblem("spei") // => "is the name of another part of the API"
 * channelNameProblem("7-Eleven") // => "must be one lowercase word of 1 to 32 letters"
 * ```
 */
export const channelNameProblem = (name: string): string | undefined => {
  if (!/^[a-z]{1,32}$/u.test(name)) return "must be one lowercase word of 1 to 32 letters"
  return reservedChannelNames.some((reserved) => reserved === name)
    ? "is the name of another part of the API"
    : undefined
}

/**
 * Body of `POST /api/{channel}/cash-in`, at a level of validation.
 *
 * @example
 * ```ts
 * import { cashInRequest } from "@pesoreal/core/api/retail"
 * import { Schema } from "effect"
 *
 * Schema.is(cashInRequest())({ amountCentavos: 1, customerName: "Ana" }) // => true
 * Schema.is(cashInRequest())({ amountCentavos: 1, customerName: "An" }) // => false
 * ```
 */
export const cashInRequest = (level: Level = contractLevel) =>
  Schema.Struct({
    amountCentavos: amountCentavos(1).annotate({ description: "What is to be paid at the counter, in MXN centavos" }),
    customerName: text(3, 255).annotate({ description: "The payer's name" }),
    customerTaxId: optional(level.mexicanTaxId).annotate({ description: "RFC or CURP of the payer" }),
    externalId: optional(MexicoExternalId).annotate({
      description: "Your identifier; recommended, because it makes the request safe to repeat",
    }),
  }).annotate({ identifier: "RetailCashInRequest", description: "What is to be paid, and by whom" })
/** Body of `POST /api/{channel}/cash-in`. */
export type CashInRequest = ReturnType<typeof cashInRequest>["Type"]

const Status = Schema.Literals(machine.states).annotate({
  description: "PENDING: waits for payment at the counter; CONFIRMED: paid; EXPIRED: nobody paid in time",
})
const barcode = Schema.NullOr(Schema.String).annotate({ description: "Barcode payable at the store counter" })

/** A retail-store charge. */
export const Charge = Schema.Struct({
  id: IntegerId,
  transactionId: TransactionId,
  externalId: Schema.optionalKey(Schema.String).annotate({ description: "Echoed when sent" }),
  status: Status,
  barcode,
  referenceNumerical: Schema.NullOr(Schema.String).annotate({ description: "Numeric reference, for the cashier" }),
  checkoutUrl: Schema.NullOr(Schema.String).annotate({
    description: "Address of the printable coupon",
    format: "uri",
  }),
  expiresAt: instantOrNull("Until when it can be paid: the end of the third calendar day in Mexico City"),
  amountCentavos: Schema.Int.annotate({ description: "MXN centavos" }),
}).annotate({ identifier: "RetailCharge", description: "The charge, in its current status" })
/** A retail-store charge. */
export type Charge = typeof Charge.Type

/** The lookup's record of a retail charge: that of a SPEI transaction, with a barcode in place of a CLABE. */
export const TransactionRecord = Schema.Struct({
  ...recordFields,
  status: Status,
  clabe: Schema.Null.annotate({ description: "Cash comes from no account" }),
  claveRastreo: Schema.Null.annotate({ description: "SPEI has no part in it" }),
  barcode,
}).annotate({ identifier: "RetailTransaction", description: "The charge as it stands" })
/** The lookup's record of a retail charge. */
export type TransactionRecord = typeof TransactionRecord.Type
