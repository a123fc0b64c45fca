import { assert, layer } from "@effect/vitest"
import { Events } from "@pesoreal/core"
import { Effect, Layer, Random, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Wake } from "../database/Wake.ts"
import { Ids } from "../Ids.ts"
import { assertBooks } from "../testing/books.ts"
import { makeAccount, newCharge, type TestAccount } from "../testing/charges.ts"
import { describeOnBoth, describeOnPostgres, type TestDatabase } from "../testing/databases.ts"
import { Time } from "../Time.ts"
import { Outbox } from "../webhooks/Outbox.ts"
import { CreationBatch } from "./CreationBatch.ts"
import { Settlement, type Word } from "./Settlement.ts"

const nowMs = Date.UTC(2026, 0, 31, 12)

const services = (database: TestDatabase) =>
  Layer.mergeAll(Settlement.layer, CreationBatch.layer).pipe(
    Layer.provide(Outbox.layer.pipe(Layer.provide(Wake.layer))),
    Layer.provideMerge(database.layer),
    Layer.provideMerge(Layer.mergeAll(Ids.layer, Time.layerClock)),
  )

const makeCharges = Effect.fnUntraced(function* (account: TestAccount, count: number, scenario: string | null = null) {
  const batch = yield* CreationBatch
  const ids = yield* Ids
  return yield* Effect.forEach(
    Array.from({ length: count }, (_, serial) => serial),
    (serial) => batch.create(newCharge(account, ids, serial, nowMs, { scenario })),
    { concurrency: "unbounded" },
  )
})

const word = (charge: { accountId: number; transactionId: string }, trigger: Word["trigger"], atMs = nowMs): Word => ({
  accountId: charge.accountId,
  transactionId: charge.transactionId,
  trigger,
  atMs,
})

const kindsOf = (outcomes: ReadonlyArray<{ readonly kind: string }>) => outcomes.map(({ kind }) => kind)

describeOnBoth("Settlement", (database) => {
  layer(services(database), { excludeTestServices: true })((it) => {
    it.effect("a repeated word changes nothing, another one is illegal, an unknown charge is said to be", () =>
      Effect.gen(function* () {
        const settlement = yield* Settlement
        const sql = yield* SqlClient.SqlClient
        const account = yield* makeAccount(nowMs)
        const [charge] = yield* makeCharges(account, 1)
        if (charge === undefined) return assert.fail("no charge was made")
        const first = yield* settlement.applyAll([word(charge, "settle")])
        assert.deepStrictEqual(kindsOf(first), ["moved"])
        const before = yield* sql`SELECT * FROM transactions WHERE transaction_id = ${charge.transactionId}`
        const rest = yield* Effect.forEach(["settle", "fail", "expire"] as const, (trigger) =>
          settlement.applyAll([word(charge, trigger, nowMs + 5)]),
        )
        assert.deepStrictEqual(kindsOf(rest.flat()), ["unchanged", "illegal", "illegal"])
        assert.deepStrictEqual(
          yield* sql`SELECT * FROM transactions WHERE transaction_id = ${charge.transactionId}`,
          before,
        )
        const other = yield* settlement.applyAll([word({ ...charge, accountId: account.accountId + 1 }, "settle")])
        assert.deepStrictEqual(kindsOf(other), ["unknown"])
        yield* assertBooks
      }),
    )

    it.effect("a rail that repeats itself within one call moves the charge once", () =>
      Effect.gen(function* () {
        const settlement = yield* Settlement
        const sql = yield* SqlClient.SqlClient
        const account = yield* makeAccount(nowMs)
        const [charge] = yield* makeCharges(account, 1)
        if (charge === undefined) return assert.fail("no charge was made")
        const outcomes = yield* settlement.applyAll([
          word(charge, "settle"),
          word(charge, "settle", nowMs + 1),
          word(charge, "expire"),
        ])
        assert.deepStrictEqual(kindsOf(outcomes), ["moved", "unchanged", "illegal"])
        const events = yield* sql`SELECT event_id FROM events WHERE transaction_id = ${charge.transactionId}`
        assert.strictEqual(events.length, 1)
        yield* assertBooks
      }),
    )

    it.effect("what was due during an outage happened when it was due, not when somebody looked", () =>
      Effect.gen(function* () {
        const settlement = yield* Settlement
        const account = yield* makeAccount(nowMs)
        const [charge] = yield* makeCharges(account, 1)
        const outcomes = yield* settlement.applyDue(nowMs + 10 * 86_400_000, 100)
        const moved = outcomes.find((one) => one.kind === "moved" && one.charge.id === charge?.id)
        assert.strictEqual(moved?.kind === "moved" ? moved.charge.confirmedAtMs : null, nowMs + 1000)
      }),
    )

    it.effect("claims what is due, by each charge's own plan, and nothing before its instant", () =>
      Effect.gen(function* () {
        const settlement = yield* Settlement
        const account = yield* makeAccount(nowMs)
        const charges = yield* makeCharges(account, 5)
        assert.deepStrictEqual(yield* settlement.applyDue(nowMs + 999, 100), [])
        assert.strictEqual(yield* settlement.nextDueAt, nowMs + 1000)
        const moved = yield* settlement.applyDue(nowMs + 1000, 100)
        assert.strictEqual(moved.filter(({ kind }) => kind === "moved").length, charges.length)
        assert.strictEqual(yield* settlement.nextDueAt, null)
        yield* assertBooks
      }),
    )

    it.effect("each outcome is announced as core's schema has it", () =>
      Effect.gen(function* () {
        const settlement = yield* Settlement
        const sql = yield* SqlClient.SqlClient
        const account = yield* makeAccount(nowMs)
        const [paid, failed] = yield* makeCharges(account, 2)
        if (paid === undefined || failed === undefined) return assert.fail("no charges were made")
        yield* settlement.applyAll([word(paid, "settle"), word(failed, "fail")])
        const rows = yield* sql<{ readonly body: object }>`
          SELECT body FROM events WHERE account_id = ${account.accountId}`
        assert.lengthOf(rows, 2)
        const deliveryId = "dlv_0193f0c0-0000-7000-8000-000000000001"
        for (const { body } of rows) assert.isTrue(Schema.is(Events.MexicoCashIn)({ ...body, deliveryId }))
      }),
    )

    it.effect("a failure carries the scenario's code, and gives no money", () =>
      Effect.gen(function* () {
        const settlement = yield* Settlement
        const sql = yield* SqlClient.SqlClient
        const account = yield* makeAccount(nowMs)
        const [charge] = yield* makeCharges(account, 1, "error:bank-rejected")
        if (charge === undefined) return assert.fail("no charge was made")
        yield* settlement.applyAll([word(charge, "fail")])
        const rows = yield* sql<{ readonly body: { readonly transaction: Record<string, unknown> } }>`
          SELECT body FROM events WHERE transaction_id = ${charge.transactionId}`
        const transaction = rows[0]?.body.transaction
        assert.strictEqual(transaction?.["status"], "FAILED")
        assert.strictEqual(transaction?.["errorCode"], "BANK_REJECTED")
        assert.strictEqual(transaction?.["confirmedAt"], null)
        assert.strictEqual(transaction?.["counterpart"], null)
        yield* assertBooks
      }),
    )
  })
})

