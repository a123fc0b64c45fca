import { assert, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { describe } from "vitest"
import { machines } from "./machines.ts"
import type { StateMachine } from "./StateMachine.ts"
import * as plain from "./StateMachine.ts"
import { IllegalTransition, transition } from "./StateMachineEffect.ts"

describe("a transition as an Effect", () => {
  it.effect("says what the plain function says, for every state and trigger of every machine", () =>
    Effect.gen(function* () {
      const all: ReadonlyArray<StateMachine<string, string>> = Object.values(machines)
      for (const machine of all) {
        const triggers = [...machine.transitions.map(({ trigger }) => trigger), "no such trigger"]
        for (const state of [...machine.states, "NO_SUCH_STATE"]) {
          for (const trigger of triggers) {
            const answer = plain.transition(machine, state, trigger)
            const exit = yield* Effect.exit(transition(machine, state, trigger))
            const expected = answer.ok
              ? Exit.succeed({ state: answer.state, changed: answer.changed })
              : Exit.fail(new IllegalTransition(answer.error))
            assert.deepStrictEqual(exit, expected, `${machine.name} ${state} ${trigger}`)
          }
        }
      }
    }),
  )

  it.effect("fails with an error that is caught by its tag, and says what would be allowed", () =>
    Effect.gen(function* () {
      const tooEarly = yield* transition(machines.WebhookDelivery, "SCHEDULED", "succeed").pipe(
        Effect.as(undefined),
        Effect.catchTag("IllegalTransition", (error) => Effect.succeed(error)),
      )
      assert.instanceOf(tooEarly, Error)
      assert.strictEqual(
        tooEarly?.message,
        "webhook delivery: succeed is not allowed in state SCHEDULED; allowed there: claim, cancel",
      )
      assert.deepStrictEqual(tooEarly?.allowed, ["claim", "cancel"])
      const tooLate = yield* Effect.flip(transition(machines.UnmatchedDeposit, "RETURNED", "accept"))
      assert.strictEqual(
        tooLate.message,
        "unmatched deposit: accept is not allowed in state RETURNED; allowed there: nothing",
      )
    }),
  )
})
