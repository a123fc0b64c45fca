/**
 * The life of a PIX cash-out: a payment to a key or by a code, which the rail confirms or refuses.
 *
 * A payment that comes back after it was confirmed is a transaction of its own (`ReturnedSend`).
 */
import { define, type StateOf, type TriggerOf } from "./StateMachine.ts"

/** The table: `settle` when the recipient has the money, `fail` when the rail refused. Source: decisions, section 6. */
export const machine = define({
  name: "PIX cash-out",
  initial: "PENDING",
  states: ["PENDING", "CONFIRMED", "ERROR"],
  transitions: [
    { from: "PENDING", trigger: "settle", to: "CONFIRMED" },
    { from: "PENDING", trigger: "fail", to: "ERROR" },
  ],
})

/** A state of a PIX cash-out: its `status` in the API. */
export type State = StateOf<typeof machine>

/** What can happen to a PIX cash-out. */
export type Trigger = TriggerOf<typeof machine>
