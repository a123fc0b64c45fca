/**
 * The double-entry ledger: append-only entries over named accounts, summing to zero in each posting, with the balance
 * rows derived from them in the same statement order (decisions, section 7). Always called inside the transaction of the
 * state change that it belongs to.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { timestamptz } from "../database/columns.ts"
import { Ids } from "../Ids.ts"

/** Whose money it is at a given moment. Credits of the account holder are positive in `available` and `held`. */
export type LedgerAccount = "available" | "held" | "clearing" | "fees" | "suspense" | "sandbox_funding"

export type Currency = "MXN" | "BRL"

export interface Posting {
  readonly accountId: number
  readonly currency: Currency
  readonly transactionId: string | null
  readonly atMs: number
  readonly lines: ReadonlyArray<{ readonly account: LedgerAccount; readonly centavos: number }>
}

const sumOf = (posting: Posting, accounts: ReadonlyArray<LedgerAccount>): number =>
  posting.lines.reduce((sum, line) => (accounts.includes(line.account) ? sum + line.centavos : sum), 0)

const assertBalanced = (posting: Posting) => {
  const sum = posting.lines.reduce((total, line) => total + line.centavos, 0)
  if (sum !== 0) throw new Error(`a posting of account ${posting.accountId} sums to ${sum}, not to zero`)
}

/**
 * Writes postings, then moves the balances they change, one row per account and currency, in key order: that order is
 * what keeps two batches from waiting for each other.
 */
export const post = Effect.fn("Ledger.post")(function* (postings: ReadonlyArray<Posting>) {
  if (postings.length === 0) return
  const sql = yield* SqlClient.SqlClient
  const ids = yield* Ids
  postings.forEach(assertBalanced)
  const entries = postings.flatMap((posting) => {
    const postingId = ids.uuid(posting.atMs)
    return posting.lines.map((line, index) => ({
      account_id: posting.accountId,
      posting_id: postingId,
      line: index,
      ledger_account: line.account,
      currency: posting.currency,
      amount: line.centavos,
      transaction_id: posting.transactionId,
      created_at: timestamptz(posting.atMs),
    }))
  })
  yield* sql`
    INSERT INTO ledger_entries (account_id, posting_id, line, ledger_account, currency, amount, transaction_id, created_at)
    SELECT account_id, posting_id, line, ledger_account, currency, amount, transaction_id, created_at
    FROM json_to_recordset(${JSON.stringify(entries)}::json) AS e(account_id bigint, posting_id uuid, line smallint,
      ledger_account text, currency text, amount bigint, transaction_id uuid, created_at timestamptz)`
  const changes = postings.map((posting) => ({
    account_id: posting.accountId,
    currency: posting.currency,
    gross: sumOf(posting, ["available", "held"]),
    blocked: sumOf(posting, ["held"]),
  }))
  yield* sql`
    INSERT INTO balances (account_id, currency, gross, blocked)
    SELECT account_id, currency, sum(gross), sum(blocked)
    FROM json_to_recordset(${JSON.stringify(changes)}::json) AS c(account_id bigint, currency text, gross bigint, blocked bigint)
    GROUP BY account_id, currency ORDER BY account_id, currency
    ON CONFLICT (account_id, currency)
    DO UPDATE SET gross = balances.gross + EXCLUDED.gross, blocked = balances.blocked + EXCLUDED.blocked`
})

/** A confirmed cash-in: the rail owes what the holder may spend. */
export const cashInPosting = (charge: {
  readonly accountId: number
  readonly transactionId: string
  readonly amountCentavos: number
  readonly atMs: number
}): Posting => ({
  accountId: charge.accountId,
  currency: "MXN",
  transactionId: charge.transactionId,
  atMs: charge.atMs,
  lines: [
    { account: "available", centavos: charge.amountCentavos },
    { account: "clearing", centavos: -charge.amountCentavos },
  ],
})

/** What a new sandbox account starts with, in each currency. */
export const sandboxOpeningPostings = (accountId: number, centavos: number, atMs: number): ReadonlyArray<Posting> =>
  centavos === 0
    ? []
    : (["MXN", "BRL"] as const).map((currency) => ({
        accountId,
        currency,
        transactionId: null,
        atMs,
        lines: [
          { account: "available", centavos },
          { account: "sandbox_funding", centavos: -centavos },
        ],
      }))
