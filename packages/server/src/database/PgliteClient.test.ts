/** The same programs against both databases, so that what a test sees on PGlite holds on PostgreSQL. */
import * as PgClient from "@effect/sql-pg/PgClient"
import * as PgTypes from "@effect/sql-pg/PgTypes"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Queue, Ref, Stream } from "effect"
import type { SqlError } from "effect/sql"
import { describeOnBoth } from "../testing/databases.ts"

const client = PgClient.PgClient

/** A table that no other test uses. */
const table = Effect.fnUntraced(function* (columns: string) {
  const sql = yield* client
  const name = `t_${String(yield* Ref.updateAndGet(tables, (n) => n + 1))}`
  yield* sql.unsafe(`CREATE TABLE ${name} (${columns})`)
  return sql(name)
})
const tables = Ref.makeUnsafe(0)

const reasonOf = (effect: Effect.Effect<unknown, SqlError.SqlError>) =>
  Effect.map(Effect.flip(effect), ({ reason }) => reason)

const oneOfEachType = `
  SELECT 9007199254740993::int8 AS int8, 42::int4 AS int4, 7::int2 AS int2, 1.5::float8 AS float8,
    12345678901234567890.12::numeric AS numeric, true AS bool, 'á'::text AS text, 'ab'::varchar(2) AS varchar,
    'c3b4e5a0-0000-7000-8000-000000000001'::uuid AS uuid, '\\xdeadbeef'::bytea AS bytea,
    '2026-01-02T03:04:05.678Z'::timestamptz AS timestamptz, '2026-01-02'::date AS date,
    '{"a":[1,null,"x"],"b":{"c":1.5}}'::jsonb AS jsonb, '[1]'::json AS json, 'null'::jsonb AS jsonb_null, NULL::int8 AS nothing,
    ARRAY['a','b',NULL] AS texts, ARRAY[1,2]::int8[] AS int8s, ARRAY[]::text[] AS none,
    ARRAY['2026-01-02T03:04:05.678Z'::timestamptz] AS timestamptzs, '1 day 2 hours'::interval AS interval`

