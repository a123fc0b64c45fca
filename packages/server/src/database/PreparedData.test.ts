import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { embeddedMajor } from "./DataDirectory.ts"
import { migrations } from "./migrations/index.ts"
import * as PgliteClient from "./PgliteClient.ts"
import { makeOnce, prepared, readArchive, unpack, writeArchive } from "./PreparedData.ts"

const temporary = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "pesoreal-prepared-test-"))),
  (directory) => Effect.promise(() => rm(directory, { recursive: true, force: true })),
)
const origin = { pglite: "1.2.3", migrations: "0123456789abcdef" }

describe("the prepared data", () => {
  it.live("is a cluster of the embedded version, shut down cleanly, with every migration applied", () =>
    Effect.gen(function* () {
      const directory = yield* temporary
      yield* unpack(yield* prepared, directory)
      const version = yield* Effect.promise(() => readFile(join(directory, "PG_VERSION"), "utf8"))
      assert.strictEqual(version, `${embeddedMajor}\n`)
      // pg_control's state, after the system identifier and two versions: 1 is DB_SHUTDOWNED.
      const control = yield* Effect.promise(() => readFile(join(directory, "global", "pg_control")))
      assert.strictEqual(control.readUInt32LE(16), 1)
      const sql = yield* PgliteClient.make({ dataDir: directory })
      const applied = yield* sql`SELECT migration_id FROM schema_migrations`
      assert.strictEqual(applied.length, Object.keys(migrations).length)
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer)),
  )
})

describe("an archive", () => {
  const content = new Uint8Array([1, 2, 3])

  it.live("comes back as it was written, also by several at once, and leaves nothing else", () =>
    Effect.gen(function* () {
      const directory = join(yield* temporary, "cache", "key")
      yield* Effect.all(
        Array.from({ length: 8 }, () => writeArchive(directory, content, origin)),
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(yield* readArchive(directory, origin), content)
      const names = yield* Effect.promise(() => readdir(directory))
      assert.deepStrictEqual(names.toSorted(), ["prepared-data.json", "prepared-data.tar.br"])
    }),
  )

  it.live("is made by one of those who need it at the same time", () =>
    Effect.gen(function* () {
      const directory = yield* temporary
      let made = 0
      const make = Effect.promise(async () => {
        made += 1
        await new Promise((next) => setImmediate(next))
        return content
      })
      const found = yield* Effect.all(
        Array.from({ length: 5 }, () => makeOnce(directory, origin, make)),
        { concurrency: "unbounded" },
      )
      for (const each of found) assert.deepStrictEqual(each, content)
      assert.strictEqual(made, 1)
    }),
  )

  it.live("that cannot be made is the next one's to make", () =>
    Effect.gen(function* () {
      const directory = yield* temporary
      assert.strictEqual(yield* Effect.flip(makeOnce(directory, origin, Effect.fail("no"))), "no")
      assert.deepStrictEqual(yield* makeOnce(directory, origin, Effect.succeed(content)), content)
    }),
  )

  it.live("of other migrations or another PGlite is not used", () =>
    Effect.gen(function* () {
      const directory = yield* temporary
      yield* writeArchive(directory, content, origin)
      const others = [
        { ...origin, pglite: "1.2.4" },
        { ...origin, migrations: "fedcba9876543210" },
      ]
      for (const other of others) {
        assert.strictEqual((yield* Effect.flip(readArchive(directory, other))).code, "ENOENT")
      }
    }),
  )

  it.live("that is damaged, or without its origin, is not used", () =>
    Effect.gen(function* () {
      const directory = yield* temporary
      yield* writeArchive(directory, new Uint8Array(100_000), origin)
      const archive = join(directory, "prepared-data.tar.br")
      const whole = yield* Effect.promise(() => readFile(archive))
      yield* Effect.promise(() => writeFile(archive, whole.subarray(0, whole.length - 1)))
      assert.strictEqual((yield* Effect.flip(readArchive(directory, origin)))._tag, "FileError")
      yield* Effect.promise(() => writeFile(archive, whole))
      yield* Effect.promise(() => rm(join(directory, "prepared-data.json")))
      assert.strictEqual((yield* Effect.flip(readArchive(directory, origin)))._tag, "FileError")
    }),
  )
})
