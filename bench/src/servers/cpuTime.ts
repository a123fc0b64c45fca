/** CPU time that processes have used, all threads, user and system, from Linux's /proc; null elsewhere. */
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"

/** Milliseconds in one tick of the kernel's accounting; 10 on every common Linux. */
const tickMs = (): number => 1000 / (Number(spawnSync("getconf", ["CLK_TCK"], { encoding: "utf8" }).stdout) || 100)

const ticksOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The command's name stands in parentheses and may hold spaces; utime and stime are the 12th and 13th field after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return Number(fields[11]) + Number(fields[12])
  } catch {
    // A connection that was closed meanwhile.
    return 0
  }
}

export interface CpuMeter {
  /** Milliseconds since the meter was made, over the processes given then and those given now. */
  readonly read: (pids: ReadonlyArray<number>) => number
}

export const cpuMeter = (pids: ReadonlyArray<number>): CpuMeter | null => {
  if (process.platform !== "linux") return null
  const tick = tickMs()
  const before = new Map(pids.map((pid) => [pid, ticksOf(pid)]))
  return {
    read: (now) =>
      [...new Set([...before.keys(), ...now])]
        .map((pid) => Math.max(0, ticksOf(pid) - (before.get(pid) ?? 0)))
        .reduce((sum, ticks) => sum + ticks, 0) * tick,
  }
}
