/**
 * Life cycles as tables: which states a thing has, and which trigger takes it from one to another.
 *
 * A machine is data, and these functions only read it. They never keep a state, never act, and never throw on a move that
 * is not allowed: that is an answer like any other.
 */

/** One row of a table: in state `from`, `trigger` leads to `to`. */
export interface TransitionRow<S extends string, T extends string> {
  readonly from: S
  readonly trigger: T
  readonly to: S
}

/** A life cycle. Make one with {@link define}. */
export interface StateMachine<S extends string, T extends string> {
  /** What it is the life of, in words, for messages and diagrams. */
  readonly name: string
  /** The state in which a new one begins. */
  readonly initial: S
  readonly states: ReadonlyArray<S>
  readonly transitions: ReadonlyArray<TransitionRow<S, T>>
}

/** The states of a machine, as a union of texts. */
export type StateOf<M> = M extends StateMachine<infer S, string> ? S : never

/** The triggers of a machine, as a union of texts. */
export type TriggerOf<M> = M extends StateMachine<string, infer T> ? T : never

/**
 * Makes a machine from its table. States and triggers keep their literal types.
 *
 * Throws an `Error` for a table that contradicts itself (a state named twice, one that the list lacks, two rows for the
 * same state and trigger): such a table is a mistake in the program, and shows as soon as its module is loaded.
 *
 * @example
 * ```ts
 * import { StateMachine } from "@pesoreal/core"
 *
 * const door = StateMachine.define({
 *   name: "door",
 *   initial: "OPEN",
 *   states: ["OPEN", "SHUT", "SEALED"],
 *   transitions: [
 *     { from: "OPEN", trigger: "shut", to: "SHUT" },
 *     { from: "SHUT", trigger: "open", to: "OPEN" },
 *     { from: "SHUT", trigger: "seal", to: "SEALED" },
 *   ],
 * })
 * StateMachine.isTerminal(door, "SEALED") // => true
 * ```
 */
export const define = <const S extends string, const T extends string>(table: {
  readonly name: string
  readonly initial: NoInfer<S>
  readonly states: ReadonlyArray<S>
  readonly transitions: ReadonlyArray<TransitionRow<NoInfer<S>, T>>
}): StateMachine<S, T> => {
  const complain = (what: string): never => {
    throw new Error(`The state machine "${table.name}" contradicts itself: ${what}`)
  }
  const states = new Set<string>(table.states)
  if (states.size !== table.states.length) complain("it names a state twice")
  const seen = new Set<string>()
  for (const state of [table.initial, ...table.transitions.flatMap((row) => [row.from, row.to])]) {
    if (!states.has(state)) complain(`${state} is not in its list of states`)
  }
  for (const { from, trigger } of table.transitions) {
    const key = `${from} ${trigger}`
    if (seen.has(key)) complain(`it has two rows for ${trigger} in state ${from}`)
    seen.add(key)
  }
  return table
}

/** Why a move was not made, with the triggers that the state does allow. */
export interface IllegalTransition<S extends string, T extends string> {
  readonly reason: "illegal_transition"
  readonly machine: string
  readonly state: S
  readonly trigger: T
  readonly allowed: ReadonlyArray<T>
}

/**
 * The answer to a trigger.
 *
 * `changed` is false only for a repetition in a terminal state, where nothing is to be done. It is true whenever a row of
 * the table was followed, even a row that leads back to its own state.
 */
export type Transition<S extends string, T extends string> =
  | { readonly ok: true; readonly state: S; readonly changed: boolean }
  | { readonly ok: false; readonly error: IllegalTransition<S, T> }

/**
 * Where a trigger leads from a state.
 *
 * Terminal states are final. The one thing they allow is the repetition of a move to themselves, because payment providers
 * repeat themselves: a trigger all of whose rows lead to this very state changes nothing and is no error. Where several
 * triggers lead to one terminal state, each of them is such a repetition, whichever came first: the state is all that is known.
 *
 * @example
 * ```ts
 * import { SpeiCashIn, StateMachine } from "@pesoreal/core"
 *
 * StateMachine.transition(SpeiCashIn.machine, "PENDING", "settle") // => { ok: true, state: "CONFIRMED", changed: true }
 * StateMachine.transition(SpeiCashIn.machine, "CONFIRMED", "settle") // => { ok: true, state: "CONFIRMED", changed: false }
 * StateMachine.transition(SpeiCashIn.machine, "CONFIRMED", "expire").ok // => false
 * ```
 */
export const transition = <S extends string, T extends string>(
  machine: StateMachine<S, T>,
  state: NoInfer<S>,
  trigger: NoInfer<T>,
): Transition<S, T> => {
  const row = machine.transitions.find((candidate) => candidate.from === state && candidate.trigger === trigger)
  if (row !== undefined) return { ok: true, state: row.to, changed: true }
  if (isTerminal(machine, state) && isRepetition(machine, state, trigger)) return { ok: true, state, changed: false }
  const error = {
    reason: "illegal_transition",
    machine: machine.name,
    state,
    trigger,
    allowed: triggersOf(machine, state),
  } as const
  return { ok: false, error }
}

const isRepetition = <S extends string, T extends string>(machine: StateMachine<S, T>, state: S, trigger: T) => {
  const rows = machine.transitions.filter((row) => row.trigger === trigger)
  return rows.length > 0 && rows.every((row) => row.to === state)
}

/** The triggers that lead somewhere from a state, in the order of the table; none from a terminal state. */
export const triggersOf = <S extends string, T extends string>(
  machine: StateMachine<S, T>,
  state: S,
): ReadonlyArray<T> => machine.transitions.filter((row) => row.from === state).map((row) => row.trigger)

/** Whether a state is final: one of the machine's, from which no row leads anywhere. */
export const isTerminal = <S extends string, T extends string>(machine: StateMachine<S, T>, state: S): boolean =>
  machine.states.includes(state) && machine.transitions.every((row) => row.from !== state)

/**
 * The states that a machine can come to, starting from its initial state, which is one of them.
 *
 * @example
 * ```ts
 * import { SpeiCashIn, StateMachine } from "@pesoreal/core"
 *
 * Array.from(StateMachine.reachable(SpeiCashIn.machine)) // => ["PENDING", "CONFIRMED", "FAILED", "EXPIRED"]
 * ```
 */
export const reachable = <S extends string, T extends string>(machine: StateMachine<S, T>): ReadonlySet<S> => {
  const found = new Set([machine.initial])
  // A set yields what is added to it while it is read, so this ends when nothing new was found.
  for (const state of found) {
    for (const row of machine.transitions) if (row.from === state) found.add(row.to)
  }
  return found
}

/**
 * The machine as a Mermaid state diagram (the text that goes inside a ```mermaid block).
 *
 * @example
 * ```ts
 * import { SpeiCashIn, StateMachine } from "@pesoreal/core"
 *
 * StateMachine.toMermaid(SpeiCashIn.machine).split("\n")[2] // => "    PENDING --> CONFIRMED: settle"
 * ```
 */
export const toMermaid = <S extends string, T extends string>(machine: StateMachine<S, T>): string =>
  [
    "stateDiagram-v2",
    `    [*] --> ${machine.initial}`,
    ...machine.transitions.map(({ from, trigger, to }) => `    ${from} --> ${to}: ${trigger}`),
    ...machine.states.filter((state) => isTerminal(machine, state)).map((state) => `    ${state} --> [*]`),
  ].join("\n")
