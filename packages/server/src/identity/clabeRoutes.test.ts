import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describeOnBoth } from "../testing/databases.ts"
import { allocateRoute, routeCount } from "./clabeRoutes.ts"

/** An account whose id is chosen, so that its first candidate is known. */
const account = Effect.fnUntraced(function* (accountId: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO accounts (account_id, public_id, is_sandbox, status, main_provider, holder_name, holder_tax_id,
      holder_tax_id_type, account_type, created_at)
    VALUES (${accountId}, gen_random_uuid(), true, 'ACTIVE', 'sandbox', 'n', 't', 'RFC', 'PJ', '2030-01-01')`
  return accountId
})
const occupy = (from: number, to: number, accountId: number) =>
  SqlClient.SqlClient.use(
    (sql) =>
      sql`INSERT INTO clabe_routes (route, account_id) SELECT n, ${accountId} FROM generate_series(${from}::int, ${to}::int) AS s (n)`,
  )

describeOnBoth("allocateRoute", (database) => {
  layer(database.layer)((it) => {
    it.effect("follows the account id, in six digits", () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* allocateRoute(yield* account(1234)), 1234)
        assert.strictEqual(yield* allocateRoute(yield* account(routeCount + 77)), 77)
        assert.strictEqual(yield* allocateRoute(yield* account(7 * routeCount)), 0)
      }),
    )

    it.effect("takes the next free one when the candidate is taken, over more than one window", () =>
      Effect.gen(function* () {
        const id = yield* account(500_000)
        yield* occupy(500_000, 502_499, id)
        assert.strictEqual(yield* allocateRoute(id), 502_500)
        assert.strictEqual(yield* allocateRoute(id), 502_501)
      }),
    )

    it.effect("goes on at zero after the last one", () =>
      Effect.gen(function* () {
        const id = yield* account(999_999)
        yield* occupy(2, 20, id)
        assert.strictEqual(yield* allocateRoute(id), 999_999)
        const next = yield* allocateRoute(id)
        assert.include([0, 1], next)
      }),
    )

    it.effect("gives every one of many that want the same candidate a route of its own", () =>
      Effect.gen(function* () {
        const id = yield* account(300_000)
        const routes = yield* Effect.all(
          Array.from({ length: 40 }, () => allocateRoute(id)),
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual(
          routes.toSorted((a, b) => a - b),
          Array.from({ length: 40 }, (_, i) => 300_000 + i),
        )
      }),
    )
  })
})
