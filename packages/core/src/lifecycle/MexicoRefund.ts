/**
 * The life of a refund in the Mexico area (`refund_in`): money of a confirmed cash-in on its way back to the payer.
 *
 * Whether it may begin (what is still refundable, and until when) is decided before there is one.
 */
import { define, type StateOf, type TriggerOf } from "./StateMachine.ts"

/** The table: `settle` when the payer has the money back, `fail` when the rail refused. Source: decisions, section 6. */
export const machine = define({
  name: "Mexico refund",
  initial: "PENDING",
  states: ["PENDING", "CONFIRMED", "FAILED"],
  transitions: [
    { from: "PENDING", trigger: "settle", to: "CONFIRMED" },
    { from: "PENDING", trigger: "fail", to: "FAILED" },
  ],
})

/** A state of a refund in the Mexico area: its `status` in the API. */
export type State = StateOf<typeof machine>

/** What can happen to a refund in the Mexico area. */
export type Trigger = TriggerOf<typeof machine>
