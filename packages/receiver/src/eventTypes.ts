/**
 * The events that a delivery can carry, as hand-written types. They are those of the wire, so this file needs no schema
 * library; `@pesoreal/testkit` holds them equal to the schemas of `@pesoreal/core`. Types only: nothing here runs.
 */

/** What every event has. */
export interface Envelope {
  /** `evt_` + UUID: the same for every delivery of one event, redrives included. */
  readonly eventId: string
  /** `dlv_` + UUID: the same on automatic retries, new on a manual redrive. */
  readonly deliveryId: string
}

/** Who stands on the other side of a transfer in Mexico. */
export interface Counterpart {
  readonly name: string | null
  /** RFC or CURP. */
  readonly taxId: string | null
  /** Null at a store, too. */
  readonly bank: { readonly code: string; readonly name: string } | null
}

/** A participant of PIX, and the account there. */
export interface PixBank {
  readonly bankISPB: string
  readonly bankName: string
  readonly bankCode: string
  readonly accountBranch: string
  readonly accountNumber: string
}

/** Who stands on the other side of a PIX transaction. */
export interface PixCounterpart {
  readonly name: string | null
  /** CPF or CNPJ, punctuated and masked: `***.456.789-**`. */
  readonly document: string | null
  readonly bank: PixBank | null
}

/** What a confirmed transaction says of its end. */
export interface Confirmed<OtherSide> {
  readonly status: "CONFIRMED"
  /** When the rail settled it: an instant in UTC, such as `2026-01-31T12:00:00.000Z`. */
  readonly confirmedAt: string
  readonly counterpart: OtherSide
}

/** What a failed transaction says of its end. `Status` is `FAILED` in Mexico and `ERROR` in PIX. */
export interface Failed<Status extends "FAILED" | "ERROR", OtherSide> {
  readonly status: Status
  readonly confirmedAt: null
  readonly counterpart: OtherSide
  /** For programs: `ACCOUNT_BLOCKED`. */
  readonly errorCode: string
  /** For people. */
  readonly errorMessage: string
}

/** What a refund says of the payment that it gives back. */
export interface RefundOf {
  /** `transactionId` of that payment. */
  readonly originalTransactionId: string
  /** The provider's id of the refund. */
  readonly providerTransactionId: string
}

/** What every transaction in Mexico says. */
export interface MexicoTransaction {
  /** Its integer id. */
  readonly id: number
  /** Its UUID; the same value as in the answer to its creation. */
  readonly transactionId: string
  /** The id you gave it, if you gave one. */
  readonly externalId: string | null
  /** MXN centavos, a whole number: 15000 is 150.00 MXN. */
  readonly amountCentavos: number
}

/** What every transaction by SPEI says. */
export interface SpeiTransaction extends MexicoTransaction {
  /** For a charge, the CLABE that was paid to; for a send or a refund, the one that you pay to. */
  readonly clabe: string
  /** SPEI's tracking key; null while unknown. */
  readonly claveRastreo: string | null
  readonly paymentMethod: "SPEI"
}

/** A charge that was paid by SPEI. */
export interface MexicoCashInConfirmed extends SpeiTransaction, Confirmed<Counterpart> {}

/** A charge that was paid in cash at a store. It never fails. */
export interface MexicoCashInRetail extends MexicoTransaction, Confirmed<Counterpart> {
  readonly clabe: null
  readonly barcode: string
  readonly claveRastreo: null
  /** The store channel in capitals: `OXXO`. */
  readonly paymentMethod: string
}

/** A charge that failed. `counterpart` is null where no transfer arrived. */
export interface MexicoCashInFailed extends SpeiTransaction, Failed<"FAILED", Counterpart | null> {}

/** A SPEI send that was confirmed. */
export interface MexicoCashOutConfirmed extends SpeiTransaction, Confirmed<Counterpart> {}

/** A SPEI send that failed. */
export interface MexicoCashOutFailed extends SpeiTransaction, Failed<"FAILED", Counterpart> {}

/** A refund of a charge that was confirmed. */
export interface MexicoRefundInConfirmed extends SpeiTransaction, RefundOf, Confirmed<Counterpart> {}

/** A refund of a charge that failed. */
export interface MexicoRefundInFailed extends SpeiTransaction, RefundOf, Failed<"FAILED", Counterpart> {}

/** A confirmed SPEI send that came back. */
export interface MexicoRefundOutConfirmed extends SpeiTransaction, RefundOf, Confirmed<Counterpart> {}

/** A charge was paid (CONFIRMED), by SPEI or at a store, or failed (FAILED). Expiry announces nothing. */
export interface MexicoCashIn extends Envelope {
  readonly event: "cash_in"
  readonly transaction: MexicoCashInConfirmed | MexicoCashInRetail | MexicoCashInFailed
}

