/**
 * The life of a SPEI cash-out: a transfer to a CLABE, which the rail confirms or refuses.
 *
 * A transfer that comes back after it was confirmed is a transaction of its own (`ReturnedSend`): CONFIRMED never turns into
 * FAILED.
 */
import { define, type StateOf, type TriggerOf } from "./StateMachine.ts"

/** The table: `settle` when the rail has paid the beneficiary, `fail` when it will not. Source: decisions, section 6. */
export const machine = define({
  name: "SPEI cash-out",
  initial: "PENDING",
  states: ["PENDING", "CONFIRMED", "FAILED"],
  transitions: [
    { from: "PENDING", trigger: "settle", to: "CONFIRMED" },
    { from: "PENDING", trigger: "fail", to: "FAILED" },
  ],
})

/** A state of a SPEI cash-out: its `status` in the API. */
export type State = StateOf<typeof machine>

/** What can happen to a SPEI cash-out. */
export type Trigger = TriggerOf<typeof machine>
