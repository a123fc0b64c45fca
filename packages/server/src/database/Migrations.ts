/**
 * Brings the schema up to date at start: pending migrations run in one transaction, under a lock, so that processes which
 * start together run them once. Forward only. A database that a newer server has migrated is used as it is, because
 * migrations are safe beside an older server.
 */
import { Effect, Schema } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { migrations } from "./migrations/index.ts"

/** A migration, or waiting for the turn to migrate, failed. Nothing of it was kept. Ends the start. */
export class MigrationFailed extends Schema.TaggedError<MigrationFailed>()("MigrationFailed", {
  message: Schema.String,
}) {}

/** Any number that nothing else in the database locks; this one is "peso" in ASCII. */
const advisoryLock = 0x7065_736f
/**
 * How long a process waits for another that migrates, and a migration for a table that others use. Longer would stop a
 * running server, because everybody queues behind the one who waits for a table.
 */
const lockTimeout = "60s"
const table = "schema_migrations"

export type Migrations = typeof migrations

/** Runs what is pending of a list of migrations. */
export const migrateTo = (list: Migrations): Effect.Effect<void, MigrationFailed, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const reached = yield* sql.withTransaction(
      Effect.gen(function* () {
        // A migration of a large table takes what it takes.
        yield* sql`SELECT set_config('lock_timeout', ${lockTimeout}, true), set_config('statement_timeout', '0', true)`
        yield* sql`SELECT pg_advisory_xact_lock(${advisoryLock})`
        yield* Migrator.make({})({ loader: Migrator.fromRecord({ ...list }), table })
        return yield* sql<{ readonly id: number }>`SELECT max(migration_id) AS id FROM ${sql(table)}`
      }),
    )
    const id = reached[0]?.id ?? 0
    const latest = Math.max(...Object.keys(list).map((name) => Number.parseInt(name, 10)))
    if (id > latest) {
      yield* Effect.logWarning(
        `The database is at migration ${id}, and this server knows ${latest}: a newer server has been here. ` +
          "That is safe; update this server soon.",
      )
    }
  }).pipe(
    Effect.catch((error) =>
      Effect.fail(
        new MigrationFailed({ message: `The database was not migrated, and is as it was: ${explain(error)}.` }),
      ),
    ),
    Effect.withSpan("migrate"),
  )

/** Brings the schema to what this server needs. */
export const migrate = migrateTo(migrations)

/** Migrator says which migration failed, its cause's cause what PostgreSQL said. */
const explain = (error: Error): string => {
  const messages: Array<string> = []
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (messages.at(-1) !== at.message) messages.push(at.message)
  }
  return messages.join(": ")
}
