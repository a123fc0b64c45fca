/**
 * A store of claims in this process's memory: for one process, for tests, and to begin with.
 *
 * It never grows past its limit, starts no timer, and shares nothing: a second process, or this one after a restart, knows
 * nothing of what the first has handled.
 */
import type { Claim, DedupeStore } from "../dedupe.ts"

/** Settings of `memoryStore`. */
export interface MemoryStoreOptions {
  /** The most ids kept at once, being worked on or done. Default 100,000, some 15 MB. */
  readonly maxEntries?: number
  /** A clock in milliseconds that never goes back. Default `performance.now`. */
  readonly now?: () => number
}

interface Running {
  readonly owner: string
  readonly leaseEnd: number
  readonly retentionMs: number
}

/**
 * Makes a store in memory.
 *
 * A full store forgets claims whose lease has ended, then the ids that were completed longest ago, even within their
 * retention. While all its ids are being worked on it answers `full`.
 *
 * @example
 * ```ts
 * import { memoryStore } from "@pesoreal/receiver"
 *
 * const store = memoryStore({ maxEntries: 10_000 })
 * const times = { leaseMs: 20_000, retentionMs: 3_600_000 }
 *
 * const first = await store.claim("dlv_1", times)
 * first.state // => "claimed"
 * const second = await store.claim("dlv_1", times)
 * second.state // => "in_flight"
 * first.state === "claimed" && (await store.complete("dlv_1", first.owner)) // => true
 * await store.claim("dlv_1", times) // => { state: "done" }
 * ```
 */
export const memoryStore = (options: MemoryStoreOptions = {}): DedupeStore => {
  const { maxEntries = 100_000, now = () => performance.now() } = options
  if (!Number.isSafeInteger(maxEntries) || maxEntries < 1) {
    throw new TypeError(`maxEntries of a memoryStore must be a whole number from 1, and was ${maxEntries}.`)
  }
  // Both maps are kept in the order in which they may be dropped: by the end of the lease, and by the time of completion.
  const running = new Map<string, Running>()
  const done = new Map<string, number>()
  // One iterator for all evictions. A new one each time would step over all the holes that earlier evictions have left.
  let oldestDone = done.keys()
  let claims = 0

  const forgetOldestDone = (): void => {
    let oldest = oldestDone.next()
    if (oldest.done === true) {
      oldestDone = done.keys()
      oldest = oldestDone.next()
    }
    if (oldest.done !== true) done.delete(oldest.value)
  }

  const makeRoom = (at: number): boolean => {
    for (const [id, { leaseEnd }] of running) {
      if (at < leaseEnd) break
      running.delete(id)
    }
    if (running.size + done.size >= maxEntries) forgetOldestDone()
    return running.size + done.size < maxEntries
  }

  const hold = (id: string, claim: Running): void => {
    running.delete(id)
    running.set(id, claim)
  }

  /** The claim, if `owner` holds it: even one whose lease has ended, as long as nobody has taken it over. */
  const heldBy = (id: string, owner: string): Running | undefined => {
    const claim = running.get(id)
    return claim?.owner === owner ? claim : undefined
  }

  return {
    claim: async (id, { leaseMs, retentionMs }): Promise<Claim> => {
      const at = now()
      const forgetAt = done.get(id)
      if (forgetAt !== undefined && at < forgetAt) return { state: "done" }
      done.delete(id)

      const held = running.get(id)
      if (held !== undefined && at < held.leaseEnd) return { state: "in_flight", retryAfterMs: held.leaseEnd - at }
      if (held === undefined && running.size + done.size >= maxEntries && !makeRoom(at)) {
        return { state: "full", retryAfterMs: leaseMs }
      }
      const owner = String(++claims)
      hold(id, { owner, leaseEnd: at + leaseMs, retentionMs })
      return { state: "claimed", owner }
    },
    renew: async (id, owner, { leaseMs }) => {
      const claim = heldBy(id, owner)
      if (claim === undefined) return false
      hold(id, { ...claim, leaseEnd: now() + leaseMs })
      return true
    },
    complete: async (id, owner) => {
      const claim = heldBy(id, owner)
      if (claim === undefined) return false
      running.delete(id)
      done.set(id, now() + claim.retentionMs)
      return true
    },
    release: async (id, owner) => heldBy(id, owner) !== undefined && running.delete(id),
  }
}
