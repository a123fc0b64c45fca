/** A property of whatever moves through one of core's state machines. To be run by `fc.assert`. */
import type { StateMachine } from "@pesoreal/core"
import fc from "fast-check"
import { machineWalk, type Walk } from "../arbitraries/machineWalk.ts"

/** What came of a trigger: the state after it, or a refusal that changed nothing. */
export type Moved<S extends string> = { readonly ok: true; readonly state: S } | { readonly ok: false }

/**
 * Whatever is asked of it, and in whatever order, `move` goes where the table says, does nothing on a repetition, and refuses
 * what the table does not have.
 *
 * @example
 * ```ts
 * import { SpeiCashIn, StateMachine } from "@pesoreal/core"
 * import { tableIsFollowed } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const { machine } = SpeiCashIn
 * fc.assert(tableIsFollowed(machine, (state, trigger) => StateMachine.transition(machine, state, trigger)))
 * ```
 */
export const tableIsFollowed = <S extends string, T extends string>(
  machine: StateMachine.StateMachine<S, T>,
  move: (state: S, trigger: T) => Moved<S>,
): fc.IPropertyWithHooks<[Walk<S, T>]> =>
  fc.property(machineWalk(machine), ({ steps }) => {
    for (const { from, trigger, expected } of steps) {
      const moved = move(from, trigger)
      const wanted = expected.kind === "moved" ? expected.to : expected.kind === "repeated" ? from : undefined
      const got = moved.ok ? moved.state : undefined
      if (got !== wanted) {
        const words = [wanted, got].map((state) => (state === undefined ? "be refused" : `lead to ${state}`))
        throw new Error(`In state ${from}, ${trigger} should ${words[0]}, and did ${words[1]}`)
      }
    }
  })
