/**
 * The long form of the kill drill, on PGlite and on a PostgreSQL of its own: prints one line of JSON for each, and exits 1
 * when anything was lost or handled twice.
 *
 *     node --conditions=@pesoreal/source scripts/drills/kill.ts [kills] [seed]
 */
import { findPostgres, postgresMissing, startPostgres } from "../postgres.ts"
import { type KillDrillOptions, runKillDrill } from "./killDrill.ts"
import { newSeed } from "./random.ts"

const workers = 8

const report = async (options: KillDrillOptions): Promise<void> => {
  const { problems, ...figures } = await runKillDrill(options)
  console.log(JSON.stringify({ ...figures, problems }))
  if (problems.length > 0) process.exitCode = 1
}

const kills = Number(process.argv[2] ?? 20)
const seed = Number(process.argv[3] ?? newSeed())
if (![kills, seed].every(Number.isSafeInteger)) throw new Error("Usage: kill.ts [kills] [seed], both whole numbers")
console.error(`The seed is ${seed}`)

await report({ kills, seed, workers })
if (findPostgres() === undefined) console.error(postgresMissing)
else {
  const server = await startPostgres()
  try {
    await report({ kills, seed, workers, databaseUrl: server.url })
  } finally {
    await server.stop()
  }
}
