/** What every drill begins with: a server, an account on it, a merchant for its webhooks, and charges that keep coming. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Books, brokenRules, differences, readBooks, unfinished } from "./audit.ts"
import { type ChargeStream, startCharges } from "./chargeStream.ts"
import { registerWebhook, signUp, tokenOf } from "./client.ts"
import { type CountingMerchant, startMerchant } from "./countingMerchant.ts"
import { type DrillDatabase, pglite, postgres } from "./databases.ts"
import { seeded } from "./random.ts"
import { runServer, type ServerProcess } from "./serverProcess.ts"
import { until, within } from "./waiting.ts"

/** The first start of a clone makes its embedded database, and the machine may be running every other test beside it. */
const startLimitMs = 60_000
/** The rest of a dead process's leases (30 s), the dispatcher's poll, and a retry (30 s) that a full machine may cause. */
const deliveredLimitMs = 75_000

export interface ShopOptions {
  /** PGlite, in the server's data directory, where there is none; else an empty database. */
  readonly databaseUrl?: string
  readonly seed: number
  readonly workers: number
}

export interface Shop {
  readonly database: DrillDatabase
  readonly merchant: CountingMerchant
  readonly charges: ChargeStream
  /** The server that runs now. */
  readonly server: () => ServerProcess
  /** Starts another in the place of one that has ended. */
  readonly restart: () => void
  /** Resolves when the server listens and has answered a charge. */
  readonly serves: () => Promise<void>
  /** Ends the stream, waits until all its webhooks are delivered, stops the server, and compares the books. */
  readonly close: () => Promise<{ readonly books: Books; readonly problems: ReadonlyArray<string> }>
  /** Ends whatever still runs, and removes the data directory. */
  readonly abandon: () => Promise<void>
}

/** A server that is started again and again, each time on another port. */
const supervise = (settings: Readonly<Record<string, string>>) => {
  let server = runServer(settings)
  let baseUrl = ""
  const listens = async (): Promise<string> => {
    baseUrl = await within("the server to listen", startLimitMs, server.listening)
    return baseUrl
  }
  return {
    server: () => server,
    baseUrl: () => baseUrl,
    listens,
    restart: () => {
      server = runServer(settings)
      // Whoever waits for it hears why it does not; the client only finds the old port closed.
      listens().catch(() => {})
    },
  }
}

type Supervised = ReturnType<typeof supervise>

/** Stops the server when there is nothing left to do, or too late; answers what it waited for in vain. */
const finish = async (
  { server, restart, listens }: Supervised,
  { database, merchant, charges }: Pick<Shop, "database" | "merchant" | "charges">,
): Promise<ReadonlyArray<string>> => {
  const inVain: Array<string> = []
  const note = (error: Error): void => void inVain.push(error.message)
  await charges.stop()
  await until("every charge's webhook to be handled", deliveredLimitMs, () =>
    merchant.paid.size >= charges.answered.size ? true : undefined,
  ).catch(note)
  // What was handled may not be known to the server yet: a kill between the two leaves a lease that must run out.
  const isFinished = async (): Promise<true | undefined> => {
    if (!database.isShared) await server().stop("SIGTERM")
    if ((await database.withAsk(unfinished)) === 0) return true
    if (database.isShared) return undefined
    restart()
    await listens()
    return undefined
  }
  if (inVain.length === 0) await until("every delivery to be finished", deliveredLimitMs, isFinished).catch(note)
  await server().stop("SIGTERM")
  return inVain
}

const openOn = async (
  supervised: Supervised,
  database: DrillDatabase,
  merchant: CountingMerchant,
  { seed, workers }: ShopOptions,
): Promise<Omit<Shop, "abandon">> => {
  const { server, restart, listens, baseUrl } = supervised
  const firstUrl = await listens()
  const account = await signUp(firstUrl)
  const token = await tokenOf(firstUrl, account)
  merchant.open(await registerWebhook(firstUrl, token, merchant.url))
  const charges = startCharges({ baseUrl, account, token, random: seeded(seed + 2), workers, name: `drill-${seed}` })
  return {
    database,
    merchant,
    charges,
    server,
    restart,
    serves: async () => {
      await listens()
      await charges.nextAnswer()
    },
    close: async () => {
      const inVain = await finish(supervised, { database, merchant, charges })
      return database.withAsk(async (ask) => {
        const books = await readBooks(ask)
        const found = [...(await brokenRules(ask)), ...differences(books, charges.answered, merchant.handled)]
        return { books, problems: [...inVain, ...found] }
      })
    },
  }
}

export const openShop = async (options: ShopOptions): Promise<Shop> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), "pesoreal-drill-"))
  const database = options.databaseUrl === undefined ? pglite(dataDirectory) : postgres(options.databaseUrl)
  // Randomness apart from the caller's: what is drawn here, and when, depends on what the machine does.
  const merchant = await startMerchant(seeded(options.seed + 1))
  const supervised = supervise({ ...database.settings, PORT: "0", PESOREAL_DATA_DIR: dataDirectory })
  const abandon = async (): Promise<void> => {
    await supervised.server().stop("SIGKILL")
    await merchant.stop()
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    return { ...(await openOn(supervised, database, merchant, options)), abandon }
  } catch (error) {
    await abandon()
    throw error
  }
}
