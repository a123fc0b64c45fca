/** For tests that wait for signals, or for their absence. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseInfo } from "../database/Database.ts"
import type { Wake, WakeChannel } from "../database/Wake.ts"
import { withinLive } from "../database/WorkLoop.ts"

/** A subscription that has heard all there was to hear: on Postgres, the look that follows the first LISTEN included. */
export const quietSubscription = Effect.fnUntraced(function* (wake: Wake["Service"], channel: WakeChannel) {
  const sql = yield* SqlClient.SqlClient
  const woken = yield* wake.subscribe(channel)
  if ((yield* DatabaseInfo).kind === "postgres") {
    // Somebody else's signals, until one is heard: now it is listening.
    do yield* sql`SELECT pg_notify(${channel}, 'test')`
    while (!(yield* withinLive(100, woken)))
  }
  const quiet = Effect.gen(function* () {
    while (yield* withinLive(300, woken));
  })
  yield* quiet
  return { soon: withinLive(5_000, woken), now: withinLive(50, woken), quiet }
})
