/**
 * The protocol that keeps a delivery from being handled twice: claim its id, work, complete or release.
 *
 * A claim is a lease with an owner. Whoever crashes loses it when the lease ends, and the next claim takes it over; whoever
 * comes back late owns nothing any more. It suppresses duplicates for as long as the store remembers, and promises no more:
 * a process that dies between its last effect and `complete` will see that delivery again.
 */

/** How long a claim holds, and for how long a completed id is remembered. */
export interface ClaimOptions {
  readonly leaseMs: number
  readonly retentionMs: number
}

/**
 * What a claim found.
 * - `claimed`: it is yours until the lease ends; `owner` is the token that proves it.
 * - `done`: it was completed within the retention.
 * - `in_flight`: another owner holds it; its lease ends in `retryAfterMs` at the latest, unless renewed.
 * - `full`: the store has no room for one more id that is being worked on.
 */
export type Claim =
  | { readonly state: "claimed"; readonly owner: string }
  | { readonly state: "done" }
  | { readonly state: "in_flight" | "full"; readonly retryAfterMs: number }

/**
 * Where claims live. Each operation is one atomic step: of any number of simultaneous claims on one id, one wins, and an
 * expired lease changes hands in the same step that finds it expired. All of them may reject; that is an outage.
 */
export interface DedupeStore {
  /** Claims a free id, or one whose lease has ended, under a new owner token. */
  readonly claim: (id: string, options: ClaimOptions) => Promise<Claim>
  /** Prolongs the lease from now. False, and nothing changed, unless `owner` holds the claim. */
  readonly renew: (id: string, owner: string, options: { readonly leaseMs: number }) => Promise<boolean>
  /** Marks the id done for the retention. False, and nothing changed, unless `owner` holds the claim. */
  readonly complete: (id: string, owner: string) => Promise<boolean>
  /** Gives the id back, so that a retry can claim it. False, and nothing changed, unless `owner` holds the claim. */
  readonly release: (id: string, owner: string) => Promise<boolean>
}

/** How the work on one id ended. */
export type Outcome =
  | { readonly state: "handled" }
  | { readonly state: "failed"; readonly cause: unknown }
  | { readonly state: "unclaimed"; readonly cause: unknown }
  | Exclude<Claim, { readonly state: "claimed" }>

/** How `runOnce` works on one id. */
export interface RunOptions extends ClaimOptions {
  readonly store: DedupeStore
  readonly work: () => unknown
  /** Hears of a store that failed after the work was done, or while it was going on: nothing is lost by it. */
  readonly onStoreError: (cause: unknown) => void
}

/** A handler that hangs for ever must not keep its delivery for ever: after this the lease runs out. */
const MAX_HOLD_MS = 15 * 60_000

/** Renews a lease at half its time, until stopped. A lease that someone else has taken over stays lost. */
const keepLease = (id: string, owner: string, { store, leaseMs, onStoreError }: RunOptions): (() => void) => {
  let renewalsLeft = 2 * Math.floor(MAX_HOLD_MS / leaseMs)
  const renew = async (): Promise<void> => {
    try {
      if (--renewalsLeft < 0 || !(await store.renew(id, owner, { leaseMs }))) stop()
    } catch (cause) {
      onStoreError(cause)
    }
  }
  const timer = setInterval(() => void renew(), leaseMs / 2)
  const stop = (): void => clearInterval(timer)
  // Only Node's timers have it: one of them would keep a process alive that has nothing else left to do.
  timer.unref?.()
  return stop
}

/**
 * Runs `work` unless the id is done or being worked on. Never rejects.
 *
 * Once the work has ended, a store that cannot write that down changes nothing about the outcome: the effects are there, and
 * asking for a retry would only make them twice.
 */
export const runOnce = async (id: string, options: RunOptions): Promise<Outcome> => {
  const { store, work, onStoreError } = options
  let claim: Claim
  try {
    claim = await store.claim(id, { leaseMs: options.leaseMs, retentionMs: options.retentionMs })
  } catch (cause) {
    return { state: "unclaimed", cause }
  }
  if (claim.state !== "claimed") return claim

  const { owner } = claim
  const stopRenewing = keepLease(id, owner, options)
  let outcome: Outcome = { state: "handled" }
  try {
    await work()
  } catch (cause) {
    outcome = { state: "failed", cause }
  }
  stopRenewing()
  try {
    await (outcome.state === "handled" ? store.complete(id, owner) : store.release(id, owner))
  } catch (cause) {
    onStoreError(cause)
  }
  return outcome
}
