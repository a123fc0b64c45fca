import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ServerConfig } from "../config.ts"
import { Database, DatabaseInfo } from "./Database.ts"
import { embeddedMajor, openDataDirectory } from "./DataDirectory.ts"

/** A place for data directories, gone afterwards. */
const place = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "pesoreal-data-"))),
  (directory) => Effect.promise(() => rm(directory, { recursive: true, force: true })),
)

const server = (dataDirectory: string) => Database.layer.pipe(Layer.provide(ServerConfig.layerOf({ dataDirectory })))

const open = (directory: string) => Effect.scoped(openDataDirectory({ directory, address: null }))

const unusable = (directory: string) =>
  Effect.map(Effect.flip(open(directory)), (error) => {
    assert.strictEqual(error._tag, "DataDirectoryUnusable")
    return error._tag === "DataDirectoryUnusable" ? error : assert.fail(error.message)
  })

describe("the data directory", () => {
  it.live("is made on the first start, migrated, and kept for the next", () =>
    Effect.gen(function* () {
      const directory = join(yield* place, "deeper", "data")
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { kind, description, soleOwner } = yield* DatabaseInfo
        assert.deepStrictEqual(
          { kind, description, soleOwner },
          {
            kind: "pglite",
            description: `embedded PGlite in ${directory}`,
            soleOwner: true,
          },
        )
        assert.deepStrictEqual(yield* sql`SELECT * FROM accounts`, [])
        yield* sql`CREATE TABLE kept AS SELECT 1 AS n`
        assert.strictEqual((yield* Effect.flip(open(directory)))._tag, "DataDirectoryInUse")
      }).pipe(Effect.provide(server(directory)))

      assert.strictEqual((yield* Effect.promise(() => stat(directory))).mode & 0o777, 0o700)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(directory)), ["database"])

      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT n FROM kept`, [{ n: 1 }])
      }).pipe(Effect.provide(server(directory)))
    }),
  )

  it.live("keeps every acknowledged write of a process that is killed while it writes", () =>
    Effect.gen(function* () {
      const directory = yield* place
      const acknowledged = yield* Effect.promise(() => writeUntilKilled(directory))
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ readonly n: number; readonly halves: number }>`
          SELECT count(*)::int AS n, (count(*) - count(DISTINCT n) * 2)::int AS halves FROM written`
        assert.isAtLeast(row?.n ?? 0, acknowledged * 2)
        assert.strictEqual(row?.halves, 0)
        yield* sql`INSERT INTO written VALUES (0)`
      }).pipe(Effect.provide(server(directory)))
    }),
  )

  it.live("is not taken for ready when unpacking was cut off", () =>
    Effect.gen(function* () {
      const directory = yield* place
      const cutOff = join(directory, "database.preparing-x")
      yield* Effect.promise(async () => {
        await mkdir(cutOff)
        await writeFile(join(cutOff, "PG_VERSION"), `${embeddedMajor}\n`)
      })
      yield* Effect.provide(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`),
        server(directory),
      )
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(directory)), ["database"])
    }),
  )

  it.live("of another version of PostgreSQL is refused, with the way out", () =>
    Effect.gen(function* () {
      const directory = yield* place
      yield* Effect.promise(async () => {
        await mkdir(join(directory, "database"))
        await writeFile(join(directory, "database", "PG_VERSION"), "17\n")
      })
      const error = yield* unusable(directory)
      assert.strictEqual(error.reason, "other-version")
      assert.match(error.message, /PostgreSQL 17, .* embeds PostgreSQL 18.*pesoreal export.*pesoreal import/u)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(directory)), ["database"])
    }),
  )

  it.live("with something else in the database's place is refused, and left as it is", () =>
    Effect.gen(function* () {
      const directory = yield* place
      yield* Effect.promise(async () => {
        await mkdir(join(directory, "database"))
        await writeFile(join(directory, "database", "mine"), "")
      })
      const error = yield* unusable(directory)
      assert.strictEqual(error.reason, "incomplete")
      assert.match(error.message, /is no database: it has no PG_VERSION/u)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(directory, "database"))), ["mine"])
    }),
  )

  it.live("that has lost files does not open, and says so", () =>
    Effect.gen(function* () {
      const directory = yield* place
      yield* open(directory)
      yield* Effect.promise(() => rm(join(directory, "database", "global"), { recursive: true }))
      const error = yield* Effect.flip(Effect.scoped(Layer.build(server(directory))))
      assert.strictEqual(error._tag === "DataDirectoryUnusable" && error.reason, "not-opened")
      assert.match(error.message, /does not open: .*Restore the directory from a backup/u)
      // The lock went with the failed start.
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(directory)), ["database"])
    }),
  )

  it.live("that cannot be made is refused with the setting that names it", () =>
    Effect.gen(function* () {
      const file = join(yield* place, "file")
      yield* Effect.promise(() => writeFile(file, ""))
      const error = yield* unusable(join(file, "data"))
      assert.strictEqual(error.reason, "files")
      assert.match(error.message, /cannot hold the data: ENOTDIR.*PESOREAL_DATA_DIR/u)
    }),
  )
})

/** Starts a server process that inserts pairs of rows, kills it in the midst, and answers how many pairs it had confirmed. */
const writeUntilKilled = async (directory: string): Promise<number> => {
  const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
  const writer = `
    import { Effect, Layer } from "effect"
    import { SqlClient } from "effect/sql"
    import { ServerConfig } from ${here("../config.ts")}
    import { Database } from ${here("Database.ts")}
    const write = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql\`CREATE TABLE written (n int)\`
      for (let n = 1; ; n++) {
        const insert = sql\`INSERT INTO written VALUES (\${n})\`
        yield* sql.withTransaction(Effect.andThen(insert, insert))
        process.stdout.write(n + "\\n")
      }
    })
    const server = Database.layer.pipe(Layer.provide(ServerConfig.layerOf({ dataDirectory: process.argv[1] })))
    await Effect.runPromise(Effect.provide(write, server))
  `
  const args = ["--conditions=@pesoreal/source", "--input-type=module-typescript", "-e", writer, directory]
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], cwd: import.meta.dirname })
  let acknowledged = 0
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged = Number(line)
    if (acknowledged === 300) child.kill("SIGKILL")
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
  assert.isAtLeast(acknowledged, 300)
  return acknowledged
}
