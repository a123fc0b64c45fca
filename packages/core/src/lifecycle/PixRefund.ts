/**
 * The life of a PIX refund (`RefundIn`): money of a confirmed cash-in on its way back to the payer, all of it or a part.
 *
 * A refund in ERROR no longer counts against what is still refundable; one that is PENDING does.
 */
import { define, type StateOf, type TriggerOf } from "./StateMachine.ts"

/** The table: `settle` when the payer has the money back, `fail` when the rail refused. Source: decisions, section 6. */
export const machine = define({
  name: "PIX refund",
  initial: "PENDING",
  states: ["PENDING", "CONFIRMED", "ERROR"],
  transitions: [
    { from: "PENDING", trigger: "settle", to: "CONFIRMED" },
    { from: "PENDING", trigger: "fail", to: "ERROR" },
  ],
})

/** A state of a PIX refund: its `status` in the API. */
export type State = StateOf<typeof machine>

/** What can happen to a PIX refund. */
export type Trigger = TriggerOf<typeof machine>
