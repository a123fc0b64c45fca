/** The figures of a run as a table for people: medians with their ranges, ratios first made inside each round. */
import { machineLine, type MachineWithDatabase } from "./machine.ts"
import { type Measured, names, type Round, type Turn } from "./measure/rounds.ts"
import { type Summary, summary } from "./measure/statistics.ts"
import type { Parameters } from "./parameters.ts"
import type { ContenderName } from "./servers/contenders.ts"
import { shown, table } from "./table.ts"

const titles: Readonly<Record<ContenderName, string>> = {
  pesoreal: "Pesoreal",
  "fastify-transaction": "Fastify, BEGIN … COMMIT",
  "fastify-statement": "Fastify, one statement",
}

/** Of the rounds in which the figure is known. */
const over = <Item>(items: ReadonlyArray<Item>, figure: (item: Item) => number | null): Summary =>
  summary(items.map(figure).filter((value) => value !== null))

const divided = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a / b)

const creationTable = (rounds: ReadonlyArray<Round>): string =>
  table(
    ["contender", "charges/s", "p50 ms", "p99 ms", "server CPU µs", "database CPU µs", "log bytes"],
    names.map((name) => {
      const figure = (digits: number, of: (turn: Turn) => number | null) =>
        shown(
          over(rounds, (round) => of(round[name])),
          digits,
        )
      return [
        titles[name],
        figure(0, (turn) => turn.perSecond),
        figure(1, (turn) => turn.load.p50Ms),
        figure(1, (turn) => turn.load.p99Ms),
        figure(0, (turn) => turn.serverCpuMicros),
        figure(0, (turn) => turn.databaseCpuMicros),
        figure(0, (turn) => turn.logBytes),
      ]
    }),
  )

const ratioTable = (rounds: ReadonlyArray<Round>): string =>
  table(
    ["Pesoreal ÷ peer", "charges/s", "server CPU", "server and database CPU"],
    names.slice(1).map((peer) => {
      const ratio = (of: (turn: Turn) => number | null) =>
        shown(
          over(rounds, (round) => divided(of(round.pesoreal), of(round[peer]))),
          2,
        )
      return [
        titles[peer],
        ratio((turn) => turn.perSecond),
        ratio((turn) => turn.serverCpuMicros),
        ratio(({ serverCpuMicros: server, databaseCpuMicros: database }) =>
          server === null || database === null ? null : server + database,
        ),
      ]
    }),
  )

const settlingTable = ({ settling }: Measured): string =>
  table(
    ["with settlement on", "figure"],
    [
      [
        "charges/s created",
        shown(
          over(settling, ({ pesoreal }) => pesoreal.perSecond),
          0,
        ),
      ],
      [
        "÷ Fastify, one statement, which settles nothing",
        shown(
          over(settling, ({ pesoreal, peer }) => pesoreal.perSecond / peer.perSecond),
          2,
        ),
      ],
      [
        "charges/s created and settled",
        shown(
          over(settling, ({ settledPerSecond }) => settledPerSecond),
          0,
        ),
      ],
      [
        "seconds to settle the rest after the load",
        shown(
          over(settling, ({ drainMs }) => drainMs / 1000),
          1,
        ),
      ],
      [
        "server CPU µs for a charge, settlement included",
        shown(
          over(settling, ({ serverCpuMicros }) => serverCpuMicros),
          0,
        ),
      ],
    ],
  )

export const report = (measured: Measured, options: Parameters, on: MachineWithDatabase): string => {
  const driver = over(
    measured.rounds.flatMap((round) => names.map((name) => round[name])),
    ({ load }) => (load.driverCpuMs * 1000) / load.created,
  )
  return [
    `POST /api/spei/cash-in, ${options.connections} connections in a closed loop, pool of ${options.poolSize}, ${options.rounds} rounds of ${options.roundSeconds} s each after ${options.warmUpSeconds} s of warm-up, seed ${options.seed}`,
    machineLine(on, `PostgreSQL ${on.postgres}`, on.durability),
    `Medians (and ranges) over the rounds; ratios are made inside a round. The driver took ${shown(driver, 0)} µs of CPU for a charge, on the same cores.`,
    "",
    creationTable(measured.rounds),
    "",
    ratioTable(measured.rounds),
    ...(measured.settling.length === 0 ? [] : ["", settlingTable(measured)]),
    ...(options.quick ? ["", "A quick run: the servers were not warm, and these figures mean nothing."] : []),
  ].join("\n")
}
