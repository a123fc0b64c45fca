/**
 * How long a function takes, next to others. All take turns in one process, another one first in each round, so that a machine
 * whose speed drifts tells on all alike.
 */

export interface Loop {
  /** Calls the function once for every input, `passes` times. */
  readonly run: (passes: number) => void
  /** Calls in one pass. */
  readonly calls: number
}

/** Results are kept here for a while, so that no compiler can leave out the work that makes them. */
const kept: Array<unknown> = Array.from({ length: 256 }, () => undefined)
let loops = 0

/**
 * A loop with code of its own: in a shared one, a call that has seen a dozen functions is compiled as a call of anything, and
 * that would add the same nanoseconds to every function, to the shame of the fast ones.
 */
export const makeLoop = <Input>(use: (input: Input) => unknown, inputs: ReadonlyArray<Input>): Loop => {
  loops++
  const source = `
    // Loop ${loops}: a text of its own, because equal texts would share what the compiler learns of them.
    return (passes) => {
      for (let pass = 0; pass < passes; pass++) {
        for (let index = 0; index < inputs.length; index++) kept[index & 255] = use(inputs[index])
      }
    }`
  // oxlint-disable-next-line typescript/no-implied-eval -- the text above is the whole program: a function of a number
  const make = new Function("use", "inputs", "kept", source) as (...parameters: ReadonlyArray<unknown>) => Loop["run"]
  return { run: make(use, inputs, kept), calls: inputs.length }
}

/** Reads in milliseconds; a parameter, so that tests bring their own. */
export type Clock = () => number

export interface Turn {
  readonly nanoseconds: number
  readonly passes: number
}

/** Runs a loop for at least `milliseconds`, and says how long one call took. */
export const turn = ({ run, calls }: Loop, milliseconds: number, passesAtOnce: number, clock: Clock): Turn => {
  const begin = clock()
  let passes = 0
  let elapsed = 0
  do {
    run(passesAtOnce)
    passes += passesAtOnce
    elapsed = clock() - begin
  } while (elapsed < milliseconds)
  return { nanoseconds: (elapsed * 1e6) / (passes * calls), passes }
}

/** Looks at the clock about once in a quarter of a millisecond. */
const passesBetweenLooks = ({ nanoseconds }: Turn, { calls }: Loop): number =>
  Math.max(1, Math.round(250_000 / (nanoseconds * calls)))

export interface Schedule {
  readonly rounds: number
  readonly turnMs: number
  readonly warmUpMs: number
}

/** Nanoseconds for each call: a list over the rounds for each loop, in the order of `group`. */
export type Times = ReadonlyArray<ReadonlyArray<number>>

/**
 * Warms up every loop of every group, then lets all of them take turns. The loops of a group follow one another directly, so
 * that ratios inside a round are of neighbours in time.
 */
export const measureGroups = (
  groups: ReadonlyArray<ReadonlyArray<Loop>>,
  { rounds, turnMs, warmUpMs }: Schedule,
  clock: Clock = () => performance.now(),
): ReadonlyArray<Times> => {
  // Twice: what is compiled in the first half, in the light of what was seen by then, may be compiled again in the second.
  for (const group of groups) for (const loop of group) turn(loop, warmUpMs / 2, 1, clock)
  const passes = groups.map((group) =>
    group.map((loop) => passesBetweenLooks(turn(loop, warmUpMs / 2, 1, clock), loop)),
  )
  const times = groups.map((group) => group.map((): Array<number> => []))
  for (let round = 0; round < rounds; round++) {
    groups.forEach((group, at) => {
      for (let place = 0; place < group.length; place++) {
        const index = (round + place) % group.length
        const loop = group[index]
        if (loop === undefined) continue
        times[at]?.[index]?.push(turn(loop, turnMs, passes[at]?.[index] ?? 1, clock).nanoseconds)
      }
    })
  }
  return times
}
