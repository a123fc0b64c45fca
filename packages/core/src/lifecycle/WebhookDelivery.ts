/**
 * The life of one webhook delivery, from the moment it is due until it has arrived or was given up.
 *
 * A redrive is a new delivery with its own id, so nothing ever leaves a terminal state.
 */
import { define, type StateOf, type TriggerOf } from "./StateMachine.ts"

/**
 * The table.
 *
 * - `claim`: a worker takes the delivery and makes one attempt. A delivery that is already in flight can be claimed again
 *   once its lease has run out, because its worker has died.
 * - `succeed`, `reject`: the receiver answered 2xx, or something that a retry would not mend.
 * - `fail`: the attempt is worth repeating, and one is left; `exhaust`: it is, and none is left.
 * - `cancel`: the endpoint was deleted.
 */
export const machine = define({
  name: "webhook delivery",
  initial: "SCHEDULED",
  states: ["SCHEDULED", "IN_FLIGHT", "DELIVERED", "REJECTED", "EXHAUSTED", "CANCELLED"],
  transitions: [
    { from: "SCHEDULED", trigger: "claim", to: "IN_FLIGHT" },
    { from: "SCHEDULED", trigger: "cancel", to: "CANCELLED" },
    { from: "IN_FLIGHT", trigger: "claim", to: "IN_FLIGHT" },
    { from: "IN_FLIGHT", trigger: "succeed", to: "DELIVERED" },
    { from: "IN_FLIGHT", trigger: "fail", to: "SCHEDULED" },
    { from: "IN_FLIGHT", trigger: "reject", to: "REJECTED" },
    { from: "IN_FLIGHT", trigger: "exhaust", to: "EXHAUSTED" },
    { from: "IN_FLIGHT", trigger: "cancel", to: "CANCELLED" },
  ],
})

/** A state of a webhook delivery. */
export type State = StateOf<typeof machine>

/** What can happen to a webhook delivery. */
export type Trigger = TriggerOf<typeof machine>
