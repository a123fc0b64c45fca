/**
 * A SPEI cash-in charge as the database holds it, and its three faces: the creation's answer, the lookup's record, and
 * the `cash_in` event. Reads and renders; never moves state.
 */
import type { CashInCharge, ChargeStatus, TransactionRecord } from "@pesoreal/core/api/spei"
import { type Events, NumericReference } from "@pesoreal/core"
import { int8, millisOf } from "../database/columns.ts"
import { isoInstant } from "../instant.ts"

/** What the client sent and what is shown to the payer, kept with the row. */
export interface ChargeDetails {
  readonly description?: string
  readonly customerName: string
  readonly customerEmail: string
  readonly customerTaxId?: string
  readonly beneficiary: { readonly name: string; readonly taxId: string | null }
}

export interface Charge {
  readonly accountId: number
  readonly transactionId: string
  readonly id: number
  readonly externalId: string | null
  readonly status: ChargeStatus
  readonly amountCentavos: number
  readonly clabe: string
  readonly provider: string
  readonly details: ChargeDetails
  readonly scenario: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
  readonly confirmedAtMs: number | null
  readonly trackingKey: string | null
  readonly counterpart: Events.Counterpart | null
  readonly errorCode: string | null
  readonly errorMessage: string | null
}

/** The columns that `chargeOfRow` reads. */
const columns = [
  "account_id",
  "transaction_id",
  "id",
  "external_id",
  "status",
  "amount",
  "clabe",
  "provider",
  "details",
  "scenario",
  "created_at",
  "expires_at",
  "confirmed_at",
  "tracking_key",
  "counterpart",
  "error_code",
  "error_message",
] as const

/** They as a statement lists them, of a table that it calls by another name where one is given. */
export const chargeColumns = (alias?: string): string =>
  columns.map((column) => (alias === undefined ? column : `${alias}.${column}`)).join(", ")

export interface ChargeRow {
  readonly account_id: bigint
  readonly transaction_id: string
  readonly id: bigint
  readonly external_id: string | null
  readonly status: ChargeStatus
  readonly amount: bigint
  readonly clabe: string
  readonly provider: string
  readonly details: ChargeDetails
  readonly scenario: string | null
  readonly created_at: Date
  readonly expires_at: Date
  readonly confirmed_at: Date | null
  readonly tracking_key: string | null
  readonly counterpart: Events.Counterpart | null
  readonly error_code: string | null
  readonly error_message: string | null
}

export const chargeOfRow = (row: ChargeRow): Charge => ({
  accountId: int8(row.account_id),
  transactionId: row.transaction_id,
  id: int8(row.id),
  externalId: row.external_id,
  status: row.status,
  amountCentavos: int8(row.amount),
  clabe: row.clabe,
  provider: row.provider,
  details: row.details,
  scenario: row.scenario,
  createdAtMs: millisOf(row.created_at),
  expiresAtMs: millisOf(row.expires_at),
  confirmedAtMs: row.confirmed_at === null ? null : millisOf(row.confirmed_at),
  trackingKey: row.tracking_key,
  counterpart: row.counterpart,
  errorCode: row.error_code,
  errorMessage: row.error_message,
})

/** Of the integer id. Null is for an id that no database gives. */
const numericReference = (id: number): string | null => {
  const made = NumericReference.fromInteger(id)
  return made.ok ? made.value.text : null
}

/** The answer of a creation. */
export const toCharge = (charge: Charge): CashInCharge => ({
  transactionId: charge.transactionId,
  id: charge.id,
  ...(charge.externalId === null ? {} : { externalId: charge.externalId }),
  status: charge.status,
  destinationClabe: charge.clabe,
  clabe: charge.clabe,
  beneficiary: charge.details.beneficiary,
  referenceNumerical: numericReference(charge.id),
  checkoutUrl: null,
  expiresAt: isoInstant(charge.expiresAtMs),
  amountCentavos: charge.amountCentavos,
})

/** The answer of a lookup. */
export const toRecord = (charge: Charge): TransactionRecord => ({
  id: charge.id,
  transactionId: charge.transactionId,
  externalId: charge.externalId,
  conciliationId: charge.externalId,
  paymentMethod: "SPEI",
  direction: "in",
  type: "cash_in",
  status: charge.status,
  provider: charge.provider,
  amountCentavos: charge.amountCentavos,
  clabe: charge.clabe,
  claveRastreo: charge.trackingKey,
  createdAt: isoInstant(charge.createdAtMs),
  confirmedAt: charge.confirmedAtMs === null ? null : isoInstant(charge.confirmedAtMs),
})

/** What a charge must have in its state. A gap is a bug of this server, and must not go out as an event. */
const required = <A>(value: A | null, name: string): A => {
  if (value === null) throw new Error(`A charge came to its end without its ${name}`)
  return value
}

/** The `transaction` object of the event, for a charge that is CONFIRMED or FAILED. */
export const toEventTransaction = (
  charge: Charge,
  status: "CONFIRMED" | "FAILED",
): Events.MexicoCashIn["transaction"] => {
  const { id, transactionId, externalId, amountCentavos, clabe, trackingKey: claveRastreo, counterpart } = charge
  const identity = { id, transactionId, externalId }
  const transfer = { amountCentavos, clabe, claveRastreo, paymentMethod: "SPEI" } as const
  if (status === "CONFIRMED") {
    const confirmedAt = isoInstant(required(charge.confirmedAtMs, "time of settlement"))
    return { ...identity, status, ...transfer, confirmedAt, counterpart: required(counterpart, "payer") }
  }
  return {
    ...identity,
    status,
    ...transfer,
    confirmedAt: null,
    counterpart,
    errorCode: required(charge.errorCode, "error code"),
    errorMessage: required(charge.errorMessage, "error message"),
  }
}
