/**
 * One loop for all durable background work: it runs a round, runs the next at once while rounds find something, and then
 * sleeps until a signal, the poll interval or the next due instant, whichever is first. Settlement and deliveries use it,
 * each with its own claim.
 *
 * It never ends because a round failed, never runs two rounds at once, and knows nothing about the work.
 */
import { Deferred, Effect, Exit, Fiber, type Scope } from "effect"

/** What one round found. */
export interface Round {
  /** How many things it did; more than none means that there may be more. */
  readonly worked: number
  /** Milliseconds until the next thing falls due, where the round knows. */
  readonly nextDueInMs?: number | undefined
}

export interface WorkLoopOptions<E, R> {
  /** Names the loop in the log. */
  readonly name: string
  /** Completes once per signal; one that is given during a round must make the next wait complete at once. */
  readonly wake: Effect.Effect<void>
  /** The longest rest: what stands behind signals that got lost. */
  readonly pollMs: number
  /** How long a closing scope waits for the round in progress. Real time, whatever the Clock says. */
  readonly drainMs: number
  readonly work: Effect.Effect<Round, E, R>
}

/** After a failed round the loop rests this long, and twice as long after each further one: a database that restarts is back in a moment. */
const firstBackOffMs = 100
/** Beyond this the rests no longer grow, so that the service is back soon after its database. */
const longestBackOffMs = 5_000

/**
 * Starts the loop. It ends with the scope: no round is begun any more, the one in progress may finish within `drainMs`,
 * and is interrupted after that.
 *
 * After every round the fiber goes through the event loop once. PGlite answers within the same turn, and rounds without a
 * pause would starve timers and sockets.
 */
export const run = <E, R>(options: WorkLoopOptions<E, R>): Effect.Effect<void, never, R | Scope.Scope> =>
  Effect.gen(function* () {
    const stopping = yield* Deferred.make<void>()
    yield* Effect.acquireRelease(Effect.forkDetach(loop(options, stopping)), (fiber) => stop(options, stopping, fiber))
  })

const loop = Effect.fnUntraced(function* <E, R>(options: WorkLoopOptions<E, R>, stopping: Deferred.Deferred<void>) {
  let failures = 0
  while (!Deferred.isDoneUnsafe(stopping)) {
    const round = yield* Effect.exit(options.work)
    yield* Effect.yieldNow
    if (Exit.isSuccess(round)) {
      failures = 0
      if (round.value.worked > 0) continue
      const restMs = Math.max(1, Math.min(options.pollMs, round.value.nextDueInMs ?? options.pollMs))
      yield* Effect.raceAllFirst([options.wake, Effect.sleep(restMs), Deferred.await(stopping)])
    } else {
      const restMs = Math.min(longestBackOffMs, firstBackOffMs * 2 ** Math.min(failures, 10))
      failures += 1
      yield* Effect.logError(`${options.name}: a round failed; the next one begins in ${restMs} ms`, round.cause)
      // Not woken by signals: while the database is away, each of them would be another failed round.
      yield* Effect.raceFirst(Effect.sleep(restMs), Deferred.await(stopping))
    }
  }
})

const stop = <E, R>(options: WorkLoopOptions<E, R>, stopping: Deferred.Deferred<void>, fiber: Fiber.Fiber<void>) =>
  Effect.gen(function* () {
    yield* Deferred.succeed(stopping, undefined)
    const drained = yield* withinLive(options.drainMs, Fiber.await(fiber))
    if (drained) return
    yield* Effect.logWarning(`${options.name}: the round in progress did not finish within ${options.drainMs} ms`)
    // Not awaited: a round that cannot be interrupted must not keep the process from ending.
    fiber.interruptUnsafe()
  })

/** Whether an effect completes within a time measured on the machine's own clock, which no TestClock moves. It is interrupted if not. */
export const withinLive = (millis: number, effect: Effect.Effect<unknown>): Effect.Effect<boolean> =>
  Effect.raceFirst(Effect.as(effect, true), Effect.as(liveSleep(millis), false))

const liveSleep = (millis: number): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.void), millis)
    return Effect.sync(() => clearTimeout(timer))
  })
