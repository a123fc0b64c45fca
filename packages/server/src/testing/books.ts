/** The books of a test database: what must hold after every test that moves money (decisions, section 7). */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Postings sum to zero, balances are what their entries say, and every confirmed charge has its entries and its event. */
export const assertBooks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const unbalanced = yield* sql`
    SELECT account_id, posting_id FROM ledger_entries GROUP BY account_id, posting_id HAVING sum(amount) <> 0`
  assert.deepStrictEqual(unbalanced, [], "postings that do not sum to zero")
  const drifted = yield* sql`
    SELECT b.account_id, b.currency, b.gross, b.blocked, e.gross AS entries_gross, e.blocked AS entries_blocked
    FROM balances b LEFT JOIN (
      SELECT account_id, currency,
        coalesce(sum(amount) FILTER (WHERE ledger_account IN ('available', 'held')), 0) AS gross,
        coalesce(sum(amount) FILTER (WHERE ledger_account = 'held'), 0) AS blocked
      FROM ledger_entries GROUP BY account_id, currency) e USING (account_id, currency)
    WHERE b.gross <> coalesce(e.gross, 0) OR b.blocked <> coalesce(e.blocked, 0)`
  assert.deepStrictEqual(drifted, [], "balances that differ from their entries")
  const incomplete = yield* sql`
    SELECT t.transaction_id, t.status FROM transactions t
    WHERE (t.status = 'CONFIRMED') <> EXISTS (
        SELECT 1 FROM ledger_entries e WHERE e.account_id = t.account_id AND e.transaction_id = t.transaction_id)
      OR (t.status IN ('CONFIRMED', 'FAILED')) <> EXISTS (
        SELECT 1 FROM events v WHERE v.account_id = t.account_id AND v.transaction_id = t.transaction_id)`
  assert.deepStrictEqual(incomplete, [], "charges whose state, entries and event disagree")
})