describeOnBoth("a database client", ({ layer: database }) => {
  layer(database)((it) => {
    it.effect("gives every type of column the same value", () =>
      Effect.gen(function* () {
        const sql = yield* client
        const [row] = yield* sql.unsafe(oneOfEachType)
        assert.deepStrictEqual(row, {
          int8: 9_007_199_254_740_993n,
          int4: 42,
          int2: 7,
          float8: 1.5,
          numeric: "12345678901234567890.12",
          bool: true,
          text: "á",
          varchar: "ab",
          uuid: "c3b4e5a0-0000-7000-8000-000000000001",
          bytea: new Uint8Array([0xde, 0xad, 0xbe, 0xef]),
          timestamptz: new Date("2026-01-02T03:04:05.678Z"),
          date: "2026-01-02",
          jsonb: { a: [1, null, "x"], b: { c: 1.5 } },
          json: [1],
          jsonb_null: null,
          nothing: null,
          texts: ["a", "b", null],
          int8s: [1n, 2n],
          none: [],
          timestamptzs: [new Date("2026-01-02T03:04:05.678Z")],
          interval: { months: 0, days: 1, microseconds: 7_200_000_000n },
        })
      }),
    )

    it.effect("stores and finds every type of parameter", () =>
      Effect.gen(function* () {
        const sql = yield* client
        const t = yield* table(
          "id uuid PRIMARY KEY, n int8, tags text[], meta jsonb, hash bytea, at timestamptz, ok bool, ids int8[]",
        )
        const row = {
          id: "c3b4e5a0-0000-7000-8000-000000000001",
          n: 9_007_199_254_740_991n,
          tags: ["a", 'quote " comma , brace {', "ñ"],
          hash: new Uint8Array([0, 1, 255]),
          at: new Date("2026-01-02T03:04:05.678Z"),
          ok: false,
          ids: [1n, 2n],
        }
        yield* sql`INSERT INTO ${t} ${sql.insert({ ...row, meta: PgTypes.jsonb({ deep: [1, { x: null }] }) })}`
        const found =
          yield* sql`SELECT * FROM ${t} WHERE id = ${row.id} AND at = ${row.at} AND tags @> ${["a"]} AND n = ${row.n}`
        assert.deepStrictEqual(found, [{ ...row, meta: { deep: [1, { x: null }] } }])

        const updated =
          yield* sql`UPDATE ${t} SET meta = ${sql.json("text")}, tags = ${[]}, n = ${5} RETURNING n, meta, tags`
        assert.deepStrictEqual(updated, [{ n: 5n, meta: "text", tags: [] }])
        assert.deepStrictEqual(yield* sql`DELETE FROM ${t} WHERE ${sql.in("id", [row.id])} RETURNING id`, [
          { id: row.id },
        ])
      }),
    )

    it.effect("reads rows out of one JSON parameter, as batches do", () =>
      Effect.gen(function* () {
        const sql = yield* client
        const rows = JSON.stringify([
          { ord: 1, amount: 10, hash: "00ff" },
          { ord: 2, amount: 20, hash: null },
        ])
        assert.deepStrictEqual(
          yield* sql`SELECT ord, amount, decode(hash, 'hex') AS hash
            FROM json_to_recordset(${rows}::json) AS i(ord int, amount bigint, hash text) ORDER BY ord`,
          [
            { ord: 1, amount: 10n, hash: new Uint8Array([0, 255]) },
            { ord: 2, amount: 20n, hash: null },
          ],
        )
      }),
    )

    it.effect("streams rows, and gives values without names", () =>
      Effect.gen(function* () {
        const sql = yield* client
        const rows = yield* Stream.runCollect(sql`SELECT g AS n FROM generate_series(1, 2000) g`.stream)
        assert.strictEqual(rows.length, 2_000)
        assert.deepStrictEqual(yield* sql`SELECT 1 AS a, 'x' AS b`.values, [[1, "x"]])
      }),
    )

    it.effect("returns an answer of several megabytes whole", () =>
      Effect.gen(function* () {
        const sql = yield* client
        const rows = yield* sql<{
          readonly text: string
        }>`SELECT repeat('x', 100000) AS text FROM generate_series(1, 50)`
        assert.strictEqual(
          rows.reduce((sum, { text }) => sum + text.length, 0),
          5_000_000,
        )
      }),
    )

    it.effect("names the reason of an error, and goes on", () =>
      Effect.gen(function* () {
        const sql = yield* client
        const t = yield* table(
          "id int PRIMARY KEY, other int UNIQUE, amount int CHECK (amount > 0), parent int REFERENCES accounts",
        )
        yield* sql`INSERT INTO ${t} VALUES (1, 1, 1, NULL)`

        const byKey = yield* reasonOf(sql`INSERT INTO ${t} VALUES (1, 2, 1, NULL)`)
        assert.strictEqual(byKey._tag === "UniqueViolation" && byKey.constraint, `${t.value}_pkey`)
        const byOther = yield* reasonOf(sql`INSERT INTO ${t} VALUES (2, 1, 1, NULL)`)
        assert.strictEqual(byOther._tag === "UniqueViolation" && byOther.constraint, `${t.value}_other_key`)
        assert.strictEqual((yield* reasonOf(sql`INSERT INTO ${t} VALUES (3, 3, 0, NULL)`))._tag, "ConstraintError")
        assert.strictEqual((yield* reasonOf(sql`INSERT INTO ${t} VALUES (3, 3, 1, -1)`))._tag, "ConstraintError")
        assert.strictEqual((yield* reasonOf(sql`INSERT INTO ${t} VALUES (NULL, 3, 1, NULL)`))._tag, "ConstraintError")
        assert.strictEqual((yield* reasonOf(sql`SELEC 1`))._tag, "SqlSyntaxError")
        assert.strictEqual((yield* reasonOf(sql`SELECT * FROM nothing_like_it`))._tag, "SqlSyntaxError")
        assert.strictEqual((yield* reasonOf(sql`SELECT 1 / 0`))._tag, "UnknownError")
        assert.strictEqual((yield* reasonOf(sql`SELECT ${"x\u0000y"}::text`))._tag, "UnknownError")
        const raised = (code: string) =>
          reasonOf(sql.unsafe(`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${code}'; END $$`))
        assert.strictEqual((yield* raised("40001"))._tag, "SerializationError")
        assert.strictEqual((yield* raised("40P01"))._tag, "DeadlockError")
        assert.strictEqual((yield* raised("55P03"))._tag, "LockTimeoutError")
        assert.strictEqual((yield* raised("57014"))._tag, "StatementTimeoutError")
        assert.strictEqual((yield* raised("42501"))._tag, "AuthorizationError")
        assert.deepStrictEqual(yield* sql`SELECT id FROM ${t}`, [{ id: 1 }])
      }),
    )

    it.effect("makes plans for the values at hand, never one for all", () =>
      Effect.gen(function* () {
        const sql = yield* client
        assert.deepStrictEqual(yield* sql`SHOW plan_cache_mode`, [{ plan_cache_mode: "force_custom_plan" }])
      }),
    )
  })
})

