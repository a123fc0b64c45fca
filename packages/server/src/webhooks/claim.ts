/**
 * The SQL that finds and leases due deliveries. One index, `deliveries_due (account_id, endpoint_id, due_at)`, serves both
 * statements: a skip scan that looks at one entry per endpoint, and a claim that reads each chosen endpoint's queue from
 * its front, no further than the endpoint has free slots. So the backlog of an endpoint that hangs is never read.
 *
 * The statements here are over all accounts: what is due belongs to nobody. They read no clock.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { int8, millisOf, timestamptz } from "../database/columns.ts"
import { claimedState } from "./deliveryState.ts"

/** An endpoint, by its key. */
export interface EndpointKey {
  readonly accountId: number
  readonly endpointId: string
}

/** An endpoint with unfinished deliveries, and when the first of them is due (or its lease ends). */
export interface EndpointWork extends EndpointKey {
  readonly dueAtMs: number
}

/** A leased delivery, with all that an attempt needs. */
export interface ClaimedDelivery extends EndpointKey {
  /** UUID. */
  readonly deliveryId: string
  /** The fence: results of another claim are not this one's. */
  readonly claimNo: number
  /** Results recorded so far. */
  readonly attempts: number
  readonly sandboxEffect: "duplicate" | "bad-signature" | null
  readonly bytes: Uint8Array
  /** As they are now, not as they were when the delivery was written; null when the endpoint is gone. */
  readonly endpoint: { readonly url: string; readonly sealedSecret: Uint8Array } | null
}

/** Before every endpoint there is. */
export const firstEndpoint: EndpointKey = { accountId: -1, endpointId: "00000000-0000-0000-0000-000000000000" }

interface WorkRow {
  readonly account_id: bigint
  readonly endpoint_id: string
  readonly due_at: Date
}

/** The endpoints after a given one that have unfinished deliveries, in key order, at most `limit` of them. */
export const scanEndpoints = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, after: EndpointKey, limit: number) {
  const rows = yield* sql<WorkRow>`
    WITH RECURSIVE work AS (
      (SELECT account_id, endpoint_id, due_at, 1 AS place FROM deliveries
       WHERE due_at IS NOT NULL AND (account_id, endpoint_id) > (${after.accountId}::bigint, ${after.endpointId}::uuid)
       ORDER BY account_id, endpoint_id, due_at LIMIT 1)
      UNION ALL
      SELECT next.account_id, next.endpoint_id, next.due_at, work.place + 1
      FROM work CROSS JOIN LATERAL (
        SELECT d.account_id, d.endpoint_id, d.due_at FROM deliveries d
        WHERE d.due_at IS NOT NULL AND (d.account_id, d.endpoint_id) > (work.account_id, work.endpoint_id)
        ORDER BY d.account_id, d.endpoint_id, d.due_at LIMIT 1) next
      WHERE work.place < ${limit}::int)
    SELECT account_id, endpoint_id, due_at FROM work`
  return rows.map((row): EndpointWork => ({
    accountId: int8(row.account_id),
    endpointId: row.endpoint_id,
    dueAtMs: millisOf(row.due_at),
  }))
})

/** What to claim of the endpoints that a scan found. */
export interface ClaimPlan {
  /** Due, and with free slots; in the order of the scan. */
  readonly endpoints: ReadonlyArray<EndpointKey & { readonly free: number }>
  /** Whether something due has to wait for a slot of its endpoint. */
  readonly saturated: boolean
  /** When the first of the others is due; infinite if there is none. */
  readonly nextDueAtMs: number
}

/** Pure: whom to serve, given the free slots of each endpoint. */
export const planClaim = (
  work: ReadonlyArray<EndpointWork>,
  nowMs: number,
  freeOf: (endpointId: string) => number,
): ClaimPlan => {
  const endpoints: Array<EndpointKey & { readonly free: number }> = []
  let saturated = false
  let nextDueAtMs = Number.POSITIVE_INFINITY
  for (const { accountId, endpointId, dueAtMs } of work) {
    const free = freeOf(endpointId)
    if (dueAtMs > nowMs) nextDueAtMs = Math.min(nextDueAtMs, dueAtMs)
    else if (free > 0) endpoints.push({ accountId, endpointId, free })
    else saturated = true
  }
  return { endpoints, saturated, nextDueAtMs }
}

export interface ClaimRequest {
  /** In the order in which they are served. */
  readonly endpoints: ReadonlyArray<EndpointKey & { readonly free: number }>
  readonly total: number
  readonly nowMs: number
  readonly leaseMs: number
}

interface ClaimedRow {
  readonly account_id: bigint
  readonly delivery_id: string
  readonly endpoint_id: string
  readonly claim_no: number
  readonly attempts: number
  readonly sandbox_effect: "duplicate" | "bad-signature" | null
  readonly bytes: Uint8Array
  readonly url: string | null
  readonly sealed_secret: Uint8Array | null
}

/**
 * Leases what is due, oldest first within each endpoint. One statement, so that it needs no transaction around it; rows
 * that another process has its hands on are passed over.
 */
export const claimDeliveries = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, request: ClaimRequest) {
  const wanted = JSON.stringify(
    request.endpoints.map((endpoint, place) => ({
      place,
      account_id: endpoint.accountId,
      endpoint_id: endpoint.endpointId,
      free: endpoint.free,
    })),
  )
  const rows = yield* sql<ClaimedRow>`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${wanted}::json) AS w(place int, account_id bigint, endpoint_id uuid, free int)
      ORDER BY place),
    due AS MATERIALIZED (
      SELECT front.account_id, front.delivery_id FROM wanted w CROSS JOIN LATERAL (
        SELECT d.account_id, d.delivery_id FROM deliveries d
        WHERE d.account_id = w.account_id AND d.endpoint_id = w.endpoint_id
          AND d.due_at <= ${timestamptz(request.nowMs)}
        ORDER BY d.due_at LIMIT w.free FOR UPDATE SKIP LOCKED) front
      LIMIT ${request.total}::int),
    claimed AS (
      UPDATE deliveries d SET status = ${claimedState}, claim_no = d.claim_no + 1,
        due_at = ${timestamptz(request.nowMs + request.leaseMs)}
      FROM due WHERE d.account_id = due.account_id AND d.delivery_id = due.delivery_id
      RETURNING d.account_id, d.delivery_id, d.endpoint_id, d.claim_no, d.attempts, d.sandbox_effect)
    SELECT c.*, b.bytes, e.url, e.sealed_secret
    FROM claimed c
    JOIN delivery_bodies b ON b.account_id = c.account_id AND b.delivery_id = c.delivery_id
    LEFT JOIN webhook_endpoints e ON e.account_id = c.account_id AND e.endpoint_id = c.endpoint_id`
  return rows.map(toClaimed)
})

const toClaimed = (row: ClaimedRow): ClaimedDelivery => ({
  accountId: int8(row.account_id),
  deliveryId: row.delivery_id,
  endpointId: row.endpoint_id,
  claimNo: row.claim_no,
  attempts: row.attempts,
  sandboxEffect: row.sandbox_effect,
  bytes: row.bytes,
  endpoint: row.url === null || row.sealed_secret === null ? null : { url: row.url, sealedSecret: row.sealed_secret },
})

/** Ends every lease. Right only where no other process can hold one. */
export const releaseLeases = (sql: SqlClient.SqlClient, nowMs: number) => sql`
  UPDATE deliveries SET due_at = ${timestamptz(nowMs)} WHERE status = ${claimedState}`
