import { MexicoCashIn } from "@pesoreal/core/webhooks/events"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { quietSubscription } from "../testing/wake.ts"
import { Wake } from "../database/Wake.ts"
import { describeOnBoth } from "../testing/databases.ts"
import { Outbox } from "./Outbox.ts"
import { cashIn, deliveryRows, freshAccount, webhookServices, writeEvents } from "../testing/webhooks.ts"
import { WebhookConfigs } from "./WebhookConfigs.ts"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/u
const atMs = Date.parse("2026-01-31T12:00:00.123Z")

interface EventRow {
  readonly account_id: bigint
  readonly event_id: string
  readonly kind: string
  readonly transaction_id: string
  readonly body: unknown
  readonly created_at: Date
}

const eventRows = Effect.fnUntraced(function* (accountId: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<EventRow>`SELECT * FROM events WHERE account_id = ${accountId} ORDER BY event_id`
})

const storedBytes = Effect.fnUntraced(function* (accountId: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly delivery_id: string; readonly bytes: Uint8Array }>`
    SELECT delivery_id, bytes FROM delivery_bodies WHERE account_id = ${accountId}`
  return new Map(rows.map((row) => [row.delivery_id, Buffer.from(row.bytes).toString("utf8")]))
})

const createConfig = (accountId: number, events: ReadonlyArray<"cash_in" | "cash_out" | "CashIn"> = ["cash_in"]) =>
  Effect.flatMap(WebhookConfigs, (configs) => configs.create({ accountId, url: "http://localhost:1/hooks", events }))

describeOnBoth("Outbox", (database) => {
  layer(webhookServices(database), { excludeTestServices: true })((it) => {
    it.effect("keeps the event of an account that listens to nothing", () =>
      Effect.gen(function* () {
        const account = freshAccount()
        const event = cashIn(account, { createdAtMs: atMs })
        yield* writeEvents([event])
        const rows = yield* eventRows(account)
        assert.strictEqual(rows.length, 1)
        const row = rows[0] ?? assert.fail()
        assert.match(row.event_id, uuid)
        assert.deepStrictEqual(row, {
          account_id: BigInt(account),
          event_id: row.event_id,
          kind: "cash_in",
          transaction_id: event.transactionId,
          body: { event: "cash_in", eventId: `evt_${row.event_id}`, transaction: event.transaction },
          created_at: new Date(atMs),
        })
        assert.deepStrictEqual(yield* deliveryRows(account), [])
        assert.strictEqual((yield* storedBytes(account)).size, 0)
      }),
    )

    it.effect("makes one delivery for each configuration of the account that lists the kind", () =>
      Effect.gen(function* () {
        const account = freshAccount()
        const first = yield* createConfig(account)
        yield* createConfig(account, ["cash_out", "CashIn"])
        const third = yield* createConfig(account, ["cash_out", "cash_in"])
        yield* createConfig(freshAccount())
        const event = cashIn(account, { createdAtMs: atMs })
        yield* writeEvents([event])
        const rows = yield* deliveryRows(account)
        assert.sameMembers(
          rows.map((row) => `wh_${row.endpoint_id}`),
          [first.id, third.id],
        )
        const stored = (yield* eventRows(account))[0] ?? assert.fail()
        for (const row of rows) {
          assert.match(row.delivery_id, uuid)
          assert.deepInclude(row, {
            event_id: stored.event_id,
            transaction_id: event.transactionId,
            status: "SCHEDULED",
            due_at: new Date(atMs),
            attempts: 0,
            claim_no: 0,
            sandbox_effect: null,
            created_at: new Date(atMs),
            finished_at: null,
          })
        }
      }),
    )

    it.effect("stores the bytes once and for all, in the order of the wire, with the ids of the rows", () =>
      Effect.gen(function* () {
        const account = freshAccount()
        yield* createConfig(account)
        const transaction = {
          id: 7,
          transactionId: "0193f0c0-0000-7000-8000-000000000003",
          externalId: 'ñandú "🦤" \\ \u2028',
          status: "CONFIRMED",
          amountCentavos: 15_000,
          clabe: "846000001000000014",
          claveRastreo: null,
          paymentMethod: "SPEI",
          confirmedAt: "2026-01-31T12:00:00.000Z",
          counterpart: { name: "María Fernández", taxId: null, bank: { code: "072", name: "BANORTE" } },
        }
        yield* writeEvents([cashIn(account, { transaction, transactionId: transaction.transactionId })])
        const row = (yield* deliveryRows(account))[0] ?? assert.fail()
        const text = (yield* storedBytes(account)).get(row.delivery_id) ?? assert.fail()
        assert.strictEqual(
          text,
          `{"event":"cash_in","eventId":"evt_${row.event_id}","deliveryId":"dlv_${row.delivery_id}","transaction":${JSON.stringify(transaction)}}`,
        )
        assert.isTrue(Schema.is(MexicoCashIn)(JSON.parse(text)))
      }),
    )

    it.effect("holds a late delivery back for a minute, and marks what the sandbox does to the others", () =>
      Effect.gen(function* () {
        const account = freshAccount()
        yield* createConfig(account)
        for (const sandboxEffect of ["late", "duplicate", "bad-signature"] as const) {
          yield* writeEvents([cashIn(account, { createdAtMs: atMs, sandboxEffect })])
        }
        const rows = yield* deliveryRows(account)
        assert.sameDeepMembers(
          rows.map((row) => [row.sandbox_effect, row.due_at]),
          [
            [null, new Date(atMs + 60_000)],
            ["duplicate", new Date(atMs)],
            ["bad-signature", new Date(atMs)],
          ],
        )
      }),
    )

    it.effect("writes nothing and wakes nobody after a rollback, and wakes once after a commit", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const outbox = yield* Outbox
        const account = freshAccount()
        yield* createConfig(account)
        const woken = yield* quietSubscription(yield* Wake, "pesoreal_deliveries")
        const event = cashIn(account)
        yield* Effect.flip(sql.withTransaction(Effect.andThen(outbox.write([event]), Effect.fail("changed my mind"))))
        assert.deepStrictEqual(yield* eventRows(account), [])
        assert.isFalse(yield* woken.now)

        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* outbox.write([event])
            assert.isFalse(yield* woken.now, "before the commit")
            yield* outbox.write([cashIn(account)])
          }),
        )
        assert.isTrue(yield* woken.soon)
        assert.isFalse(yield* woken.now)
        assert.strictEqual((yield* deliveryRows(account)).length, 2)
      }),
    )

    it.effect("writes more events than one statement takes, each with its deliveries", () =>
      Effect.gen(function* () {
        const [two, one, none] = [freshAccount(), freshAccount(), freshAccount()]
        yield* createConfig(two)
        yield* createConfig(two)
        yield* createConfig(one)
        yield* writeEvents(Array.from({ length: 1_100 }, (_, index) => cashIn([two, one, none][index % 3] ?? none)))
        assert.deepStrictEqual(
          [(yield* eventRows(two)).length, (yield* eventRows(one)).length, (yield* eventRows(none)).length],
          [367, 367, 366],
        )
        assert.deepStrictEqual(
          [(yield* deliveryRows(two)).length, (yield* deliveryRows(one)).length, (yield* deliveryRows(none)).length],
          [734, 367, 0],
        )
        assert.strictEqual((yield* storedBytes(two)).size, 734)
      }),
    )

    it.effect("does nothing for no events", () => writeEvents([]))
  })
})
