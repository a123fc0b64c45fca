/**
 * The life of a SPEI cash-in charge: it waits for one transfer to its CLABE, and ends in one of three ways.
 *
 * Whether a deposit does settle a charge (its amount, its time) is decided before a trigger is named, by `confirms` in `expiry.ts`.
 */
import { define, type StateOf, type TriggerOf } from "./StateMachine.ts"

/**
 * The table: `settle` when the transfer arrives, `fail` on an error of the rail, `expire` when nobody paid in time. Source:
 * decisions, section 6.
 */
export const machine = define({
  name: "SPEI cash-in",
  initial: "PENDING",
  states: ["PENDING", "CONFIRMED", "FAILED", "EXPIRED"],
  transitions: [
    { from: "PENDING", trigger: "settle", to: "CONFIRMED" },
    { from: "PENDING", trigger: "fail", to: "FAILED" },
    { from: "PENDING", trigger: "expire", to: "EXPIRED" },
  ],
})

/** A state of a SPEI cash-in charge: its `status` in the API. */
export type State = StateOf<typeof machine>

/** What can happen to a SPEI cash-in charge. */
export type Trigger = TriggerOf<typeof machine>
