/**
 * Idempotency keys in a table of their own: a transaction may be asked for under more than one, each remembered for 24 h
 * with the body it came with. `transactions.idempotency_key` stays for servers that still write it, and is read no more.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE idempotency_keys (
    account_id bigint NOT NULL,
    key text NOT NULL,
    transaction_id uuid NOT NULL,
    operation text NOT NULL,
    body_hash bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, key)
  ) WITH (fillfactor = 80)`,
  `INSERT INTO idempotency_keys (account_id, key, transaction_id, operation, body_hash, created_at)
    SELECT account_id, idempotency_key, transaction_id, operation, body_hash, created_at
    FROM transactions WHERE idempotency_key IS NOT NULL`,
]

export const idempotencyKeys = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
