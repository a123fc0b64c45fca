import { assert, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { SecretBox } from "../identity/SecretBox.ts"
import { describeOnBoth, describeOnPostgres } from "../testing/databases.ts"
import { freshAccount, webhookServices } from "../testing/webhooks.ts"
import { maximumConfigsPerAccount, WebhookConfigs } from "./WebhookConfigs.ts"

const url = "https://shop.example/hooks"

const insertAccount = (accountId: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      INSERT INTO accounts (account_id, public_id, is_sandbox, status, main_provider, holder_name, holder_tax_id,
        holder_tax_id_type, account_type, created_at)
      VALUES (${accountId}, gen_random_uuid(), true, 'ACTIVE', 'sandbox', 'Test', 'XAXX010101000', 'RFC', 'PJ', '2026-01-01')`,
  )

describeOnBoth("WebhookConfigs", (database) => {
  layer(webhookServices(database), { excludeTestServices: true })((it) => {
    it.effect("shows the secret once, and stores it sealed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const configs = yield* WebhookConfigs
        const accountId = freshAccount()
        const created = yield* configs.create({ accountId, url: `${url}#fragment`, events: ["cash_in", "CashIn"] })
        assert.match(created.id, /^wh_[0-9a-f-]{36}$/u)
        assert.match(created.secret, /^whsec_[A-Za-z0-9_-]{43}$/u)
        assert.match(created.createdAt, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u)
        assert.strictEqual(created.url, url)
        assert.deepStrictEqual(created.events, ["cash_in", "CashIn"])

        const { secret, ...listed } = created
        assert.deepStrictEqual(yield* configs.list(accountId), [listed])
        const rows = yield* sql<{ readonly sealed_secret: Uint8Array }>`
          SELECT sealed_secret FROM webhook_endpoints WHERE account_id = ${accountId}`
        const sealed = rows[0]?.sealed_secret ?? assert.fail()
        assert.notInclude(Buffer.from(sealed).toString("latin1"), secret)
        const opened = yield* (yield* SecretBox).open(sealed, created.id)
        assert.strictEqual(Buffer.from(opened).toString("utf8"), secret)
      }),
    )

    it.effect("lists the account's own, oldest first, with each kind once", () =>
      Effect.gen(function* () {
        const configs = yield* WebhookConfigs
        const accountId = freshAccount()
        const ids: Array<string> = []
        for (let i = 0; i < 3; i++) {
          ids.push((yield* configs.create({ accountId, url, events: ["cash_in", "cash_in"] })).id)
          yield* Effect.sleep(2)
        }
        yield* configs.create({ accountId: freshAccount(), url, events: ["cash_out"] })
        const listed = yield* configs.list(accountId)
        assert.deepStrictEqual(
          listed.map((config) => config.id),
          ids,
        )
        assert.deepStrictEqual(listed[0]?.events, ["cash_in"])
        assert.deepStrictEqual(yield* configs.list(freshAccount()), [])
      }),
    )

    it.effect("refuses more than the limit, per account", () =>
      Effect.gen(function* () {
        const configs = yield* WebhookConfigs
        const accountId = freshAccount()
        const create = configs.create({ accountId, url, events: ["cash_in"] })
        yield* Effect.repeat(create, { times: maximumConfigsPerAccount - 1 })
        const error = yield* Effect.flip(create)
        assert.deepInclude(error, { _tag: "TooManyWebhookConfigs", limit: maximumConfigsPerAccount })
        yield* configs.create({ accountId: freshAccount(), url, events: ["cash_in"] })
        assert.strictEqual((yield* configs.list(accountId)).length, maximumConfigsPerAccount)
      }),
    )

    it.effect("refuses an address that breaks a rule, and keeps nothing", () =>
      Effect.gen(function* () {
        const configs = yield* WebhookConfigs
        const accountId = freshAccount()
        const error = yield* Effect.flip(configs.create({ accountId, url: "ftp://shop.example/", events: ["cash_in"] }))
        assert.deepInclude(error, { _tag: "WebhookUrlRefused", reason: "scheme" })
        assert.deepStrictEqual(yield* configs.list(accountId), [])
      }),
    )
  })

  layer(webhookServices(database, { environment: "production" }), { excludeTestServices: true })((it) => {
    it.effect("goes by the rules of its environment", () =>
      Effect.gen(function* () {
        const configs = yield* WebhookConfigs
        const error = yield* Effect.flip(
          configs.create({ accountId: freshAccount(), url: "http://shop.example/", events: ["cash_in"] }),
        )
        assert.deepInclude(error, { _tag: "WebhookUrlRefused", reason: "https_required" })
      }),
    )
  })
})

describeOnPostgres("WebhookConfigs at once", (database) => {
  layer(webhookServices(database), { excludeTestServices: true })((it) => {
    it.effect("do not exceed the limit together", () =>
      Effect.gen(function* () {
        const configs = yield* WebhookConfigs
        const accountId = freshAccount()
        yield* insertAccount(accountId)
        const results = yield* Effect.forEach(
          Array.from({ length: maximumConfigsPerAccount + 12 }),
          () => Effect.result(configs.create({ accountId, url, events: ["cash_in"] })),
          { concurrency: "unbounded" },
        )
        assert.strictEqual(results.filter(Result.isSuccess).length, maximumConfigsPerAccount)
        assert.strictEqual((yield* configs.list(accountId)).length, maximumConfigsPerAccount)
      }),
    )
  })
})
