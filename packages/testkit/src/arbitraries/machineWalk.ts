/** Walks through a state machine: triggers in any order, and what core's table says must come of each. */
import type { StateMachine } from "@pesoreal/core"
import fc from "fast-check"
import { edgeBiased } from "../internal/edgeBiased.ts"

/** What must come of one trigger. */
export type Expected<S extends string, T extends string> =
  | { readonly kind: "moved"; readonly to: S }
  /** A terminal state was told again what has led to it: nothing is to be done. */
  | { readonly kind: "repeated" }
  /** The state stays, and `allowed` are the triggers that it has. */
  | { readonly kind: "illegal"; readonly allowed: ReadonlyArray<T> }

/** One trigger of a walk. */
export interface Step<S extends string, T extends string> {
  readonly from: S
  readonly trigger: T
  readonly expected: Expected<S, T>
}

/** Triggers, one after the other, from the machine's initial state. */
export interface Walk<S extends string, T extends string> {
  readonly steps: ReadonlyArray<Step<S, T>>
  /** The state after the last of them. */
  readonly end: S
}

/** How far to walk. */
export interface MachineWalkOptions {
  /** Default 20. */
  readonly maxSteps?: number
}

/** Reads the table by itself, so that it can contradict `StateMachine.transition`. */
const expectedOf = <S extends string, T extends string>(
  { transitions }: StateMachine.StateMachine<S, T>,
  from: S,
  trigger: T,
): Expected<S, T> => {
  const leaving = transitions.filter((row) => row.from === from)
  const row = leaving.find((candidate) => candidate.trigger === trigger)
  if (row !== undefined) return { kind: "moved", to: row.to }
  const ends = new Set(transitions.flatMap((candidate) => (candidate.trigger === trigger ? [candidate.to] : [])))
  if (leaving.length === 0 && ends.size === 1 && ends.has(from)) return { kind: "repeated" }
  return { kind: "illegal", allowed: leaving.map((candidate) => candidate.trigger) }
}

const walkBy = <S extends string, T extends string>(
  machine: StateMachine.StateMachine<S, T>,
  triggers: ReadonlyArray<T>,
): Walk<S, T> => {
  let state = machine.initial
  const steps = triggers.map((trigger) => {
    const step = { from: state, trigger, expected: expectedOf(machine, state, trigger) }
    if (step.expected.kind === "moved") state = step.expected.to
    return step
  })
  return { steps, end: state }
}

/** Each number chooses among the triggers that the state has, until there are none. Three in four prefer to go on. */
const legalTriggers = <S extends string, T extends string>(
  machine: StateMachine.StateMachine<S, T>,
  choices: ReadonlyArray<number>,
): Array<T> => {
  let state = machine.initial
  return choices.flatMap((choice) => {
    const leaving = machine.transitions.filter((row) => row.from === state)
    const onward = leaving.filter((row) => machine.transitions.some((next) => next.from === row.to))
    const rows = choice % 4 > 0 && onward.length > 0 ? onward : leaving
    const row = rows[Math.floor(choice / 4) % Math.max(1, rows.length)]
    if (row === undefined) return []
    state = row.to
    return [row.trigger]
  })
}

/**
 * Walks through a machine: some of any triggers at all, some of legal ones only. They shrink to fewer steps.
 *
 * @example
 * ```ts
 * import { SpeiCashIn, StateMachine } from "@pesoreal/core"
 * import { machineWalk } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const walks = fc.sample(machineWalk(SpeiCashIn.machine), 100)
 * walks.every(({ steps }) =>
 *   steps.every(({ from, trigger, expected }) => {
 *     const answer = StateMachine.transition(SpeiCashIn.machine, from, trigger)
 *     return answer.ok === (expected.kind !== "illegal")
 *   }),
 * ) // => true
 * ```
 */
export const machineWalk = <S extends string, T extends string>(
  machine: StateMachine.StateMachine<S, T>,
  { maxSteps = 20 }: MachineWalkOptions = {},
): fc.Arbitrary<Walk<S, T>> => {
  const triggers = Array.from(new Set(machine.transitions.map((row) => row.trigger)))
  if (triggers.length === 0) return fc.constant(walkBy(machine, []))
  return edgeBiased(
    fc.array(fc.constantFrom(...triggers), { maxLength: maxSteps }),
    fc.array(fc.nat(), { maxLength: maxSteps }).map((choices) => legalTriggers(machine, choices)),
  ).map(
    (taken) => walkBy(machine, taken),
    (walk) => {
      if (typeof walk !== "object" || walk === null || !("steps" in walk) || !Array.isArray(walk.steps)) {
        throw new TypeError("Not a walk")
      }
      // Safe: fc.constantFrom looks at each of them before it shrinks any.
      return walk.steps.map((step: Step<S, T>) => step.trigger)
    },
  )
}
