/**
 * The directory of the embedded database: owned by this process alone, and with a whole cluster of the right version in it.
 * The cluster is `database/`; other rooms may keep files of their own beside it.
 */
import { randomUUID } from "node:crypto"
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises"
import { join } from "node:path"
import { Effect, type Scope } from "effect"
import { type DataDirectoryInUse, DataDirectoryUnusable } from "./DataDirectoryErrors.ts"
import { lockDirectory } from "./DirectoryLock.ts"
import { type FileError, file, orIfAbsent } from "./files.ts"
import { prepared, unpack } from "./PreparedData.ts"

/** The major version of PostgreSQL that PGlite is, and the only one whose directories it reads. */
export const embeddedMajor = 18

const clusterName = "database"
const unfinishedPrefix = `${clusterName}.preparing-`

export interface DataDirectoryOptions {
  /** Absolute; made if it is not there. */
  readonly directory: string
  /** Where this process will listen, for the message that a second process gives; null if nowhere. */
  readonly address: string | null
}

/** Takes the directory until the scope closes, and answers the path of the cluster in it. */
export const openDataDirectory = Effect.fn("openDataDirectory")(
  function* ({
    directory,
    address,
  }: DataDirectoryOptions): Effect.fn.Return<
    string,
    DataDirectoryInUse | DataDirectoryUnusable | FileError,
    Scope.Scope
  > {
    yield* file(() => mkdir(directory, { recursive: true, mode: 0o700 }))
    yield* lockDirectory(directory, address)
    yield* removeUnfinished(directory)
    const cluster = join(directory, clusterName)
    const there = yield* orIfAbsent(
      file(() => readdir(cluster)),
      undefined,
    )
    if (there === undefined) yield* prepare(directory, cluster)
    else yield* checkVersion(directory, cluster)
    return cluster
  },
  (effect, { directory }) =>
    Effect.catchTag(effect, "FileError", (error) =>
      Effect.fail(
        new DataDirectoryUnusable({
          directory,
          reason: "files",
          message:
            `${directory} cannot hold the data: ${error.message}. ` +
            "Make it writable, or choose another directory with PESOREAL_DATA_DIR.",
        }),
      ),
    ),
)

/** What a process that was killed while it unpacked has left. Only the owner comes here. */
const removeUnfinished = Effect.fnUntraced(function* (directory: string) {
  for (const name of yield* file(() => readdir(directory))) {
    if (name.startsWith(unfinishedPrefix)) yield* file(() => rm(join(directory, name), { recursive: true }))
  }
})

/**
 * Unpacks aside and renames, so that a cluster under its right name is a whole one. Its thousand files are not synced one by
 * one: PGlite never syncs either, so nothing that is written later would be any safer.
 */
const prepare = Effect.fnUntraced(function* (directory: string, cluster: string) {
  const tar = yield* Effect.mapError(prepared, (error) => {
    const message = `The embedded database could not be prepared: ${error.message}`
    return new DataDirectoryUnusable({ directory, reason: "files", message })
  })
  const aside = join(directory, unfinishedPrefix + randomUUID())
  yield* file(() => mkdir(aside, { mode: 0o700 }))
  yield* unpack(tar, aside)
  yield* file(() => rename(aside, cluster))
})

const checkVersion = Effect.fnUntraced(function* (directory: string, cluster: string) {
  const version = yield* orIfAbsent(
    file(() => readFile(join(cluster, "PG_VERSION"), "utf8")),
    undefined,
  )
  if (version === undefined) {
    return yield* new DataDirectoryUnusable({
      directory,
      reason: "incomplete",
      message: `${cluster} is no database: it has no PG_VERSION. Restore it from a backup, or move it away to begin anew.`,
    })
  }
  if (version.trim() !== String(embeddedMajor)) {
    return yield* new DataDirectoryUnusable({
      directory,
      reason: "other-version",
      message:
        `${cluster} was written by PostgreSQL ${version.trim()}, and this version of Pesoreal embeds PostgreSQL ${embeddedMajor}, ` +
        "which cannot read it. With the version of Pesoreal that wrote it run `pesoreal export`, then with this one " +
        "`pesoreal import` into another directory (PESOREAL_DATA_DIR).",
    })
  }
})
