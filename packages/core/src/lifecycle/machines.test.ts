/** The machines are those of the contract: its table (decisions, section 6), written out a second time. */
import { describe, expect, expectTypeOf, it } from "vitest"
import { type MachineName, machines } from "./machines.ts"
import type * as PixCashIn from "./PixCashIn.ts"
import type * as ReturnedSend from "./ReturnedSend.ts"
import { isTerminal, reachable, type StateMachine, type StateOf, transition, type TriggerOf } from "./StateMachine.ts"

/** States in order, the first of them initial; then `from trigger to`. */
const contract: Readonly<Record<MachineName, readonly [states: string, moves: ReadonlyArray<string>]>> = {
  SpeiCashIn: [
    "PENDING CONFIRMED FAILED EXPIRED",
    ["PENDING settle CONFIRMED", "PENDING fail FAILED", "PENDING expire EXPIRED"],
  ],
  SpeiCashOut: ["PENDING CONFIRMED FAILED", ["PENDING settle CONFIRMED", "PENDING fail FAILED"]],
  RetailCharge: ["PENDING CONFIRMED EXPIRED", ["PENDING pay CONFIRMED", "PENDING expire EXPIRED"]],
  MexicoRefund: ["PENDING CONFIRMED FAILED", ["PENDING settle CONFIRMED", "PENDING fail FAILED"]],
  PixCashIn: ["PENDING CONFIRMED ERROR", ["PENDING settle CONFIRMED", "PENDING fail ERROR", "PENDING expire ERROR"]],
  PixCashOut: ["PENDING CONFIRMED ERROR", ["PENDING settle CONFIRMED", "PENDING fail ERROR"]],
  PixRefund: ["PENDING CONFIRMED ERROR", ["PENDING settle CONFIRMED", "PENDING fail ERROR"]],
  ReturnedSend: ["CONFIRMED", []],
  UnmatchedDeposit: ["HELD RETURNED ACCEPTED", ["HELD return RETURNED", "HELD accept ACCEPTED"]],
  WebhookDelivery: [
    "SCHEDULED IN_FLIGHT DELIVERED REJECTED EXHAUSTED CANCELLED",
    [
      "SCHEDULED claim IN_FLIGHT",
      "SCHEDULED cancel CANCELLED",
      // A lease that ran out is taken over by another worker (decisions, section 9).
      "IN_FLIGHT claim IN_FLIGHT",
      "IN_FLIGHT succeed DELIVERED",
      "IN_FLIGHT fail SCHEDULED",
      "IN_FLIGHT reject REJECTED",
      "IN_FLIGHT exhaust EXHAUSTED",
      "IN_FLIGHT cancel CANCELLED",
    ],
  ],
}

/** The states that nothing may ever leave. */
const final = new Set(
  "CONFIRMED FAILED EXPIRED ERROR RETURNED ACCEPTED DELIVERED REJECTED EXHAUSTED CANCELLED".split(" "),
)

const all: ReadonlyArray<readonly [string, StateMachine<string, string>]> = Object.entries(machines)

describe("the machines", () => {
  it("are those of the contract, with its states and transitions, and no others", () => {
    const written = all.map(([name, { initial, states, transitions }]) => [
      name,
      [initial, ...states.filter((state) => state !== initial)].join(" "),
      transitions.map(({ from, trigger, to }) => `${from} ${trigger} ${to}`).toSorted(),
    ])
    const expected = Object.entries(contract).map(([name, [states, moves]]) => [name, states, moves.toSorted()])
    expect(written).toEqual(expected)
  })

  it("reach every state, and leave exactly those that are not final", () => {
    for (const [name, machine] of all) {
      expect([name, ...[...reachable(machine)].toSorted()]).toEqual([name, ...machine.states.toSorted()])
      const terminal = machine.states.filter((state) => isTerminal(machine, state))
      expect([name, ...terminal]).toEqual([name, ...machine.states.filter((state) => final.has(state))])
    }
  })

  it("have names of their own, for messages", () => {
    expect(new Set(all.map(([, { name }]) => name)).size).toBe(all.length)
  })

  it("keep the types of their states and triggers", () => {
    expectTypeOf<StateOf<(typeof machines)["PixCashIn"]>>().toEqualTypeOf<PixCashIn.State>()
    expectTypeOf<PixCashIn.Trigger>().toEqualTypeOf<"settle" | "fail" | "expire">()
    expectTypeOf<TriggerOf<(typeof machines)["ReturnedSend"]>>().toEqualTypeOf<never>()
    expectTypeOf<ReturnedSend.State>().toEqualTypeOf<"CONFIRMED">()
  })
})

describe("a PIX cash-in in ERROR", () => {
  const unchanged = { ok: true, state: "ERROR", changed: false }

  it.each(["fail", "expire"] as const)("that came of %s takes both fail and expire as repetitions", (trigger) => {
    const ended = transition(machines.PixCashIn, "PENDING", trigger)
    expect(ended).toEqual({ ok: true, state: "ERROR", changed: true })
    expect(transition(machines.PixCashIn, "ERROR", "fail")).toEqual(unchanged)
    expect(transition(machines.PixCashIn, "ERROR", "expire")).toEqual(unchanged)
  })

  it("is not paid any more, and one that is paid neither fails nor expires", () => {
    expect(transition(machines.PixCashIn, "ERROR", "settle")).toMatchObject({ ok: false, error: { allowed: [] } })
    expect(transition(machines.PixCashIn, "CONFIRMED", "fail").ok).toBe(false)
    expect(transition(machines.PixCashIn, "CONFIRMED", "expire").ok).toBe(false)
    expect(transition(machines.PixCashIn, "CONFIRMED", "settle")).toEqual({
      ok: true,
      state: "CONFIRMED",
      changed: false,
    })
  })
})

describe("an unmatched deposit", () => {
  it("that was returned is never accepted, nor the other way round", () => {
    expect(transition(machines.UnmatchedDeposit, "RETURNED", "accept").ok).toBe(false)
    expect(transition(machines.UnmatchedDeposit, "ACCEPTED", "return").ok).toBe(false)
  })
})
