/**
 * Events into the outbox: called inside the transaction that makes them true, so that they are announced if and only if
 * it commits. Writes each event, and one delivery, with its final bytes, for every configuration that lists its kind.
 *
 * It sends nothing, and never looks at a delivery again: that is the dispatcher's.
 */
import type { EventKind } from "@pesoreal/core/webhooks/events"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { int8, timestamptz } from "../database/columns.ts"
import { Wake } from "../database/Wake.ts"
import { Ids } from "../Ids.ts"
import { initialState } from "./deliveryState.ts"
import { deliveryId, eventId } from "./identifiers.ts"

/** What the sandbox does to a delivery on request (decisions, section 10). */
export type SandboxEffect = "duplicate" | "bad-signature" | "late"

export interface OutboxEvent {
  readonly accountId: number
  readonly transactionId: string
  readonly kind: EventKind
  readonly createdAtMs: number
  /** The `transaction` object of the body: JSON-encodable, its fields in the order of the wire. */
  readonly transaction: object
  readonly sandboxEffect: SandboxEffect | null
}

/** How long `webhook:late` holds a delivery back. */
const lateMs = 60_000
/** A statement's parameter stays within a few megabytes, whatever a batch brings. */
const rowsPerStatement = 1_000

export class Outbox extends Context.Service<
  Outbox,
  {
    /** In the caller's transaction. Wakes the dispatchers once, after the commit. */
    readonly write: (events: ReadonlyArray<OutboxEvent>) => Effect.Effect<void, SqlError.SqlError>
  }
>()("@pesoreal/server/Outbox") {
  static readonly layer = Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = yield* Ids
      const wake = yield* Wake

      const write = Effect.fn("Outbox.write")(function* (events: ReadonlyArray<OutboxEvent>) {
        if (events.length === 0) return
        const numbered = events.map((event) => ({ event, uuid: ids.uuid(event.createdAtMs) }))
        const endpoints = yield* findEndpoints(sql, events)
        const deliveries = numbered.flatMap((one) =>
          (endpoints.get(one.event.accountId) ?? [])
            .filter((endpoint) => endpoint.events.includes(one.event.kind))
            .map((endpoint) => deliveryRow(one, endpoint.endpoint_id, ids.uuid(one.event.createdAtMs))),
        )
        yield* inBatches(numbered.map(eventRow), (rows) => insertEvents(sql, rows))
        if (deliveries.length === 0) return
        yield* inBatches(deliveries, (rows) => insertDeliveries(sql, rows))
        yield* wake.afterCommit("pesoreal_deliveries")
      })
      return Outbox.of({ write })
    }),
  )
}

interface NumberedEvent {
  readonly event: OutboxEvent
  readonly uuid: string
}

/** The event without a deliveryId: what is the same for all of its deliveries, and what a redrive starts from. */
const eventRow = ({ event, uuid }: NumberedEvent) => ({
  account_id: event.accountId,
  event_id: uuid,
  kind: event.kind,
  transaction_id: event.transactionId,
  body: { event: event.kind, eventId: eventId(uuid), transaction: event.transaction },
  created_at: timestamptz(event.createdAtMs),
})

const deliveryRow = ({ event, uuid }: NumberedEvent, endpointId: string, deliveryUuid: string) => {
  const body = {
    event: event.kind,
    eventId: eventId(uuid),
    deliveryId: deliveryId(deliveryUuid),
    transaction: event.transaction,
  }
  const late = event.sandboxEffect === "late"
  return {
    account_id: event.accountId,
    delivery_id: deliveryUuid,
    endpoint_id: endpointId,
    event_id: uuid,
    transaction_id: event.transactionId,
    bytes: Buffer.from(JSON.stringify(body), "utf8").toString("base64"),
    due_at: timestamptz(event.createdAtMs + (late ? lateMs : 0)),
    sandbox_effect: late ? null : event.sandboxEffect,
    created_at: timestamptz(event.createdAtMs),
  }
}

interface EndpointRow {
  readonly account_id: bigint
  readonly endpoint_id: string
  readonly events: ReadonlyArray<string>
}

const findEndpoints = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, events: ReadonlyArray<OutboxEvent>) {
  const accountIds = JSON.stringify(Array.from(new Set(events.map((event) => event.accountId))))
  const rows = yield* sql<EndpointRow>`
    SELECT e.account_id, e.endpoint_id, e.events
    FROM json_array_elements_text(${accountIds}::json) AS a(account_id)
    JOIN webhook_endpoints e ON e.account_id = a.account_id::bigint
    ORDER BY e.account_id, e.endpoint_id`
  return Map.groupBy(rows, (row) => int8(row.account_id))
})

const inBatches = <Row, E>(rows: ReadonlyArray<Row>, insert: (rows: ReadonlyArray<Row>) => Effect.Effect<unknown, E>) =>
  Effect.gen(function* () {
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      yield* insert(rows.slice(start, start + rowsPerStatement))
    }
  })

const insertEvents = (sql: SqlClient.SqlClient, rows: ReadonlyArray<ReturnType<typeof eventRow>>) => sql`
  INSERT INTO events (account_id, event_id, kind, transaction_id, body, created_at)
  SELECT account_id, event_id, kind, transaction_id, body, created_at
  FROM json_to_recordset(${JSON.stringify(rows)}::json)
    AS r(account_id bigint, event_id uuid, kind text, transaction_id uuid, body jsonb, created_at timestamptz)
  ORDER BY account_id, event_id`

const insertDeliveries = (sql: SqlClient.SqlClient, rows: ReadonlyArray<ReturnType<typeof deliveryRow>>) => sql`
  WITH made AS MATERIALIZED (
    SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS r(account_id bigint, delivery_id uuid, endpoint_id uuid, event_id uuid, transaction_id uuid, bytes text,
        due_at timestamptz, sandbox_effect text, created_at timestamptz)
    ORDER BY account_id, delivery_id),
  bodies AS (
    INSERT INTO delivery_bodies (account_id, delivery_id, bytes)
    SELECT account_id, delivery_id, decode(bytes, 'base64') FROM made)
  INSERT INTO deliveries (account_id, delivery_id, endpoint_id, event_id, transaction_id, status, due_at, sandbox_effect,
    created_at)
  SELECT account_id, delivery_id, endpoint_id, event_id, transaction_id, ${initialState}, due_at, sandbox_effect, created_at
  FROM made`
