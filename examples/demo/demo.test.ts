/** The demo as a person runs it: to its end, until Ctrl-C, and into failures. It leaves nothing behind. */
import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, describe, it } from "vitest"

const main = fileURLToPath(new URL("src/main.ts", import.meta.url))
/** The demo takes 40 seconds by itself, and the machine may be running every other test beside it. */
const timeout = 150_000

const directories: Array<string> = []
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

const newDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "pesoreal-demo-test-"))
  directories.push(directory)
  return directory
}

const run = (temporary: string) => {
  const child = spawn(process.execPath, ["--conditions=@pesoreal/source", main], {
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      TMPDIR: temporary,
      DATABASE_URL: "unused",
      PORT: "unused",
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const stop = () => child.kill("SIGTERM")
  process.once("exit", stop)
  let stdout = ""
  let stderr = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once("close", (code) => {
      process.off("exit", stop)
      resolve({ code, stdout, stderr })
    })
  })
  return {
    child,
    ended,
    /** Resolves when it has printed this, or ended. */
    printed: (words: string) =>
      Promise.race([
        ended,
        new Promise<void>((resolve) => {
          child.stdout.on("data", () => {
            if (stdout.includes(words)) resolve()
          })
        }),
      ]),
    servicePid: () => Number(/\(process (\d+)\)/u.exec(stdout)?.[1]),
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe.concurrent("the demo", { timeout }, () => {
  it("takes two charges to their webhooks, with a retry and duplicates, and leaves nothing behind", async () => {
    const temporary = newDirectory()
    const demo = run(temporary)
    const { code, stdout, stderr } = await demo.ended
    assert.strictEqual(stderr, "")
    assert.strictEqual(code, 0)
    assert.match(stdout, /^ {2}order-1 +CONFIRMED +paid +2 +1 +1 +0$/mu)
    assert.match(stdout, /^ {2}order-2 +CONFIRMED +paid +3 +0 +1 +2$/mu)
    assert.match(stdout, /2 charges, 2 deliveries, 5 attempts: 1 refused, 2 handled, 2 duplicates\n$/u)
    assert.match(stdout, /comes again in \d+ seconds/u)
    // This is no terminal: no colours, and no line that is written over.
    assert.notInclude(stdout, "\u001B")
    assert.notInclude(stdout, "\r")
    assert.isEmpty(readdirSync(temporary))
    assert.isFalse(isAlive(demo.servicePid()))
  })

  it("stops everything on Ctrl-C", async () => {
    const temporary = newDirectory()
    const demo = run(temporary)
    await demo.printed("meanwhile")
    assert.isTrue(isAlive(demo.servicePid()))
    demo.child.kill("SIGINT")
    const { code, stderr } = await demo.ended
    assert.deepEqual({ code, stderr }, { code: 130, stderr: "" })
    assert.isEmpty(readdirSync(temporary))
    assert.isFalse(isAlive(demo.servicePid()))
  })

  it("says so when the service dies, and exits 1", async () => {
    const temporary = newDirectory()
    const demo = run(temporary)
    await demo.printed("Signed up")
    process.kill(demo.servicePid(), "SIGKILL")
    const { code, stderr } = await demo.ended
    assert.match(stderr, /^\nThe demo failed: the service has ended: /u)
    assert.strictEqual(code, 1)
    assert.isEmpty(readdirSync(temporary))
  })

  it("says so when it cannot begin, and exits 1", async () => {
    const { code, stderr } = await run(join(newDirectory(), "missing")).ended
    assert.match(stderr, /^\nThe demo failed: making a temporary directory: .*missing.*\n$/u)
    assert.strictEqual(code, 1)
  })
})
