/**
 * The life of a deposit that confirms no charge (another amount, too late, a second one): held in suspense, in nobody's
 * balance, until the owner of the address returns or accepts it.
 *
 * What makes a deposit an unmatched one is `confirms` in `expiry.ts`. Accepting one credits the balance, and re-opens nothing.
 */
import { define, type StateOf, type TriggerOf } from "./StateMachine.ts"

/** The table: `return` sends the money back, `accept` credits it. Source: decisions, section 6. */
export const machine = define({
  name: "unmatched deposit",
  initial: "HELD",
  states: ["HELD", "RETURNED", "ACCEPTED"],
  transitions: [
    { from: "HELD", trigger: "return", to: "RETURNED" },
    { from: "HELD", trigger: "accept", to: "ACCEPTED" },
  ],
})

/** A state of an unmatched deposit: its `status` in the API. */
export type State = StateOf<typeof machine>

/** What can happen to an unmatched deposit. */
export type Trigger = TriggerOf<typeof machine>
