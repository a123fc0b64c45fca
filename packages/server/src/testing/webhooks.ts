/** What tests of this room share: its services on a test database, and events to write. */
import { randomBytes } from "node:crypto"
import { Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { ServerConfig, type ServerSettings } from "../config.ts"
import { DatabaseInfo } from "../database/Database.ts"
import { Wake } from "../database/Wake.ts"
import { withinLive } from "../database/WorkLoop.ts"
import { makeSecretBox, SecretBox } from "../identity/SecretBox.ts"
import { Ids } from "../Ids.ts"
import type { TestDatabase } from "./databases.ts"
import { Time } from "../Time.ts"
import { defaults, Dispatcher, type DispatcherOptions } from "../webhooks/Dispatcher.ts"
import { Outbox, type OutboxEvent } from "../webhooks/Outbox.ts"
import { Sender } from "../webhooks/Sender.ts"
import { testMerchant } from "./merchant.ts"
import { WebhookConfigs } from "../webhooks/WebhookConfigs.ts"

/** Everything of the room but the dispatcher, on a new database. Time is Effect's Clock alone. */
export const webhookServices = (database: TestDatabase, settings: Partial<ServerSettings> = {}) =>
  Layer.mergeAll(Outbox.layer, WebhookConfigs.layer).pipe(
    Layer.provideMerge(Wake.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        database.layer,
        Ids.layer,
        Time.layerClock,
        ServerConfig.layerOf({ drainMs: 2_000, ...settings }),
        Layer.sync(SecretBox, () => SecretBox.of(makeSecretBox(randomBytes(32)))),
      ),
    ),
  )

/**
 * A dispatcher until its scope closes or it is stopped. On Postgres it has signals and connections of its own, as in
 * another process; on PGlite there is no other process.
 */
export const startDispatcher = Effect.fnUntraced(function* (
  options: Partial<DispatcherOptions> & { readonly deadlineMs?: number } = {},
) {
  const { deadlineMs = 5_000, ...more } = options
  const scope = yield* Scope.fork(yield* Scope.Scope)
  const wake = (yield* DatabaseInfo).soleOwner ? Layer.succeed(Wake, yield* Wake) : Wake.layer
  const layer = Dispatcher.layerWith({ ...defaults, ...more }).pipe(
    Layer.provide([Sender.layerWith({ deadlineMs }), wake]),
  )
  yield* Layer.build(Layer.fresh(layer)).pipe(Scope.provide(scope))
  return { stop: Scope.close(scope, Exit.void) }
})

let lastAccount = 0
let lastTransaction = 0

/** An account that no other test uses. There is no row for it, and nothing here needs one. */
export const freshAccount = (): number => ++lastAccount

/** An event of a transaction that no other event is of. */
export const cashIn = (accountId: number, more: Partial<OutboxEvent> = {}): OutboxEvent => {
  lastTransaction += 1
  const transactionId = `0193f0c0-0000-7000-8000-${String(lastTransaction).padStart(12, "0")}`
  return {
    accountId,
    transactionId,
    kind: "cash_in",
    createdAtMs: 0,
    transaction: { id: lastTransaction, transactionId, status: "CONFIRMED", amountCentavos: 15_000 },
    sandboxEffect: null,
    ...more,
  }
}

/** Writes events as a settlement does. */
export const writeEvents = Effect.fnUntraced(function* (events: ReadonlyArray<OutboxEvent>) {
  const sql = yield* SqlClient.SqlClient
  const outbox = yield* Outbox
  yield* sql.withTransaction(outbox.write(events))
})

export interface DeliveryRow {
  readonly account_id: bigint
  readonly delivery_id: string
  readonly endpoint_id: string
  readonly event_id: string
  readonly transaction_id: string
  readonly status: string
  readonly due_at: Date | null
  readonly attempts: number
  readonly claim_no: number
  readonly sandbox_effect: string | null
  readonly created_at: Date
  readonly finished_at: Date | null
}

/** An account's deliveries. */
export const deliveryRows = Effect.fnUntraced(function* (accountId: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<DeliveryRow>`SELECT * FROM deliveries WHERE account_id = ${accountId} ORDER BY delivery_id`
})

export interface AttemptRow {
  readonly delivery_id: string
  readonly claim_no: number
  readonly attempt: number
  readonly started_at: Date
  readonly duration_ms: number
  readonly status: number | null
  readonly error: string | null
  readonly excerpt: string | null
}

/** The attempts at an account's deliveries, delivery by delivery. */
export const attemptRows = Effect.fnUntraced(function* (accountId: number) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<AttemptRow>`
    SELECT * FROM delivery_attempts WHERE account_id = ${accountId} ORDER BY delivery_id, attempt, claim_no`
})

/** So that a dispatcher finds nothing of the tests before. */
export const forgetDeliveries = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`TRUNCATE deliveries`)

/** Asks again, in real time, until the answer is yes; fails after ten seconds, saying what for. */
export const until = <E, R>(what: string, condition: Effect.Effect<boolean, E, R>) =>
  Effect.gen(function* () {
    for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 10) {
      if (yield* condition) return
      yield* withinLive(10, Effect.never)
    }
    return yield* Effect.die(new Error(`waited in vain: ${what}`))
  })

/** An account with one configuration, whose merchant answers 200. */
export const makeShop = Effect.fnUntraced(function* () {
  const accountId = freshAccount()
  const merchant = yield* testMerchant
  const configs = yield* WebhookConfigs
  const config = yield* configs.create({ accountId, url: merchant.url, events: ["cash_in"] })
  return { accountId, merchant, config, endpointId: config.id.slice("wh_".length) }
})

const statuses = (accountId: number) =>
  Effect.map(deliveryRows(accountId), (rows) => rows.map((row) => row.status).toSorted())

/** Waits until an account has deliveries and all of them have a status. */
export const untilAll = (accountId: number, status: string) =>
  until(
    `every delivery of account ${accountId} is ${status}`,
    Effect.map(statuses(accountId), (found) => found.length > 0 && found.every((one) => one === status)),
  )

export const cashIns = (accountId: number, count: number) => Array.from({ length: count }, () => cashIn(accountId))
