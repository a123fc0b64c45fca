/**
 * Databases for vitest. Every time a layer from here is built there is a new, migrated database: in memory on PGlite, and on
 * the server of `PESOREAL_TEST_DATABASE_URL` a copy of a template, dropped when the layer's scope closes.
 *
 * What works on PostgreSQL is shown on both; races, locks, plans and lost connections only mean something on PostgreSQL.
 */
import { randomBytes } from "node:crypto"
import * as PgClient from "@effect/sql-pg/PgClient"
import { describe } from "@effect/vitest"
import { Config, Duration, Effect, Layer, Redacted, type Scope } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { type SqlError, SqlClient } from "effect/sql"
import { type DatabaseInfo, databaseServices, type DatabaseServices } from "../database/Database.ts"
import { migrate } from "../database/Migrations.ts"
import * as PgliteClient from "../database/PgliteClient.ts"
import { connectPostgres } from "../database/Postgres.ts"
import { hashOfMigrations, prepared } from "../database/PreparedData.ts"

type Kind = DatabaseInfo["Service"]["kind"]

export interface TestDatabase {
  readonly kind: Kind
  readonly layer: Layer.Layer<DatabaseServices>
}

/** Where tests may create databases; empty where there is no server. */
export const testServerUrl: string = Effect.runSync(
  Effect.suspend(() => Config.String("PESOREAL_TEST_DATABASE_URL").pipe(Config.withDefault(""))),
)

/** Several suites run at once, and a server has a hundred connections. */
const poolSize = 8
/** Serialises those who find that the template is missing. */
const templateLock = 0x7465_6d70

/** Registers a suite for each database that there is. */
export const describeOnBoth = (name: string, body: (database: TestDatabase) => void): void => {
  describe(`${name} (PGlite)`, () => {
    body({ kind: "pglite", layer: testDatabase("pglite") })
  })
  describeOnPostgres(name, body)
}

/** Registers a suite for PostgreSQL, or nothing: a file needs another suite beside it, because vitest refuses an empty one. */
export const describeOnPostgres = (name: string, body: (database: TestDatabase) => void): void => {
  if (testServerUrl === "") return
  describe(`${name} (PostgreSQL)`, () => {
    body({ kind: "postgres", layer: testDatabase("postgres") })
  })
}

/** A new, migrated database for each time that the layer is built. What goes wrong is a defect. */
export const testDatabase = (kind: Kind): Layer.Layer<DatabaseServices> =>
  Layer.effectContext(kind === "pglite" ? Effect.orDie(makePglite) : Effect.orDie(makePostgres)).pipe(
    Layer.provide(Reactivity.layer),
  )

const makePglite = Effect.gen(function* () {
  const client = yield* PgliteClient.make({ loadDataDir: new Blob([yield* prepared]) })
  yield* Effect.provideService(migrate, SqlClient.SqlClient, client)
  return databaseServices(client, { kind: "pglite", description: "PGlite in memory", soleOwner: true })
})

const makePostgres = Effect.gen(function* () {
  const url = yield* testPostgresUrl()
  const { client, description } = yield* connect(url)
  return databaseServices(client, { kind: "postgres", description, soleOwner: false })
})

/**
 * The URL of a new database on the test server, dropped with the scope: for what connects by itself. It is migrated, or has
 * nothing in it.
 */
export const testPostgresUrl = (
  content: "migrated" | "empty" = "migrated",
): Effect.Effect<string, SqlError.SqlError, Scope.Scope> => {
  const name = `pesoreal_test_${randomBytes(8).toString("hex")}`
  const create = asAdministrator((admin) =>
    Effect.gen(function* () {
      const template = content === "empty" ? "template1" : yield* ensureTemplate(admin)
      yield* admin`CREATE DATABASE ${admin(name)} TEMPLATE ${admin(template)}`
    }),
  )
  const drop = asAdministrator((admin) => admin`DROP DATABASE ${admin(name)} WITH (FORCE)`)
  return Effect.as(
    Effect.acquireRelease(create, () => Effect.orDie(drop)),
    urlOf(name),
  )
}

/** Named after the migrations, so that a change of them makes another; renamed when whole, so that a killed run leaves none. */
const ensureTemplate = Effect.fnUntraced(function* (admin: PgClient.PgClient) {
  const template = `pesoreal_template_${yield* Effect.orDie(hashOfMigrations)}`
  const exists = admin`SELECT 1 FROM pg_database WHERE datname = ${template}`
  if ((yield* exists).length > 0) return template
  yield* admin`SELECT pg_advisory_lock(${templateLock})`
  if ((yield* exists).length > 0) return template
  const unfinished = `${template}_unfinished`
  yield* admin`DROP DATABASE IF EXISTS ${admin(unfinished)} WITH (FORCE)`
  yield* admin`CREATE DATABASE ${admin(unfinished)}`
  yield* connect(urlOf(unfinished)).pipe(
    Effect.flatMap(({ client }) => Effect.provideService(migrate, SqlClient.SqlClient, client)),
    Effect.orDie,
    Effect.scoped,
    Effect.provide(Reactivity.layer),
  )
  yield* admin`ALTER DATABASE ${admin(unfinished)} RENAME TO ${admin(template)}`
  return template
})

/** One connection of its own: what it locks, it unlocks by closing. */
const asAdministrator = <A, E>(use: (admin: PgClient.PgClient) => Effect.Effect<A, E>) =>
  PgClient.make({ url: Redacted.make(testServerUrl), maxConnections: 1, connectTimeout: Duration.infinity }).pipe(
    Effect.flatMap(use),
    Effect.scoped,
    Effect.provide(Reactivity.layer),
  )

/** No time limit: a TestClock that jumps while a connection opens would end it. */
const connect = (url: string) =>
  connectPostgres({ url: Redacted.make(url), poolSize, connectTimeout: Duration.infinity })

const urlOf = (database: string): string => {
  const url = new URL(testServerUrl)
  url.pathname = `/${database}`
  return url.href
}
