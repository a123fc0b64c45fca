import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { describeOnBoth, describeOnPostgres } from "../testing/databases.ts"
import { quietSubscription } from "../testing/wake.ts"
import { Wake } from "./Wake.ts"

describeOnBoth("Wake", (database) => {
  layer(Wake.layer.pipe(Layer.provideMerge(database.layer)), { excludeTestServices: true })((it) => {
    it.effect("makes one wake-up of many signals, for each subscriber of the channel", () =>
      Effect.gen(function* () {
        const wake = yield* Wake
        const first = yield* quietSubscription(wake, "pesoreal_deliveries")
        const second = yield* quietSubscription(wake, "pesoreal_deliveries")
        const other = yield* quietSubscription(wake, "pesoreal_settlements")
        for (let i = 0; i < 10; i++) yield* wake.signal("pesoreal_deliveries")
        assert.deepStrictEqual([yield* first.soon, yield* second.soon], [true, true])
        assert.deepStrictEqual([yield* first.now, yield* second.now, yield* other.now], [false, false, false])
      }),
    )

    it.effect("waits for the commit, and is silent after a rollback", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const wake = yield* Wake
        const subscriber = yield* quietSubscription(wake, "pesoreal_settlements")
        const signal = wake.afterCommit("pesoreal_settlements")
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql.withTransaction(signal)
            assert.isFalse(yield* subscriber.now)
          }),
        )
        assert.isTrue(yield* subscriber.soon)
        yield* Effect.flip(sql.withTransaction(Effect.andThen(signal, Effect.fail("no"))))
        assert.isFalse(yield* subscriber.now)
        yield* signal
        assert.isTrue(yield* subscriber.soon)
      }),
    )
  })
})

/** Two processes on one database. */
const two = Effect.all([Layer.build(Layer.fresh(Wake.layer)), Layer.build(Layer.fresh(Wake.layer))]).pipe(
  Effect.flatMap(([one, another]) =>
    Effect.all([Effect.provide(Effect.service(Wake), one), Effect.provide(Effect.service(Wake), another)]),
  ),
)

describeOnPostgres("Wake between processes", (database) => {
  layer(database.layer, { excludeTestServices: true })((it) => {
    it.effect("reaches the others once, and the sender not twice", () =>
      Effect.gen(function* () {
        const [one, another] = yield* two
        const here = yield* quietSubscription(one, "pesoreal_deliveries")
        const there = yield* quietSubscription(another, "pesoreal_deliveries")
        const elsewhere = yield* quietSubscription(another, "pesoreal_settlements")
        yield* one.signal("pesoreal_deliveries")
        assert.deepStrictEqual([yield* here.soon, yield* there.soon], [true, true])
        assert.deepStrictEqual([yield* here.now, yield* there.now, yield* elsewhere.now], [false, false, false])
      }),
    )

    it.effect("keeps a signal to this process within it when asked to", () =>
      Effect.gen(function* () {
        const [one, another] = yield* two
        const here = yield* quietSubscription(one, "pesoreal_deliveries")
        const there = yield* quietSubscription(another, "pesoreal_deliveries")
        yield* one.signalHere("pesoreal_deliveries")
        assert.isTrue(yield* here.soon)
        assert.isFalse(yield* there.now)
      }),
    )

    it.effect("listens again after its connection was lost, and looks for what it missed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [one, another] = yield* two
        const there = yield* quietSubscription(another, "pesoreal_deliveries")
        yield* sql`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND query LIKE 'LISTEN%'`
        assert.isTrue(yield* there.soon, "the look after listening again")
        yield* there.quiet
        yield* one.signal("pesoreal_deliveries")
        assert.isTrue(yield* there.soon)
      }),
    )

    it.effect("takes one connection of its own, and none of the pool's", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const listeners = Effect.map(
          sql<{ readonly count: number }>`
            SELECT count(*)::int AS count FROM pg_stat_activity
            WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
          (rows) => rows[0]?.count,
        )
        yield* Effect.scoped(
          Effect.gen(function* () {
            const [one] = yield* two
            yield* quietSubscription(one, "pesoreal_deliveries")
            assert.strictEqual(yield* listeners, 2)
          }),
        )
        // The server notices the goodbye in its own time.
        while ((yield* listeners) !== 0) yield* Effect.sleep(10)
      }),
    )
  })
})
