/**
 * One owner for a directory, among processes of one machine: the owner's record in `owner.lock`.
 *
 * `owner.lock` is a directory that holds the owner's record under a name of its own. Whoever wants to own prepares such a
 * directory aside and renames it to `owner.lock`, which the system does for exactly one: it replaces an empty directory, and
 * refuses a full one. The record of a process that has ended is removed by its name, so nobody can remove a newer owner's
 * by mistake, however late it comes; then the rename is tried again. A file made with O_EXCL has no such step: of two that
 * find it stale, the slower removes the lock that the faster has just made.
 */
import { randomUUID } from "node:crypto"
import { mkdir, readdir, readFile, rename, rm, rmdir, unlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { DateTime, Effect, Option, Result, Schema, type Scope } from "effect"
import { DataDirectoryInUse } from "./DataDirectoryErrors.ts"
import { type FileError, file, orIfAbsent } from "./files.ts"
import { identityOf, isAlive, signalReaches } from "./processIdentity.ts"

const lockName = "owner.lock"
/** Each try but the last met a lock that was gone, or stale, a moment later. */
const maximumTries = 50

const OwnerRecord = Schema.fromJsonString(
  Schema.Struct({
    pid: Schema.Int,
    bootId: Schema.NullOr(Schema.String),
    startTicks: Schema.NullOr(Schema.String),
    startedAt: Schema.String,
    address: Schema.NullOr(Schema.String),
  }),
)
type OwnerRecord = typeof OwnerRecord.Type

/**
 * Owns the directory until the scope closes. A process that is killed leaves its record behind, and the next one takes over.
 *
 * @param address where this process will listen, for the message that a second process gives; null if nowhere
 */
export const lockDirectory = Effect.fn("lockDirectory")(function* (
  directory: string,
  address: string | null,
): Effect.fn.Return<void, DataDirectoryInUse | FileError, Scope.Scope> {
  const lock = join(directory, lockName)
  const id = randomUUID()
  const claim = join(directory, `${lockName}.${process.pid}.${id}`)
  const record = { ...identityOf(process.pid), startedAt: DateTime.formatIso(yield* DateTime.now), address }
  yield* Effect.acquireRelease(
    Effect.gen(function* () {
      yield* file(() => mkdir(claim, { mode: 0o700 }))
      const text = Schema.encodeSync(OwnerRecord)(record)
      yield* file(() => writeFile(join(claim, id), text, { flag: "wx", mode: 0o600 }))
      yield* contend(directory, lock, claim)
    }).pipe(Effect.onError(() => Effect.ignore(file(() => rm(claim, { recursive: true, force: true }))))),
    () => Effect.andThen(Effect.ignore(file(() => unlink(join(lock, id)))), Effect.ignore(file(() => rmdir(lock)))),
  )
  yield* removeAbandonedClaims(directory)
})

const contend = Effect.fnUntraced(function* (directory: string, lock: string, claim: string) {
  for (let tries = 1; ; tries++) {
    const moved = yield* Effect.result(file(() => rename(claim, lock)))
    if (Result.isSuccess(moved)) return
    const names = yield* orIfAbsent(
      file(() => readdir(lock)),
      [],
    )
    for (const name of names) yield* removeIfStale(directory, join(lock, name))
    // Windows never renames onto a directory, not even an empty one. Where somebody was faster, this fails, which is right.
    if (names.length === 0) yield* Effect.ignore(file(() => rmdir(lock)))
    if (tries === maximumTries) return yield* moved.failure
  }
})

/** Fails if the record's process lives. What cannot be read was never written by this code, which moves finished records only. */
const removeIfStale = Effect.fnUntraced(function* (directory: string, path: string) {
  const text = yield* orIfAbsent(
    file(() => readFile(path, "utf8")),
    undefined,
  )
  if (text === undefined) return
  const owner: OwnerRecord | undefined = Option.getOrUndefined(Schema.decodeOption(OwnerRecord)(text))
  if (owner !== undefined && isAlive(owner)) {
    const { pid, startedAt, address } = owner
    return yield* new DataDirectoryInUse({ directory, pid, startedAt, address })
  }
  yield* orIfAbsent(
    file(() => unlink(path)),
    undefined,
  )
})

/** Claims of processes that were killed while they contended. */
const removeAbandonedClaims = Effect.fnUntraced(function* (directory: string) {
  for (const name of yield* file(() => readdir(directory))) {
    const pid = /^owner\.lock\.(\d+)\./u.exec(name)?.[1]
    if (pid !== undefined && !signalReaches(Number(pid))) {
      yield* file(() => rm(join(directory, name), { recursive: true, force: true }))
    }
  }
})
