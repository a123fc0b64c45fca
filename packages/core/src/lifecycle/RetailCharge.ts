/**
 * The life of a retail charge: it waits for somebody to pay it in cash at a store, and is paid or expires.
 *
 * It cannot fail: a store that reports an error has taken no money, and the coupon stays payable.
 */
import { define, type StateOf, type TriggerOf } from "./StateMachine.ts"

/** The table: `pay` when the store reports the cash, `expire` when nobody paid in time. Source: decisions, section 6. */
export const machine = define({
  name: "retail charge",
  initial: "PENDING",
  states: ["PENDING", "CONFIRMED", "EXPIRED"],
  transitions: [
    { from: "PENDING", trigger: "pay", to: "CONFIRMED" },
    { from: "PENDING", trigger: "expire", to: "EXPIRED" },
  ],
})

/** A state of a retail charge: its `status` in the API. */
export type State = StateOf<typeof machine>

/** What can happen to a retail charge. */
export type Trigger = TriggerOf<typeof machine>
