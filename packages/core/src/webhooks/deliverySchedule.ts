/**
 * The retry schedule of webhooks as an Effect `Schedule`, for whoever delivers with `Effect.retry`.
 *
 * It holds no numbers of its own: the delays are those of `retrySchedule.ts`.
 */
import { Duration, Effect, Schedule } from "effect"
import { MAX_ATTEMPTS, RETRY_DELAYS_SECONDS } from "./retrySchedule.ts"

/**
 * Recurs five times after a first attempt, 30 s, 2 min, 10 min, 1 h and 6 h after the previous one ended. Its output counts
 * the recurrences from 0.
 *
 * @example
 * ```ts
 * import { DeliverySchedule } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * const deliver = Effect.succeed(204).pipe(Effect.retry(DeliverySchedule.deliverySchedule))
 * await Effect.runPromise(deliver) // => 204
 * ```
 */
export const deliverySchedule: Schedule.Schedule<number> = Schedule.recurs(MAX_ATTEMPTS - 1).pipe(
  Schedule.modifyDelay(({ output: recurrence }) =>
    Effect.succeed(Duration.seconds(RETRY_DELAYS_SECONDS[recurrence + 1] ?? 0)),
  ),
)
