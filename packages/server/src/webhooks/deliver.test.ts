import { createHmac } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { describeOnBoth } from "../testing/databases.ts"
import { testMerchant } from "../testing/merchant.ts"
import {
  attemptRows,
  cashIn,
  deliveryRows,
  forgetDeliveries,
  makeShop,
  startDispatcher,
  until,
  untilAll,
  webhookServices,
  writeEvents,
} from "../testing/webhooks.ts"

describeOnBoth("A claimed delivery", (database) => {
  // Real time: attempts are real I/O.
  layer(webhookServices(database, { drainMs: 500 }), { excludeTestServices: true })((it) => {
    it.effect("goes to the endpoint's address at that time", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const sql = yield* SqlClient.SqlClient
        const { accountId, merchant, endpointId } = yield* makeShop()
        const elsewhere = yield* testMerchant
        yield* writeEvents([cashIn(accountId)])
        yield* sql`
          UPDATE webhook_endpoints SET url = ${elsewhere.url} WHERE account_id = ${accountId} AND endpoint_id = ${endpointId}`
        yield* startDispatcher()
        yield* untilAll(accountId, "DELIVERED")
        assert.deepStrictEqual([merchant.received.length, elsewhere.received.length], [0, 1])
      }),
    )

    it.effect("is sent twice at once and again later when it is to be doubled, which is one attempt", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const { accountId, merchant } = yield* makeShop()
        yield* startDispatcher()
        yield* writeEvents([cashIn(accountId, { sandboxEffect: "duplicate" })])
        yield* untilAll(accountId, "DELIVERED")
        yield* until(
          "two copies have arrived",
          Effect.sync(() => merchant.received.length === 2),
        )
        yield* until(
          "the last copy has arrived",
          Effect.sync(() => merchant.received.length === 3),
        )
        const [first = assert.fail(), ...copies] = merchant.received
        for (const copy of copies) {
          assert.deepStrictEqual(copy.body, first.body)
          assert.strictEqual(copy.deliveryId, first.deliveryId)
          assert.strictEqual(copy.signature, first.signature)
        }
        assert.strictEqual((yield* attemptRows(accountId)).length, 1)
        assert.deepInclude((yield* deliveryRows(accountId))[0], { attempts: 1, claim_no: 1 })
      }),
    )

    it.effect("is preceded by a copy with a wrong signature on request, on the first attempt only", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const sql = yield* SqlClient.SqlClient
        const { accountId, merchant, config } = yield* makeShop()
        merchant.answer((response) => response.writeHead(500).end())
        yield* startDispatcher({ pollMs: 20 })
        yield* writeEvents([cashIn(accountId, { sandboxEffect: "bad-signature" })])
        yield* until(
          "the first attempt is recorded",
          Effect.map(attemptRows(accountId), (rows) => rows.length === 1),
        )
        const signatureOf = (body: Buffer) => `sha256=${createHmac("sha256", config.secret).update(body).digest("hex")}`
        assert.deepStrictEqual(
          merchant.received.map(({ signature, body }) => signature === signatureOf(body)),
          [false, true],
        )
        yield* sql`UPDATE deliveries SET due_at = '2026-01-01' WHERE account_id = ${accountId}`
        yield* until(
          "the second attempt is recorded",
          Effect.map(attemptRows(accountId), (rows) => rows.length === 2),
        )
        assert.deepStrictEqual(
          merchant.received.map(({ signature, body }) => signature === signatureOf(body)),
          [false, true, true],
        )
      }),
    )

    it.effect("is not sent where the secret cannot be opened, which holds up no other", () =>
      Effect.gen(function* () {
        yield* forgetDeliveries
        const sql = yield* SqlClient.SqlClient
        const broken = yield* makeShop()
        const healthy = yield* makeShop()
        yield* sql`
          UPDATE webhook_endpoints SET sealed_secret = ${Buffer.from("nonsense")} WHERE account_id = ${broken.accountId}`
        yield* writeEvents([cashIn(broken.accountId), cashIn(healthy.accountId)])
        yield* startDispatcher()
        yield* untilAll(healthy.accountId, "DELIVERED")
        yield* untilAll(broken.accountId, "IN_FLIGHT")
        assert.deepInclude((yield* deliveryRows(broken.accountId))[0], { attempts: 0, claim_no: 1 })
        assert.deepStrictEqual(broken.merchant.received, [])
      }),
    )
  })
})
