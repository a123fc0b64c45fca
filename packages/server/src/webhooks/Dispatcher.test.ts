import { createHmac } from "node:crypto"
import { assert, it as plainIt, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Wake } from "../database/Wake.ts"
import { withinLive } from "../database/WorkLoop.ts"
import { describeOnBoth, describeOnPostgres } from "../testing/databases.ts"
import { claimDeliveries } from "./claim.ts"
import { testMerchant } from "../testing/merchant.ts"
import {
  attemptRows,
  cashIn,
  cashIns,
  deliveryRows,
  forgetDeliveries,
  freshAccount,
  makeShop,
  startDispatcher,
  until,
  untilAll,
  webhookServices,
  writeEvents,
} from "../testing/webhooks.ts"
import { WebhookConfigs } from "./WebhookConfigs.ts"

describeOnBoth("Dispatcher", (database) => {
  // Real time: attempts are real I/O.
  layer(webhookServices(database, { drainMs: 500 }), { excludeTestServices: true })((it) => {
    it.effect("delivers the stored bytes, signed, and records the attempt", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const { accountId, merchant, config } = yield* makeShop()
        merchant.answer((response) => response.writeHead(201).end("thank you"))
        yield* startDispatcher()
        yield* writeEvents([cashIn(accountId)])
        yield* untilAll(accountId, "DELIVERED")
        const [row = assert.fail()] = yield* deliveryRows(accountId)
        assert.deepInclude(row, { attempts: 1, claim_no: 1, due_at: null })
        assert.isNotNull(row.finished_at)
        const [received = assert.fail(), ...more] = merchant.received
        assert.deepStrictEqual(more, [])
        assert.strictEqual(received.deliveryId, `dlv_${row.delivery_id}`)
        assert.propertyVal(JSON.parse(received.body.toString("utf8")), "deliveryId", received.deliveryId)
        const digest = createHmac("sha256", config.secret).update(received.body).digest("hex")
        assert.strictEqual(received.signature, `sha256=${digest}`)
        const [attempt = assert.fail(), ...others] = yield* attemptRows(accountId)
        assert.deepStrictEqual(others, [])
        assert.deepInclude(attempt, { claim_no: 1, attempt: 1, status: 201, error: null, excerpt: "thank you" })
      }),
    )

    it.effect("delivers what was written before it started, and what is written while it rests", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const { accountId, merchant } = yield* makeShop()
        yield* writeEvents(cashIns(accountId, 3))
        yield* startDispatcher({ pollMs: 60_000 })
        yield* untilAll(accountId, "DELIVERED")
        yield* writeEvents(cashIns(accountId, 3))
        yield* untilAll(accountId, "DELIVERED")
        assert.strictEqual(merchant.received.length, 6)
      }),
    )

    it.effect("keeps what failed for later, and ends what was refused", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const failing = yield* makeShop()
        failing.merchant.answer((response) => response.writeHead(503).end("no \u0000 today"))
        const hanging = yield* makeShop()
        hanging.merchant.answer(() => {})
        const refusing = yield* makeShop()
        refusing.merchant.answer((response) => response.writeHead(410).end())
        const moved = yield* makeShop()
        moved.merchant.answer((response) => response.writeHead(308, { location: failing.merchant.url }).end())
        yield* startDispatcher({ deadlineMs: 1_500 })
        for (const shop of [failing, hanging, refusing, moved]) yield* writeEvents([cashIn(shop.accountId)])

        const expectRetry = Effect.fnUntraced(function* (accountId: number, attempt: object) {
          yield* until(
            "the attempt is recorded",
            Effect.map(attemptRows(accountId), (rows) => rows.length > 0),
          )
          const [row = assert.fail()] = yield* deliveryRows(accountId)
          const [made = assert.fail()] = yield* attemptRows(accountId)
          assert.deepInclude(row, { status: "SCHEDULED", attempts: 1, claim_no: 1, finished_at: null })
          assert.deepInclude(made, attempt)
          // Half a minute after the attempt ended, which was about the deadline after it began.
          const waitMs = (row.due_at?.getTime() ?? 0) - made.started_at.getTime()
          assert.isAtLeast(waitMs, 30_000)
          assert.isBelow(waitMs, 40_000)
        })
        yield* expectRetry(failing.accountId, { status: 503, error: null, excerpt: "no \ufffd today" })
        yield* expectRetry(hanging.accountId, { status: null, error: "TIMEOUT", excerpt: null })

        for (const [shop, status] of [
          [refusing, 410],
          [moved, 308],
        ] as const) {
          yield* untilAll(shop.accountId, "REJECTED")
          const [row = assert.fail()] = yield* deliveryRows(shop.accountId)
          assert.deepInclude(row, { attempts: 1, due_at: null })
          assert.isNotNull(row.finished_at)
          assert.deepInclude((yield* attemptRows(shop.accountId))[0], { status })
        }
        assert.strictEqual(failing.merchant.received.length, 1, "a redirect is not followed")
      }),
    )

    it.effect("gives an endpoint that hangs its slots and no more, and the others theirs", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const hanging = yield* makeShop()
        hanging.merchant.answer(() => {})
        const healthy = yield* makeShop()
        yield* writeEvents(cashIns(hanging.accountId, 30))
        yield* writeEvents(cashIns(healthy.accountId, 30))
        // The deadline is an hour away: nothing that hangs comes back while the others are served.
        const dispatcher = yield* startDispatcher({ deadlineMs: 3_600_000 })
        yield* untilAll(healthy.accountId, "DELIVERED")
        yield* until(
          "the slots of the hanging endpoint are full",
          Effect.sync(() => hanging.merchant.received.length === 8),
        )
        yield* writeEvents(cashIns(healthy.accountId, 30))
        yield* untilAll(healthy.accountId, "DELIVERED")
        assert.strictEqual(healthy.merchant.received.length, 60)
        assert.strictEqual(hanging.merchant.received.length, 8)
        yield* dispatcher.stop
        const rows = yield* deliveryRows(hanging.accountId)
        assert.isTrue(rows.every((row) => row.attempts === 0))
        assert.strictEqual(rows.filter((row) => row.status === "SCHEDULED").length, 22)
      }),
    )

    it.effect("keeps to its caps, and serves more endpoints than it has slots", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const shared = yield* testMerchant
        shared.answer((response) => setTimeout(() => response.end(), 5))
        const configs = yield* WebhookConfigs
        const accounts = Array.from({ length: 12 }, freshAccount)
        for (const accountId of accounts) yield* configs.create({ accountId, url: shared.url, events: ["cash_in"] })
        const busy = yield* makeShop()
        busy.merchant.answer((response) => setTimeout(() => response.end(), 5))
        yield* writeEvents([...accounts, ...accounts].flatMap((accountId) => cashIns(accountId, 2)))
        yield* writeEvents(cashIns(busy.accountId, 20))
        // No poll comes to its help: a slot that becomes free must be seen.
        yield* startDispatcher({ maximumInFlight: 4, maximumPerEndpoint: 2, pollMs: 60_000 })
        for (const accountId of [...accounts, busy.accountId]) yield* untilAll(accountId, "DELIVERED")
        assert.strictEqual(shared.received.length, 48)
        assert.isAtMost(shared.mostAtOnce(), 4)
        assert.isAtMost(busy.merchant.mostAtOnce(), 2)
      }),
    )

    it.effect("serves endpoints in turn when slots are scarce", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const shared = yield* testMerchant
        const configs = yield* WebhookConfigs
        const [busy, ...quiet] = [freshAccount(), freshAccount(), freshAccount(), freshAccount()]
        for (const accountId of [busy, ...quiet]) {
          yield* configs.create({ accountId, url: `${shared.url}/${accountId}`, events: ["cash_in"] })
        }
        yield* writeEvents([...cashIns(busy, 40), ...quiet.flatMap((accountId) => cashIns(accountId, 1))])
        yield* startDispatcher({ maximumInFlight: 2, maximumPerEndpoint: 2, pollMs: 60_000 })
        for (const accountId of [busy, ...quiet]) yield* untilAll(accountId, "DELIVERED")
        const quietIds = new Set<string>()
        for (const accountId of quiet) {
          for (const row of yield* deliveryRows(accountId)) quietIds.add(`dlv_${row.delivery_id}`)
        }
        const places = shared.received.flatMap((one, place) => (quietIds.has(one.deliveryId) ? [place] : []))
        assert.strictEqual(places.length, 3)
        assert.isBelow(Math.max(...places), 20, "though the busy endpoint comes first in key order")
      }),
    )

    it.effect("finds endpoints beyond the first page of a scan, and the next due instant there too", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const shops = yield* Effect.replicateEffect(makeShop(), 5)
        const last = shops.at(-1) ?? assert.fail()
        const now = yield* Clock.currentTimeMillis
        // Unfinished work of others, which is not due, fills the first pages.
        for (const shop of shops) yield* writeEvents([cashIn(shop.accountId, { createdAtMs: now + 3_600_000 })])
        yield* writeEvents([cashIn(last.accountId), cashIn(last.accountId, { createdAtMs: now + 1_000 })])
        yield* startDispatcher({ endpointsPerScan: 2, pollMs: 60_000 })
        yield* until(
          "both that fall due have arrived",
          Effect.sync(() => last.merchant.received.length === 2),
        )
      }),
    )

    it.effect("lets the attempts in flight end when it is stopped, and records them", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const { accountId, merchant } = yield* makeShop()
        merchant.answer((response) => setTimeout(() => response.end("slow"), 100))
        yield* writeEvents(cashIns(accountId, 20))
        const dispatcher = yield* startDispatcher()
        yield* until(
          "something is in flight",
          Effect.sync(() => merchant.received.length >= 8),
        )
        yield* dispatcher.stop
        const received = merchant.received.length
        const rows = yield* deliveryRows(accountId)
        assert.deepStrictEqual(
          rows.filter((row) => row.status === "DELIVERED").length,
          received,
          "each that arrived is recorded",
        )
        assert.isTrue(
          rows.every((row) => row.status === "DELIVERED" || (row.status === "SCHEDULED" && row.claim_no === 0)),
        )
        yield* withinLive(100, Effect.never)
        assert.strictEqual(merchant.received.length, received, "nothing is sent any more")
        yield* startDispatcher()
        yield* untilAll(accountId, "DELIVERED")
        assert.strictEqual(merchant.received.length, 20)
      }),
    )

    it.effect(
      database.kind === "pglite"
        ? "takes up at once what a process that died had claimed, being the only one here"
        : "takes up what a process that died had claimed once its lease is over, and not before",
      () =>
        Effect.gen(function* () {
          yield* forgetDeliveries
          const sql = yield* SqlClient.SqlClient
          const { accountId, merchant, endpointId } = yield* makeShop()
          yield* writeEvents([cashIn(accountId)])
          const claimed = yield* claimDeliveries(sql, {
            endpoints: [{ accountId, endpointId, free: 8 }],
            total: 8,
            nowMs: 1_000,
            leaseMs: 10 ** 14,
          })
          assert.deepStrictEqual(
            claimed.map((one) => one.claimNo),
            [1],
          )
          yield* startDispatcher({ pollMs: 20 })
          if (database.kind === "postgres") {
            yield* withinLive(100, Effect.never)
            assert.deepStrictEqual(merchant.received, [])
            yield* sql`UPDATE deliveries SET due_at = '2026-01-01' WHERE account_id = ${accountId}`
          }
          yield* untilAll(accountId, "DELIVERED")
          assert.deepInclude((yield* deliveryRows(accountId))[0], { attempts: 1, claim_no: 2 })
          assert.strictEqual(merchant.received.length, 1)
        }),
    )
  })

  plainIt.effect("makes six attempts, each when the contract's table says, and then gives up", () =>
    Effect.gen(function* () {
      const { accountId, merchant } = yield* makeShop()
      const wake = yield* Wake
      merchant.answer((response) => response.writeHead(500).end())
      yield* writeEvents([cashIn(accountId)])
      // Few polls: what brings an attempt about in time is that the loop knows when it is due.
      yield* startDispatcher({ pollMs: 3_600_000 })
      const waits = [30_000, 120_000, 600_000, 3_600_000, 21_600_000]
      const attemptsAre = (count: number) =>
        until(
          `attempt ${count} is recorded`,
          Effect.map(attemptRows(accountId), (rows) => rows.length === count),
        )
      yield* attemptsAre(1)
      for (const [index, waitMs] of waits.entries()) {
        const [row = assert.fail()] = yield* deliveryRows(accountId)
        assert.strictEqual(row.status, "SCHEDULED")
        assert.strictEqual(
          row.due_at?.getTime(),
          waits.slice(0, index + 1).reduce((sum, wait) => sum + wait, 0),
        )
        // A moment before, nothing happens, however often it is woken.
        yield* TestClock.adjust(waitMs - 1)
        yield* wake.signal("pesoreal_deliveries")
        yield* withinLive(50, Effect.never)
        assert.strictEqual(merchant.received.length, index + 1)
        yield* TestClock.adjust(1)
        yield* wake.signal("pesoreal_deliveries")
        yield* attemptsAre(index + 2)
      }
      const [row = assert.fail()] = yield* deliveryRows(accountId)
      assert.deepInclude(row, { status: "EXHAUSTED", attempts: 6, due_at: null })
      const attempts = yield* attemptRows(accountId)
      assert.deepStrictEqual(
        attempts.map((attempt) => [attempt.attempt, attempt.status]),
        [1, 2, 3, 4, 5, 6].map((attempt) => [attempt, 500]),
      )
      assert.strictEqual(new Set(merchant.received.map((one) => one.deliveryId)).size, 1)
      assert.strictEqual(new Set(merchant.received.map((one) => one.body.toString("hex"))).size, 1)
      yield* TestClock.adjust("1 day")
      yield* withinLive(50, Effect.never)
      assert.strictEqual(merchant.received.length, 6)
    }).pipe(Effect.provide(webhookServices(database))),
  )
})

