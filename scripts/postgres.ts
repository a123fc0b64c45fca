/**
 * A throw-away PostgreSQL: a new cluster in a temporary directory, on a free port of 127.0.0.1, gone after use.
 * Tests, the bench and the kill drills start one; it never touches a server that was there before, and it needs only
 * the server's binaries, not a service. fsync stays on, because durability is one of the things that are tested.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** The oldest PostgreSQL that the project's SQL runs on. */
const oldestMajor = 15
const startTimeoutMs = 30_000
/** A fast shutdown writes a checkpoint; on a slow disk that takes seconds. */
const stopTimeoutMs = 20_000
const removalTimeoutMs = 5_000
/** Another process may take the free port between our asking and PostgreSQL's binding. */
const startAttempts = 3

export interface PostgresBinaries {
  readonly directory: string
  readonly major: number
}

export interface PostgresServer {
  /** `postgres://postgres@127.0.0.1:PORT/postgres`, a superuser without a password. */
  readonly url: string
  /** Stops the server and removes its directory. May be called twice. */
  readonly stop: () => Promise<void>
}

export const postgresMissing =
  `PostgreSQL ${oldestMajor} or newer was not found: the tests that need a real server ` +
  "(races, leases, restarts between processes) were left out. Install postgresql or set PESOREAL_TEST_DATABASE_URL."

/** The major version in what `postgres --version` prints, such as `postgres (PostgreSQL) 15.18 (Debian 15.18-0)`. */
export const majorOf = (versionLine: string): number | undefined => {
  const digits = /\(PostgreSQL\) (\d+)/u.exec(versionLine)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Debian keeps each major version apart and off the PATH, Homebrew too. */
const versionedDirectories = (): ReadonlyArray<string> =>
  ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap((parent) =>
    existsSync(parent)
      ? readdirSync(parent)
          .filter((name) => /^(postgresql@)?\d+$/u.test(name))
          .map((name) => join(parent, name, "bin"))
      : [],
  )

const binariesIn = (directory: string): PostgresBinaries | undefined => {
  const postgres = join(directory, "postgres")
  if (!existsSync(postgres) || !existsSync(join(directory, "initdb"))) return undefined
  const answer = spawnSync(postgres, ["--version"], { encoding: "utf8" })
  const major = answer.status === 0 ? majorOf(answer.stdout) : undefined
  return major === undefined ? undefined : { directory: dirname(realpathSync(postgres)), major }
}

/** The oldest PostgreSQL here that is new enough: what runs on the oldest runs on the others. */
export const findPostgres = (): PostgresBinaries | undefined => {
  const fromPgConfig = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" })
  const directories = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versionedDirectories(),
    ...(fromPgConfig.status === 0 ? [fromPgConfig.stdout.trim()] : []),
  ]
  return [...new Set(directories.filter((directory) => directory !== ""))]
    .map(binariesIn)
    .filter((found) => found !== undefined)
    .filter((found) => found.major >= oldestMajor)
    .toSorted((a, b) => a.major - b.major)[0]
}

interface Identity {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses to run as root; then the user `postgres`, or else `nobody`, runs it. */
const identityForServer = (): Identity | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody")
  if (user === undefined)
    throw new Error("PostgreSQL does not run as root, and there is no user `postgres` to run it as.")
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() =>
        address === null || typeof address === "string" ? reject(new Error("No free port")) : resolve(address.port),
      )
    })
  })

const environment = { PATH: process.env["PATH"] ?? "", LC_ALL: "C" }

const initialise = (binaries: PostgresBinaries, directory: string, identity: Identity | undefined): void => {
  const args = [
    "-D",
    join(directory, "data"),
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--no-locale",
    "--no-sync",
  ]
  const done = spawnSync(join(binaries.directory, "initdb"), args, {
    cwd: directory,
    env: environment,
    encoding: "utf8",
    ...identity,
  })
  if (done.status !== 0) throw new Error(`initdb failed: ${done.error?.message ?? done.stderr}`)
}

