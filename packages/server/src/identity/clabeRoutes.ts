/**
 * The six digits that lead from a CLABE to its account (`clabe_routes`). A route belongs to one account for ever, because a
 * CLABE is never issued to another account.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Routes are 0 to 999999: the digits that a CLABE has for them. */
export const routeCount = 1_000_000
/** Candidates that one statement looks through. */
const windowSize = 1000
/** Every window once, and as many tries again for those that lost a race. */
const maximumTries = (2 * routeCount) / windowSize

/**
 * Takes the next free route for an account, in the caller's transaction if there is one. Account ids follow one another,
 * so the first candidate is free until a million accounts exist, and creations at the same time do not meet. When two do,
 * the primary key lets one of them win, and the other looks again with a new snapshot. Dies when all routes are taken:
 * that is an operator's affair, and no caller can do anything about it.
 */
export const allocateRoute = Effect.fn("allocateRoute")(function* (accountId: number) {
  const sql = yield* SqlClient.SqlClient
  let start = accountId % routeCount
  for (let tries = 0; tries < maximumTries; tries++) {
    const free = yield* sql<{ readonly route: number }>`
      SELECT candidate.route FROM (
        SELECT n % ${routeCount}::int AS route, n
        FROM generate_series(${start}::int, ${start + windowSize - 1}::int) AS series (n)
      ) candidate
      WHERE NOT EXISTS (SELECT 1 FROM clabe_routes taken WHERE taken.route = candidate.route)
      ORDER BY candidate.n LIMIT 1`
    const route = free[0]?.route
    if (route === undefined) {
      start = (start + windowSize) % routeCount
      continue
    }
    const taken = yield* sql`
      INSERT INTO clabe_routes (route, account_id) VALUES (${route}, ${accountId})
      ON CONFLICT DO NOTHING RETURNING route`
    if (taken.length === 1) return route
  }
  return yield* Effect.die(new Error(`all ${routeCount} CLABE routes are taken: no further account can be created`))
})
