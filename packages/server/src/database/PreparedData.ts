/**
 * A PGlite cluster with every migration applied, as a tar: making one takes seconds, unpacking it a fraction of one. The
 * package carries it (`dist/prepared-data.tar.br`, written by `scripts/prepare-data.ts`); a clone makes it once and keeps it
 * under `node_modules/.cache`. It is only ever a shortcut: whoever unpacks it runs the pending migrations.
 */
import { createHash, randomUUID } from "node:crypto"
import { createRequire } from "node:module"
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join, sep } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { brotliCompress, brotliDecompress, constants } from "node:zlib"
import { Effect, Option, Schema } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlError } from "effect/sql"
import { DataDirectoryInUse } from "./DataDirectoryErrors.ts"
import { lockDirectory } from "./DirectoryLock.ts"
import { FileError, file } from "./files.ts"
import { type MigrationFailed, migrate } from "./Migrations.ts"
import * as PgliteClient from "./PgliteClient.ts"

/** Beside the archive: what it was made from. An archive of other migrations is not used. */
const Origin = Schema.fromJsonString(Schema.Struct({ pglite: Schema.String, migrations: Schema.String }))
type Origin = typeof Origin.Type

const archiveName = "prepared-data.tar.br"
const originName = "prepared-data.json"
/** Of an empty cluster's 40 MB, this level leaves 1.6 MB after 0.3 s, and the highest 1.3 MB after 20 s. */
const brotliQuality = 6
/** 16 MB: a cluster begins as three copies of one database, which repeat each other at a distance of several megabytes. */
const brotliWindowBits = 24
/** How often a process looks whether another has finished what takes seconds. */
const pollMs = 100

type PreparedDataError = FileError | MigrationFailed | PgliteClient.PgliteStartError | SqlError.SqlError

/** The tar of a migrated cluster: from the package, else from the cache, else made now. */
export const prepared: Effect.Effect<Uint8Array<ArrayBuffer>, PreparedDataError> = Effect.gen(function* () {
  const origin = yield* currentOrigin
  const cache = cacheDirectory(origin)
  for (const directory of [packageDirectory, cache]) {
    const archive = yield* Effect.option(readArchive(directory, origin))
    if (Option.isSome(archive)) return archive.value
  }
  // Without a place to keep it (a read-only node_modules), each process makes its own.
  return yield* Effect.catchTag(makeOnce(cache, origin, make), "FileError", () => make)
})

/** Makes the archive anew, and writes it where the package carries it. Answers the path. */
export const writePackaged: Effect.Effect<string, PreparedDataError> = Effect.gen(function* () {
  yield* writeArchive(packageDirectory, yield* make, yield* currentOrigin)
  return join(packageDirectory, archiveName)
})

/** Unpacks a tar into a directory that exists. */
export const unpack = (tar: Uint8Array, directory: string): Effect.Effect<void, FileError> =>
  file(async () => {
    // A thousand small files: in one go this takes a quarter of the time that it takes with a promise for each.
    const { UnpackSync } = await import("tar")
    new UnpackSync({ cwd: directory, strict: true }).end(Buffer.from(tar.buffer, tar.byteOffset, tar.byteLength))
  })

const packageDirectory = fileURLToPath(new URL("../../dist/", import.meta.url))
const migrationsDirectory = new URL("migrations/", import.meta.url)
const require = createRequire(import.meta.url)
const pgliteEntry = require.resolve("@electric-sql/pglite")

const currentOrigin: Effect.Effect<Origin, FileError> = Effect.gen(function* () {
  const manifest = yield* file(() => readFile(join(dirname(pgliteEntry), "..", "package.json"), "utf8"))
  const { version } = yield* Effect.orDie(Schema.decodeEffect(Manifest)(manifest))
  return { pglite: version, migrations: yield* hashOfMigrations }
})

const Manifest = Schema.fromJsonString(Schema.Struct({ version: Schema.String }))

/** Names a schema: the digest of all migrations' texts. */
export const hashOfMigrations: Effect.Effect<string, FileError> = Effect.gen(function* () {
  const names = yield* file(() => readdir(migrationsDirectory))
  const hash = createHash("sha256")
  for (const name of names.filter((each) => /^\d+_\w+\.(ts|js)$/u.test(each)).toSorted()) {
    hash.update(name).update(yield* file(() => readFile(new URL(name, migrationsDirectory))))
  }
  return hash.digest("hex").slice(0, 16)
})

