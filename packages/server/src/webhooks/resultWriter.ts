/**
 * Results on their way to the database: collected in memory, written in batches, tried again until they are in. What is
 * lost with the process is an attempt that nobody knows of, and its delivery is claimed again.
 */
import { Effect, Queue, type Scope } from "effect"
import type { SqlClient } from "effect/sql"
import * as WorkLoop from "../database/WorkLoop.ts"
import { deliveryId } from "./identifiers.ts"
import { type DeliveryResult, writeResults } from "./results.ts"

/** Results come with an excerpt of up to a kilobyte; this keeps a statement's parameter under a megabyte. */
const resultsPerStatement = 500
/** Long, because signals within a process are never lost: there is nothing to find by polling. */
const pollMs = 60_000

export interface ResultWriter {
  readonly add: (result: DeliveryResult) => void
  readonly unwritten: () => number
}

/** Writes until the scope closes, and then what is left, for at most `drainMs`. `afterWrite` runs after each batch. */
export const runResultWriter = (options: {
  readonly sql: SqlClient.SqlClient
  readonly drainMs: number
  readonly afterWrite: Effect.Effect<void>
}): Effect.Effect<ResultWriter, never, Scope.Scope> =>
  Effect.gen(function* () {
    const waiting: Array<DeliveryResult> = []
    const signals = yield* Queue.sliding<void>(1)

    const writeBatch = Effect.gen(function* () {
      const batch = waiting.slice(0, resultsPerStatement)
      if (batch.length === 0) return { worked: 0 }
      const lost = yield* writeResults(options.sql, batch)
      waiting.splice(0, batch.length)
      yield* Effect.forEach(lost, warnOfLostClaim, { discard: true })
      yield* options.afterWrite
      return { worked: batch.length }
    })

    // Registered before the loop, so that it runs after the loop has stopped.
    yield* Effect.addFinalizer(() => flush(writeBatch, options.drainMs))
    yield* WorkLoop.run({
      name: "webhook results",
      wake: Queue.take(signals),
      pollMs,
      drainMs: options.drainMs,
      work: writeBatch,
    })
    return {
      add: (result) => {
        waiting.push(result)
        Queue.offerUnsafe(signals, undefined)
      },
      unwritten: () => waiting.length,
    }
  })

const flush = <E>(writeBatch: Effect.Effect<WorkLoop.Round, E>, drainMs: number): Effect.Effect<void> =>
  Effect.gen(function* () {
    const all = Effect.repeat(writeBatch, { while: (round) => round.worked > 0 }).pipe(
      Effect.catchCause((cause) =>
        Effect.logWarning("Results of webhook attempts were not written; their deliveries will be sent again", cause),
      ),
    )
    const written = yield* WorkLoop.withinLive(drainMs, all)
    if (!written) yield* Effect.logWarning(`Results of webhook attempts were not written within ${drainMs} ms`)
  })

const warnOfLostClaim = (result: DeliveryResult) =>
  Effect.logWarning(
    `The result of claim ${result.claimNo} of ${deliveryId(result.deliveryId)} came after its lease and changes nothing; the delivery belongs to a later claim`,
  )
