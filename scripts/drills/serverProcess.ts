/**
 * The server as a process of its own, started as `npm start` starts it, for tests and drills that need one to kill. It takes
 * no setting from the environment of whoever starts it but those it is given.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { within } from "./waiting.ts"

const main = join(import.meta.dirname, "../../packages/server/src/main.ts")
/** The server gives what is under way ten seconds. */
const stopLimitMs = 25_000

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface ServerProcess {
  readonly pid: number
  readonly stdout: () => string
  readonly stderr: () => string
  /** Resolves with the base URL once it says that it is listening; rejects with its own words if it ends before. */
  readonly listening: Promise<string>
  readonly ended: Promise<Ended>
  /** Sends a signal, and resolves when the process has ended. */
  readonly stop: (signal: NodeJS.Signals) => Promise<Ended>
}

// What a test forgets, or does not come to, must not outlive it.
const alive = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL")
})

const inherited = ["PATH", "HOME", "TMPDIR"]

/** The settings, and of our own environment only what any program needs. */
export const environmentOf = (settings: Readonly<Record<string, string>>): Record<string, string> => ({
  ...Object.fromEntries(
    inherited.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  ),
  ...settings,
})

/** Starts the server; the settings are its environment (`PORT`, `PESOREAL_DATA_DIR`, …). */
export const runServer = (settings: Readonly<Record<string, string>>): ServerProcess => {
  const child = spawn(process.execPath, ["--conditions=@pesoreal/source", main], {
    env: environmentOf(settings),
    stdio: ["ignore", "pipe", "pipe"],
  })
  alive.add(child)
  let stdout = ""
  let stderr = ""
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => {
      alive.delete(child)
      resolve({ code, signal })
    })
  })
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text
      const baseUrl = /is listening on (http\S+)[\s\S]*Ctrl-C/u.exec(stdout)?.[1]
      if (baseUrl !== undefined) resolve(baseUrl)
    })
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text
    })
    void ended.then(({ code, signal }) =>
      reject(new Error(`The server ended (${signal ?? code}) before it listened:\n${stdout}${stderr}`)),
    )
  })
  // Whoever only wants to see it end does not ask.
  listening.catch(() => {})
  return {
    // Safe: only a process that could not be spawned has none, and the path is Node's own.
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    listening,
    ended,
    stop: (signal) => {
      child.kill(signal)
      return within(`the server (pid ${child.pid}) to end after ${signal}`, stopLimitMs, ended)
    },
  }
}
