import { SpeiCashIn, StateMachine, WebhookDelivery } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalOf } from "../../test/minimal.ts"
import { tableIsFollowed } from "../checks/machines.ts"
import { machineWalk } from "./machineWalk.ts"

/** A walk as core itself would take it. */
const expectCoreToAgree = <S extends string, T extends string>(machine: StateMachine.StateMachine<S, T>): void => {
  fc.assert(
    fc.property(machineWalk(machine), ({ steps, end }) => {
      let state = machine.initial
      for (const { from, trigger, expected } of steps) {
        expect(from).toBe(state)
        const answer = StateMachine.transition(machine, state, trigger)
        if (expected.kind === "moved") expect(answer).toEqual({ ok: true, state: expected.to, changed: true })
        else if (expected.kind === "repeated") expect(answer).toEqual({ ok: true, state, changed: false })
        else expect(answer).toMatchObject({ ok: false, error: { state, trigger, allowed: expected.allowed } })
        if (answer.ok) state = answer.state
      }
      expect(end).toBe(state)
    }),
    { numRuns: 1_000 },
  )
}

describe("walks", () => {
  it("through a SPEI cash-in are those that core allows and refuses", () => expectCoreToAgree(SpeiCashIn.machine))
  it("through a webhook delivery are too", () => expectCoreToAgree(WebhookDelivery.machine))

  it("come to every state, and to moves of every kind", () => {
    const walks = fc.sample(machineWalk(WebhookDelivery.machine), 1_000)
    expect(new Set(walks.map(({ end }) => end))).toEqual(new Set(WebhookDelivery.machine.states))
    const kinds = new Set(walks.flatMap(({ steps }) => steps.map(({ expected }) => expected.kind)))
    expect(Array.from(kinds).toSorted()).toEqual(["illegal", "moved", "repeated"])
  })

  it("go on and on where the machine allows it", () => {
    const moves = fc
      .sample(machineWalk(WebhookDelivery.machine, { maxSteps: 40 }), 1_000)
      .map(({ steps }) => steps.filter(({ expected }) => expected.kind === "moved").length)
    expect(Math.max(...moves)).toBeGreaterThan(5)
  })

  it("shrink to the shortest that fails", () => {
    const minimal = minimalOf(machineWalk(WebhookDelivery.machine), ({ end }) => end === "EXHAUSTED")
    expect(minimal.steps.map(({ trigger }) => trigger)).toEqual(["claim", "exhaust"])
  })

  it("stay where they are in a machine without transitions", () => {
    const still = StateMachine.define({ name: "still", initial: "A", states: ["A"], transitions: [] })
    fc.assert(fc.property(machineWalk(still), ({ steps, end }) => steps.length === 0 && end === "A"))
  })
})

describe("tableIsFollowed", () => {
  const { machine } = SpeiCashIn

  it("is true of core", () => {
    fc.assert(tableIsFollowed(machine, (state, trigger) => StateMachine.transition(machine, state, trigger)))
  })

  it("finds a charge that can be confirmed after it has expired, in two steps", () => {
    const tooKind = tableIsFollowed(machine, (state, trigger) =>
      trigger === "settle" && state === "EXPIRED"
        ? { ok: true, state: "CONFIRMED" }
        : StateMachine.transition(machine, state, trigger),
    )
    const { counterexample, errorInstance } = fc.check(tooKind, { numRuns: 1_000 })
    expect(counterexample?.[0].steps.map(({ trigger }) => trigger)).toEqual(["expire", "settle"])
    expect(errorInstance).toEqual(new Error("In state EXPIRED, settle should be refused, and did lead to CONFIRMED"))
  })

  it("finds a machine that complains about a repetition", () => {
    const tooStrict = tableIsFollowed(machine, (state, trigger) => {
      const answer = StateMachine.transition(machine, state, trigger)
      return answer.ok && !answer.changed ? { ok: false } : answer
    })
    expect(fc.check(tooStrict, { numRuns: 1_000 }).failed).toBe(true)
  })
})
