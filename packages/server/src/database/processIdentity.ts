/**
 * Which process a number means. Process ids are used again, at the latest after the machine restarts, so a record that
 * outlives its process needs more: on Linux the machine's boot and the process's start within it. Elsewhere a live process
 * with the same number counts as the same one, which errs on the careful side.
 */
import { readFileSync } from "node:fs"

export interface ProcessIdentity {
  readonly pid: number
  /** Changes with every boot; null where the system does not tell. */
  readonly bootId: string | null
  /** The process's start in clock ticks since the boot; null where the system does not tell. */
  readonly startTicks: string | null
}

export const identityOf = (pid: number): ProcessIdentity => ({
  pid,
  bootId: bootId(),
  startTicks: statusOf(pid)?.startTicks ?? null,
})

/** Whether that very process still runs. */
export const isAlive = (identity: ProcessIdentity): boolean => {
  if (identity.bootId !== null && identity.bootId !== bootId()) return false
  if (!signalReaches(identity.pid)) return false
  if (identity.startTicks === null) return true
  const status = statusOf(identity.pid)
  // It is there, and /proc hides it (a mount with hidepid).
  if (status === undefined) return true
  // A zombie has ended, and only waits for its parent to ask how.
  return status.startTicks === identity.startTicks && !"ZX".includes(status.state)
}

/** True also for a process of another user, which may not be signalled but is there. */
export const signalReaches = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

const bootId = (): string | null => readIfThere("/proc/sys/kernel/random/boot_id")?.trim() ?? null

interface Status {
  readonly state: string
  readonly startTicks: string
}

/** proc(5): the fields of `stat` after the command, whose closing bracket is the last one; state is the 3rd, start the 22nd. */
const statusOf = (pid: number): Status | undefined => {
  const stat = readIfThere(`/proc/${pid}/stat`)
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ")
  const [state, startTicks] = [fields?.[0], fields?.[19]]
  return state === undefined || startTicks === undefined ? undefined : { state, startTicks }
}
