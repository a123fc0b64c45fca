/** A delivery's moves, by core's machine and nothing else. */
import { transition } from "@pesoreal/core/lifecycle/StateMachine"
import { machine, type State, type Trigger } from "@pesoreal/core/lifecycle/WebhookDelivery"

/** Where a new delivery begins. */
export const initialState: State = machine.initial

/** The state that a trigger leads to. A move that the machine refuses is a defect of whoever asks for it. */
export const stateAfter = (state: State, trigger: Trigger): State => {
  const next = transition(machine, state, trigger)
  if (next.ok) return next.state
  throw new Error(`a webhook delivery that is ${state} cannot ${trigger}`)
}

/** What a claim makes of a delivery, whether it was waiting or had been abandoned. */
export const claimedState: State = stateAfter(initialState, "claim")
