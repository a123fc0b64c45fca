/** What a run of the bench of core may be told on its command line. */
import { parseArgs } from "node:util"
import { wholeNumber } from "../parameters.ts"

export interface CoreParameters {
  readonly quick: boolean
  readonly rounds: number
  readonly turnMs: number
  readonly warmUpMs: number
  readonly seed: number
  /** Only the comparisons whose titles contain this text, in any case. */
  readonly only: string
  /** File for every figure of the run as JSON. */
  readonly json: string | null
}

const full = { rounds: 11, turnMs: 40, warmUpMs: 300 }
/** Shows that everything works and that answers agree, and little about speed. */
const short = { rounds: 3, turnMs: 5, warmUpMs: 20 }

export const coreUsage = `npm run bench -- core [options]
  --quick          a short run, to see that it works; its figures mean little
  --only TEXT      only comparisons whose titles contain TEXT (cpf)
  --rounds N       interleaved rounds (${full.rounds})
  --turn-ms N      milliseconds of each function in a round (${full.turnMs})
  --warm-up-ms N   milliseconds of each function before the first round (${full.warmUpMs})
  --seed N         seed of the inputs (1)
  --json FILE      also write every figure to FILE`

const options = {
  quick: { type: "boolean" },
  only: { type: "string" },
  rounds: { type: "string" },
  "turn-ms": { type: "string" },
  "warm-up-ms": { type: "string" },
  seed: { type: "string" },
  json: { type: "string" },
} as const

/** Throws a TypeError whose message is for the person at the command line. */
export const coreParameters = (args: ReadonlyArray<string>): CoreParameters => {
  const { values } = parseArgs({ args: [...args], options, strict: true })
  const otherwise = values.quick === true ? short : full
  return {
    quick: values.quick === true,
    rounds: wholeNumber("rounds", values.rounds, otherwise.rounds, 1),
    turnMs: wholeNumber("turn-ms", values["turn-ms"], otherwise.turnMs, 1),
    warmUpMs: wholeNumber("warm-up-ms", values["warm-up-ms"], otherwise.warmUpMs, 0),
    seed: wholeNumber("seed", values.seed, 1, 0),
    only: values.only ?? "",
    json: values.json ?? null,
  }
}
