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

/** A row that stood there before, and whether the request is the one that it was made for. */
export interface Existing {
  readonly charge: Charge
  readonly sameRequest: boolean
}

/** A row whose request brought an Idempotency-Key. */
export type KeyedCharge = NewCharge & { readonly idempotencyKey: string }

const asJson = (rows: ReadonlyArray<NewCharge>): string =>
  JSON.stringify(
    rows.map((row) => ({
      account_id: row.accountId,
      transaction_id: row.transactionId,
      area: row.area,
      operation: row.operation,
      external_id: row.externalId,
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
    INSERT INTO transactions (account_id, transaction_id, area, operation, external_id, body_hash, status,
      currency, amount, clabe, provider, details, scenario, due_at, due_trigger, expires_at, created_at)
    SELECT account_id, transaction_id, area, operation, external_id, decode(body_hash, 'hex'), 'PENDING',
      'MXN', amount, clabe, provider, details, scenario, due_at, due_trigger, expires_at, created_at
    FROM json_to_recordset(${asJson(rows)}::json) AS i(account_id bigint, transaction_id uuid, area text, operation text,
      external_id text, body_hash text, amount bigint, clabe text, provider text, details jsonb,
      scenario text, due_at timestamptz, due_trigger text, expires_at timestamptz, created_at timestamptz)
    ORDER BY account_id, area, external_id
    ON CONFLICT DO NOTHING
    RETURNING transaction_id, id`
  return new Map(created.map((row) => [row.transaction_id, int8(row.id)]))
})

type ExistingRow = ChargeRow & { readonly ord: number; readonly same_request: boolean }

const columnsOfT = chargeColumns("t")

const byOrd = (rows: ReadonlyArray<ExistingRow>) =>
  new Map(rows.map((row): [number, Existing] => [row.ord, { charge: chargeOfRow(row), sameRequest: row.same_request }]))

/** By position in `rows`. */
export const findByExternalId = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, rows: ReadonlyArray<NewCharge>) {
  const wanted = JSON.stringify(
    rows.map((row, ord) => ({
      ord,
      account_id: row.accountId,
      area: row.area,
      operation: row.operation,
      external_id: row.externalId,
      body_hash: row.bodyHash,
    })),
  )
  const found = yield* sql<ExistingRow>`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${wanted}::json) AS i(ord int, account_id bigint, area text, operation text,
        external_id text, body_hash text))
    SELECT w.ord, t.operation = w.operation AND t.body_hash = decode(w.body_hash, 'hex') AS same_request,
      ${sql.literal(columnsOfT)}
    FROM wanted w JOIN transactions t ON t.account_id = w.account_id AND t.area = w.area AND t.external_id = w.external_id`
  return byOrd(found)
})

const keysAsJson = (rows: ReadonlyArray<KeyedCharge>): string =>
  JSON.stringify(
    rows.map((row, ord) => ({
      ord,
      account_id: row.accountId,
      key: row.idempotencyKey,
      transaction_id: row.transactionId,
      operation: row.operation,
      body_hash: row.bodyHash,
      created_at: timestamptz(row.createdAtMs),
    })),
  )

/**
 * Takes the keys that are free, or were taken at `forgottenBeforeMs` or earlier, for the rows' transactions, and answers
 * the transactions that got theirs. Of rows with one key the first gets it. Waits for whoever is taking the same key now.
 */
export const takeKeys = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  rows: ReadonlyArray<KeyedCharge>,
  forgottenBeforeMs: number,
) {
  const taken = yield* sql<{ readonly transaction_id: string }>`
    INSERT INTO idempotency_keys AS k (account_id, key, transaction_id, operation, body_hash, created_at)
    SELECT DISTINCT ON (account_id, key) account_id, key, transaction_id, operation, decode(body_hash, 'hex'), created_at
    FROM json_to_recordset(${keysAsJson(rows)}::json) AS i(ord int, account_id bigint, key text, transaction_id uuid,
      operation text, body_hash text, created_at timestamptz)
    ORDER BY account_id, key, ord
    ON CONFLICT (account_id, key) DO UPDATE SET transaction_id = EXCLUDED.transaction_id, operation = EXCLUDED.operation,
      body_hash = EXCLUDED.body_hash, created_at = EXCLUDED.created_at
    WHERE k.created_at <= ${timestamptz(forgottenBeforeMs)}
    RETURNING transaction_id`
  return new Set(taken.map((row) => row.transaction_id))
})

/** What each row's key stands for, by position in `rows`. */
export const findByKey = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, rows: ReadonlyArray<KeyedCharge>) {
  const found = yield* sql<ExistingRow>`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${keysAsJson(rows)}::json) AS i(ord int, account_id bigint, key text, operation text,
        body_hash text))
    SELECT w.ord, k.operation = w.operation AND k.body_hash = decode(w.body_hash, 'hex') AS same_request,
      ${sql.literal(columnsOfT)}
    FROM wanted w JOIN idempotency_keys k ON k.account_id = w.account_id AND k.key = w.key
      JOIN transactions t ON t.account_id = k.account_id AND t.transaction_id = k.transaction_id`
  return byOrd(found)
})

/** The key of a request that repeated another by its externalId stands for what the other made. */
export const moveKey = (sql: SqlClient.SqlClient, row: KeyedCharge, transactionId: string) => sql`
  UPDATE idempotency_keys SET transaction_id = ${transactionId}
  WHERE account_id = ${row.accountId} AND key = ${row.idempotencyKey}`

/** The key of a request that made nothing is free again. */
export const freeKey = (sql: SqlClient.SqlClient, row: KeyedCharge) => sql`
  DELETE FROM idempotency_keys WHERE account_id = ${row.accountId} AND key = ${row.idempotencyKey}`
