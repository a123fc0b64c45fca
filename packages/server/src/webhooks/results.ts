/**
 * What an attempt means for its delivery, decided by core's machine and retry schedule, and written in batches under the
 * fence of the claim: a result whose claim was lost meanwhile changes nothing.
 */
import type { State } from "@pesoreal/core/lifecycle/WebhookDelivery"
import { classifyAnswer, nextAttempt } from "@pesoreal/core/webhooks/retrySchedule"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { timestamptz } from "../database/columns.ts"
import type { ClaimedDelivery } from "./claim.ts"
import { claimedState, stateAfter } from "./deliveryState.ts"
import type { SendResult } from "./Sender.ts"

/** An attempt's line in the log, and the state that its delivery is to have. */
export interface DeliveryResult {
  readonly accountId: number
  readonly deliveryId: string
  readonly claimNo: number
  /** 1 for the first. */
  readonly attempt: number
  readonly startedAtMs: number
  readonly durationMs: number
  readonly httpStatus: number | null
  /** `TIMEOUT`, or the code of the connection's failure. */
  readonly error: string | null
  readonly excerpt: string | null
  readonly state: State
  /** Null once nothing more is to be done. */
  readonly dueAtMs: number | null
  readonly finishedAtMs: number | null
}

/** Pure: what is to be recorded of an attempt that began and ended at these instants. */
export const decide = (
  claimed: Pick<ClaimedDelivery, "accountId" | "deliveryId" | "claimNo" | "attempts">,
  result: SendResult,
  startedAtMs: number,
  endedAtMs: number,
): DeliveryResult => {
  const attempt = claimed.attempts + 1
  const next = nextAttempt(attempt, endedAtMs)
  const verdict = classifyAnswer(result.kind === "answered" ? { kind: "status", status: result.status } : result)
  const trigger =
    verdict === "delivered" ? "succeed" : verdict === "rejected" ? "reject" : next === "exhausted" ? "exhaust" : "fail"
  const dueAtMs = trigger === "fail" && next !== "exhausted" ? next.at : null
  return {
    accountId: claimed.accountId,
    deliveryId: claimed.deliveryId,
    claimNo: claimed.claimNo,
    attempt,
    startedAtMs,
    durationMs: result.durationMs,
    httpStatus: result.kind === "answered" ? result.status : null,
    error: result.kind === "answered" ? null : result.kind === "timeout" ? "TIMEOUT" : result.error,
    excerpt: result.kind === "answered" ? result.excerpt : null,
    state: stateAfter(claimedState, trigger),
    dueAtMs,
    finishedAtMs: dueAtMs === null ? endedAtMs : null,
  }
}

/**
 * Writes results with their attempts, and answers those whose claim had been lost. Rows are locked in key order, so that
 * it never deadlocks with another batch.
 */
export const writeResults = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  results: ReadonlyArray<DeliveryResult>,
) {
  const parameter = JSON.stringify(
    results.map((result) => ({
      account_id: result.accountId,
      delivery_id: result.deliveryId,
      claim_no: result.claimNo,
      next_status: result.state,
      due_at: result.dueAtMs === null ? null : timestamptz(result.dueAtMs),
      finished_at: result.finishedAtMs === null ? null : timestamptz(result.finishedAtMs),
      attempt: result.attempt,
      started_at: timestamptz(result.startedAtMs),
      duration_ms: result.durationMs,
      status: result.httpStatus,
      error: result.error,
      excerpt: result.excerpt,
    })),
  )
  const rows = yield* sql<{ readonly delivery_id: string; readonly claim_no: number }>`
    WITH results AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${parameter}::json)
        AS r(account_id bigint, delivery_id uuid, claim_no int, next_status text, due_at timestamptz,
          finished_at timestamptz, attempt int, started_at timestamptz, duration_ms int, status int, error text,
          excerpt text)),
    held AS MATERIALIZED (
      SELECT d.account_id, d.delivery_id, d.claim_no
      FROM results r JOIN deliveries d ON d.account_id = r.account_id AND d.delivery_id = r.delivery_id
      WHERE d.claim_no = r.claim_no AND d.status = ${claimedState}
      ORDER BY d.account_id, d.delivery_id FOR UPDATE OF d),
    moved AS (
      UPDATE deliveries d SET status = r.next_status, due_at = r.due_at, attempts = r.attempt, finished_at = r.finished_at
      FROM held h JOIN results r USING (account_id, delivery_id, claim_no)
      WHERE d.account_id = h.account_id AND d.delivery_id = h.delivery_id)
    INSERT INTO delivery_attempts (account_id, delivery_id, claim_no, attempt, started_at, duration_ms, status, error,
      excerpt)
    SELECT r.account_id, r.delivery_id, r.claim_no, r.attempt, r.started_at, r.duration_ms, r.status, r.error, r.excerpt
    FROM held h JOIN results r USING (account_id, delivery_id, claim_no)
    RETURNING delivery_id, claim_no`
  const written = new Set(rows.map((row) => `${row.delivery_id}/${row.claim_no}`))
  return results.filter((result) => !written.has(`${result.deliveryId}/${result.claimNo}`))
})
