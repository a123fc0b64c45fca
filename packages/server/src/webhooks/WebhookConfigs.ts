/**
 * Webhook configurations: where an account wants which events, and the secret that signs them, which is shown once and
 * stored sealed. Sends nothing, and checks an address by its text alone.
 */
import { SECRET_PREFIX } from "@pesoreal/core/webhooks/signature"
import type { CreatedWebhookConfig, WebhookConfig } from "@pesoreal/core/api/webhooks"
import type { EventKind } from "@pesoreal/core/webhooks/events"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { ServerConfig } from "../config.ts"
import { millisOf, timestamptz } from "../database/columns.ts"
import { Ids } from "../Ids.ts"
import { isoInstant } from "../instant.ts"
import { SecretBox } from "../identity/SecretBox.ts"
import { Time } from "../Time.ts"
import { configId } from "./identifiers.ts"
import { checkWebhookUrl } from "./webhookUrl.ts"

/** Each event makes one delivery per configuration that lists it, so there is an end to them. */
export const maximumConfigsPerAccount = 20

/** The address breaks a rule; `message` completes "url …". */
export class WebhookUrlRefused extends Schema.TaggedError<WebhookUrlRefused>()("WebhookUrlRefused", {
  reason: Schema.Literals(["too_long", "not_a_url", "scheme", "https_required", "credentials", "hostname"]),
  message: Schema.String,
}) {}

/** The account has as many configurations as it may have. */
export class TooManyWebhookConfigs extends Schema.TaggedError<TooManyWebhookConfigs>()("TooManyWebhookConfigs", {
  limit: Schema.Int,
  message: Schema.String,
}) {}

/** Nothing can change these yet: they are columns once configurations can be paused, or ask for more headers. */
const unchangeable = { enabled: true, standardWebhooks: false } as const

export interface NewWebhookConfig {
  readonly accountId: number
  readonly url: string
  readonly events: ReadonlyArray<EventKind>
}

export class WebhookConfigs extends Context.Service<
  WebhookConfigs,
  {
    readonly create: (
      config: NewWebhookConfig,
    ) => Effect.Effect<CreatedWebhookConfig, WebhookUrlRefused | TooManyWebhookConfigs | SqlError.SqlError>
    /** Without secrets, oldest first. */
    readonly list: (accountId: number) => Effect.Effect<ReadonlyArray<WebhookConfig>, SqlError.SqlError>
  }
>()("@pesoreal/server/WebhookConfigs") {
  static readonly layer = Layer.effect(
    WebhookConfigs,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { environment } = yield* ServerConfig
      const ids = yield* Ids
      const box = yield* SecretBox
      const time = yield* Time

      const create = Effect.fn("WebhookConfigs.create")(function* (config: NewWebhookConfig) {
        const checked = checkWebhookUrl(config.url, environment)
        if (!checked.ok) return yield* new WebhookUrlRefused(checked)
        const createdAtMs = yield* time.now
        const uuid = ids.uuid(createdAtMs)
        const secret = SECRET_PREFIX + ids.secret()
        const events = Array.from(new Set(config.events))
        const sealed = box.seal(Buffer.from(secret, "utf8"), configId(uuid))
        yield* sql.withTransaction(
          Effect.gen(function* () {
            // One creation at a time per account: otherwise two at once would both find room for the last one.
            yield* sql`SELECT 1 FROM accounts WHERE account_id = ${config.accountId} FOR NO KEY UPDATE`
            yield* refuseBeyondLimit(sql, config.accountId)
            yield* sql`
              INSERT INTO webhook_endpoints (account_id, endpoint_id, url, events, sealed_secret, created_at)
              VALUES (${config.accountId}, ${uuid}, ${checked.url}, ${events}, ${sealed}, ${timestamptz(createdAtMs)})`
          }),
        )
        return {
          id: configId(uuid),
          url: checked.url,
          events,
          ...unchangeable,
          createdAt: isoInstant(createdAtMs),
          secret,
        }
      })

      const list = Effect.fn("WebhookConfigs.list")(function* (accountId: number) {
        const rows = yield* sql<EndpointRow>`
          SELECT endpoint_id, url, events, created_at FROM webhook_endpoints
          WHERE account_id = ${accountId} ORDER BY created_at, endpoint_id`
        return rows.map((row) => ({
          id: configId(row.endpoint_id),
          url: row.url,
          events: row.events,
          ...unchangeable,
          createdAt: isoInstant(millisOf(row.created_at)),
        }))
      })
      return WebhookConfigs.of({ create, list })
    }),
  )
}

interface EndpointRow {
  readonly endpoint_id: string
  readonly url: string
  readonly events: ReadonlyArray<EventKind>
  readonly created_at: Date
}

const refuseBeyondLimit = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, accountId: number) {
  const counted = yield* sql<{ readonly count: number }>`
    SELECT count(*)::int AS count FROM webhook_endpoints WHERE account_id = ${accountId}`
  if ((counted[0]?.count ?? 0) < maximumConfigsPerAccount) return
  return yield* new TooManyWebhookConfigs({
    limit: maximumConfigsPerAccount,
    message: `an account has at most ${maximumConfigsPerAccount} webhook configurations`,
  })
})
