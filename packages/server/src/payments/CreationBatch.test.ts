import { assert, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Ref, Result } from "effect"
import { SqlClient } from "effect/sql"
import { Ids } from "../Ids.ts"
import { makeAccount, newCharge } from "../testing/charges.ts"
import { describeOnBoth, describeOnPostgres, type TestDatabase } from "../testing/databases.ts"
import { Time } from "../Time.ts"
import { bodyHash } from "./bodyHash.ts"
import { CreationBatch } from "./CreationBatch.ts"
import type { NewCharge } from "./creationStatements.ts"

const nowMs = Date.UTC(2026, 0, 31, 12)

/** A clock that a test sets. Not the TestClock: the pool's own timers would see a jump of years. */
class Now extends Context.Service<Now, Ref.Ref<number>>()("test/Now") {
  static readonly layer = Layer.effect(Now, Ref.make(nowMs))
}
const settableTime = Layer.effect(
  Time,
  Effect.map(Now, (now) => Time.of({ now: Ref.get(now), offsetMs: Effect.succeed(0) })),
)

/** What makes a request another one. */
const hashOf = (amountCentavos: number) => ({ amountCentavos, bodyHash: bodyHash("spei-cash-in", { amountCentavos }) })

const services = (database: TestDatabase) =>
  CreationBatch.layer.pipe(
    Layer.provideMerge(database.layer),
    Layer.provideMerge(settableTime),
    Layer.provideMerge(Layer.mergeAll(Ids.layer, Now.layer)),
  )

