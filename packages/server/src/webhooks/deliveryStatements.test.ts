/** The dispatcher's SQL, statement by statement: what a scan sees, what a claim takes, what a result may change. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { describeOnBoth, describeOnPostgres } from "../testing/databases.ts"
import { claimDeliveries, firstEndpoint, releaseLeases, scanEndpoints } from "./claim.ts"
import { decide, writeResults } from "./results.ts"
import type { SendResult } from "./Sender.ts"
import {
  attemptRows,
  cashIn,
  deliveryRows,
  forgetDeliveries,
  freshAccount,
  webhookServices,
  writeEvents,
} from "../testing/webhooks.ts"
import { WebhookConfigs } from "./WebhookConfigs.ts"

const leaseMs = 30_000
const delivered: SendResult = { kind: "answered", status: 200, excerpt: "ok", durationMs: 5 }

/** An account with one endpoint and deliveries due at the given instants. */
const withDeliveries = Effect.fnUntraced(function* (dueAtMs: ReadonlyArray<number>) {
  const accountId = freshAccount()
  const configs = yield* WebhookConfigs
  const config = yield* configs.create({ accountId, url: "http://localhost:1/hooks", events: ["cash_in"] })
  for (const createdAtMs of dueAtMs) yield* writeEvents([cashIn(accountId, { createdAtMs })])
  return { accountId, endpointId: config.id.slice("wh_".length) }
})

const claim = Effect.fnUntraced(function* (
  endpoint: { readonly accountId: number; readonly endpointId: string },
  nowMs: number,
  free = 8,
) {
  const sql = yield* SqlClient.SqlClient
  return yield* claimDeliveries(sql, { endpoints: [{ ...endpoint, free }], total: 64, nowMs, leaseMs })
})

