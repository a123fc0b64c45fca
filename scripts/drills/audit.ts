/**
 * Reads a database after a drill and says what is wrong in it. Every rule is one query that finds the rows that break it. It
 * shares no code with the server, and changes nothing.
 */

export type Rows = ReadonlyArray<Record<string, unknown>>
/** Asks the database; integers are to be cast to int or text in the query. */
export type Ask = (sql: string) => Promise<Rows>

/** What must be true once every charge is settled and every webhook delivered; `found` names a row that breaks it. */
const rules: Readonly<Record<string, string>> = {
  "every charge is CONFIRMED": `
    SELECT external_id || ' is ' || status AS found FROM transactions WHERE status <> 'CONFIRMED'`,
  "every charge has exactly one event": `
    SELECT t.external_id || ' has ' || count(e.event_id) AS found
    FROM transactions t LEFT JOIN events e ON e.account_id = t.account_id AND e.transaction_id = t.transaction_id
    GROUP BY t.account_id, t.transaction_id, t.external_id HAVING count(e.event_id) <> 1`,
  "every event has exactly one delivery": `
    SELECT e.event_id || ' has ' || count(d.delivery_id) AS found
    FROM events e LEFT JOIN deliveries d ON d.account_id = e.account_id AND d.event_id = e.event_id
    GROUP BY e.account_id, e.event_id HAVING count(d.delivery_id) <> 1`,
  "every delivery is of a charge's event": `
    SELECT d.delivery_id::text AS found
    FROM deliveries d LEFT JOIN events e
      ON e.account_id = d.account_id AND e.event_id = d.event_id AND e.transaction_id = d.transaction_id
    WHERE e.event_id IS NULL`,
  "every delivery is DELIVERED": `
    SELECT delivery_id || ' is ' || status AS found FROM deliveries
    WHERE status <> 'DELIVERED' OR due_at IS NOT NULL OR finished_at IS NULL`,
  "every delivery was answered by 2xx exactly once": `
    SELECT d.delivery_id || ' was, ' || count(a.delivery_id) || ' times' AS found
    FROM deliveries d LEFT JOIN delivery_attempts a
      ON a.account_id = d.account_id AND a.delivery_id = d.delivery_id AND a.status BETWEEN 200 AND 299
    GROUP BY d.account_id, d.delivery_id HAVING count(a.delivery_id) <> 1`,
  "every charge has exactly one posting, of its amount": `
    SELECT t.external_id || ' has ' || count(e.posting_id) || ' of ' || coalesce(sum(e.amount), 0) AS found
    FROM transactions t LEFT JOIN ledger_entries e
      ON e.account_id = t.account_id AND e.transaction_id = t.transaction_id AND e.ledger_account = 'available'
    GROUP BY t.account_id, t.transaction_id, t.external_id, t.amount
    HAVING count(e.posting_id) <> 1 OR sum(e.amount) <> t.amount`,
  "the entries of every posting sum to zero": `
    SELECT posting_id || ' sums to ' || sum(amount) AS found FROM ledger_entries
    GROUP BY account_id, posting_id HAVING sum(amount) <> 0`,
  "every balance is the sum of its entries": `
    SELECT account_id || ' ' || currency AS found
    FROM (SELECT account_id, currency, gross, blocked FROM balances) b
    FULL JOIN (
      SELECT account_id, currency, sum(amount) AS gross,
        coalesce(sum(amount) FILTER (WHERE ledger_account = 'held'), 0) AS blocked
      FROM ledger_entries WHERE ledger_account IN ('available', 'held') GROUP BY account_id, currency
    ) e USING (account_id, currency)
    WHERE b.gross IS DISTINCT FROM e.gross OR b.blocked IS DISTINCT FROM e.blocked`,
}

/** Rows named per rule; more say no more than their number does. */
const namedPerRule = 5

/** One sentence for each rule that is broken. */
export const brokenRules = async (ask: Ask): Promise<ReadonlyArray<string>> => {
  const problems: Array<string> = []
  for (const [rule, sql] of Object.entries(rules)) {
    const found = (await ask(sql)).map((row) => String(row["found"]))
    const named = found.slice(0, namedPerRule).join("; ")
    if (found.length > 0) problems.push(`Not true that ${rule} (exceptions: ${found.length}): ${named}`)
  }
  return problems
}

/** Deliveries on their way, and charges not yet settled. */
export const unfinished = async (ask: Ask): Promise<number> => {
  const rows = await ask(`
    SELECT (SELECT count(*) FROM deliveries WHERE due_at IS NOT NULL)::int
         + (SELECT count(*) FROM transactions WHERE status = 'PENDING')::int AS number`)
  return Number(rows[0]?.["number"])
}

export interface Books {
  /** externalId to transactionId. */
  readonly charges: ReadonlyMap<string, string>
  /** As merchants see them: `dlv_` + UUID. */
  readonly deliveryIds: ReadonlySet<string>
  readonly attempts: number
}

export const readBooks = async (ask: Ask): Promise<Books> => {
  const charges = await ask("SELECT external_id, transaction_id::text AS transaction_id FROM transactions")
  const deliveries = await ask("SELECT delivery_id::text AS delivery_id FROM deliveries")
  const attempts = await ask("SELECT count(*)::int AS number FROM delivery_attempts")
  return {
    charges: new Map(charges.map((row) => [String(row["external_id"]), String(row["transaction_id"])])),
    deliveryIds: new Set(deliveries.map((row) => `dlv_${String(row["delivery_id"])}`)),
    attempts: Number(attempts[0]?.["number"]),
  }
}

/** What the client was told, what the merchant has done, and what the database says: one sentence for each difference. */
export const differences = (
  books: Books,
  answered: ReadonlyMap<string, string>,
  handled: ReadonlyMap<string, number>,
): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const report = (sentence: string, found: ReadonlyArray<string>): void => {
    if (found.length > 0) problems.push(`${sentence} (${found.length}): ${found.slice(0, namedPerRule).join("; ")}`)
  }
  const keys = [...answered.keys()]
  report(
    "Charges that were answered 201 and are not there",
    keys.filter((key) => books.charges.get(key) !== answered.get(key)),
  )
  report(
    "Charges that are there and were never answered",
    [...books.charges.keys()].filter((key) => !answered.has(key)),
  )
  report(
    "Deliveries that the handler never saw",
    [...books.deliveryIds].filter((id) => !handled.has(id)),
  )
  report(
    "Deliveries that were handled and are not there",
    [...handled.keys()].filter((id) => !books.deliveryIds.has(id)),
  )
  report(
    "Deliveries that were handled more than once",
    [...handled].filter(([, times]) => times !== 1).map(([id]) => id),
  )
  return problems
}
