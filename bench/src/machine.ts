/** On what a run was made: figures without it say nothing. */
import { availableParallelism, cpus, loadavg, release, totalmem, type as system } from "node:os"
import type { Cluster } from "./servers/cluster.ts"

export interface Machine {
  readonly cores: number
  readonly processor: string
  readonly memoryGiB: number
  readonly system: string
  readonly node: string
  /** Load average over one minute when the run began. */
  readonly loadBefore: number
}

export interface MachineWithDatabase extends Machine {
  readonly postgres: string
  /** `fsync` and `synchronous_commit` of the database. */
  readonly durability: string
}

export const machine = (): Machine => ({
  cores: availableParallelism(),
  processor: cpus()[0]?.model.trim() ?? "unknown",
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${system()} ${release()}`,
  node: process.version,
  loadBefore: loadavg()[0] ?? Number.NaN,
})

export const machineWithDatabase = async (cluster: Cluster): Promise<MachineWithDatabase> => ({
  ...machine(),
  postgres: await cluster.setting("server_version"),
  durability: `fsync=${await cluster.setting("fsync")}, synchronous_commit=${await cluster.setting("synchronous_commit")}`,
})

/** One line for the head of a report, with whatever else the figures depend on. */
export const machineLine = (on: Machine, ...others: ReadonlyArray<string>): string =>
  [
    `${on.cores} cores (${on.processor})`,
    `${on.memoryGiB} GiB`,
    on.system,
    `Node ${on.node}`,
    ...others,
    `load at the start ${on.loadBefore.toFixed(2)}`,
  ].join(", ")