/** Beside the PGlite that it was made with. */
const cacheDirectory = (origin: Origin): string => {
  const modules = pgliteEntry.slice(
    0,
    pgliteEntry.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length,
  )
  return join(modules, ".cache", "pesoreal", `${origin.pglite}-${origin.migrations}`)
}

/**
 * Compiled code comes with the archive of its own build, whose hash is of the sources. Sources may have changed since the
 * archive was made.
 */
const isOfThisCode = (origin: Origin, current: Origin): boolean =>
  origin.pglite === current.pglite && (import.meta.url.endsWith(".js") || origin.migrations === current.migrations)

/** The tar in a directory's archive; fails if there is none of this code, or it is damaged. */
export const readArchive = Effect.fnUntraced(function* (directory: string, current: Origin) {
  const origin = Schema.decodeOption(Origin)(yield* file(() => readFile(join(directory, originName), "utf8")))
  if (!Option.exists(origin, (found) => isOfThisCode(found, current))) {
    return yield* new FileError({ code: "ENOENT", message: `${directory} has no archive of this version` })
  }
  const archive = yield* file(() => readFile(join(directory, archiveName)))
  return new Uint8Array(yield* file(() => promisify(brotliDecompress)(archive)))
})

/** The origin comes last: without it, the archive beside it is never read. Two processes write the same, each a whole file. */
export const writeArchive = Effect.fnUntraced(function* (directory: string, tar: Uint8Array, origin: Origin) {
  const archive = yield* file(() => promisify(brotliCompress)(tar, { params: brotliParameters(tar.length) }))
  yield* file(() => mkdir(directory, { recursive: true }))
  yield* file(() => rm(join(directory, originName), { force: true }))
  yield* writeWhole(join(directory, archiveName), archive)
  yield* writeWhole(join(directory, originName), Schema.encodeSync(Origin)(origin))
})

const brotliParameters = (sizeHint: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
  [constants.BROTLI_PARAM_LGWIN]: brotliWindowBits,
  [constants.BROTLI_PARAM_SIZE_HINT]: sizeHint,
})

/** A reader sees the old file or the new one, also after a crash. */
const writeWhole = (path: string, content: Uint8Array | string) =>
  file(async () => {
    const aside = `${path}.${randomUUID()}`
    try {
      const handle = await open(aside, "wx")
      try {
        await handle.writeFile(content)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(aside, path)
    } catch (error) {
      await rm(aside, { force: true })
      throw error
    }
  })

/** Of several processes that find no archive (the first test run of a clone), one makes it and the others wait for it. */
export const makeOnce = <E>(
  cache: string,
  origin: Origin,
  tar: Effect.Effect<Uint8Array<ArrayBuffer>, E>,
): Effect.Effect<Uint8Array<ArrayBuffer>, E | FileError> =>
  Effect.gen(function* () {
    yield* file(() => mkdir(cache, { recursive: true }))
    yield* lockDirectory(cache, null)
    const archive = yield* Effect.option(readArchive(cache, origin))
    if (Option.isSome(archive)) return archive.value
    const made = yield* tar
    yield* Effect.ignore(writeArchive(cache, made, origin), { log: "Debug", message: "The prepared data was not kept" })
    return made
  }).pipe(
    Effect.scoped,
    Effect.catchIf(
      (error) => error instanceof DataDirectoryInUse,
      () =>
        // Real time: another process does not go by a TestClock.
        Effect.andThen(
          Effect.promise(() => setTimeout(pollMs)),
          makeOnce(cache, origin, tar),
        ),
    ),
  )

/** A new cluster in a temporary directory, as a tar. */
const make: Effect.Effect<Uint8Array<ArrayBuffer>, PreparedDataError> = Effect.gen(function* () {
  const cluster = yield* Effect.acquireRelease(
    file(() => mkdtemp(join(tmpdir(), "pesoreal-prepared-"))),
    (directory) => Effect.ignore(file(() => rm(directory, { recursive: true, force: true }))),
  )
  // Closed before it is copied: a clean shutdown leaves nothing to recover.
  yield* Effect.scoped(
    Effect.flatMap(PgliteClient.make({ dataDir: cluster }), (client) =>
      Effect.provideService(migrate, SqlClient.SqlClient, client),
    ),
  )
  return yield* pack(cluster)
}).pipe(Effect.scoped, Effect.provide(Reactivity.layer))

const pack = (directory: string) =>
  file(async () => {
    const { create } = await import("tar")
    return new Uint8Array(await create({ cwd: directory, portable: true }, ["."]).concat())
  })
