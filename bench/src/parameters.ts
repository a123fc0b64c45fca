/** What a run of the bench may be told on its command line. */
import { parseArgs } from "node:util"

export interface Parameters {
  readonly quick: boolean
  readonly connections: number
  readonly poolSize: number
  readonly warmUpSeconds: number
  readonly rounds: number
  readonly roundSeconds: number
  readonly settlingRounds: number
  readonly seed: number
  /** File for every figure of the run as JSON. */
  readonly json: string | null
  /** Directory for a CPU profile of Pesoreal's process. */
  readonly cpuProfile: string | null
}

const full = { warmUpSeconds: 10, rounds: 11, roundSeconds: 3, settlingRounds: 5 }
/** Shows that everything works, and nothing about speed: the servers are not warm by then. */
const short = { warmUpSeconds: 2, rounds: 2, roundSeconds: 1, settlingRounds: 1 }

export const usage = `npm run bench -- [options]
  --quick              a short run, to see that it works; its figures mean nothing
  --rounds N           interleaved rounds (${full.rounds})
  --seconds N          seconds of each contender in a round (${full.roundSeconds})
  --warm-up N          seconds of load on each contender before the first round (${full.warmUpSeconds})
  --settling-rounds N  rounds with settlement on (${full.settlingRounds})
  --connections N      connections of the closed loop (64)
  --seed N             seed of the requests (1)
  --json FILE          also write every figure to FILE
  --cpu-profile DIR    also write a CPU profile of Pesoreal's process to DIR (slows it down)`

const options = {
  quick: { type: "boolean" },
  rounds: { type: "string" },
  seconds: { type: "string" },
  "warm-up": { type: "string" },
  "settling-rounds": { type: "string" },
  connections: { type: "string" },
  seed: { type: "string" },
  json: { type: "string" },
  "cpu-profile": { type: "string" },
} as const

/** A number of the command line; throws a TypeError that says what it must be. */
export const wholeNumber = (name: string, text: string | undefined, otherwise: number, minimum: number): number => {
  if (text === undefined) return otherwise
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= minimum) return value
  throw new TypeError(`--${name} takes a whole number from ${minimum}, and was given ${JSON.stringify(text)}`)
}

/** Throws a TypeError whose message is for the person at the command line. */
export const parameters = (args: ReadonlyArray<string>): Parameters => {
  const { values } = parseArgs({ args: [...args], options, strict: true })
  const otherwise = values.quick === true ? short : full
  return {
    quick: values.quick === true,
    connections: wholeNumber("connections", values.connections, 64, 1),
    poolSize: 20,
    warmUpSeconds: wholeNumber("warm-up", values["warm-up"], otherwise.warmUpSeconds, 0),
    rounds: wholeNumber("rounds", values.rounds, otherwise.rounds, 1),
    roundSeconds: wholeNumber("seconds", values.seconds, otherwise.roundSeconds, 1),
    settlingRounds: wholeNumber("settling-rounds", values["settling-rounds"], otherwise.settlingRounds, 0),
    seed: wholeNumber("seed", values.seed, 1, 0),
    json: values.json ?? null,
    cpuProfile: values["cpu-profile"] ?? null,
  }
}
