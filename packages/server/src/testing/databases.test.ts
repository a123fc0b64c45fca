import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describeOnBoth, describeOnPostgres, testPostgresUrl, testServerUrl } from "./databases.ts"

describeOnBoth("a test database", ({ kind, layer }) => {
  it.effect("is migrated, and another one each time", () =>
    Effect.gen(function* () {
      const use = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT * FROM accounts`, [])
        yield* sql`CREATE TABLE only_mine (n int)`
        return yield* sql<{ readonly version: string }>`SELECT version() AS version`
      })
      const [row] = yield* Effect.provide(use, layer)
      assert.strictEqual(row?.version.includes("PGlite"), kind === "pglite")
      yield* Effect.provide(use, layer)
    }),
  )
})

describeOnPostgres("a test database on a server", ({ layer }) => {
  it.effect("is dropped afterwards, connections and all", () =>
    Effect.gen(function* () {
      const name = yield* Effect.scoped(Effect.map(testPostgresUrl("empty"), (url) => new URL(url).pathname.slice(1)))
      const left = yield* Effect.provide(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT datname FROM pg_database WHERE datname = ${name}`),
        layer,
      )
      assert.deepStrictEqual(left, [])
    }),
  )
})

describe("suites for PostgreSQL", () => {
  it("are registered where PESOREAL_TEST_DATABASE_URL names a server", () => {
    let registered = false
    if (testServerUrl === "") {
      describeOnPostgres("never", () => {
        registered = true
      })
    }
    assert.isFalse(registered)
  })
})
