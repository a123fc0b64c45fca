/**
 * The short form of the kill drill, with real processes: `kill -9` of the server at random moments under a stream of charges.
 * The long form is `scripts/drills/kill.ts`. A failure names its seed, and the seed repeats the moments.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type KillDrillOptions, type KillReport, runKillDrill } from "../../../scripts/drills/killDrill.ts"
import { newSeed } from "../../../scripts/drills/random.ts"
import { testPostgresUrl, testServerUrl } from "../src/testing/databases.ts"

/** A dead process's leases run out after 30 s, and the machine may be running every other test beside it. */
const timeout = 170_000
const workers = 4

const drill = (options: Pick<KillDrillOptions, "kills" | "databaseUrl">) =>
  Effect.promise(async () => {
    const seed = newSeed()
    // Before the drill: what fails by waiting in vain has no report.
    console.log(`kill drill: the seed is ${seed}`)
    const report = await runKillDrill({ ...options, seed, workers })
    console.log(JSON.stringify(report))
    return report
  })

const assertAllIsWell = (report: KillReport): void => {
  assert.deepStrictEqual(report.problems, [])
  assert.deepInclude(report, { lost: 0, handledTwice: 0, deliveries: report.charges })
  // A drill in which nothing happens shows nothing.
  assert.isAtLeast(report.charges, report.kills)
  assert.isAtLeast(report.repeatedRequests, report.kills)
}

describe.concurrent("a server that is killed under a stream of charges", () => {
  it.live(
    "loses no webhook, and has none handled twice, on PGlite",
    () => Effect.map(drill({ kills: 3 }), assertAllIsWell),
    timeout,
  )

  it.live.skipIf(testServerUrl === "")(
    "loses no webhook, and has none handled twice, on PostgreSQL",
    () =>
      testPostgresUrl("empty").pipe(
        Effect.flatMap((databaseUrl) => drill({ kills: 4, databaseUrl })),
        Effect.map(assertAllIsWell),
      ),
    timeout,
  )
})
