import { assert, describe, effect, layer, test } from "@effect/vitest"
import { Effect, Logger, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import { describeOnBoth, describeOnPostgres, testPostgresUrl } from "../testing/databases.ts"
import { migrations } from "./migrations/index.ts"
import { migrate, migrateTo } from "./Migrations.ts"
import { connectPostgres } from "./Postgres.ts"

/** Runs an effect, and answers what it logged. */
const logged = Effect.fnUntraced(function* <E, R>(program: Effect.Effect<unknown, E, R>) {
  const messages: Array<string> = []
  const collect = Logger.make(({ message }) => {
    messages.push(String(message))
  })
  yield* Effect.provide(program, Logger.layer([collect]))
  return messages
})

const statement = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.asVoid(sql.unsafe(text)))

describe("the list of migrations", () => {
  test("counts up from 0001 without a gap", () => {
    const numbers = Object.keys(migrations).map((name) => Number(/^(\d{4})_[a-z0-9_]+$/u.exec(name)?.[1]))
    assert.deepStrictEqual(
      numbers,
      numbers.map((_, index) => index + 1),
    )
  })
})

describeOnBoth("migrations", ({ layer: database }) => {
  layer(database)((it) => {
    it.effect("find nothing to do the second time, and say nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const applied = sql<{ readonly name: string }>`SELECT name FROM schema_migrations ORDER BY migration_id`
        assert.deepStrictEqual(
          (yield* applied).map(({ name }) => name),
          Object.keys(migrations).map((name) => name.slice(5)),
        )
        assert.deepStrictEqual(yield* logged(migrate), [])
        assert.strictEqual((yield* applied).length, Object.keys(migrations).length)
      }),
    )

    it.effect("run what is new, together or not at all", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const latest = Object.keys(migrations).length
        const name = (ahead: number) => `${String(latest + ahead).padStart(4, "0")}_test`
        const good = { ...migrations, [name(1)]: statement("CREATE TABLE added (id int)") }
        const bad = { ...good, [name(2)]: statement("ALTER TABLE added DROP COLUMN absent") }

        const error = yield* Effect.flip(migrateTo(bad))
        assert.strictEqual(error._tag, "MigrationFailed")
        assert.match(error.message, /is as it was.*_test.*column "absent" of relation "added" does not exist/u)
        assert.deepStrictEqual(yield* sql`SELECT to_regclass('added') AS added`, [{ added: null }])

        yield* migrateTo(good)
        assert.deepStrictEqual(yield* sql`SELECT * FROM added`, [])
      }),
    )

    it.effect("leave a database alone that a newer server has migrated, with one warning", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO schema_migrations (migration_id, name) VALUES (9999, 'from_the_future')`
        const messages = yield* logged(migrate)
        assert.strictEqual(messages.length, 1)
        assert.match(messages.join(""), /at migration 9999, and this server knows \d+: a newer server/u)
      }),
    )
  })
})

describeOnPostgres("migrations of several processes", () => {
  effect("that start at once run one time", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* testPostgresUrl("empty"))
      const start = Effect.gen(function* () {
        const { client } = yield* connectPostgres({ url, poolSize: 2 })
        yield* Effect.provideService(migrate, SqlClient.SqlClient, client)
        return yield* client`SELECT count(*)::int AS applied FROM schema_migrations`
      }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
      const found = yield* Effect.all([start, start, start, start, start], { concurrency: "unbounded" })
      for (const rows of found) assert.deepStrictEqual(rows, [{ applied: Object.keys(migrations).length }])
    }),
  )
})
