/**
 * The life of a PIX cash-in charge: its code waits for one payment, and it is paid or ends in ERROR.
 *
 * The PIX area has no state for expiry (pix.md, states), so a charge that fails and one that nobody paid end alike. What
 * became of it is told apart by its error code, never by its state.
 */
import { define, type StateOf, type TriggerOf } from "./StateMachine.ts"

/**
 * The table: `settle` when the payment arrives, `fail` on an error of the rail, `expire` when nobody paid in time. Source:
 * decisions, section 6.
 *
 * In ERROR, both `fail` and `expire` are repetitions, and change nothing, whichever of them came first: a charge that has
 * expired may still be reported as failed, and one that has failed is still swept when it is due. `settle` is refused there.
 */
export const machine = define({
  name: "PIX cash-in",
  initial: "PENDING",
  states: ["PENDING", "CONFIRMED", "ERROR"],
  transitions: [
    { from: "PENDING", trigger: "settle", to: "CONFIRMED" },
    { from: "PENDING", trigger: "fail", to: "ERROR" },
    { from: "PENDING", trigger: "expire", to: "ERROR" },
  ],
})

/** A state of a PIX cash-in charge: its `status` in the API. */
export type State = StateOf<typeof machine>

/** What can happen to a PIX cash-in charge. */
export type Trigger = TriggerOf<typeof machine>
