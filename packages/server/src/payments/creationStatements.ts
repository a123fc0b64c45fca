/**
 * The SQL of a creation batch: one multi-row insert, and a second statement only for those whose row was not created.
 * A single statement cannot be right: a row that another transaction commits after the insert's snapshot is seen by
 * ON CONFLICT, and by no SELECT of the same statement.
 */
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { int8, timestamptz } from "../database/columns.ts"
import { type Charge, type ChargeDetails, type ChargeRow, chargeColumns, chargeOfRow } from "./Charge.ts"

/** One caller's row. */
export interface NewCharge {
  readonly accountId: number
  readonly transactionId: string
  readonly area: string
  readonly operation: string
  readonly externalId: string | null
  readonly idempotencyKey: string | null
  /** Hex. */
  readonly bodyHash: string
  readonly amountCentavos: number
  readonly clabe: string
  readonly provider: string
  readonly details: ChargeDetails
  readonly scenario: string | null
  readonly dueAtMs: number
  readonly dueTrigger: string
  readonly expiresAtMs: number
  readonly createdAtMs: number
}

/** A row that stood there before, and how it relates to the request. */
export interface Existing {
  readonly charge: Charge
  readonly sameRequest: boolean
  readonly matchedBy: "idempotencyKey" | "externalId"
}

const asJson = (rows: ReadonlyArray<NewCharge>): string =>
  JSON.stringify(
    rows.map((row) => ({
      account_id: row.accountId,
      transaction_id: row.transactionId,
      area: row.area,
      operation: row.operation,
      external_id: row.externalId,
      idempotency_key: row.idempotencyKey,
      body_hash: row.bodyHash,
      amount: row.amountCentavos,
      clabe: row.clabe,
      provider: row.provider,
      details: row.details,
      scenario: row.scenario,
      due_at: timestamptz(row.dueAtMs),
      due_trigger: row.dueTrigger,
      expires_at: timestamptz(row.expiresAtMs),
      created_at: timestamptz(row.createdAtMs),
    })),
  )

/**
 * ON CONFLICT names no target, so that a clash on any unique key spares the neighbours; the order is the same for
 * everybody, so that two batches never wait for each other.
 */
export const insertCharges = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, rows: ReadonlyArray<NewCharge>) {
  const created = yield* sql<{ readonly transaction_id: string; readonly id: bigint }>`
    INSERT INTO transactions (account_id, transaction_id, area, operation, external_id, idempotency_key, body_hash, status,
      currency, amount, clabe, provider, details, scenario, due_at, due_trigger, expires_at, created_at)
    SELECT account_id, transaction_id, area, operation, external_id, idempotency_key, decode(body_hash, 'hex'), 'PENDING',
      'MXN', amount, clabe, provider, details, scenario, due_at, due_trigger, expires_at, created_at
    FROM json_to_recordset(${asJson(rows)}::json) AS i(account_id bigint, transaction_id uuid, area text, operation text,
      external_id text, idempotency_key text, body_hash text, amount bigint, clabe text, provider text, details jsonb,
      scenario text, due_at timestamptz, due_trigger text, expires_at timestamptz, created_at timestamptz)
    ORDER BY account_id, area, external_id
    ON CONFLICT DO NOTHING
    RETURNING transaction_id, id`
  return new Map(created.map((row) => [row.transaction_id, int8(row.id)]))
})

type ExistingRow = ChargeRow & {
  readonly ord: number
  readonly same_request: boolean
  readonly matched_by: Existing["matchedBy"]
}

const columnsOfT = chargeColumns("t")

/** By position in `rows`. The Idempotency-Key, where one was sent, is asked before the externalId. */
export const findExisting = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, rows: ReadonlyArray<NewCharge>) {
  const wanted = JSON.stringify(
    rows.map((row, ord) => ({
      ord,
      account_id: row.accountId,
      area: row.area,
      operation: row.operation,
      external_id: row.externalId,
      idempotency_key: row.idempotencyKey,
      body_hash: row.bodyHash,
    })),
  )
  const found = yield* sql<ExistingRow>`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${wanted}::json) AS i(ord int, account_id bigint, area text, operation text,
        external_id text, idempotency_key text, body_hash text))
    SELECT w.ord, 'externalId' AS matched_by, t.operation = w.operation AND t.body_hash = decode(w.body_hash, 'hex') AS same_request,
      ${sql.literal(columnsOfT)}
    FROM wanted w JOIN transactions t ON t.account_id = w.account_id AND t.area = w.area AND t.external_id = w.external_id
    UNION ALL
    SELECT w.ord, 'idempotencyKey', t.operation = w.operation AND t.body_hash = decode(w.body_hash, 'hex'),
      ${sql.literal(columnsOfT)}
    FROM wanted w JOIN transactions t ON t.account_id = w.account_id AND t.idempotency_key = w.idempotency_key`
  const byOrd = new Map<number, Existing>()
  for (const row of found) {
    if (row.matched_by === "idempotencyKey" || !byOrd.has(row.ord)) {
      byOrd.set(row.ord, { charge: chargeOfRow(row), sameRequest: row.same_request, matchedBy: row.matched_by })
    }
  }
  return byOrd
})

/** A repetition by externalId may bring a key for a charge that has none yet. Another charge's key stays that charge's. */
export const rememberKey = (sql: SqlClient.SqlClient, row: NewCharge, transactionId: string) => sql`
  UPDATE transactions SET idempotency_key = ${row.idempotencyKey}
  WHERE account_id = ${row.accountId} AND transaction_id = ${transactionId} AND idempotency_key IS NULL
    AND NOT EXISTS (SELECT 1 FROM transactions other
      WHERE other.account_id = ${row.accountId} AND other.idempotency_key = ${row.idempotencyKey})`

/** After 24 h an Idempotency-Key is forgotten; its row stays. */
export const forgetKey = (sql: SqlClient.SqlClient, row: NewCharge, createdBeforeMs: number) => sql`
  UPDATE transactions SET idempotency_key = NULL
  WHERE account_id = ${row.accountId} AND idempotency_key = ${row.idempotencyKey}
    AND created_at <= ${timestamptz(createdBeforeMs)}`
