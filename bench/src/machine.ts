/** On what a run was made: figures without it say nothing. */
import { availableParallelism, cpus, loadavg, release, totalmem, type as system } from "node:os"
import type { Cluster } from "./servers/cluster.ts"

export interface Machine {
  readonly cores: number
  readonly processor: string
  readonly memoryGiB: number
  readonly system: string
  readonly node: string
  readonly postgres: string
  /** `fsync` and `synchronous_commit` of the database. */
  readonly durability: string
  /** Load average over one minute when the run began. */
  readonly loadBefore: number
}

export const machine = async (cluster: Cluster): Promise<Machine> => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model.trim() ?? "unknown",
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${system()} ${release()}`,
  node: process.version,
  postgres: await cluster.setting("server_version"),
  durability: `fsync=${await cluster.setting("fsync")}, synchronous_commit=${await cluster.setting("synchronous_commit")}`,
  loadBefore: loadavg()[0] ?? Number.NaN,
})