/**
 * Becomes PostgreSQL, and leaves a watcher behind that reads our pipe: when this process ends, however it ends, the
 * pipe closes, and the watcher stops the server and removes its directory.
 */
const launcher = `
main=$$
exec 3<&0
(
  while read -r _; do :; done
  kill -INT "$main" 2>/dev/null
  while kill -0 "$main" 2>/dev/null; do sleep 0.1; done
  cd / && rm -rf "$PESOREAL_CLUSTER"
) <&3 >/dev/null 2>&1 &
exec "$0" "$@" </dev/null 3<&-
`

interface Attempt {
  readonly child: ChildProcess
  readonly exited: Promise<void>
}

/** Answers once PostgreSQL accepts connections; fails with its log when it ends first. */
const launch = async (
  binaries: PostgresBinaries,
  directory: string,
  port: number,
  identity: Identity | undefined,
): Promise<Attempt> => {
  const settings = [
    "listen_addresses=127.0.0.1",
    `port=${port}`,
    `unix_socket_directories=${directory}`,
    "max_connections=200",
  ].flatMap((setting) => ["-c", setting])
  const child = spawn(
    "/bin/sh",
    ["-c", launcher, join(binaries.directory, "postgres"), "-D", join(directory, "data"), ...settings],
    {
      cwd: directory,
      env: { ...environment, PESOREAL_CLUSTER: directory },
      stdio: ["pipe", "ignore", "pipe"],
      // Its own process group: Ctrl-C reaches us, and we stop the server when nobody uses it any more.
      detached: true,
      ...identity,
    },
  )
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()))
  let log = ""
  const ready = new Promise<boolean>((resolve) => {
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      // Only the start is kept: a server logs for as long as it runs.
      if (log.length < 20_000) log += text
      if (log.includes("ready to accept connections")) resolve(true)
    })
    void exited.then(() => resolve(false))
    child.once("error", () => resolve(false))
  })
  const timeout = sleep(startTimeoutMs, false, { ref: false })
  if (await Promise.race([ready, timeout])) return { child, exited }
  child.stdin.end()
  child.kill("SIGQUIT")
  throw new Error(`PostgreSQL did not start: ${log.trim() === "" ? "it said nothing" : log.trim()}`)
}

const stopping = (directory: string, { child, exited }: Attempt) => {
  let stopped: Promise<void> | undefined
  const stop = async () => {
    child.stdin?.end()
    await Promise.race([exited, sleep(stopTimeoutMs, undefined, { ref: false })])
    child.kill("SIGKILL")
    // The watcher is removing the directory; removing it at the same time would only half succeed.
    for (const begun = performance.now(); existsSync(directory) && performance.now() - begun < removalTimeoutMs;) {
      await sleep(20)
    }
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  }
  return () => (stopped ??= stop())
}

const startOnce = async (binaries: PostgresBinaries): Promise<PostgresServer> => {
  const identity = identityForServer()
  const directory = mkdtempSync(join(tmpdir(), "pesoreal-pg-"))
  try {
    if (identity !== undefined) chownSync(directory, identity.uid, identity.gid)
    initialise(binaries, directory, identity)
    const port = await freePort()
    const launched = await launch(binaries, directory, port, identity)
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: stopping(directory, launched) }
  } catch (error) {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
}

/**
 * Starts a new, empty PostgreSQL.
 *
 * @param binaries which one; the oldest suitable one by default
 * @throws when there is none, or when it does not start; the message carries PostgreSQL's own words
 */
export const startPostgres = async (
  binaries: PostgresBinaries | undefined = findPostgres(),
): Promise<PostgresServer> => {
  if (binaries === undefined) throw new Error(postgresMissing)
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(binaries)
    } catch (error) {
      const portWasTaken = error instanceof Error && error.message.includes("Address already in use")
      if (!portWasTaken || attempt === startAttempts) throw error
    }
  }
}
