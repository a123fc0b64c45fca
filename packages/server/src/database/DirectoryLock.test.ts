/** Most of this is done by real child processes, because one process cannot compete with itself. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { setTimeout } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { lockDirectory } from "./DirectoryLock.ts"
import { identityOf, isAlive } from "./processIdentity.ts"

/**
 * Waits for a line on stdin, then locks the directory of its argument, says `owner` or what the error says, holds on until
 * the next line, and lets go.
 */
const program = `
  import { createInterface } from "node:readline"
  import { Effect } from "effect"
  import { lockDirectory } from ${JSON.stringify(new URL("DirectoryLock.ts", import.meta.url).href)}
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const say = (text) => Effect.sync(() => process.stdout.write(text + "\\n"))
  await say("ready").pipe(Effect.runPromise)
  await lines.next()
  await lockDirectory(process.argv[1], "http://localhost:3000").pipe(
    Effect.andThen(say("owner")),
    Effect.andThen(Effect.promise(() => lines.next())),
    Effect.scoped,
    Effect.catch((error) => say(error.message)),
    Effect.runPromise,
  )
  process.exit(0)
`

interface Contender {
  readonly child: ChildProcess
  readonly go: () => void
  readonly nextLine: () => Promise<string>
  readonly kill: () => Promise<void>
}

const startContender = async (directory: string): Promise<Contender> => {
  const args = ["--conditions=@pesoreal/source", "--input-type=module-typescript", "-e", program, directory]
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"], cwd: import.meta.dirname })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async () => {
    const { value } = await lines.next()
    return value ?? "nothing"
  }
  assert.strictEqual(await nextLine(), "ready")
  return {
    child,
    go: () => child.stdin.write("\n"),
    nextLine,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill("SIGKILL")
      await once(child, "exit")
    },
  }
}

/** A directory and as many contenders as wanted, all gone afterwards. */
const arena = Effect.acquireRelease(
  Effect.promise(async () => {
    const directory = await mkdtemp(join(tmpdir(), "pesoreal-lock-"))
    const contenders: Array<Contender> = []
    const start = async (count: number) => {
      const started = await Promise.all(Array.from({ length: count }, () => startContender(directory)))
      contenders.push(...started)
      return started
    }
    return { directory, contenders, start }
  }),
  ({ directory, contenders }) =>
    Effect.promise(async () => {
      await Promise.all(contenders.map((contender) => contender.kill()))
      await rm(directory, { recursive: true, force: true })
    }),
)

const lockFiles = (directory: string) =>
  Effect.promise(async () => (await readdir(directory)).filter((name) => name.startsWith("owner.lock")))

/** What a process that no longer runs would have left. */
const leaveStaleLock = (directory: string, record: object) =>
  Effect.promise(async () => {
    await mkdir(join(directory, "owner.lock"))
    const text = JSON.stringify({
      ...identityOf(process.pid),
      startedAt: "2026-01-01T00:00:00.000Z",
      address: null,
      ...record,
    })
    await writeFile(join(directory, "owner.lock", "00000000-0000-0000-0000-000000000000"), text)
  })

const owns = (directory: string) => Effect.scoped(lockDirectory(directory, null))

