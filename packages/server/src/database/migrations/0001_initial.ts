/**
 * The first schema. Every large table's key begins with `account_id`, which is what a distributed Postgres needs; the
 * tables without it in front (accounts, credentials, certificates, service_keys, clabe_routes) are small references.
 * No column reads a clock: instants come from the server's `Time`.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE SEQUENCE account_ids`,
  `CREATE SEQUENCE transaction_ids`,

  `CREATE TABLE accounts (
    account_id bigint PRIMARY KEY DEFAULT nextval('account_ids'),
    public_id uuid NOT NULL UNIQUE,
    is_sandbox boolean NOT NULL,
    status text NOT NULL CHECK (status IN ('PENDING', 'ACTIVE', 'SUSPENDED')),
    main_provider text NOT NULL,
    holder_name text NOT NULL,
    holder_tax_id text NOT NULL,
    holder_tax_id_type text NOT NULL,
    account_type text NOT NULL,
    email text,
    phone text,
    created_at timestamptz NOT NULL
  )`,
  `CREATE TABLE client_credentials (
    client_id uuid PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES accounts,
    secret_hash bytea NOT NULL,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz
  )`,
  `CREATE TABLE client_certificates (
    fingerprint bytea PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES accounts,
    expires_at timestamptz NOT NULL,
    issued_at timestamptz NOT NULL,
    revoked_at timestamptz
  )`,
  `CREATE TABLE service_keys (
    purpose text NOT NULL,
    key_id text NOT NULL,
    environment text NOT NULL,
    sealed_private bytea NOT NULL,
    public_part text NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (purpose, environment, key_id)
  )`,
  `CREATE TABLE clabe_routes (
    route int PRIMARY KEY,
    account_id bigint NOT NULL REFERENCES accounts,
    next_serial int NOT NULL DEFAULT 0
  )`,
  `CREATE INDEX clabe_routes_account ON clabe_routes (account_id)`,

  // A charge is one row: what is due next (the sandbox's settlement, or the expiry) stands in the row itself.
  `CREATE TABLE transactions (
    account_id bigint NOT NULL,
    transaction_id uuid NOT NULL,
    id bigint NOT NULL DEFAULT nextval('transaction_ids'),
    area text NOT NULL,
    operation text NOT NULL,
    external_id text,
    idempotency_key text,
    body_hash bytea NOT NULL,
    status text NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0 AND amount < 1000000000000000),
    clabe text,
    provider text NOT NULL,
    details jsonb NOT NULL,
    scenario text,
    due_at timestamptz,
    due_trigger text,
    expires_at timestamptz,
    created_at timestamptz NOT NULL,
    finished_at timestamptz,
    confirmed_at timestamptz,
    tracking_key text,
    counterpart jsonb,
    error_code text,
    error_message text,
    PRIMARY KEY (account_id, transaction_id),
    UNIQUE (account_id, area, external_id),
    UNIQUE (account_id, idempotency_key),
    UNIQUE (account_id, clabe)
  ) WITH (fillfactor = 80)`,
  `CREATE INDEX transactions_due ON transactions (due_at) WHERE status = 'PENDING' AND due_at IS NOT NULL`,

  `CREATE TABLE ledger_entries (
    account_id bigint NOT NULL,
    posting_id uuid NOT NULL,
    line smallint NOT NULL,
    ledger_account text NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    transaction_id uuid,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, posting_id, line)
  )`,
  // Derived from the entries. The checks are the last guard of what the statements already promise.
  `CREATE TABLE balances (
    account_id bigint NOT NULL,
    currency text NOT NULL,
    gross bigint NOT NULL DEFAULT 0,
    blocked bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, currency),
    CHECK (blocked >= 0),
    CHECK (gross >= blocked),
    CHECK (gross < 9007199254740992)
  ) WITH (fillfactor = 50)`,

  `CREATE TABLE webhook_endpoints (
    account_id bigint NOT NULL,
    endpoint_id uuid NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    sealed_secret bytea NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, endpoint_id)
  )`,
  `CREATE TABLE events (
    account_id bigint NOT NULL,
    event_id uuid NOT NULL,
    kind text NOT NULL,
    transaction_id uuid NOT NULL,
    body jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, event_id)
  )`,
  // The bytes of a delivery never change, its state does: two rows, so that an update does not copy the bytes.
  `CREATE TABLE delivery_bodies (
    account_id bigint NOT NULL,
    delivery_id uuid NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (account_id, delivery_id)
  )`,
  // due_at of an IN_FLIGHT delivery is the end of its lease, so that one index finds all there is to do.
  `CREATE TABLE deliveries (
    account_id bigint NOT NULL,
    delivery_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    event_id uuid NOT NULL,
    transaction_id uuid NOT NULL,
    status text NOT NULL
      CHECK (status IN ('SCHEDULED', 'IN_FLIGHT', 'DELIVERED', 'REJECTED', 'EXHAUSTED', 'CANCELLED')),
    due_at timestamptz,
    attempts int NOT NULL DEFAULT 0,
    claim_no int NOT NULL DEFAULT 0,
    sandbox_effect text,
    created_at timestamptz NOT NULL,
    finished_at timestamptz,
    PRIMARY KEY (account_id, delivery_id)
  ) WITH (fillfactor = 70)`,
  `CREATE INDEX deliveries_due ON deliveries (account_id, endpoint_id, due_at) WHERE due_at IS NOT NULL`,
  `CREATE TABLE delivery_attempts (
    account_id bigint NOT NULL,
    delivery_id uuid NOT NULL,
    claim_no int NOT NULL,
    attempt int NOT NULL,
    started_at timestamptz NOT NULL,
    duration_ms int NOT NULL,
    status int,
    error text,
    excerpt text,
    PRIMARY KEY (account_id, delivery_id, claim_no)
  )`,
]

export const initial = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const statement of statements) yield* sql.unsafe(statement)
})
