/** A server under test as a process of its own: started, found by the address it prints, and stopped by SIGTERM. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

export const repository = join(import.meta.dirname, "../../..")
const startTimeoutMs = 60_000
const stopTimeoutMs = 20_000
/** Characters of output kept, to be shown when the server fails. */
const outputKept = 8_000

export interface ServerProcess {
  readonly pid: number
  readonly port: number
  /** What it has printed, the last of it. */
  readonly output: () => string
  readonly stop: () => Promise<void>
}

/** Settings of whoever starts the bench must not reach one of the servers only. */
const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PESOREAL_|PEER_|DATABASE_URL$|PORT$|NODE_)/.test(name)),
  )

export const startServer = async (
  script: string,
  environment: Readonly<Record<string, string>>,
  nodeOptions: ReadonlyArray<string> = [],
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [...nodeOptions, "--conditions=@pesoreal/source", script], {
    cwd: repository,
    env: { ...inherited(), NODE_ENV: "production", PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const exited = once(child, "exit")
  let output = ""
  const port = new Promise<number>((resolve) => {
    const hear = (text: string) => {
      output = (output + text).slice(-outputKept)
      const found = /listening on http:\/\/[^\s:]+:(\d+)/.exec(output)?.[1]
      if (found !== undefined) resolve(Number(found))
    }
    child.stdout.setEncoding("utf8").on("data", hear)
    child.stderr.setEncoding("utf8").on("data", hear)
  })
  const outcome = await Promise.race([port, exited.then(() => null), sleep(startTimeoutMs, null, { ref: false })])
  if (outcome === null || child.pid === undefined) {
    child.kill("SIGKILL")
    throw new Error(`${script} did not start:\n${output}`)
  }
  return {
    pid: child.pid,
    port: outcome,
    output: () => output,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill("SIGTERM")
      const late = await Promise.race([exited.then(() => false), sleep(stopTimeoutMs, true, { ref: false })])
      if (late) child.kill("SIGKILL")
    },
  }
}
