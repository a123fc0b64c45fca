/** The server as the person who starts it meets it: real processes, what they print, and how they end. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { call, charge, chargeOf, lookUp, tokenOf } from "../../../scripts/drills/client.ts"
import { postgres } from "../../../scripts/drills/databases.ts"
import { type Ended, environmentOf, runServer, type ServerProcess } from "../../../scripts/drills/serverProcess.ts"
import { until, within } from "../../../scripts/drills/waiting.ts"
import { findPostgres, type PostgresServer, startPostgres } from "../../../scripts/postgres.ts"

/** A start takes a second or two; on a machine that runs every other test beside it, much longer. */
const startLimitMs = 60_000
const root = join(import.meta.dirname, "../../..")

const directories: Array<string> = []
const servers: Array<ServerProcess> = []
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop("SIGKILL")))
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

const newDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), "pesoreal-start-"))
  directories.push(directory)
  // The server makes it, with the rights that it wants.
  return join(directory, "data")
}

const run = (settings: Readonly<Record<string, string>>): ServerProcess => {
  const server = runServer({ PORT: "0", ...settings })
  servers.push(server)
  return server
}

const listening = (server: ServerProcess): Promise<string> =>
  within("the server to listen", startLimitMs, server.listening)

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** What a start that fails must look like: one sentence on stderr, and no stack. */
const assertOneSentence = ({ code, signal }: Ended, server: ServerProcess, ...words: ReadonlyArray<string>): void => {
  assert.deepEqual({ code, signal }, { code: 1, signal: null }, server.stderr())
  assert.strictEqual(server.stdout(), "")
  const lines = server.stderr().trimEnd().split("\n")
  assert.lengthOf(lines, 1, server.stderr())
  assert.match(lines[0] ?? "", /^[A-Z0-9/].*\.$/u)
  for (const word of words) assert.include(lines[0], word)
}

const assertRefused = async (
  settings: Readonly<Record<string, string>>,
  ...words: ReadonlyArray<string>
): Promise<string> => {
  const server = run({ PESOREAL_DATA_DIR: newDirectory(), ...settings })
  assertOneSentence(await within("the server to end", startLimitMs, server.ended), server, ...words)
  return server.stderr()
}

describe("a start that cannot succeed ends with one sentence that says why", { timeout: startLimitMs }, () => {
  it.each([
    [{ PORT: "abc" }, 'PORT is "abc", and must be a whole number from 0 to 65535.'],
    [
      { PESOREAL_SPEI_MINIMUM_CENTAVOS: "0" },
      'PESOREAL_SPEI_MINIMUM_CENTAVOS is "0", and must be a whole number from 1 to 1000000.',
    ],
    [{ PESOREAL_ENVIRONMENT: "test" }, 'PESOREAL_ENVIRONMENT is "test", and must be "sandbox" or "production".'],
  ])("for a setting that is wrong: %j", async (settings, sentence) => {
    await assertRefused(settings, sentence, "docs/configuration.md")
  })

  it("for production without a master key", async () => {
    await assertRefused({ PESOREAL_ENVIRONMENT: "production" }, "Production needs PESOREAL_MASTER_KEY")
  })

  it("for a master key that is none, without repeating it", async () => {
    const words = await assertRefused({ PESOREAL_MASTER_KEY: "hunter2" }, "PESOREAL_MASTER_KEY must hold 32 bytes")
    assert.notInclude(words, "hunter2")
  })

  it("for a data directory that cannot be one", async () => {
    const file = join(import.meta.dirname, "start.test.ts")
    await assertRefused({ PESOREAL_DATA_DIR: join(file, "data") }, join(file, "data"), "PESOREAL_DATA_DIR")
  })

  it("for a port that another program has", async () => {
    const taken = createServer()
    const port = await new Promise<string>((resolve) => {
      taken.listen(0, "127.0.0.1", () => {
        const address = taken.address()
        resolve(String(typeof address === "object" && address !== null ? address.port : 0))
      })
    })
    await assertRefused({ PORT: port }, `Port ${port} on 127.0.0.1 is in use by another program`)
    taken.close()
  })

  it("for an address that is not this machine's", async () => {
    // TEST-NET-1 (RFC 5737): nobody has it.
    await assertRefused({ PESOREAL_HOST: "192.0.2.1" }, "192.0.2.1 is no address of this machine", "PESOREAL_HOST")
  })

  it("for a database that is not there, without its password", async () => {
    const port = await freePort()
    const words = await assertRefused(
      { DATABASE_URL: `postgres://merchant:hunter2@127.0.0.1:${port}/payments` },
      `127.0.0.1:${port}/payments`,
      "DATABASE_URL",
    )
    assert.notInclude(words, "hunter2")
  })

  it("for a DATABASE_URL that is none, without repeating it", async () => {
    const words = await assertRefused({ DATABASE_URL: "hunter2@localhost" }, "DATABASE_URL is no PostgreSQL URL")
    assert.notInclude(words, "hunter2")
  })
})

