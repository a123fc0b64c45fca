/**
 * The servers that are compared, each on its own copy of one migrated database: the real Pesoreal, and the Fastify peer in
 * its two forms. Same Node, same pool size, same account, and tokens that all of them accept.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startPostgres } from "../../../scripts/postgres.ts"
import { type Cluster, openCluster } from "./cluster.ts"
import { type AccessTokens, accessTokens } from "./accessTokens.ts"
import { repository, type ServerProcess, startServer } from "./serverProcess.ts"

export interface Contender {
  readonly name: ContenderName
  readonly title: string
  readonly database: string
  readonly server: ServerProcess
}

export type ContenderName = "pesoreal" | "fastify-transaction" | "fastify-statement"

export interface Field {
  readonly cluster: Cluster
  readonly contenders: Readonly<Record<ContenderName, Contender>>
  readonly tokens: AccessTokens
}

const pesorealMain = join(repository, "packages/server/src/main.ts")
const fastifyMain = join(import.meta.dirname, "../peers/fastify.ts")
const migrated = "bench_migrated"

export interface FieldOptions {
  readonly poolSize: number
  /** Options of Node for Pesoreal's process alone, such as `--cpu-prof`. */
  readonly pesorealNodeOptions?: ReadonlyArray<string>
}

/** What was opened is closed again, last first, whatever happens in between. */
export const withField = async <A>(options: FieldOptions, use: (field: Field) => Promise<A>): Promise<A> => {
  const closers: Array<() => Promise<void>> = []
  try {
    const postgres = await startPostgres()
    closers.push(postgres.stop)
    const cluster = await openCluster(postgres.url)
    closers.push(cluster.close)
    const dataDirectory = await mkdtemp(join(tmpdir(), "pesoreal-bench-"))
    closers.push(() => rm(dataDirectory, { recursive: true, force: true }))
    return await use(await openField(cluster, dataDirectory, options, closers))
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

const openField = async (
  cluster: Cluster,
  dataDirectory: string,
  { poolSize, pesorealNodeOptions = [] }: FieldOptions,
  closers: Array<() => Promise<void>>,
): Promise<Field> => {
  const startPesoreal = (database: string, nodeOptions: ReadonlyArray<string>) =>
    startServer(
      pesorealMain,
      {
        DATABASE_URL: cluster.urlOf(database),
        PESOREAL_DATA_DIR: dataDirectory,
        PESOREAL_POOL_SIZE: String(poolSize),
      },
      nodeOptions,
    )
  const startFastify = (database: string, writes: string) =>
    startServer(fastifyMain, {
      DATABASE_URL: cluster.urlOf(database),
      PEER_WRITES: writes,
      PEER_POOL_SIZE: String(poolSize),
    })
  const enter = async (
    name: ContenderName,
    title: string,
    start: (database: string) => Promise<ServerProcess>,
  ): Promise<Contender> => {
    const database = `bench_${name.replaceAll("-", "_")}`
    await cluster.create(database, migrated)
    const server = await start(database)
    closers.push(server.stop)
    return { name, title, database, server }
  }

  // Pesoreal migrates one database and makes its account there; everyone's is a copy of it.
  await cluster.create(migrated)
  const first = await startPesoreal(migrated, [])
  await first.stop()
  await cluster.addHistory(migrated)

  const pesoreal = await enter("pesoreal", "Pesoreal", (database) => startPesoreal(database, pesorealNodeOptions))
  const contenders = {
    pesoreal,
    "fastify-transaction": await enter(
      "fastify-transaction",
      "Fastify + pg, BEGIN, INSERT, SELECT, COMMIT",
      (database) => startFastify(database, "transaction"),
    ),
    "fastify-statement": await enter("fastify-statement", "Fastify + pg, one statement", (database) =>
      startFastify(database, "statement"),
    ),
  }
  return { cluster, contenders, tokens: await accessTokens(pesoreal.server.port, dataDirectory) }
}