describeOnPostgres("Dispatchers", (database) => {
  layer(webhookServices(database), { excludeTestServices: true })((it) => {
    it.effect("of several processes attempt every delivery once when all is well", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const shops = [yield* makeShop(), yield* makeShop(), yield* makeShop()]
        yield* startDispatcher()
        yield* startDispatcher()
        yield* startDispatcher()
        for (let i = 0; i < 10; i++) {
          yield* writeEvents(shops.flatMap((shop) => cashIns(shop.accountId, 10)))
        }
        for (const shop of shops) {
          yield* untilAll(shop.accountId, "DELIVERED")
          const received = shop.merchant.received.map((one) => one.deliveryId)
          assert.strictEqual(received.length, 100)
          assert.strictEqual(new Set(received).size, 100)
          const rows = yield* deliveryRows(shop.accountId)
          assert.isTrue(rows.every((row) => row.attempts === 1 && row.claim_no === 1))
        }
      }),
    )

    it.effect("write their results after the database has thrown them out", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const sql = yield* SqlClient.SqlClient
        const { accountId, merchant } = yield* makeShop()
        const answers: Array<() => void> = []
        merchant.answer((response) => answers.push(() => response.end()))
        yield* startDispatcher()
        yield* writeEvents(cashIns(accountId, 4))
        yield* until(
          "all are in flight",
          Effect.sync(() => answers.length === 4),
        )
        yield* Effect.ignore(
          sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()`,
        )
        answers.forEach((answer) => answer())
        yield* until("the database is back", Effect.isSuccess(untilAll(accountId, "DELIVERED")))
        assert.strictEqual(merchant.received.length, 4)
        merchant.answer((response) => response.end())
        yield* writeEvents(cashIns(accountId, 4))
        yield* untilAll(accountId, "DELIVERED")
      }),
    )
  })
})
