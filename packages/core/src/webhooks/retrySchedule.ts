/**
 * When a webhook is tried again, and which answers are worth another try, as data and pure functions.
 *
 * It knows no clock and no network: instants come in as milliseconds and go out as milliseconds.
 */

/**
 * How long each of the six attempts waits after the end of the one before it, in seconds; the first goes out at once.
 *
 * From the contract's table of attempts: immediate, 30 s, 2 min, 10 min, 1 h, 6 h, then given up.
 */
export const RETRY_DELAYS_SECONDS = [0, 30, 120, 600, 3_600, 21_600] as const

/** How many times one delivery is attempted before it is given up. */
export const MAX_ATTEMPTS = RETRY_DELAYS_SECONDS.length

/** The delays added up, in milliseconds: 7 h 12 min 30 s from the first attempt to the last, plus what the attempts take. */
export const TOTAL_SPAN_MS = RETRY_DELAYS_SECONDS.reduce<number>((total, seconds) => total + seconds, 0) * 1_000

/**
 * When the next attempt is due.
 *
 * `attemptsMade` counts the attempts that were really sent (0 before the first), and `endedAtMs` is the instant at which
 * the last of them ended, or, before the first, the instant at which the delivery was written. After the sixth attempt the
 * answer is `"exhausted"`. Throws a `RangeError` unless `attemptsMade` is a whole number from 0.
 *
 * @example
 * ```ts
 * import { RetrySchedule } from "@pesoreal/core"
 *
 * RetrySchedule.nextAttempt(0, 1_000) // => { at: 1_000 }
 * RetrySchedule.nextAttempt(1, 1_000) // => { at: 31_000 }
 * RetrySchedule.nextAttempt(6, 1_000) // => "exhausted"
 * ```
 */
export const nextAttempt = (attemptsMade: number, endedAtMs: number): { readonly at: number } | "exhausted" => {
  if (!Number.isSafeInteger(attemptsMade) || attemptsMade < 0) {
    throw new RangeError(`attemptsMade counts attempts from 0, and was ${attemptsMade}`)
  }
  const delaySeconds = RETRY_DELAYS_SECONDS[attemptsMade]
  return delaySeconds === undefined ? "exhausted" : { at: endedAtMs + delaySeconds * 1_000 }
}

/** How one attempt ended: with an answer, at the deadline, or without a connection. */
export type AttemptOutcome =
  | { readonly kind: "status"; readonly status: number }
  | { readonly kind: "timeout" }
  | { readonly kind: "connection" }

/**
 * What an attempt's outcome means for its delivery.
 *
 * A 2xx has delivered it. A 5xx, a timeout or a connection error is tried again, and so are 408 and 429, which ask for
 * just that. Any other answer, a redirect included, ends the delivery as rejected: repeating it would change nothing.
 *
 * @example
 * ```ts
 * import { RetrySchedule } from "@pesoreal/core"
 *
 * RetrySchedule.classifyAnswer({ kind: "status", status: 204 }) // => "delivered"
 * RetrySchedule.classifyAnswer({ kind: "status", status: 503 }) // => "retry"
 * RetrySchedule.classifyAnswer({ kind: "status", status: 410 }) // => "rejected"
 * RetrySchedule.classifyAnswer({ kind: "timeout" }) // => "retry"
 * ```
 */
export const classifyAnswer = (outcome: AttemptOutcome): "delivered" | "retry" | "rejected" => {
  if (outcome.kind !== "status") return "retry"
  const { status } = outcome
  if (status >= 200 && status <= 299) return "delivered"
  return (status >= 500 && status <= 599) || status === 408 || status === 429 ? "retry" : "rejected"
}
