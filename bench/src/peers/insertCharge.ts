/**
 * The peer's durable write: the same row into the same `transactions` table as Pesoreal's, in the two ways in which servers
 * are usually written by hand. Both are right under concurrency, because the unique key decides, never a check beforehand.
 */
import type { Pool, Queryable } from "pg"

/** `transaction`: BEGIN, INSERT, SELECT, COMMIT. `statement`: one INSERT, and a SELECT only when the row was there before. */
export type WriteForm = "transaction" | "statement"

export interface NewCharge {
  readonly accountId: number
  readonly transactionId: string
  readonly externalId: string | null
  readonly bodyHash: string
  readonly amountCentavos: number
  readonly clabe: string
  /** JSON text. */
  readonly details: string
  readonly scenario: string | null
  readonly dueAt: Date
  readonly dueTrigger: string
  readonly expiresAt: Date
  readonly createdAt: Date
}

/** A charge as stored. */
export interface StoredCharge {
  readonly transactionId: string
  readonly id: number
  readonly externalId: string | null
  readonly status: string
  readonly clabe: string
  readonly amountCentavos: number
  readonly beneficiary: { readonly name: string; readonly taxId: string | null }
  readonly expiresAt: Date
}

/** The charge, new or from before; null when the externalId stands for another request. */
export type InsertCharge = (charge: NewCharge, beneficiary: StoredCharge["beneficiary"]) => Promise<StoredCharge | null>

interface Row {
  readonly transaction_id: string
  readonly id: string
  readonly external_id: string | null
  readonly status: string
  readonly clabe: string
  readonly amount: string
  readonly details: { readonly beneficiary: StoredCharge["beneficiary"] }
  readonly expires_at: Date
  readonly same: boolean
}

const insert = {
  name: "insert-charge",
  text: `INSERT INTO transactions (account_id, transaction_id, area, operation, external_id, body_hash, status, currency,
      amount, clabe, provider, details, scenario, due_at, due_trigger, expires_at, created_at)
    VALUES ($1, $2, 'spei', 'spei-cash-in', $3, $4, 'PENDING', 'MXN', $5, $6, 'sandbox', $7, $8, $9, $10, $11, $12)
    ON CONFLICT (account_id, area, external_id) DO NOTHING RETURNING id`,
}

const columns = `transaction_id, id, external_id, status, clabe, amount, details, expires_at,
  operation = 'spei-cash-in' AND body_hash = $3 AS same`
const byExternalId = {
  name: "charge-by-external-id",
  text: `SELECT ${columns} FROM transactions WHERE account_id = $1 AND area = 'spei' AND external_id = $2`,
}
const byTransactionId = {
  name: "charge-by-transaction-id",
  text: `SELECT ${columns} FROM transactions WHERE account_id = $1 AND transaction_id = $2`,
}

const insertRow = (database: Queryable, charge: NewCharge) =>
  database.query<{ readonly id: string }>({
    ...insert,
    values: [
      charge.accountId,
      charge.transactionId,
      charge.externalId,
      Buffer.from(charge.bodyHash, "hex"),
      charge.amountCentavos,
      charge.clabe,
      charge.details,
      charge.scenario,
      charge.dueAt,
      charge.dueTrigger,
      charge.expiresAt,
      charge.createdAt,
    ],
  })

/** A statement after the insert has a snapshot of its own, so it sees whoever won the key. */
const readRow = async (database: Queryable, charge: NewCharge): Promise<StoredCharge | null> => {
  const { rows } = await database.query<Row>({
    ...(charge.externalId === null ? byTransactionId : byExternalId),
    values: [charge.accountId, charge.externalId ?? charge.transactionId, Buffer.from(charge.bodyHash, "hex")],
  })
  const row = rows[0]
  if (row === undefined) throw new Error("the charge was neither inserted nor found")
  if (!row.same) return null
  return {
    transactionId: row.transaction_id,
    id: Number(row.id),
    externalId: row.external_id,
    status: row.status,
    clabe: row.clabe,
    amountCentavos: Number(row.amount),
    beneficiary: row.details.beneficiary,
    expiresAt: row.expires_at,
  }
}

const inTransaction =
  (pool: Pool): InsertCharge =>
  async (charge) => {
    const client = await pool.connect()
    let broken = true
    try {
      await client.query("BEGIN")
      await insertRow(client, charge)
      const stored = await readRow(client, charge)
      await client.query("COMMIT")
      broken = false
      return stored
    } finally {
      // Closing the connection rolls back what was left open.
      client.release(broken)
    }
  }

const inOneStatement =
  (pool: Pool): InsertCharge =>
  async (charge, beneficiary) => {
    const { rows } = await insertRow(pool, charge)
    const row = rows[0]
    if (row === undefined) return readRow(pool, charge)
    const { transactionId, externalId, clabe, amountCentavos, expiresAt } = charge
    return {
      transactionId,
      id: Number(row.id),
      externalId,
      status: "PENDING",
      clabe,
      amountCentavos,
      beneficiary,
      expiresAt,
    }
  }

export const insertCharge = (pool: Pool, form: WriteForm): InsertCharge =>
  form === "transaction" ? inTransaction(pool) : inOneStatement(pool)
