/**
 * The eight kinds of events, and what is the same for every event of a kind, as data (decisions, sections 8 and 9; pix.md,
 * "Transaction search item"). The schemas of the events are in `events.ts`.
 */

/** What is the same for every event of one kind. */
export interface EventTraits {
  readonly area: "mexico" | "pix"
  /** Which way the transaction moved money: `in` to the account, or `out` of it. */
  readonly direction: "in" | "out"
  /** The same in the words of the PIX area. */
  readonly movementType: "CREDIT" | "DEBIT"
  /** The statuses that are announced. A returned send is created final, so it never fails. Expiry announces nothing. */
  readonly statuses: ReadonlyArray<"CONFIRMED" | "FAILED" | "ERROR">
}

/**
 * The traits of every kind, by its name on the wire.
 *
 * @example
 * ```ts
 * import { EventKinds } from "@pesoreal/core"
 *
 * EventKinds.traits.refund_in.direction // => "out"
 * EventKinds.traits.RefundOut.movementType // => "CREDIT"
 * EventKinds.traits.CashOut.statuses // => ["CONFIRMED", "ERROR"]
 * ```
 */
export const traits = {
  cash_in: { area: "mexico", direction: "in", movementType: "CREDIT", statuses: ["CONFIRMED", "FAILED"] },
  cash_out: { area: "mexico", direction: "out", movementType: "DEBIT", statuses: ["CONFIRMED", "FAILED"] },
  refund_in: { area: "mexico", direction: "out", movementType: "DEBIT", statuses: ["CONFIRMED", "FAILED"] },
  refund_out: { area: "mexico", direction: "in", movementType: "CREDIT", statuses: ["CONFIRMED"] },
  CashIn: { area: "pix", direction: "in", movementType: "CREDIT", statuses: ["CONFIRMED", "ERROR"] },
  CashOut: { area: "pix", direction: "out", movementType: "DEBIT", statuses: ["CONFIRMED", "ERROR"] },
  RefundIn: { area: "pix", direction: "out", movementType: "DEBIT", statuses: ["CONFIRMED", "ERROR"] },
  RefundOut: { area: "pix", direction: "in", movementType: "CREDIT", statuses: ["CONFIRMED"] },
} as const satisfies Readonly<Record<string, EventTraits>>

/** One of the eight event kinds, by its name on the wire. */
export type EventKind = keyof typeof traits

/**
 * The kinds that one webhook configuration can list: Mexico's four and PIX's four.
 *
 * @example
 * ```ts
 * import { EventKinds } from "@pesoreal/core"
 *
 * EventKinds.kinds.length // => 8
 * EventKinds.kinds.slice(0, 2) // => ["cash_in", "cash_out"]
 * ```
 */
export const kinds = [
  "cash_in",
  "cash_out",
  "refund_in",
  "refund_out",
  "CashIn",
  "CashOut",
  "RefundIn",
  "RefundOut",
] as const satisfies ReadonlyArray<EventKind>
