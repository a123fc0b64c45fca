/** All migrations in their order. They only go forward, and each is safe beside a server that is one version older. */
import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { initial } from "./0001_initial.ts"
import { idempotencyKeys } from "./0002_idempotency_keys.ts"

export const migrations: Readonly<Record<string, Effect.Effect<void, SqlError.SqlError, SqlClient.SqlClient>>> = {
  "0001_initial": initial,
  "0002_idempotency_keys": idempotencyKeys,
}
