/** The figures of the bench of core as one table: medians with their ranges, ratios first made inside each round. */
import { type Machine, machineLine } from "../machine.ts"
import { summary } from "../measure/statistics.ts"
import { shown, table } from "../table.ts"
import type { LeftOut } from "./agreement.ts"
import type { CoreParameters } from "./parameters.ts"

/** One peer, and the functions of core that do what it does. */
export interface Compared {
  readonly title: string
  readonly peer: { readonly name: string; readonly version: string; readonly title: string }
  readonly ours: ReadonlyArray<string>
  /** For each of ours. */
  readonly goals: ReadonlyArray<number | null>
  readonly inputs: number
  readonly leftOut: ReadonlyArray<LeftOut>
}

/** Times are nanoseconds for each call, one for each round. */
export interface Measured extends Compared {
  readonly peerTimes: ReadonlyArray<number>
  readonly ourTimes: ReadonlyArray<ReadonlyArray<number>>
}

const rowsOf = ({ title, peer, ours, goals, inputs, peerTimes, ourTimes }: Measured): ReadonlyArray<Array<string>> =>
  ours.map((name, index) => {
    const times = ourTimes[index] ?? []
    const ratio = summary(times.map((time, round) => (peerTimes[round] ?? Number.NaN) / time))
    const digits = ratio.median < 10 ? 2 : 1
    const goal = goals[index] ?? null
    return [
      title,
      name,
      String(Math.round(summary(times).median)),
      `${peer.name} ${peer.version}, ${peer.title}`,
      String(Math.round(summary(peerTimes).median)),
      String(inputs),
      shown(ratio, digits),
      goal === null ? "" : `≥ ${Number(goal.toFixed(2))}${ratio.median < goal ? ", missed" : ""}`,
    ]
  })

const remarks = (measured: ReadonlyArray<Measured>): ReadonlyArray<string> =>
  measured.flatMap(({ title, peer, leftOut }) =>
    leftOut.map(
      ({ because, inputs }) => `${title}, ${peer.name}: left out of its inputs are ${inputs}, because ${because}`,
    ),
  )

export const coreReport = (
  measured: ReadonlyArray<Measured>,
  { rounds, turnMs, warmUpMs, seed, quick }: CoreParameters,
  on: Machine,
): string => {
  const left = remarks(measured)
  return [
    `Functions of core next to packages of npm, in one process: ${rounds} rounds of ${turnMs} ms each after ${warmUpMs} ms of warm-up, seed ${seed}`,
    machineLine(on),
    "Nanoseconds for each call are medians over the rounds. Times as fast: the median, and the range, of ratios made inside a round.",
    "",
    table(
      ["what", "core", "ns", "peer", "its ns", "inputs", "times as fast", "goal"],
      measured.flatMap((each) => rowsOf(each)),
    ),
    ...(left.length === 0 ? [] : ["", ...left]),
    ...(quick ? ["", "A quick run: these figures mean little."] : []),
  ].join("\n")
}
