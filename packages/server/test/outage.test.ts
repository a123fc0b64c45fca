/**
 * PostgreSQL away for a while, with a real server under a stream of charges: connections are cut, and then the database takes
 * none. The process stays alive, says 503, and goes on when the database is back, without a restart.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Ask } from "../../../scripts/drills/audit.ts"
import { call } from "../../../scripts/drills/client.ts"
import { postgres } from "../../../scripts/drills/databases.ts"
import { newSeed } from "../../../scripts/drills/random.ts"
import { openShop } from "../../../scripts/drills/shop.ts"
import { until } from "../../../scripts/drills/waiting.ts"
import { testPostgresUrl, testServerUrl } from "../src/testing/databases.ts"

const timeout = 120_000
const cuts = 4

const drill = async (databaseUrl: string) => {
  const name = new URL(databaseUrl).pathname.slice(1)
  const cut = (ask: Ask) => ask(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
  const shop = await openShop({ databaseUrl, seed: newSeed(), workers: 4 })
  try {
    const { charges } = shop
    const first = shop.server()
    const ready = async () => (await call<{ code?: string }>(`${await first.listening}/health/ready`)).status
    const unavailable = () => charges.outcomes.get("503") ?? 0
    await shop.serves()
    await postgres(testServerUrl).withAsk(async (ask) => {
      for (let i = 0; i < cuts; i++) {
        await cut(ask)
        await shop.serves()
        await sleep(200)
      }
      await ask(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`)
      await cut(ask)
      await until("readiness to turn false", 10_000, async () => ((await ready()) === 503 ? true : undefined))
      const before = unavailable()
      await until("a charge to be answered 503", 10_000, () => (unavailable() > before ? true : undefined))
      await ask(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`)
    })
    await shop.serves()
    await until("readiness to be back", 10_000, async () => ((await ready()) === 200 ? true : undefined))
    const { books, problems } = await shop.close()
    return { books, problems, outcomes: [...charges.outcomes.keys()], ended: await first.ended }
  } finally {
    await shop.abandon()
  }
}

describe.skipIf(testServerUrl === "")("a server whose PostgreSQL goes away", () => {
  it.live(
    "answers 503 meanwhile, goes on afterwards, and has lost nothing",
    () =>
      Effect.gen(function* () {
        const databaseUrl = yield* testPostgresUrl("empty")
        const { books, problems, outcomes, ended } = yield* Effect.promise(() => drill(databaseUrl))
        assert.deepStrictEqual(problems, [])
        assert.isAbove(books.charges.size, cuts)
        assert.sameMembers(outcomes, ["201", "503"])
        assert.deepStrictEqual(ended, { code: 0, signal: null })
      }),
    timeout,
  )
})
