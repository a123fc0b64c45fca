import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { machines } from "./machines.ts"
import * as SpeiCashIn from "./SpeiCashIn.ts"
import { define, isTerminal, reachable, type StateMachine, toMermaid, transition, triggersOf } from "./StateMachine.ts"
import * as WebhookDelivery from "./WebhookDelivery.ts"

/** Every machine of the package: what follows holds for each of them. */
const all: ReadonlyArray<StateMachine<string, string>> = Object.values(machines)

describe.for(all)("the $name machine", (machine) => {
  const triggers = [...new Set(machine.transitions.map((row) => row.trigger))]
  const trigger = fc.constantFrom(...triggers, "no such trigger", "")

  it("reaches every one of its states", () => {
    expect([...reachable(machine)].toSorted()).toEqual(machine.states.toSorted())
  })

  it("ends somewhere, and can end from every state", () => {
    for (const initial of machine.states) {
      expect([...reachable({ ...machine, initial })].some((state) => isTerminal(machine, state))).toBe(true)
    }
  })

  it("is never taken out of a terminal state by anything", () => {
    for (const state of machine.states.filter((candidate) => isTerminal(machine, candidate))) {
      expect(triggersOf(machine, state)).toEqual([])
      for (const each of triggers) {
        const moved = transition(machine, state, each)
        expect(moved.ok ? moved : { ok: true, state, changed: false }).toEqual({ ok: true, state, changed: false })
      }
    }
  })

  it("follows its table through any sequence of triggers, and stays once it has ended", () => {
    fc.assert(
      fc.property(fc.array(trigger, { maxLength: 40 }), (sequence) => {
        const visited = [machine.initial]
        for (const each of sequence) {
          const state = visited.at(-1) ?? machine.initial
          const row = machine.transitions.find((candidate) => candidate.from === state && candidate.trigger === each)
          const moved = transition(machine, state, each)
          expect(moved.ok && moved.changed).toBe(row !== undefined)
          expect(moved.ok ? moved.state : state).toBe(row?.to ?? state)
          expect(moved.ok && !moved.changed && !isTerminal(machine, state)).toBe(false)
          expect(moved.ok ? [] : moved.error.allowed).toEqual(moved.ok ? [] : triggersOf(machine, state))
          visited.push(moved.ok ? moved.state : state)
        }
        // Without an end, findIndex answers -1, and the slice is the last state alone.
        const end = visited.findIndex((state) => isTerminal(machine, state))
        expect(new Set(visited.slice(end)).size).toBe(1)
      }),
    )
  })

  it("takes a repetition of what ended it as no change", () => {
    for (const row of machine.transitions.filter(({ to }) => isTerminal(machine, to))) {
      expect(transition(machine, row.to, row.trigger)).toEqual({ ok: true, state: row.to, changed: false })
    }
  })
})

describe("a SPEI cash-in charge", () => {
  it("ends in the first outcome it hears of", () => {
    expect(transition(SpeiCashIn.machine, "PENDING", "settle")).toEqual({ ok: true, state: "CONFIRMED", changed: true })
    expect(transition(SpeiCashIn.machine, "EXPIRED", "settle")).toEqual({
      ok: false,
      error: {
        reason: "illegal_transition",
        machine: "SPEI cash-in",
        state: "EXPIRED",
        trigger: "settle",
        allowed: [],
      },
    })
  })
})

describe("a webhook delivery", () => {
  const { machine } = WebhookDelivery

  it("can be claimed again while it is in flight, and that is a change", () => {
    expect(transition(machine, "IN_FLIGHT", "claim")).toEqual({ ok: true, state: "IN_FLIGHT", changed: true })
  })

  it("is cancelled before it has ended, and not after", () => {
    expect(transition(machine, "SCHEDULED", "cancel")).toMatchObject({ state: "CANCELLED" })
    expect(transition(machine, "IN_FLIGHT", "cancel")).toMatchObject({ state: "CANCELLED" })
    expect(transition(machine, "DELIVERED", "cancel").ok).toBe(false)
  })

  it("takes no result that nobody claimed it for", () => {
    for (const trigger of ["succeed", "fail", "reject", "exhaust"] as const) {
      expect(transition(machine, "SCHEDULED", trigger)).toMatchObject({ error: { allowed: ["claim", "cancel"] } })
    }
  })
})

describe("a table", () => {
  const row = { from: "A", trigger: "go", to: "B" } as const

  it("may not contradict itself", () => {
    const base = { name: "x", initial: "A", states: ["A", "B"], transitions: [row] } as const
    expect(define(base)).toEqual(base)
    expect(() => define({ ...base, states: ["A", "B", "A"] })).toThrow(/names a state twice/u)
    expect(() => define({ ...base, transitions: [row, row] })).toThrow(/two rows for go in state A/u)
    // Widened on purpose: the types refuse this table before it runs.
    const states: ReadonlyArray<string> = ["A"]
    expect(() => define({ ...base, states })).toThrow(/B is not in its list/u)
  })

  it("knows a state that nothing leads to, and one that is not its own", () => {
    const island = define({ name: "x", initial: "A", states: ["A", "B", "C"], transitions: [row] })
    expect([...reachable(island)]).toEqual(["A", "B"])
    const anyMachine: StateMachine<string, string> = island
    expect(isTerminal(anyMachine, "elsewhere")).toBe(false)
    expect(transition(anyMachine, "elsewhere", "go").ok).toBe(false)
  })

  it("keeps a trigger with several destinations illegal in a terminal state", () => {
    const forked = define({
      name: "x",
      initial: "A",
      states: ["A", "B", "C"],
      transitions: [row, { from: "B", trigger: "go", to: "C" }],
    })
    expect(transition(forked, "C", "go").ok).toBe(false)
  })

  it("is drawn for Mermaid", () => {
    expect(toMermaid(define({ name: "x", initial: "A", states: ["A", "B"], transitions: [row] }))).toBe(
      "stateDiagram-v2\n    [*] --> A\n    A --> B: go\n    B --> [*]",
    )
  })
})

describe("a word that the table does not have", () => {
  it("does not compile, and is refused where it comes all the same", () => {
    // @ts-expect-error -- no machine of these has such a trigger
    expect(transition(SpeiCashIn.machine, "PENDING", "reopen").ok).toBe(false)
    // @ts-expect-error -- nor such a state
    expect(transition(SpeiCashIn.machine, "NOWHERE", "settle").ok).toBe(false)
  })
})