describeOnBoth("CreationBatch", (database) => {
  layer(services(database), { excludeTestServices: true })((it) => {
    it.effect("one bad row never fails its neighbours", () =>
      Effect.gen(function* () {
        const batch = yield* CreationBatch
        const ids = yield* Ids
        const account = yield* makeAccount(nowMs)
        const amounts = [1000, 0, 2000, -5, 3000]
        const exits = yield* Effect.forEach(
          amounts,
          (amountCentavos, serial) =>
            Effect.exit(batch.create(newCharge(account, ids, serial, nowMs, { amountCentavos }))),
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false, true, false, true])
      }),
    )

    it.effect("a clash on another unique key is tried again, and then is a defect of its own", () =>
      Effect.gen(function* () {
        const batch = yield* CreationBatch
        const ids = yield* Ids
        const account = yield* makeAccount(nowMs)
        yield* batch.create(newCharge(account, ids, 7, nowMs))
        // The same CLABE once more: neither created nor found by a key that the caller sent.
        const [clash, good] = yield* Effect.all(
          [
            Effect.exit(batch.create(newCharge(account, ids, 7, nowMs))),
            Effect.exit(batch.create(newCharge(account, ids, 8, nowMs))),
          ],
          { concurrency: "unbounded" },
        )
        assert.isTrue(Exit.hasDies(clash))
        assert.isTrue(Exit.isSuccess(good))
      }),
    )

    it.effect("a failure after the first statement costs those who wait for the second, and nobody else's answer", () =>
      Effect.gen(function* () {
        const batch = yield* CreationBatch
        const ids = yield* Ids
        const sql = yield* SqlClient.SqlClient
        const account = yield* makeAccount(nowMs)
        // A column that only the second statement reads.
        yield* batch.create(newCharge(account, ids, 1, nowMs, { externalId: "before" }))
        yield* sql`ALTER TABLE transactions RENAME COLUMN counterpart TO counterpart_away`
        const [created, repeated] = yield* Effect.all(
          [
            Effect.exit(batch.create(newCharge(account, ids, 2, nowMs))),
            Effect.exit(batch.create(newCharge(account, ids, 3, nowMs, { externalId: "before" }))),
          ],
          { concurrency: "unbounded" },
        )
        yield* sql`ALTER TABLE transactions RENAME COLUMN counterpart_away TO counterpart`
        assert.isTrue(Exit.isSuccess(created))
        assert.isTrue(Exit.isFailure(repeated))
        const rows = yield* sql`SELECT id FROM transactions WHERE account_id = ${account.accountId}`
        assert.strictEqual(rows.length, 2)
      }),
    )

    it.effect("twins in one batch make one row, each with its right answer", () =>
      Effect.gen(function* () {
        const batch = yield* CreationBatch
        const ids = yield* Ids
        const account = yield* makeAccount(nowMs)
        const bodies = [15_000, 15_000, 99_000, 15_000]
        const results = yield* Effect.forEach(
          bodies,
          (amountCentavos, serial) =>
            Effect.result(batch.create(newCharge(account, ids, serial, nowMs, { externalId: "twin", amountCentavos }))),
          { concurrency: "unbounded" },
        )
        const winner = results.find(Result.isSuccess)
        assert.isDefined(winner)
        const won = winner?.success.amountCentavos
        for (const [index, result] of results.entries()) {
          assert.strictEqual(Result.isSuccess(result), bodies[index] === won)
          if (Result.isSuccess(result)) {
            assert.strictEqual(result.success.transactionId, winner?.success.transactionId)
          } else {
            assert.strictEqual(result.failure._tag, "DuplicateExternalId")
          }
        }
      }),
    )

    it.effect("an Idempotency-Key is forgotten after 24 hours, to the millisecond", () =>
      Effect.gen(function* () {
        const batch = yield* CreationBatch
        const ids = yield* Ids
        const account = yield* makeAccount(nowMs)
        const create = (serial: number, atMs: number, amountCentavos = 15_000) =>
          Effect.andThen(
            Effect.flatMap(Now, (now) => Ref.set(now, atMs)),
            batch.create(newCharge(account, ids, serial, atMs, { idempotencyKey: "key", amountCentavos })),
          )
        const first = yield* create(1, nowMs)
        const dayMs = 86_400_000
        assert.strictEqual((yield* create(2, nowMs + dayMs - 1)).transactionId, first.transactionId)
        const reused = yield* Effect.flip(create(3, nowMs + dayMs - 1, 99_000))
        assert.strictEqual(reused._tag, "IdempotencyKeyReused")
        const fresh = yield* create(4, nowMs + dayMs, 99_000)
        assert.notStrictEqual(fresh.transactionId, first.transactionId)
      }),
    )

    it.effect("a charge remembers every key that it was asked for under", () =>
      Effect.gen(function* () {
        const batch = yield* CreationBatch
        const ids = yield* Ids
        const account = yield* makeAccount(nowMs)
        yield* Ref.set(yield* Now, nowMs)
        const create = (serial: number, fields: Partial<NewCharge>) =>
          batch.create(newCharge(account, ids, serial, nowMs, fields))
        const first = yield* create(1, { externalId: "e", idempotencyKey: "first" })
        // The externalId repeats the charge, and brings a second key with it.
        yield* create(2, { externalId: "e", idempotencyKey: "second" })
        for (const idempotencyKey of ["first", "second"]) {
          const replayed = yield* create(3, { idempotencyKey })
          assert.strictEqual(replayed.transactionId, first.transactionId, idempotencyKey)
          const reused = yield* Effect.flip(create(4, { idempotencyKey, ...hashOf(99_000) }))
          assert.strictEqual(reused._tag, "IdempotencyKeyReused")
        }
      }),
    )

    it.effect("a request that made nothing leaves its key free", () =>
      Effect.gen(function* () {
        const batch = yield* CreationBatch
        const ids = yield* Ids
        const account = yield* makeAccount(nowMs)
        yield* Ref.set(yield* Now, nowMs)
        const create = (serial: number, fields: Partial<NewCharge>) =>
          batch.create(newCharge(account, ids, serial, nowMs, fields))
        yield* create(1, { externalId: "taken" })
        // Five at once, so that each of them takes the key that the one before it has left.
        const refused = yield* Effect.forEach(
          [2, 3, 4, 5, 6],
          (serial) => Effect.flip(create(serial, { externalId: "taken", idempotencyKey: "free", ...hashOf(99_000) })),
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual(new Set(refused.map(({ _tag }) => _tag)), new Set(["DuplicateExternalId"]))
        assert.strictEqual((yield* create(7, { externalId: "other", idempotencyKey: "free" })).externalId, "other")
      }),
    )

    it.effect("a bad row with a key takes neither its neighbours nor their keys along", () =>
      Effect.gen(function* () {
        const batch = yield* CreationBatch
        const ids = yield* Ids
        const account = yield* makeAccount(nowMs)
        yield* Ref.set(yield* Now, nowMs)
        const create = (serial: number, amountCentavos: number, idempotencyKey: string | null) =>
          batch.create(newCharge(account, ids, serial, nowMs, { amountCentavos, idempotencyKey }))
        const exits = yield* Effect.all(
          [create(1, 1000, "a"), create(2, 0, "b"), create(3, 2000, "c"), create(4, 3000, null)].map(Effect.exit),
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, false, true, true])
        assert.strictEqual((yield* create(5, 4000, "b")).amountCentavos, 4000)
      }),
    )

    it.effect("a key replay answers the charge as it was at creation, an externalId its current state", () =>
      Effect.gen(function* () {
        const batch = yield* CreationBatch
        const ids = yield* Ids
        const sql = yield* SqlClient.SqlClient
        const account = yield* makeAccount(nowMs)
        yield* Ref.set(yield* Now, nowMs)
        const create = (serial: number, fields: { externalId?: string; idempotencyKey?: string }) =>
          batch.create(newCharge(account, ids, serial, nowMs, fields))
        yield* create(1, { externalId: "e", idempotencyKey: "k" })
        yield* sql`UPDATE transactions SET status = 'CONFIRMED' WHERE account_id = ${account.accountId}`
        assert.strictEqual((yield* create(2, { externalId: "e" })).status, "CONFIRMED")
        assert.strictEqual((yield* create(3, { externalId: "e", idempotencyKey: "k" })).status, "PENDING")
      }),
    )
  })
})