describeOnPostgres("Settlement under races", (database) => {
  layer(services(database), { timeout: 60_000, excludeTestServices: true })((it) => {
    it.effect("settle against expire, in mixed batches: each charge ends once, and the books agree", () =>
      Effect.gen(function* () {
        const settlement = yield* Settlement
        const sql = yield* SqlClient.SqlClient
        const accounts = yield* Effect.forEach([1, 2, 3], () => makeAccount(nowMs))
        const charges = (yield* Effect.forEach(accounts, (account) => makeCharges(account, 200))).flat()
        const words = [
          ...(yield* Random.shuffle(charges)).map((charge) => word(charge, "settle")),
          ...(yield* Random.shuffle(charges)).map((charge) => word(charge, "expire")),
        ]
        const batches = chunks(yield* Random.shuffle(words), 25)
        const outcomes = (yield* Effect.forEach(batches, (batch) => settlement.applyAll(distinct(batch)), {
          concurrency: 8,
        })).flat()
        const ended = yield* sql`SELECT transaction_id FROM transactions WHERE status <> 'PENDING'`
        assert.strictEqual(ended.length, charges.length)
        assert.strictEqual(outcomes.filter(({ kind }) => kind === "moved").length, charges.length)
        yield* assertBooks
      }),
    )

    it.effect("two claims at once never take the same charge", () =>
      Effect.gen(function* () {
        const settlement = yield* Settlement
        const account = yield* makeAccount(nowMs)
        yield* makeCharges(account, 300)
        const claims = yield* Effect.forEach(Array.from({ length: 12 }), () => settlement.applyDue(nowMs + 1000, 50), {
          concurrency: 6,
        })
        const ids = claims.flat().map((outcome) => (outcome.kind === "moved" ? outcome.charge.transactionId : ""))
        assert.strictEqual(new Set(ids).size, ids.length)
        yield* assertBooks
      }),
    )
  })
})

const chunks = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** A batch names each charge once; a charge drawn twice keeps its first word. */
const distinct = (words: ReadonlyArray<Word>): ReadonlyArray<Word> => [
  ...new Map(words.toReversed().map((one) => [one.transactionId, one])).values(),
]