describe.skipIf(findPostgres() === undefined)("a start on a PostgreSQL that lets nobody in without a password", () => {
  let server: PostgresServer
  const urlFor = (user: string, password: string, database = "postgres"): string => {
    const url = new URL(server.url)
    Object.assign(url, { username: user, password, pathname: `/${database}` })
    return url.href
  }

  beforeAll(async () => {
    server = await startPostgres()
    await postgres(server.url).withAsk(async (ask) => {
      await ask("CREATE ROLE merchant LOGIN PASSWORD 'correct horse'")
      const [settings] = await ask("SELECT current_setting('hba_file') AS path")
      await ask(`COPY (SELECT 'host all all 127.0.0.1/32 scram-sha-256') TO '${String(settings?.["path"])}'`)
      await ask("SELECT pg_reload_conf()")
    })
  })
  afterAll(() => server.stop())

  it("ends with one sentence for a wrong password, and does not repeat it", { timeout: startLimitMs }, async () => {
    const words = await assertRefused(
      { DATABASE_URL: urlFor("merchant", "hunter2") },
      "refuses the password of user merchant",
      "DATABASE_URL",
    )
    assert.notInclude(words, "hunter2")
  })

  it("ends with one sentence for a database that is not there", { timeout: startLimitMs }, async () => {
    await assertRefused(
      { DATABASE_URL: urlFor("merchant", "correct horse", "payments") },
      "There is no database payments",
    )
  })
})

/** A shell, and what it has left in the background. */
const endGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGTERM")
  } catch {
    // Nothing is left of it.
  }
}

interface Stored {
  readonly clientId: string
  readonly clientSecret: string
  readonly certificatePem: string
}

/** A request whose headers the server has read, and whose body it still waits for. */
const beginCharge = async (baseUrl: string, token: string, externalId: string) => {
  const body = JSON.stringify(chargeOf(externalId))
  const sent: ClientRequest = request(`${baseUrl}/api/spei/cash-in`, {
    method: "POST",
    // As most clients do: the connection is to be used again, and so outlives its request.
    agent: new Agent({ keepAlive: true, timeout: 0 }),
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      // The server answers 100 as soon as it has the headers.
      expect: "100-continue",
    },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve)
    sent.once("error", reject)
  })
  // It may fail before anybody asks.
  answered.catch(() => {})
  const begun = new Promise<void>((resolve) => sent.once("continue", resolve))
  sent.flushHeaders()
  await within("the server to read a request's headers", 10_000, begun)
  return {
    finish: async (): Promise<number | undefined> => {
      sent.end(body)
      const response = await within("the request to be answered", 20_000, answered)
      response.resume()
      return response.statusCode
    },
    /** Resolves when the connection is cut. */
    cut: () =>
      answered.then(
        () => assert.fail("A request without a body was answered"),
        () => {},
      ),
  }
}