describe("lockDirectory", () => {
  it.live("lets one own, and tells the others who", () =>
    Effect.gen(function* () {
      const { directory, start } = yield* arena
      const [first, second] = yield* Effect.promise(() => start(2))
      first?.go()
      assert.strictEqual(yield* Effect.promise(() => first?.nextLine() ?? Promise.reject()), "owner")
      second?.go()
      const message = yield* Effect.promise(() => second?.nextLine() ?? Promise.reject())
      const expected = `${directory} is in use by process ${first?.child.pid} (started `
      assert.strictEqual(message.slice(0, expected.length), expected)
      assert.match(
        message,
        /\(started \d{4}-\d\d-\d\dT[\d:.]+Z, http:\/\/localhost:3000\)\. Stop it, or choose another directory with PESOREAL_DATA_DIR\.$/u,
      )
      assert.deepStrictEqual(yield* lockFiles(directory), ["owner.lock"])
    }),
  )

  it.live("lets go with the scope, and leaves nothing", () =>
    Effect.gen(function* () {
      const { directory } = yield* arena
      yield* owns(directory)
      assert.deepStrictEqual(yield* lockFiles(directory), [])
      yield* owns(directory)
    }),
  )

  it.live("refuses a second owner in the same process", () =>
    Effect.gen(function* () {
      const { directory } = yield* arena
      yield* lockDirectory(directory, null)
      const error = yield* Effect.flip(owns(directory))
      assert.strictEqual(error._tag, "DataDirectoryInUse")
      assert.match(error.message, new RegExp(`process ${process.pid} \\(started [^,]+\\)\\. Stop it`, "u"))
    }),
  )

  it.live("takes over from a process that was killed", () =>
    Effect.gen(function* () {
      const { directory, start } = yield* arena
      const [first] = yield* Effect.promise(() => start(1))
      first?.go()
      assert.strictEqual(yield* Effect.promise(() => first?.nextLine() ?? Promise.reject()), "owner")
      yield* Effect.promise(() => first?.kill() ?? Promise.reject())
      assert.deepStrictEqual(yield* lockFiles(directory), ["owner.lock"])
      yield* lockDirectory(directory, null)
      assert.strictEqual((yield* Effect.flip(owns(directory)))._tag, "DataDirectoryInUse")
    }),
  )

  it.live("gives a free lock and then a stale one to exactly one of many processes", () =>
    Effect.gen(function* () {
      const { directory, start } = yield* arena
      for (let round = 0; round < 2; round++) {
        const contenders = yield* Effect.promise(() => start(5))
        for (const contender of contenders) contender.go()
        const answers = yield* Effect.promise(() => Promise.all(contenders.map((contender) => contender.nextLine())))
        assert.strictEqual(answers.filter((answer) => answer === "owner").length, 1, answers.join("\n"))
        // The owner is killed, and so leaves the stale lock of the next round.
        yield* Effect.promise(() => Promise.all(contenders.map((contender) => contender.kill())))
        assert.deepStrictEqual(yield* lockFiles(directory), ["owner.lock"])
      }
    }),
  )

  it.live("gives a stale lock to exactly one of many in one process, however their steps interleave", () =>
    Effect.gen(function* () {
      const { directory } = yield* arena
      for (let round = 0; round < 20; round++) {
        yield* leaveStaleLock(directory, { pid: 2 ** 22 + 1 })
        let owners = 0
        const contend = Effect.scoped(
          Effect.gen(function* () {
            yield* lockDirectory(directory, null)
            owners += 1
            assert.strictEqual(owners, 1)
            yield* Effect.promise(() => new Promise((next) => setImmediate(next)))
            owners -= 1
          }),
        ).pipe(Effect.catchTag("DataDirectoryInUse", () => Effect.void))
        yield* Effect.all(
          Array.from({ length: 12 }, () => contend),
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual(yield* lockFiles(directory), [])
      }
    }),
  )

  it.live("is not held by another process that got the same number, or by one from before the last boot", () =>
    Effect.gen(function* () {
      const { directory } = yield* arena
      yield* leaveStaleLock(directory, {})
      assert.strictEqual((yield* Effect.flip(owns(directory)))._tag, "DataDirectoryInUse")
      yield* Effect.promise(() => rm(join(directory, "owner.lock"), { recursive: true }))
      yield* leaveStaleLock(directory, { startTicks: "1" })
      yield* owns(directory)
      yield* leaveStaleLock(directory, { bootId: "another boot" })
      yield* owns(directory)
    }),
  )

  it.live("goes by the number alone where the system tells no more", () =>
    Effect.gen(function* () {
      const { directory } = yield* arena
      yield* leaveStaleLock(directory, { bootId: null, startTicks: null })
      assert.strictEqual((yield* Effect.flip(owns(directory)))._tag, "DataDirectoryInUse")
    }),
  )

  it.live("ignores what is no record, and clears the claims of the dead but not of the living", () =>
    Effect.gen(function* () {
      const { directory } = yield* arena
      const living = `owner.lock.${process.pid}.x`
      yield* Effect.promise(async () => {
        await mkdir(join(directory, "owner.lock"))
        await writeFile(join(directory, "owner.lock", "x"), "half a rec")
        await mkdir(join(directory, `owner.lock.${2 ** 22 + 1}.x`))
        await mkdir(join(directory, living))
      })
      yield* owns(directory)
      assert.deepStrictEqual(yield* lockFiles(directory), [living])
    }),
  )

  it.live("fails for a directory that is not there, and for a lock that it did not make", () =>
    Effect.gen(function* () {
      const { directory } = yield* arena
      const absent = yield* Effect.flip(owns(join(directory, "absent")))
      assert.strictEqual(absent._tag === "FileError" && absent.code, "ENOENT")
      yield* Effect.promise(() => writeFile(join(directory, "owner.lock"), ""))
      const foreign = yield* Effect.flip(owns(directory))
      assert.strictEqual(foreign._tag === "FileError" && foreign.code, "ENOTDIR")
      assert.strictEqual(yield* Effect.promise(() => readFile(join(directory, "owner.lock"), "utf8")), "")
    }),
  )
})

describe("isAlive", () => {
  it("knows this process, and a child until it has ended", async () => {
    assert.isTrue(isAlive(identityOf(process.pid)))
    const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { stdio: "ignore" })
    const identity = identityOf(child.pid ?? 0)
    assert.isTrue(isAlive(identity))
    assert.isTrue(isAlive({ ...identity, bootId: null, startTicks: null }))
    child.kill("SIGKILL")
    await once(child, "exit")
    assert.isFalse(isAlive(identity))
    assert.isFalse(isAlive({ ...identity, bootId: null, startTicks: null }))
  })

  it.runIf(existsSync("/proc/self/stat"))("does not take a zombie for a process", async () => {
    // The shell becomes a program that never asks how its child ended.
    const parent = spawn("sh", ["-c", "sleep 0.1 & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore"] })
    const { value } = await createInterface({ input: parent.stdout })[Symbol.asyncIterator]().next()
    const identity = identityOf(Number(value))
    while (!(await readFile(`/proc/${identity.pid}/stat`, "utf8")).includes(") Z ")) await setTimeout(5)
    assert.isFalse(isAlive(identity))
    parent.kill("SIGKILL")
  })
})