const assertNoDeadlocks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [stats] =
    yield* sql`SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()`
  assert.deepStrictEqual(stats, { deadlocks: 0 })
})

describeOnPostgres("CreationBatch under contention", (database) => {
  layer(services(database), { timeout: 60_000, excludeTestServices: true })((it) => {
    it.effect("batches of four processes over shared keys: one row per key, no wrong answer, no deadlock", () =>
      Effect.gen(function* () {
        const ids = yield* Ids
        const sql = yield* SqlClient.SqlClient
        const accounts = yield* Effect.forEach([1, 2, 3], () => makeAccount(nowMs))
        // Four batchers on one database stand for four processes.
        const build = Layer.build(Layer.fresh(CreationBatch.layer))
        const batchers = [yield* build, yield* build, yield* build, yield* build] as const
        const keys = 60
        const attempts = Array.from({ length: 1500 }, (_, n) => ({
          n,
          account: accounts[n % accounts.length] ?? { accountId: 0, route: 0 },
          key: (n * 7919) % keys,
          amountCentavos: n % 11 === 0 ? 99_000 : 15_000,
        }))
        const answers = yield* Effect.forEach(
          attempts,
          ({ n, account, key, amountCentavos }) =>
            CreationBatch.pipe(
              Effect.flatMap((batch) =>
                batch.create(
                  newCharge(account, ids, n, nowMs, {
                    externalId: `e${key}`,
                    idempotencyKey: n % 5 === 0 ? `k${(n * 31) % keys}-${key}` : null,
                    amountCentavos,
                  }),
                ),
              ),
              Effect.result,
              Effect.provideContext(batchers[n % 4] ?? batchers[0]),
            ),
          { concurrency: 256 },
        )
        const rows = yield* sql<{ account_id: bigint; external_id: string; transaction_id: string; hash: string }>`
          SELECT account_id, external_id, transaction_id, encode(body_hash, 'hex') AS hash FROM transactions`
        const byKey = new Map(rows.map((row) => [`${row.account_id}/${row.external_id}`, row]))
        assert.strictEqual(byKey.size, rows.length, "one row per key")
        for (const [index, answer] of answers.entries()) {
          const attempt = attempts[index]
          const row = byKey.get(`${attempt?.account.accountId}/e${attempt?.key}`)
          const same = row?.hash === bodyHash("spei-cash-in", { amountCentavos: attempt?.amountCentavos ?? 0 })
          assert.strictEqual(Result.isSuccess(answer), same, `attempt ${index}`)
          if (Result.isSuccess(answer)) assert.strictEqual(answer.success.transactionId, row?.transaction_id)
          else assert.include(["DuplicateExternalId", "IdempotencyKeyReused"], answer.failure._tag)
        }
        yield* assertNoDeadlocks
      }).pipe(Effect.scoped),
    )

    it.effect("keys that cross externalIds in opposite orders end in answers, never in an error of the database", () =>
      Effect.gen(function* () {
        const ids = yield* Ids
        const account = yield* makeAccount(nowMs)
        const build = Layer.build(Layer.fresh(CreationBatch.layer))
        const [forwards, reverse] = [yield* build, yield* build]
        const count = 200
        const answers = yield* Effect.forEach(
          Array.from({ length: 2 * count }, (_, n) => n),
          (n) => {
            const position = n % count
            const backwards = n >= count
            return CreationBatch.pipe(
              Effect.flatMap((batch) =>
                batch.create(
                  newCharge(account, ids, n, nowMs, {
                    externalId: `${backwards ? "b" : "a"}${String(position).padStart(4, "0")}`,
                    idempotencyKey: `k${backwards ? count - 1 - position : position}`,
                  }),
                ),
              ),
              Effect.provideContext(backwards ? reverse : forwards),
            )
          },
          { concurrency: "unbounded" },
        )
        // Both callers of one key sent one body: whoever came first made the charge, and the other was answered it.
        assert.strictEqual(new Set(answers.map(({ transactionId }) => transactionId)).size, count)
        yield* assertNoDeadlocks
      }).pipe(Effect.scoped),
    )
  })
})
