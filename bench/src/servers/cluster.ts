/** The temporary PostgreSQL of a run, seen by its superuser: databases, rows, backends, log volume. */
import { Client } from "pg"

export interface Cluster {
  readonly urlOf: (database: string) => string
  readonly create: (database: string, template?: string) => Promise<void>
  /** Gives the account of a migrated database settled charges from before, and statistics of them. */
  readonly addHistory: (database: string) => Promise<void>
  /** Process ids of the connections that a server holds. */
  readonly backends: (database: string) => Promise<ReadonlyArray<number>>
  /** Bytes of write-ahead log since the cluster was made. */
  readonly logBytes: () => Promise<number>
  readonly setting: (name: string) => Promise<string>
  /** Rows of `transactions`, and how many of them the sandbox has still to settle. */
  readonly charges: (database: string) => Promise<{ readonly rows: number; readonly unsettled: number }>
  /** A charge's row without its ids and instants, as JSON text. */
  readonly row: (database: string, externalId: string) => Promise<string | undefined>
  readonly close: () => Promise<void>
}

/**
 * Nobody's database is empty; and a statement that is prepared while its table is empty may keep a plan that reads the
 * whole table, which would slow down one contender and not the other.
 */
const historyRows = 50_000
const history = `
  INSERT INTO transactions (account_id, transaction_id, area, operation, external_id, body_hash, status, currency, amount,
    clabe, provider, details, expires_at, created_at, finished_at, confirmed_at, tracking_key)
  SELECT account_id, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'spei', 'spei-cash-in',
    'history-' || n, sha256(n::text::bytea), 'CONFIRMED', 'MXN', 1000 + n, '999' || lpad(n::text, 15, '0'), 'sandbox',
    jsonb_build_object('customerName', 'Cliente ' || n, 'customerEmail', 'cliente.' || n || '@correo.example',
      'beneficiary', jsonb_build_object('name', holder_name, 'taxId', holder_tax_id)),
    at + interval '1 day', at, at, at, 'PSR' || n
  FROM accounts, generate_series(1, ${historyRows}) AS n, LATERAL (SELECT created_at - interval '1 day' AS at) AS past`

const timelessRow = `
  SELECT (to_jsonb(t) - '{transaction_id,id,clabe,created_at,due_at,expires_at}'::text[] || jsonb_build_object(
    'due in', due_at - created_at, 'expires in', expires_at - created_at, 'clabe route', left(clabe, 9)))::text AS row
  FROM transactions t WHERE external_id = $1`

export const openCluster = async (url: string): Promise<Cluster> => {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  const urlOf = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href

  const one = async <Row>(client: Client, text: string, values: ReadonlyArray<unknown> = []): Promise<Row> => {
    const { rows } = await client.query<Row>({ text, values })
    const [row] = rows
    if (row === undefined) throw new Error(`no row for ${text}`)
    return row
  }
  const inside = async <A>(database: string, use: (client: Client) => Promise<A>): Promise<A> => {
    const client = new Client({ connectionString: urlOf(database) })
    await client.connect()
    try {
      return await use(client)
    } finally {
      await client.end()
    }
  }
  return {
    urlOf,
    create: async (database, template = "template1") => {
      await admin.query(`CREATE DATABASE ${database} TEMPLATE ${template}`)
    },
    addHistory: (database) =>
      inside(database, async (client) => {
        await client.query(history)
        await client.query("VACUUM ANALYZE")
        await client.query("CHECKPOINT")
      }),
    backends: async (database) => {
      const text = "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'"
      const { rows } = await admin.query<{ readonly pid: number }>({ text, values: [database] })
      return rows.map(({ pid }) => pid)
    },
    logBytes: async () => {
      const row = await one<{ bytes: string }>(admin, "SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes")
      return Number(row.bytes)
    },
    setting: async (name) =>
      (await one<{ setting: string }>(admin, "SELECT current_setting($1) AS setting", [name])).setting,
    charges: (database) =>
      inside(database, (client) =>
        one(
          client,
          `SELECT count(*)::int AS rows,
            (count(*) FILTER (WHERE status = 'PENDING' AND due_trigger = 'settle'))::int AS unsettled
          FROM transactions`,
        ),
      ),
    row: (database, externalId) =>
      inside(database, async (client) => {
        const { rows } = await client.query<{ readonly row: string }>({ text: timelessRow, values: [externalId] })
        return rows[0]?.row
      }),
    close: () => admin.end(),
  }
}