describeOnBoth("The statements of delivery", (database) => {
  layer(webhookServices(database), { excludeTestServices: true })((it) => {
    it.effect("scan one entry per endpoint with unfinished work, page by page, in key order", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const sql = yield* SqlClient.SqlClient
        const a = yield* withDeliveries([500, 100, 300])
        const b = yield* withDeliveries([200])
        const idle = yield* withDeliveries([])
        const c = yield* withDeliveries([50])
        yield* sql`UPDATE deliveries SET status = 'DELIVERED', due_at = NULL WHERE account_id = ${c.accountId}`
        const d = yield* withDeliveries([400])
        assert.isAbove(idle.accountId, b.accountId)
        assert.deepStrictEqual(yield* scanEndpoints(sql, firstEndpoint, 10), [
          { ...a, dueAtMs: 100 },
          { ...b, dueAtMs: 200 },
          { ...d, dueAtMs: 400 },
        ])
        assert.deepStrictEqual(yield* scanEndpoints(sql, firstEndpoint, 2), [
          { ...a, dueAtMs: 100 },
          { ...b, dueAtMs: 200 },
        ])
        assert.deepStrictEqual(yield* scanEndpoints(sql, b, 2), [{ ...d, dueAtMs: 400 }])
        assert.deepStrictEqual(yield* scanEndpoints(sql, d, 2), [])
      }),
    )

    it.effect("claim the oldest first, no more than the endpoint has free slots, and nothing before it is due", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const shop = yield* withDeliveries([300, 100, 200, 1_001])
        const first = yield* claim(shop, 1_000, 2)
        const rows = yield* deliveryRows(shop.accountId)
        const dueAt = (createdAtMs: number) =>
          rows.find((row) => row.created_at.getTime() === createdAtMs)?.delivery_id ?? assert.fail()
        assert.sameMembers(
          first.map((one) => one.deliveryId),
          [dueAt(100), dueAt(200)],
        )
        for (const one of first) {
          assert.deepInclude(one, { ...shop, claimNo: 1, attempts: 0, sandboxEffect: null })
          assert.strictEqual(one.endpoint?.url, "http://localhost:1/hooks")
          assert.include(Buffer.from(one.bytes).toString("utf8"), `"deliveryId":"dlv_${one.deliveryId}"`)
        }
        const leased = rows.filter((row) => row.status === "IN_FLIGHT")
        assert.deepStrictEqual(
          leased.map((row) => row.due_at?.getTime()),
          [31_000, 31_000],
        )
        assert.deepStrictEqual(
          (yield* claim(shop, 1_000)).map((one) => one.deliveryId),
          [dueAt(300)],
        )
        assert.deepStrictEqual(yield* claim(shop, 1_000), [])
      }),
    )

    it.effect("claim no more than the total, in the order of the endpoints given", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const sql = yield* SqlClient.SqlClient
        const a = yield* withDeliveries([1, 2, 3])
        const b = yield* withDeliveries([1, 2, 3])
        const endpoints = [
          { ...b, free: 2 },
          { ...a, free: 8 },
        ]
        const claimed = yield* claimDeliveries(sql, { endpoints, total: 3, nowMs: 10, leaseMs })
        assert.sameMembers(
          claimed.map((one) => one.endpointId),
          [b.endpointId, b.endpointId, a.endpointId],
        )
      }),
    )

    it.effect("claim again what was claimed and not heard of, under a new number, once the lease is over", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const shop = yield* withDeliveries([0])
        assert.strictEqual((yield* claim(shop, 1_000))[0]?.claimNo, 1)
        assert.deepStrictEqual(yield* claim(shop, 1_000 + leaseMs - 1), [])
        const [again = assert.fail()] = yield* claim(shop, 1_000 + leaseMs)
        // No attempt is known of, so none is counted.
        assert.deepInclude(again, { claimNo: 2, attempts: 0 })
      }),
    )

    it.effect("write a result with its attempt, and only once", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const sql = yield* SqlClient.SqlClient
        const shop = yield* withDeliveries([0])
        const [claimed = assert.fail()] = yield* claim(shop, 1_000)
        const result = decide(claimed, delivered, 1_000, 1_005)
        assert.deepStrictEqual(yield* writeResults(sql, [result]), [])
        const rows = yield* deliveryRows(shop.accountId)
        assert.deepInclude(rows[0], { status: "DELIVERED", attempts: 1, claim_no: 1, due_at: null })
        assert.deepStrictEqual(rows[0]?.finished_at, new Date(1_005))
        // As after a connection that was lost before the answer came.
        assert.deepStrictEqual(yield* writeResults(sql, [result]), [result])
        assert.deepStrictEqual(yield* deliveryRows(shop.accountId), rows)
        const [attempt = assert.fail(), ...more] = yield* attemptRows(shop.accountId)
        assert.deepStrictEqual(more, [])
        assert.deepInclude(attempt, {
          claim_no: 1,
          attempt: 1,
          started_at: new Date(1_000),
          duration_ms: 5,
          status: 200,
          error: null,
          excerpt: "ok",
        })
      }),
    )

    it.effect("let a late result of a lost claim change nothing, and the later claim's count", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const sql = yield* SqlClient.SqlClient
        const shop = yield* withDeliveries([0])
        const [lost = assert.fail()] = yield* claim(shop, 1_000)
        const [current = assert.fail()] = yield* claim(shop, 1_000 + leaseMs)
        const before = yield* deliveryRows(shop.accountId)
        const late = decide(lost, delivered, 1_000, 40_000)
        assert.deepStrictEqual(yield* writeResults(sql, [late]), [late])
        assert.deepStrictEqual(yield* deliveryRows(shop.accountId), before)
        assert.deepStrictEqual(yield* attemptRows(shop.accountId), [])

        const failed = decide(current, { kind: "timeout", durationMs: 5_000 }, 31_000, 36_000)
        assert.deepStrictEqual(yield* writeResults(sql, [late, failed]), [late])
        const [row = assert.fail()] = yield* deliveryRows(shop.accountId)
        assert.deepInclude(row, { status: "SCHEDULED", attempts: 1, claim_no: 2, finished_at: null })
        assert.strictEqual(row.due_at?.getTime(), 66_000)
        assert.deepStrictEqual(
          (yield* attemptRows(shop.accountId)).map((attempt) => [attempt.claim_no, attempt.attempt, attempt.error]),
          [[2, 1, "TIMEOUT"]],
        )
        // Nor does it once the delivery waits for its next attempt.
        assert.deepStrictEqual(yield* writeResults(sql, [late, failed]), [late, failed])
      }),
    )

    it.effect("release every lease, and nothing else", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const sql = yield* SqlClient.SqlClient
        const shop = yield* withDeliveries([0, 99_000])
        yield* claim(shop, 1_000)
        yield* releaseLeases(sql, 2_000)
        const rows = yield* deliveryRows(shop.accountId)
        assert.deepStrictEqual(
          rows.map((row) => [row.status, row.due_at?.getTime()]),
          [
            ["IN_FLIGHT", 2_000],
            ["SCHEDULED", 99_000],
          ],
        )
        assert.strictEqual((yield* claim(shop, 2_000))[0]?.claimNo, 2)
      }),
    )
  })
})

