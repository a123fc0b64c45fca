/** The database of a drill, asked from outside: PostgreSQL while the server runs, PGlite only while it does not. */
import * as PgClient from "@effect/sql-pg/PgClient"
import { PGlite } from "@electric-sql/pglite"
import { Effect, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { join } from "node:path"
import type { Ask } from "./audit.ts"

export interface DrillDatabase {
  readonly name: "PGlite" | "PostgreSQL"
  /** Settings that make the server use it. */
  readonly settings: Readonly<Record<string, string>>
  /** PGlite has one owner: while the server runs, nobody else may open it. */
  readonly isShared: boolean
  /** Opens it, asks, and closes it. */
  readonly withAsk: <A>(use: (ask: Ask) => Promise<A>) => Promise<A>
}

/** In the server's own data directory. */
export const pglite = (dataDirectory: string): DrillDatabase => ({
  name: "PGlite",
  settings: {},
  isShared: false,
  withAsk: async (use) => {
    const db = await PGlite.create(join(dataDirectory, "database"))
    try {
      return await use(async (sql) => (await db.query<Record<string, unknown>>(sql)).rows)
    } finally {
      await db.close()
    }
  },
})

export const postgres = (url: string): DrillDatabase => ({
  name: "PostgreSQL",
  settings: { DATABASE_URL: url },
  isShared: true,
  withAsk: (use) =>
    PgClient.make({ url: Redacted.make(url), maxConnections: 1, applicationName: "pesoreal-drill" }).pipe(
      Effect.flatMap((client) =>
        Effect.promise(() => use((sql) => Effect.runPromise(client.unsafe<Record<string, unknown>>(sql)))),
      ),
      Effect.scoped,
      Effect.provide(Reactivity.layer),
      Effect.runPromise,
    ),
})
