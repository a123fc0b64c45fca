/** What only PGlite can do wrong, because it lives in this process and has one session. */
import * as PgConnection from "@effect/sql-pg/PgConnection"
import { PGlite } from "@electric-sql/pglite"
import { assert, describe, it, vi } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Queue, Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import type { SqlError } from "effect/sql"
import * as PgliteClient from "./PgliteClient.ts"
import { PgliteServer } from "./PgliteServer.ts"
import { prepared } from "./PreparedData.ts"

const reasonOf = (effect: Effect.Effect<unknown, SqlError.SqlError>) =>
  Effect.map(Effect.flip(effect), ({ reason }) => reason)

describe("PGlite behind a client", () => {
  const openDirectly = Effect.gen(function* () {
    const loadDataDir = new Blob([yield* prepared])
    return yield* Effect.acquireRelease(
      Effect.promise(() => PGlite.create({ loadDataDir })),
      (db) => Effect.promise(() => (db.closed ? Promise.resolve() : db.close())),
    )
  })

  it.live("lets timers fire while a loop of statements runs", () =>
    Effect.gen(function* () {
      const sql = yield* PgliteClient.over(yield* openDirectly)
      let fired = 0
      const timer = setInterval(() => {
        fired += 1
      }, 1)
      for (let i = 0; i < 2_000; i++) yield* sql`SELECT ${i}::int AS n`
      clearInterval(timer)
      assert.isAbove(fired, 0)
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer)),
  )

  it.effect("that was closed gives connection errors, also to listeners and in a transaction", () =>
    Effect.gen(function* () {
      const db = yield* openDirectly
      const sql = yield* PgliteClient.over(db)
      const queue = yield* sql.listen("x")
      const inside = sql.withTransaction(
        Effect.andThen(
          Effect.promise(() => db.close()),
          sql`SELECT 1`,
        ),
      )
      assert.isTrue(Exit.isFailure(yield* Effect.exit(inside)))
      const error = yield* Effect.flip(sql`SELECT 1`)
      assert.strictEqual(error.reason._tag, "ConnectionError")
      assert.match(String(error.reason.cause), /embedded database has failed.*Restart the server/u)
      assert.strictEqual((yield* reasonOf(sql.withTransaction(sql`SELECT 1`)))._tag, "ConnectionError")
      assert.strictEqual((yield* reasonOf(Queue.take(queue)))._tag, "ConnectionError")
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer)),
  )

  it.effect("that stops in the middle of an answer gives a connection error", () =>
    Effect.gen(function* () {
      const db = yield* openDirectly
      const sql = yield* PgliteClient.over(db)
      yield* sql`SELECT 1`
      // What a stack overflow in its WebAssembly looks like from here.
      vi.spyOn(db, "execProtocolRawStream").mockImplementation(() => Promise.resolve())
      assert.strictEqual((yield* reasonOf(sql`SELECT 1`))._tag, "ConnectionError")
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer)),
  )

  it.effect("undoes what a connection that broke has left, before the next one", () =>
    Effect.gen(function* () {
      const db = yield* openDirectly
      const server = new PgliteServer(db)
      const connect = PgConnection.make({ stream: server.connect, username: "postgres" })
      yield* Effect.scoped(
        Effect.gen(function* () {
          const first = yield* connect
          yield* first.query("CREATE TABLE t (id int)")
          yield* first.query("SET TimeZone = 'Asia/Tokyo'")
          yield* first.query("BEGIN")
          yield* first.query("INSERT INTO t VALUES (1)")
        }),
      )
      const second = yield* connect
      assert.deepStrictEqual((yield* second.query("SELECT * FROM t")).rows, [])
      assert.deepStrictEqual((yield* second.query("SHOW TimeZone")).rows, [{ TimeZone: "UTC" }])
    }).pipe(Effect.scoped),
  )

  it.effect("serves one connection at a time", () =>
    Effect.gen(function* () {
      const db = yield* openDirectly
      const server = new PgliteServer(db)
      const connect = PgConnection.make({
        stream: server.connect,
        username: "postgres",
        connectTimeout: Duration.infinity,
      })
      const firstScope = yield* Scope.make()
      const first = yield* Scope.provide(connect, firstScope)
      yield* first.query("BEGIN")
      const second = yield* Effect.forkChild(Effect.flatMap(connect, (connection) => connection.query("SELECT 1 AS n")))
      for (let turns = 0; turns < 20; turns++) yield* Effect.promise(() => new Promise((next) => setImmediate(next)))
      assert.deepStrictEqual((yield* first.query("SELECT 2 AS n")).rows, [{ n: 2 }])
      assert.isUndefined(second.pollUnsafe())
      yield* first.interrupt
      yield* Scope.close(firstScope, Exit.void)
      assert.deepStrictEqual((yield* Fiber.join(second)).rows, [{ n: 1 }])
    }).pipe(Effect.scoped),
  )

  it.effect("says why it does not start", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(PgliteClient.make({ loadDataDir: new Blob(["no tar"]) }))
      assert.strictEqual(error._tag, "PgliteStartError")
      assert.isAbove(error.message.length, 10)
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer)),
  )
})