describeOnPostgres("The statements of delivery under concurrency", (database) => {
  layer(webhookServices(database), { excludeTestServices: true })((it) => {
    it.effect("never claim one delivery twice", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const shop = yield* withDeliveries([])
        yield* writeEvents(Array.from({ length: 400 }, () => cashIn(shop.accountId)))
        const claims = yield* Effect.forEach(Array.from({ length: 100 }), () => claim(shop, 1_000), {
          concurrency: "unbounded",
        })
        const claimed = claims.flat().map((one) => one.deliveryId)
        assert.strictEqual(new Set(claimed).size, claimed.length)
        const rows = yield* deliveryRows(shop.accountId)
        assert.strictEqual(rows.filter((row) => row.claim_no === 1).length, claimed.length)
        assert.isTrue(rows.every((row) => row.claim_no <= 1))
      }),
    )

    it.effect("pass over rows that somebody else holds, without waiting for them", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const sql = yield* SqlClient.SqlClient
        const shop = yield* withDeliveries([100, 200])
        const holding = yield* Deferred.make<void>()
        const done = yield* Deferred.make<void>()
        const holder = yield* Effect.forkChild(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`SELECT 1 FROM deliveries WHERE created_at = ${new Date(100)} FOR UPDATE`
              yield* Deferred.succeed(holding, undefined)
              yield* Deferred.await(done)
            }),
          ),
        )
        yield* Deferred.await(holding)
        assert.strictEqual((yield* claim(shop, 1_000)).length, 1)
        yield* Deferred.succeed(done, undefined)
        yield* Fiber.join(holder)
        assert.strictEqual((yield* claim(shop, 1_000)).length, 1)
      }),
    )

    it.effect("write results that name the same rows in opposite orders without a deadlock", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const sql = yield* SqlClient.SqlClient
        const shop = yield* withDeliveries([])
        yield* writeEvents(Array.from({ length: 64 }, () => cashIn(shop.accountId)))
        for (let round = 1; round <= 5; round++) {
          const claimed = yield* claim(shop, round * 10 ** 9, 64)
          const results = claimed.map((one) => decide(one, { kind: "timeout", durationMs: 1 }, 0, 0))
          const lost = yield* Effect.forEach(
            [results, results.toReversed(), results, results.toReversed()],
            (batch) => writeResults(sql, batch),
            { concurrency: "unbounded" },
          )
          // Each was written by exactly one of the four.
          assert.strictEqual(lost.flat().length, 3 * claimed.length)
        }
      }),
    )

    it.effect("read a hanging endpoint's backlog no further than its free slots", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const sql = yield* SqlClient.SqlClient
        const hanging = yield* withDeliveries([0])
        // Enough of them that reading the table would be dearer than its index.
        yield* sql`
          INSERT INTO deliveries (account_id, delivery_id, endpoint_id, event_id, transaction_id, status, due_at, created_at)
          SELECT account_id, gen_random_uuid(), endpoint_id, event_id, transaction_id, status, due_at, created_at
          FROM deliveries, generate_series(1, 50000)`
        yield* sql`
          INSERT INTO delivery_bodies (account_id, delivery_id, bytes)
          SELECT account_id, delivery_id, 'x' FROM deliveries ON CONFLICT DO NOTHING`
        const healthy = yield* withDeliveries([0])
        yield* sql`ANALYZE`
        const read = Effect.gen(function* () {
          yield* sql`SELECT pg_stat_force_next_flush()`
          const rows = yield* sql<{ readonly read: number }>`
            SELECT (idx_tup_fetch + seq_tup_read)::int AS read FROM pg_stat_user_tables WHERE relname = 'deliveries'`
          return rows[0]?.read ?? 0
        })
        const before = yield* read
        assert.strictEqual((yield* scanEndpoints(sql, firstEndpoint, 256)).length, 2)
        const endpoints = [{ ...healthy, free: 8 }]
        assert.strictEqual((yield* claimDeliveries(sql, { endpoints, total: 64, nowMs: 1_000, leaseMs })).length, 1)
        const all = [{ ...hanging, free: 2 }, ...endpoints]
        assert.strictEqual(
          (yield* claimDeliveries(sql, { endpoints: all, total: 64, nowMs: 1_000, leaseMs })).length,
          2,
        )
        assert.isBelow((yield* read) - before, 200)
      }),
    )
  })
})
