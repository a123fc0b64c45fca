/**
 * Settles and expires what is due: the loop beside Settlement. A payment that the database refuses to move is put off, so
 * that it holds up nobody else.
 */
import { Cause, Effect, Layer, Option } from "effect"
import type { SqlError } from "effect/sql"
import { ServerConfig } from "../config.ts"
import { isTransient } from "../database/transient.ts"
import { Wake } from "../database/Wake.ts"
import * as WorkLoop from "../database/WorkLoop.ts"
import { Time } from "../Time.ts"
import { type Outcome, Settlement } from "./Settlement.ts"

/** Payments in one transaction: enough to make its cost small, few enough to keep its locks short. */
const batchSize = 100
/** The sandbox settles after a second, and another process's creations are seen by polling only. */
export const pollMs = 500
const postponeMs = 60_000
const leastRestMs = 50

export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const settlement = yield* Settlement
    const time = yield* Time
    const config = yield* ServerConfig
    const wake = yield* (yield* Wake).subscribe("pesoreal_settlements")

    const round = Effect.gen(function* () {
      const now = yield* time.now
      const outcomes = yield* settlement
        .applyDue(now, batchSize)
        .pipe(Effect.catchIf(isAboutData, () => oneByOne(settlement, now)))
      yield* Effect.forEach(outcomes, (outcome) => putOffUnmoved(settlement, outcome, now), { discard: true })
      const nextDueAt = yield* settlement.nextDueAt
      return {
        worked: outcomes.filter(({ kind }) => kind === "moved").length,
        // What is overdue and could not be claimed is in another process's hands: no reason to ask for it all the time.
        nextDueInMs: nextDueAt === null ? undefined : Math.max(leastRestMs, nextDueAt - (yield* time.now)),
      }
    })
    yield* WorkLoop.run({ name: "settlement", wake, pollMs, drainMs: config.drainMs, work: round })
  }),
)

const isAboutData = (error: SqlError.SqlError): boolean => !isTransient(error)

/** A database that is away is everybody's trouble; any other failure, a defect included, is this payment's. */
const isAboutThisOne = (cause: Cause.Cause<SqlError.SqlError>): boolean =>
  !Cause.hasInterrupts(cause) && Option.match(Cause.findErrorOption(cause), { onNone: () => true, onSome: isAboutData })

/** A batch that failed is gone through one by one, to find the one that made it fail. */
const oneByOne = Effect.fnUntraced(function* (settlement: Settlement["Service"], now: number) {
  const words = yield* settlement.due(now, batchSize)
  const outcomes: Array<Outcome> = []
  for (const word of words) {
    const applied = yield* settlement
      .applyAll([word])
      .pipe(
        Effect.catchCauseIf(isAboutThisOne, (cause) =>
          Effect.logError(
            `Transaction ${word.transactionId} of account ${word.accountId} could not be moved by "${word.trigger}"; tried again in ${postponeMs / 1000} s`,
            cause,
          ).pipe(Effect.andThen(settlement.postpone(word, now + postponeMs)), Effect.as([])),
        ),
      )
    outcomes.push(...applied)
  }
  return outcomes
})

/** What is due and does not fit (a newer server's trigger, say) is looked at again later, not at once. */
const putOffUnmoved = (settlement: Settlement["Service"], outcome: Outcome, now: number) =>
  outcome.kind === "illegal"
    ? Effect.andThen(
        Effect.logWarning(
          `"${outcome.trigger}" does not fit transaction ${outcome.charge.transactionId}, which is ${outcome.charge.status}; nothing was changed`,
        ),
        settlement.postpone(outcome.charge, now + postponeMs),
      )
    : Effect.void
