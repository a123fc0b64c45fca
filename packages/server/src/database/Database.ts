/**
 * The database of the server, whichever it is: PostgreSQL where DATABASE_URL names one, else PGlite in the data directory.
 * Whoever has it has a migrated schema. The rest of the server knows `SqlClient` and `PgClient`, and asks `DatabaseInfo`
 * only for what really differs.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Context, Effect, Layer, Option } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import { ServerConfig, type ServerSettings } from "../config.ts"
import type { DataDirectoryInUse, DataDirectoryUnusable } from "./DataDirectoryErrors.ts"
import { type MigrationFailed, migrate } from "./Migrations.ts"
import { connectPostgres, type DatabaseUnavailable } from "./Postgres.ts"

export class DatabaseInfo extends Context.Service<
  DatabaseInfo,
  {
    readonly kind: "postgres" | "pglite"
    /** For the start: `PostgreSQL 15.18 at 127.0.0.1:5432/pesoreal`, `embedded PGlite in /srv/.pesoreal`. */
    readonly description: string
    /** No other process uses this database, so what dead processes held may be released at start. */
    readonly soleOwner: boolean
  }
>()("@pesoreal/server/DatabaseInfo") {}

/** Every way in which the database can end the start; each message is one for the operator. */
export type DatabaseStartError = DatabaseUnavailable | DataDirectoryInUse | DataDirectoryUnusable | MigrationFailed

/** What has a database behind it. */
export type DatabaseServices = SqlClient.SqlClient | PgClient.PgClient | DatabaseInfo

const open = (config: ServerSettings) =>
  Option.match(config.databaseUrl, {
    onSome: (url) =>
      Effect.map(connectPostgres({ url, poolSize: config.poolSize }), ({ client, description }) =>
        databaseServices(client, { kind: "postgres", description, soleOwner: false }),
      ),
    onNone: () =>
      Effect.gen(function* () {
        // Loaded on demand: a server on PostgreSQL has no use for PGlite, tar and brotli.
        const { openEmbedded } = yield* Effect.promise(() => import("./Embedded.ts"))
        const client = yield* openEmbedded({ directory: config.dataDirectory, address: addressOf(config) })
        const description = `embedded PGlite in ${config.dataDirectory}`
        return databaseServices(client, { kind: "pglite", description, soleOwner: true })
      }),
  })

/** One client under its two names, and what it is. */
export const databaseServices = (
  client: PgClient.PgClient,
  info: DatabaseInfo["Service"],
): Context.Context<DatabaseServices> =>
  Context.make(PgClient.PgClient, client).pipe(
    Context.add(SqlClient.SqlClient, client),
    Context.add(DatabaseInfo, info),
  )

const loopback = new Set(["127.0.0.1", "::1", "0.0.0.0", "::"])

/** As a person on this machine would type it; null while the port is not known. */
const addressOf = ({ host, port }: ServerSettings): string | null =>
  port === 0 ? null : `http://${loopback.has(host) ? "localhost" : host}:${port}`

const layer: Layer.Layer<DatabaseServices, DatabaseStartError, ServerConfig> = Layer.effectContext(
  Effect.gen(function* () {
    const services = yield* open(yield* ServerConfig)
    yield* Effect.provideContext(migrate, services)
    return services
  }),
).pipe(Layer.provide(Reactivity.layer))

export const Database = {
  /** Opens the database, migrates it, and closes it with the scope. */
  layer,
}
