import { Machines, SpeiCashIn, StateMachine, WebhookDelivery } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalOf } from "../../test/minimal.ts"
import { tableIsFollowed } from "../checks/machines.ts"
import { machineWalk } from "./machineWalk.ts"

/** Every machine of core, whatever its states are called. */
const machines: ReadonlyArray<StateMachine.StateMachine<string, string>> = Object.values(Machines.machines)

/** A walk as core itself would take it. */
const expectCoreToAgree = (machine: StateMachine.StateMachine<string, string>): void => {
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
  it.for(machines)("through a $name are those that core allows and refuses", (machine) => expectCoreToAgree(machine))

  it.for(machines)("through a $name come to every state", (machine) => {
    const walks = fc.sample(machineWalk(machine), 1_000)
    expect(new Set(walks.map(({ end }) => end))).toEqual(new Set(machine.states))
  })

  it("of a PIX cash-in repeat either of the triggers that end in ERROR, and nothing else, there", () => {
    const steps = fc.sample(machineWalk(Machines.machines.PixCashIn), 1_000).flatMap((walk) => walk.steps)
    const inError = steps.filter(({ from }) => from === "ERROR")
    const answers = new Set(inError.map(({ trigger, expected }) => `${trigger} ${expected.kind}`))
    expect(Array.from(answers).toSorted()).toEqual(["expire repeated", "fail repeated", "settle illegal"])
  })

  it("of a returned send have no steps, because nothing can happen to it", () => {
    const walks = fc.sample(machineWalk(Machines.machines.ReturnedSend), 10)
    expect(walks.every(({ steps, end }) => steps.length === 0 && end === "CONFIRMED")).toBe(true)
  })

  it("come to moves of every kind", () => {
    const walks = fc.sample(machineWalk(WebhookDelivery.machine), 1_000)
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

  it.for(machines)("is true of core's $name", (each) => {
    fc.assert(tableIsFollowed(each, (state, trigger) => StateMachine.transition(each, state, trigger)))
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