// One installation, met several times: these go in order.
describe("an installation", { timeout: 2 * startLimitMs }, () => {
  let directory: string
  let server: ServerProcess
  let baseUrl: string
  const stored = (): Stored => JSON.parse(readFileSync(join(directory, "sandbox-account.json"), "utf8")) as Stored // Safe: the tests compare it.
  const newToken = (): Promise<string> => {
    const { clientId, clientSecret, certificatePem } = stored()
    return tokenOf(baseUrl, { credentials: { clientId, clientSecret }, certificate: { pem: certificatePem } })
  }

  beforeAll(() => {
    directory = newDirectory()
  })

  it("is not ready before it says that it listens, and is ready then", async () => {
    const port = String(await freePort())
    // Longer than the test waits: a stop that uses this time up has failed.
    server = run({ PORT: port, PESOREAL_DATA_DIR: directory, PESOREAL_DRAIN_SECONDS: "300" })
    const early: Array<number> = []
    const probe = async (): Promise<void> => {
      while (!server.stdout().includes("is listening")) {
        const answer = await call(`http://127.0.0.1:${port}/health/ready`).catch(() => ({ status: 0 }))
        if (!server.stdout().includes("is listening")) early.push(answer.status)
        await sleep(20)
      }
    }
    const probing = probe()
    baseUrl = await listening(server)
    await probing
    assert.strictEqual(baseUrl, `http://127.0.0.1:${port}`)
    assert.strictEqual(early[0], 0)
    assert.deepEqual(await call(`${baseUrl}/health/ready`), { status: 200, body: { status: "ok" } })
  })

  it("prints where everything is", async () => {
    const words = server.stdout()
    for (const part of [
      `listening on ${baseUrl}`,
      `${baseUrl}/docs`,
      `${baseUrl}/openapi.json`,
      `PGlite in ${directory}`,
      stored().clientId,
      join(directory, "sandbox-account.json"),
    ]) {
      assert.include(words, part)
    }
    assert.strictEqual(server.stderr(), "")
    assert.strictEqual((await fetch(`${baseUrl}/docs`)).status, 200)
    assert.strictEqual((await fetch(`${baseUrl}/openapi.json`)).status, 200)
  })

  it("keeps secrets in files that only their owner can read", () => {
    assert.strictEqual(modeOf(directory), "700")
    for (const name of ["sandbox-account.json", "sandbox-account.cert", "master.key"]) {
      assert.strictEqual(modeOf(join(directory, name)), "600", name)
    }
  })

  it("is refused to a second server in the same directory, by a sentence that names the first", async () => {
    const { pid } = server
    await assertRefused(
      { PESOREAL_DATA_DIR: directory },
      directory,
      `process ${pid}`,
      baseUrl.replace("127.0.0.1", "localhost"),
    )
    assert.strictEqual((await call(`${baseUrl}/health/ready`)).status, 200)
  })

  it("prints lines that take a charge to CONFIRMED, and its webhook to the merchant", async () => {
    const port = String(await freePort())
    const printed = /\n(# an access token[\s\S]*?)\n\n/u.exec(server.stdout())?.[1] ?? ""
    assert.include(printed, "4000")
    const shell = spawn("bash", ["-c", printed.replaceAll("4000", port)], {
      cwd: root,
      env: environmentOf({}),
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that the merchant in the background is found again.
      detached: true,
    })
    let output = ""
    shell.stdout.setEncoding("utf8").on("data", (text: string) => (output += text))
    shell.stderr.setEncoding("utf8").on("data", (text: string) => (output += text))
    try {
      await until(`CONFIRMED and a paid order in what the lines print`, startLimitMs, () =>
        output.includes('"status":"CONFIRMED"') && /^paid: order-\d+, 150\.00 MXN \(dlv_[^)]+\)$/mu.test(output)
          ? true
          : undefined,
      ).catch((error: unknown) => assert.fail(`${String(error)}:\n${output}`))
    } finally {
      endGroup(shell)
    }
  })

  it("is undone by SIGTERM, after the request under way, with exit code 0", async () => {
    const pending = await beginCharge(baseUrl, await newToken(), "drained")
    const stopped = server.stop("SIGTERM")
    await until("the server to take no more connections", 10_000, async () =>
      (await fetch(`${baseUrl}/health/live`).catch(() => undefined)) === undefined ? true : undefined,
    )
    assert.strictEqual(await pending.finish(), 201)
    assert.deepEqual(await stopped, { code: 0, signal: null })
    assert.strictEqual(server.stderr(), "")
  })

  it("finds the account and the charges of the last one, and is undone by SIGINT too", async () => {
    const before = stored()
    server = run({ PESOREAL_DATA_DIR: directory, PESOREAL_DRAIN_SECONDS: "1" })
    baseUrl = await listening(server)
    assert.deepEqual(stored(), before)
    const token = await newToken()
    assert.strictEqual((await charge(baseUrl, token, "drained")).status, 201)
    const { status } = await until("the old charge to be CONFIRMED", 20_000, async () => {
      const found = await lookUp(baseUrl, token, "drained")
      return found.status === "PENDING" ? undefined : found
    })
    assert.strictEqual(status, "CONFIRMED")
    // A request that never ends does not keep the server from ending.
    const { cut } = await beginCharge(baseUrl, token, "endless")
    assert.deepEqual(await server.stop("SIGINT"), { code: 0, signal: null })
    await cut()
    assert.strictEqual(server.stderr(), "")
  })
})
