/**
 * Life cycles as Effects: the moves of `StateMachine.ts`, where one that a table does not have is a typed failure.
 *
 * It holds no rule and no state of its own.
 */
import { Data, Effect } from "effect"
import * as StateMachine from "./StateMachine.ts"

/** A move that was not made. `allowed` are the triggers that the state does have: none, where the state is final. */
export class IllegalTransition<S extends string, T extends string> extends Data.TaggedError("IllegalTransition")<
  StateMachine.IllegalTransition<S, T>
> {
  override get message(): string {
    const allowed = this.allowed.join(", ") || "nothing"
    return `${this.machine}: ${this.trigger} is not allowed in state ${this.state}; allowed there: ${allowed}`
  }
}

/** A move that was made, or (`changed: false`) a repetition in a final state, after which nothing is to be done. */
export interface Moved<S extends string> {
  readonly state: S
  readonly changed: boolean
}

/**
 * `StateMachine.transition` as an Effect: the state that a trigger leads to, or a failure with {@link IllegalTransition}.
 *
 * @example
 * ```ts
 * import { Machines, StateMachineEffect } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * const { SpeiCashIn } = Machines.machines
 * const settled = StateMachineEffect.transition(SpeiCashIn, "PENDING", "settle")
 * Effect.runSync(settled) // => { state: "CONFIRMED", changed: true }
 *
 * const late = StateMachineEffect.transition(SpeiCashIn, "EXPIRED", "settle").pipe(
 *   Effect.as("settled"),
 *   Effect.catchTag("IllegalTransition", ({ message }) => Effect.succeed(message)),
 * )
 * Effect.runSync(late) // => "SPEI cash-in: settle is not allowed in state EXPIRED; allowed there: nothing"
 * ```
 */
export const transition = <S extends string, T extends string>(
  machine: StateMachine.StateMachine<S, T>,
  state: NoInfer<S>,
  trigger: NoInfer<T>,
): Effect.Effect<Moved<S>, IllegalTransition<S, T>> =>
  Effect.suspend(() => {
    const answer = StateMachine.transition(machine, state, trigger)
    return answer.ok
      ? Effect.succeed({ state: answer.state, changed: answer.changed })
      : Effect.fail(new IllegalTransition(answer.error))
  })
