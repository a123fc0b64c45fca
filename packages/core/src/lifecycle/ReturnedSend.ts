/**
 * The life of a returned send (`refund_out`, `RefundOut`): money that was sent, confirmed, and came back.
 *
 * The rail tells of it when the money is there, so it is final from the moment it exists, and nothing can happen to it. The
 * send that it returns stays CONFIRMED.
 */
import { define, type StateOf, type TriggerOf } from "./StateMachine.ts"

/** The table, which has no rows: it is created final. Source: decisions, section 6. */
export const machine = define<"CONFIRMED", never>({
  name: "returned send",
  initial: "CONFIRMED",
  states: ["CONFIRMED"],
  transitions: [],
})

/** The one state of a returned send: its `status` in the API. */
export type State = StateOf<typeof machine>

/** What can happen to a returned send: nothing. */
export type Trigger = TriggerOf<typeof machine>