describeOnBoth("a transaction", ({ kind, layer: database }) => {
  layer(database)((it) => {
    const setUp = Effect.gen(function* () {
      const sql = yield* client
      const t = yield* table("id int PRIMARY KEY")
      const add = (id: number) => sql`INSERT INTO ${t} VALUES (${id})`
      const ids = Effect.map(sql<{ readonly id: number }>`SELECT id FROM ${t} ORDER BY id`, (rows) =>
        rows.map(({ id }) => id),
      )
      return { sql, add, ids }
    })

    it.effect("keeps all when it succeeds, and nothing when it fails or dies", () =>
      Effect.gen(function* () {
        const { sql, add, ids } = yield* setUp
        yield* sql.withTransaction(Effect.andThen(add(1), add(2)))
        assert.strictEqual(yield* Effect.flip(sql.withTransaction(Effect.andThen(add(3), Effect.fail("no")))), "no")
        assert.isTrue(Exit.isFailure(yield* Effect.exit(sql.withTransaction(Effect.andThen(add(4), Effect.die("no"))))))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(sql.withTransaction(Effect.andThen(add(5), add(1))))))
        assert.deepStrictEqual(yield* ids, [1, 2])
      }),
    )

    it.effect("has savepoints for those inside it", () =>
      Effect.gen(function* () {
        const { sql, add, ids } = yield* setUp
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* add(1)
            yield* Effect.ignore(sql.withTransaction(Effect.andThen(add(2), Effect.fail("no"))))
            yield* sql.withTransaction(Effect.andThen(add(3), Effect.ignore(sql.withTransaction(add(1)))))
            yield* add(4)
          }),
        )
        assert.deepStrictEqual(yield* ids, [1, 3, 4])
      }),
    )

    it.effect("is rolled back when its fiber is interrupted in the middle, and the connection serves others", () =>
      Effect.gen(function* () {
        const { sql, add, ids } = yield* setUp
        const reached = yield* Deferred.make<void>()
        const fiber = yield* Effect.forkChild(
          sql.withTransaction(
            add(1).pipe(Effect.andThen(Deferred.succeed(reached, undefined)), Effect.andThen(Effect.never)),
          ),
        )
        yield* Deferred.await(reached)
        yield* Fiber.interrupt(fiber)
        yield* sql.withTransaction(add(2))
        assert.deepStrictEqual(yield* ids, [2])
      }),
    )

    it.effect("is rolled back when it is interrupted during a statement, a hundred times over", () =>
      Effect.gen(function* () {
        const { sql, add, ids } = yield* setUp
        for (let i = 0; i < 100; i++) {
          const fiber = yield* Effect.forkChild(
            sql.withTransaction(
              Effect.forEach([1, 2, 3, 4, 5], add, { discard: true }).pipe(Effect.andThen(Effect.never)),
            ),
          )
          for (let turns = 0; turns < i % 20; turns++) yield* Effect.yieldNow
          yield* Fiber.interrupt(fiber)
        }
        assert.deepStrictEqual(yield* ids, [])
        yield* sql.withTransaction(add(7))
        assert.deepStrictEqual(yield* ids, [7])
      }),
    )

    it.effect("that waits for a connection can be interrupted", () =>
      Effect.gen(function* () {
        const { sql, add, ids } = yield* setUp
        const release = yield* Deferred.make<void>()
        const connections = kind === "pglite" ? 1 : 8
        const holders = yield* Effect.forEach(Array.from({ length: connections }), () =>
          Effect.gen(function* () {
            const inside = yield* Deferred.make<void>()
            const hold = Effect.andThen(Deferred.succeed(inside, undefined), Deferred.await(release))
            const holder = yield* Effect.forkChild(sql.withTransaction(hold))
            yield* Deferred.await(inside)
            return holder
          }),
        )
        const waiting = yield* Effect.forkChild(sql.withTransaction(add(1)))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(waiting)
        yield* Deferred.succeed(release, undefined)
        yield* Effect.forEach(holders, Fiber.join, { discard: true })
        assert.deepStrictEqual(yield* ids, [])
      }),
    )

    it.effect("tells of its commit afterwards, and only then", () =>
      Effect.gen(function* () {
        const { sql, add, ids } = yield* setUp
        const seen = yield* Ref.make<ReadonlyArray<number>>([])
        const look = Effect.orDie(Effect.flatMap(ids, (found) => Ref.set(seen, found)))
        yield* Effect.ignore(
          sql.withTransaction(Effect.andThen(sql.afterCommit(look), Effect.andThen(add(1), Effect.fail("no")))),
        )
        assert.deepStrictEqual(yield* Ref.get(seen), [])
        yield* sql.withTransaction(Effect.andThen(sql.afterCommit(look), add(2)))
        assert.deepStrictEqual(yield* Ref.get(seen), [2])
      }),
    )

    it.effect("of many at once loses no increment", () =>
      Effect.gen(function* () {
        const sql = yield* client
        const t = yield* table("n int NOT NULL")
        yield* sql`INSERT INTO ${t} VALUES (0)`
        const increment = sql.withTransaction(
          Effect.gen(function* () {
            const [row] = yield* sql<{ readonly n: number }>`SELECT n FROM ${t} FOR UPDATE`
            yield* Effect.yieldNow
            yield* sql`UPDATE ${t} SET n = ${(row?.n ?? 0) + 1}`
          }),
        )
        yield* Effect.all(
          Array.from({ length: 60 }, () => increment),
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual(yield* sql`SELECT n FROM ${t}`, [{ n: 60 }])
      }),
    )
  })
})

