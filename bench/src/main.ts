/**
 * `npm run bench`: charges per second, next to hand-written servers. `npm run bench -- core`: the functions of core, next to
 * the packages of npm that do the same. Exits 1 when an answer was wrong, because then the figures mean nothing.
 */
import { coreParameters, coreUsage } from "./core/parameters.ts"
import { parameters, usage } from "./parameters.ts"

/** Ends with what is wrong with the run; nothing, when its figures can be believed. */
type Bench = () => Promise<ReadonlyArray<string>>

/** Throws a TypeError for the person at the command line. What the bench needs is loaded when it starts. */
const chosen = (args: ReadonlyArray<string>): Bench => {
  const [word, ...rest] = args
  if (word === "core") {
    const options = coreParameters(rest)
    return async () => (await import("./core/core.ts")).benchCore(options)
  }
  const options = parameters(args)
  return async () => (await import("./charges.ts")).benchCharges(options)
}

const main = async (args: ReadonlyArray<string>): Promise<number> => {
  let bench: Bench
  try {
    bench = chosen(args)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n\n${coreUsage}`)
    return 2
  }
  const wrong = await bench()
  for (const line of wrong) console.error(line)
  return wrong.length === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
