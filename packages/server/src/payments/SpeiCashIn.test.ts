import { assert, describe, layer } from "@effect/vitest"
import { Clabe } from "@pesoreal/core"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { describeOnBoth, testDatabase } from "../testing/databases.ts"
import { cashInBody, testService, TestService } from "../testing/service.ts"

/** Looks a charge up until it has left PENDING. */
const settled = (headers: Record<string, string>, externalId: string) =>
  Effect.gen(function* () {
    const { call } = yield* TestService
    const answer = yield* call(`/api/spei/transaction/${encodeURIComponent(externalId)}`, { headers })
    if (answer.body.status === "PENDING") return yield* Effect.fail("still pending" as const)
    return answer.body
  }).pipe(Effect.retry({ schedule: Schedule.spaced("100 millis"), times: 100 }), Effect.orDie)

describeOnBoth("SPEI cash-in over HTTP", (database) => {
  layer(testService(database), { excludeTestServices: true })((it) => {
    it.effect("creates a charge in both documented forms, and settles it about a second later", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const headers = yield* bearer
        const created = yield* call("/api/spei/cash-in", { headers, body: { ...cashInBody, externalId: "order-1" } })
        assert.strictEqual(created.status, 201)
        const charge = created.body
        assert.strictEqual(charge.status, "PENDING")
        assert.isTrue(Number.isSafeInteger(charge.id) && charge.id > 0)
        assert.strictEqual(charge.clabe, charge.destinationClabe)
        assert.isTrue(Clabe.isClabe(charge.clabe))
        assert.match(charge.clabe, /^846/)
        assert.deepStrictEqual(charge.beneficiary, { name: "Comercio de Prueba", taxId: "XAXX010101000" })
        assert.match(charge.referenceNumerical, /^\d{7}$/)
        assert.strictEqual(charge.amountCentavos, 15_000)

        const record = yield* settled(headers, "order-1")
        assert.strictEqual(record.status, "CONFIRMED")
        assert.strictEqual(record.id, charge.id)
        assert.strictEqual(record.transactionId, charge.transactionId)
        assert.strictEqual(record.conciliationId, "order-1")
        assert.strictEqual(record.paymentMethod, "SPEI")
        assert.strictEqual(record.direction, "in")
        assert.strictEqual(record.type, "cash_in")
        assert.strictEqual(record.provider, "sandbox")
        assert.match(record.claveRastreo, /^[A-Z0-9]{1,30}$/)
        assert.isAtLeast(Date.parse(record.confirmedAt) - Date.parse(record.createdAt), 1000)
      }),
    )

    it.effect("moves state, ledger entry and outbox row together", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const sql = yield* SqlClient.SqlClient
        const headers = yield* bearer
        const { body } = yield* call("/api/spei/cash-in", { headers, body: { ...cashInBody, externalId: "books" } })
        yield* settled(headers, "books")
        const entries = yield* sql`
          SELECT ledger_account, amount::int AS amount FROM ledger_entries
          WHERE transaction_id = ${body.transactionId} ORDER BY line`
        assert.deepStrictEqual(entries, [
          { ledger_account: "available", amount: 15_000 },
          { ledger_account: "clearing", amount: -15_000 },
        ])
        const balances = yield* sql`
          SELECT b.gross::int AS gross, b.blocked::int AS blocked FROM balances b
          JOIN transactions t ON t.account_id = b.account_id
          WHERE t.transaction_id = ${body.transactionId} AND b.currency = 'MXN'`
        assert.deepStrictEqual(balances, [{ gross: 100_015_000, blocked: 0 }])
        const events = yield* sql`SELECT kind FROM events WHERE transaction_id = ${body.transactionId}`
        assert.deepStrictEqual(events, [{ kind: "cash_in" }])
      }),
    )

    it.effect("answers an equal body with the existing charge, and another one with 409", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const headers = yield* bearer
        const send = (body: object) => call("/api/spei/cash-in", { headers, body })
        const first = yield* send({ ...cashInBody, externalId: "again" })
        const same = yield* send({ externalId: "again", description: null, unknown: 1, ...cashInBody })
        assert.strictEqual(same.status, 201)
        assert.deepStrictEqual(same.body, first.body)
        yield* settled(headers, "again")
        const later = yield* send({ ...cashInBody, externalId: "again" })
        assert.strictEqual(later.status, 201)
        assert.strictEqual(later.body.status, "CONFIRMED")
        const other = yield* send({ ...cashInBody, externalId: "again", amountCentavos: 15_001 })
        assert.strictEqual(other.status, 409)
        assert.strictEqual(other.body.code, "DUPLICATE_EXTERNAL_ID")
      }),
    )

    it.effect("lets two accounts use one externalId, and shows neither the other's", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const [mine, theirs] = [yield* bearer, yield* bearer]
        const a = yield* call("/api/spei/cash-in", { headers: mine, body: { ...cashInBody, externalId: "shared" } })
        const before = yield* call("/api/spei/transaction/shared", { headers: theirs })
        assert.strictEqual(before.status, 404)
        assert.strictEqual(before.body.code, "TRANSACTION_NOT_FOUND")
        const b = yield* call("/api/spei/cash-in", { headers: theirs, body: { ...cashInBody, externalId: "shared" } })
        assert.strictEqual(b.status, 201)
        assert.notStrictEqual(a.body.transactionId, b.body.transactionId)
        assert.notStrictEqual(a.body.clabe.slice(3, 9), b.body.clabe.slice(3, 9))
      }),
    )

    it.effect("keeps any externalId of 1 to 100 code points through body and path", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const headers = yield* bearer
        const ids = ["%", "_", "a/b?c#d", "..", " ", "Ñandú", "👩‍👩‍👧‍👦".repeat(14), "x".repeat(100), "e\u0301", "\u00e9"]
        for (const externalId of ids) {
          const created = yield* call("/api/spei/cash-in", { headers, body: { ...cashInBody, externalId } })
          assert.strictEqual(created.status, 201, externalId)
          // A client must escape dots too: URL parsers take "%2e%2e" for a step up, so ".." cannot be asked for.
          if (externalId === "..") continue
          const found = yield* call(`/api/spei/transaction/${encodeURIComponent(externalId)}`, { headers })
          assert.strictEqual(found.body.externalId, externalId)
        }
        const tooLong = yield* call("/api/spei/cash-in", {
          headers,
          body: { ...cashInBody, externalId: "🦤".repeat(101) },
        })
        assert.strictEqual(tooLong.status, 400)
      }),
    )

    it.effect("follows the scenario header, and says what fits where it cannot", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const headers = yield* bearer
        const send = (externalId: string, scenario: string) =>
          call("/api/spei/cash-in", {
            headers: { ...headers, "x-sandbox-scenario": scenario },
            body: { ...cashInBody, externalId },
          })
        assert.strictEqual((yield* send("fails", "error:invalid-clabe")).body.status, "PENDING")
        assert.strictEqual((yield* settled(headers, "fails")).status, "FAILED")
        const expired = yield* send("expires", "expired")
        assert.strictEqual(expired.status, 201)
        assert.strictEqual((yield* settled(headers, "expires")).status, "EXPIRED")
        yield* send("soon", "delayed:500ms")
        assert.strictEqual((yield* settled(headers, "soon")).status, "CONFIRMED")
        for (const scenario of ["nonsense", "delayed:25h", "delayed:5", "returned", "webhook:reorder"]) {
          const refused = yield* send("refused", scenario)
          assert.strictEqual(refused.status, 400, scenario)
          assert.strictEqual(refused.body.code, "INVALID_SANDBOX_SCENARIO")
          assert.include(refused.body.message, "webhook:duplicate")
        }
        assert.strictEqual((yield* call("/api/spei/transaction/refused", { headers })).status, 404)
      }),
    )

    it.effect("takes an Idempotency-Key: the same key and body answer the same charge, another body a 422", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const headers = { ...(yield* bearer), "idempotency-key": "key-1" }
        const first = yield* call("/api/spei/cash-in", { headers, body: cashInBody })
        const same = yield* call("/api/spei/cash-in", { headers, body: cashInBody })
        assert.deepStrictEqual(same.body, first.body)
        const other = yield* call("/api/spei/cash-in", { headers, body: { ...cashInBody, amountCentavos: 1000 } })
        assert.strictEqual(other.status, 422)
        assert.strictEqual(other.body.code, "IDEMPOTENCY_KEY_REUSED")
        const bad = yield* call("/api/spei/cash-in", {
          headers: { ...headers, "idempotency-key": "a b" },
          body: cashInBody,
        })
        assert.strictEqual(bad.status, 400)
        assert.strictEqual(bad.body.details[0].path, "idempotency-key")
      }),
    )

    it.effect("remembers a key that a repetition by externalId brought", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const headers = yield* bearer
        const withKey = { ...headers, "idempotency-key": "late-key" }
        const body = { ...cashInBody, externalId: "keyed-later" }
        const first = yield* call("/api/spei/cash-in", { headers, body })
        const repeated = yield* call("/api/spei/cash-in", { headers: withKey, body })
        assert.strictEqual(repeated.body.transactionId, first.body.transactionId)
        const other = yield* call("/api/spei/cash-in", {
          headers: withKey,
          body: { ...cashInBody, externalId: "other" },
        })
        assert.strictEqual(other.status, 422)
        const again = yield* call("/api/spei/cash-in", { headers: withKey, body })
        assert.strictEqual(again.body.transactionId, first.body.transactionId)
      }),
    )

    it.effect("a hundred simultaneous requests with one externalId create one charge", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const sql = yield* SqlClient.SqlClient
        const headers = yield* bearer
        const answers = yield* Effect.forEach(
          Array.from({ length: 100 }),
          () => call("/api/spei/cash-in", { headers, body: { ...cashInBody, externalId: "race" } }),
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
        const ids = new Set(answers.map(({ body }) => body.transactionId))
        assert.strictEqual(ids.size, 1)
        const [row] = yield* sql`SELECT count(*)::int AS count FROM transactions WHERE external_id = 'race'`
        assert.deepStrictEqual(row, { count: 1 })
      }),
    )
  })
})

describe("SPEI cash-in, configured", () => {
  layer(testService({ kind: "pglite", layer: testDatabase("pglite") }, { speiMinimumCentavos: 1 }), {
    excludeTestServices: true,
  })((it) => {
    it.effect("takes one centavo where the floor is set to it", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const headers = yield* bearer
        const one = yield* call("/api/spei/cash-in", { headers, body: { ...cashInBody, amountCentavos: 1 } })
        assert.strictEqual(one.status, 201)
        const none = yield* call("/api/spei/cash-in", { headers, body: { ...cashInBody, amountCentavos: 0 } })
        assert.strictEqual(none.status, 400)
      }),
    )
  })
})
