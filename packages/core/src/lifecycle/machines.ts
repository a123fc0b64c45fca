/**
 * Every life cycle of this package in one table, by the name of its module.
 *
 * Documentation, generators and tests go through it, so that a machine that is added here is forgotten nowhere.
 */
import * as MexicoRefund from "./MexicoRefund.ts"
import * as PixCashIn from "./PixCashIn.ts"
import * as PixCashOut from "./PixCashOut.ts"
import * as PixRefund from "./PixRefund.ts"
import * as RetailCharge from "./RetailCharge.ts"
import * as ReturnedSend from "./ReturnedSend.ts"
import * as SpeiCashIn from "./SpeiCashIn.ts"
import * as SpeiCashOut from "./SpeiCashOut.ts"
import * as UnmatchedDeposit from "./UnmatchedDeposit.ts"
import * as WebhookDelivery from "./WebhookDelivery.ts"

/**
 * The machines, in the order of the contract's table (decisions, section 6). Each keeps the types of its states and triggers.
 *
 * @example
 * ```ts
 * import { Machines, StateMachine } from "@pesoreal/core"
 *
 * Object.keys(Machines.machines).length // => 10
 * StateMachine.triggersOf(Machines.machines.PixCashIn, "PENDING") // => ["settle", "fail", "expire"]
 * ```
 */
export const machines = {
  SpeiCashIn: SpeiCashIn.machine,
  SpeiCashOut: SpeiCashOut.machine,
  RetailCharge: RetailCharge.machine,
  MexicoRefund: MexicoRefund.machine,
  PixCashIn: PixCashIn.machine,
  PixCashOut: PixCashOut.machine,
  PixRefund: PixRefund.machine,
  ReturnedSend: ReturnedSend.machine,
  UnmatchedDeposit: UnmatchedDeposit.machine,
  WebhookDelivery: WebhookDelivery.machine,
} as const

/** The name of a machine: that of its module. */
export type MachineName = keyof typeof machines