/** A SPEI send was confirmed (CONFIRMED) or failed (FAILED). */
export interface MexicoCashOut extends Envelope {
  readonly event: "cash_out"
  readonly transaction: MexicoCashOutConfirmed | MexicoCashOutFailed
}

/** A refund of what you had received was confirmed (CONFIRMED) or failed (FAILED). */
export interface MexicoRefundIn extends Envelope {
  readonly event: "refund_in"
  readonly transaction: MexicoRefundInConfirmed | MexicoRefundInFailed
}

/** A confirmed SPEI send came back. The send itself stays CONFIRMED. */
export interface MexicoRefundOut extends Envelope {
  readonly event: "refund_out"
  readonly transaction: MexicoRefundOutConfirmed
}

/** What every PIX transaction says. Amounts are reais, with at most two decimals. */
export interface PixTransaction<Movement extends "CREDIT" | "DEBIT"> {
  /** Its UUID; the same value as in the answer to its creation. */
  readonly transactionId: string
  readonly value: number
  readonly feeAmount: number
  /** What the balance gains or loses: `value` less the fee on a credit, and with it on a debit. */
  readonly finalAmount: number
  readonly movementType: Movement
}

/** What a charge and a payment by PIX say beside that. */
export interface PixPayment {
  /** The id you gave it. */
  readonly externalId: string
  /** The same on both legs of the payment. */
  readonly endToEndId: string
}

/** What a refund by PIX says beside that. */
export interface PixRefund extends RefundOf {
  /** The id you gave it, if you gave one. */
  readonly externalId: string | null
  /** The refund's own: it begins with D. */
  readonly endToEndId: string
}

/** A PIX charge that was paid. */
export interface PixCashInConfirmed extends PixTransaction<"CREDIT">, PixPayment, Confirmed<PixCounterpart> {}

/** A PIX charge that failed. `counterpart` and `endToEndId` are null where no payment arrived. */
export interface PixCashInFailed extends PixTransaction<"CREDIT">, Failed<"ERROR", PixCounterpart | null> {
  /** The id you gave it. */
  readonly externalId: string
  readonly endToEndId: string | null
}

/** A PIX payment that was confirmed. */
export interface PixCashOutConfirmed extends PixTransaction<"DEBIT">, PixPayment, Confirmed<PixCounterpart> {}

/** A PIX payment that failed. */
export interface PixCashOutFailed extends PixTransaction<"DEBIT">, PixPayment, Failed<"ERROR", PixCounterpart> {}

/** A refund of a PIX charge that was confirmed. */
export interface PixRefundInConfirmed extends PixTransaction<"DEBIT">, PixRefund, Confirmed<PixCounterpart> {}

/** A refund of a PIX charge that failed. */
export interface PixRefundInFailed extends PixTransaction<"DEBIT">, PixRefund, Failed<"ERROR", PixCounterpart> {}

/** A confirmed PIX payment that came back. */
export interface PixRefundOutConfirmed extends PixTransaction<"CREDIT">, PixRefund, Confirmed<PixCounterpart> {}

/** A PIX charge was paid (CONFIRMED) or failed (ERROR). Expiry announces nothing. */
export interface PixCashIn extends Envelope {
  readonly event: "CashIn"
  readonly transaction: PixCashInConfirmed | PixCashInFailed
}

/** A PIX payment, to a key or of a QR code, was confirmed (CONFIRMED) or failed (ERROR). */
export interface PixCashOut extends Envelope {
  readonly event: "CashOut"
  readonly transaction: PixCashOutConfirmed | PixCashOutFailed
}

/** A refund of what you had received was confirmed (CONFIRMED) or failed (ERROR). */
export interface PixRefundIn extends Envelope {
  readonly event: "RefundIn"
  readonly transaction: PixRefundInConfirmed | PixRefundInFailed
}

/** A confirmed PIX payment came back. The payment itself stays CONFIRMED. */
export interface PixRefundOut extends Envelope {
  readonly event: "RefundOut"
  readonly transaction: PixRefundOutConfirmed
}

/** An event of a kind that this version has no type for; `kind` is its name on the wire. */
export interface UnknownEvent extends Envelope {
  readonly event: "unknown"
  readonly kind: string
  readonly transaction: Readonly<Record<string, unknown>>
}

/** The events that this version has a type for, told apart by `event`. */
export type KnownEvent =
  | MexicoCashIn
  | MexicoCashOut
  | MexicoRefundIn
  | MexicoRefundOut
  | PixCashIn
  | PixCashOut
  | PixRefundIn
  | PixRefundOut

/** Any event, told apart by `event`. */
export type WebhookEvent = KnownEvent | UnknownEvent

/** The name of a kind that this version has a type for. */
export type EventKind = KnownEvent["event"]

/** The event of one kind. */
export type EventOf<Kind extends EventKind> = Extract<KnownEvent, { readonly event: Kind }>