describeOnBoth("notifications", ({ layer: database }) => {
  layer(database)((it) => {
    it.effect("reach every listener of their channel, and no other", () =>
      Effect.gen(function* () {
        const sql = yield* client
        const one = yield* sql.listen('Channel "one"')
        const same = yield* sql.listen('Channel "one"')
        const other = yield* sql.listen("other")
        yield* sql.notify('Channel "one"', "payload é")
        yield* sql.notify("other", "")
        assert.deepInclude(yield* Queue.take(one), { channel: 'Channel "one"', payload: "payload é" })
        assert.deepInclude(yield* Queue.take(same), { channel: 'Channel "one"', payload: "payload é" })
        assert.deepInclude(yield* Queue.take(other), { channel: "other", payload: "" })
        assert.strictEqual((yield* Queue.size(one)) + (yield* Queue.size(other)), 0)
      }),
    )

    it.effect("of a transaction arrive when it has committed", () =>
      Effect.gen(function* () {
        const sql = yield* client
        const queue = yield* sql.listen("committed")
        const say = (payload: string) => sql`SELECT pg_notify('committed', ${payload})`
        yield* Effect.ignore(sql.withTransaction(Effect.andThen(say("rolled back"), Effect.fail("no"))))
        yield* sql.withTransaction(say("committed"))
        assert.strictEqual((yield* Queue.take(queue)).payload, "committed")
      }),
    )

    it.effect("end with the listener's scope", () =>
      Effect.gen(function* () {
        const sql = yield* client
        const queue = yield* Effect.scoped(sql.listen("ended"))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(Queue.take(queue))))
        yield* sql.notify("ended", "to nobody")
        assert.deepStrictEqual(yield* sql`SELECT 1 AS alive`, [{ alive: 1 }])
      }),
    )

    it.effect("need a name that PostgreSQL can keep", () =>
      Effect.gen(function* () {
        const sql = yield* client
        assert.match((yield* Effect.flip(sql.listen("x".repeat(64)))).message, /63/u)
        assert.strictEqual((yield* Effect.flip(sql.notify("x".repeat(64), "")))._tag, "SqlError")
      }),
    )
  })
})
