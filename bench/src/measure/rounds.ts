/**
 * The measurement: every contender is warmed up, then they take turns, all of them alive all the time. Who begins changes
 * from round to round, and ratios are made inside a round, so that a machine whose speed drifts tells on all alike.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { LoadDriver } from "../load/LoadDriver.ts"
import type { LoadResult } from "../load/closedLoop.ts"
import type { Parameters } from "../parameters.ts"
import type { Contender, ContenderName, Field } from "../servers/contenders.ts"
import { cpuMeter } from "../servers/cpuTime.ts"

/** One contender's turn. */
export interface Turn {
  readonly contender: ContenderName
  readonly load: LoadResult
  readonly perSecond: number
  /** CPU microseconds for each charge; null where the system does not tell. */
  readonly serverCpuMicros: number | null
  readonly databaseCpuMicros: number | null
  /** Write-ahead log for each charge. */
  readonly logBytes: number
}

export type Round = Readonly<Record<ContenderName, Turn>>

export interface Measured {
  readonly rounds: ReadonlyArray<Round>
  readonly settling: ReadonlyArray<SettlingRound>
  /** All 201 answers, warm-up included. */
  readonly created: Readonly<Record<ContenderName, number>>
  /** Anything that was not a 201 answer to its request. */
  readonly failures: ReadonlyArray<string>
}

/** Pesoreal with the sandbox's settlement on, then the peer that is nearest, which settles nothing. */
export interface SettlingRound {
  readonly pesoreal: Turn
  readonly peer: Turn
  /** From the end of the load until nothing was left to settle. */
  readonly drainMs: number
  /** Charges created and settled, over load and drain together. */
  readonly settledPerSecond: number
  /** CPU of creation and settlement together, for each charge. */
  readonly serverCpuMicros: number | null
}

const pending = "pending"
/** Between turns, for what the last one left under way. */
const restMs = 300
const settlePollMs = 100
const drainTimeoutMs = 300_000

export const names: ReadonlyArray<ContenderName> = ["pesoreal", "fastify-transaction", "fastify-statement"]

export const measure = async (
  field: Field,
  driver: LoadDriver,
  options: Parameters,
  say: (line: string) => void,
): Promise<Measured> => {
  const created: Record<ContenderName, number> = { pesoreal: 0, "fastify-transaction": 0, "fastify-statement": 0 }
  const failures: Array<string> = []
  let runs = 0

  const run = async (contender: Contender, seconds: number, scenario: string | null): Promise<LoadResult> => {
    runs++
    const load = await driver.run({
      port: contender.server.port,
      token: await field.tokens.current(),
      connections: options.connections,
      durationMs: seconds * 1000,
      seed: options.seed + runs,
      prefix: `bench-${runs}`,
      scenario,
    })
    created[contender.name] += load.created
    if (load.failure !== null) failures.push(`${contender.title}: ${JSON.stringify(load.failures)}: ${load.failure}`)
    return load
  }

  const turn = async (contender: Contender, scenario: string | null): Promise<Turn> => {
    await sleep(restMs)
    const { cluster } = field
    const backends = await cluster.backends(contender.database)
    const server = cpuMeter([contender.server.pid])
    const database = cpuMeter(backends)
    const logBefore = await cluster.logBytes()
    const load = await run(contender, options.roundSeconds, scenario)
    const each = (total: number | null) => (total === null ? null : total / load.created)
    return {
      contender: contender.name,
      load,
      perSecond: load.completed / options.roundSeconds,
      serverCpuMicros: each(server && server.read([]) * 1000),
      databaseCpuMicros: each(database && database.read(await cluster.backends(contender.database)) * 1000),
      logBytes: ((await cluster.logBytes()) - logBefore) / load.created,
    }
  }

  const { contenders } = field
  for (const name of names) {
    say(`warming up ${contenders[name].title}`)
    if (options.warmUpSeconds > 0) await run(contenders[name], options.warmUpSeconds, pending)
  }
  const rounds: Array<Round> = []
  for (let index = 0; index < options.rounds; index++) {
    const turns: Partial<Record<ContenderName, Turn>> = {}
    for (let place = 0; place < names.length; place++) {
      const name = names[(index + place) % names.length] ?? "pesoreal"
      turns[name] = await turn(contenders[name], pending)
    }
    // Every name had its turn.
    rounds.push(turns as Round)
    say(`round ${index + 1} of ${options.rounds}: ${describe(turns)}`)
  }
  const settling: Array<SettlingRound> = []
  for (let index = 0; index < options.settlingRounds; index++) {
    settling.push(await settlingRound(field, turn))
    say(`round ${index + 1} of ${options.settlingRounds} with settlement`)
  }
  return { rounds, settling, created, failures }
}

const describe = (turns: Partial<Round>): string =>
  names.map((name) => `${name} ${Math.round(turns[name]?.perSecond ?? 0)}/s`).join(", ")

const settlingRound = async (
  { cluster, contenders: { pesoreal, "fastify-statement": peer } }: Field,
  turn: (contender: Contender, scenario: string | null) => Promise<Turn>,
): Promise<SettlingRound> => {
  const meter = cpuMeter([pesoreal.server.pid])
  const creating = await turn(pesoreal, null)
  const end = performance.now()
  while ((await cluster.charges(pesoreal.database)).unsettled > 0) {
    if (performance.now() - end > drainTimeoutMs) {
      throw new Error(`Pesoreal left charges unsettled for ${drainTimeoutMs / 1000} s:\n${pesoreal.server.output()}`)
    }
    await sleep(settlePollMs)
  }
  const drainMs = performance.now() - end
  return {
    pesoreal: creating,
    drainMs,
    settledPerSecond: creating.load.created / ((creating.load.elapsedMs + drainMs) / 1000),
    serverCpuMicros: meter === null ? null : (meter.read([]) * 1000) / creating.load.created,
    peer: await turn(peer, null),
  }
}
