/**
 * Work that arrives together shares one run: a bounded queue, drained by a few lanes, each taking an equal share of what
 * waits. Every caller gets its own answer. Not a RequestResolver, which runs a batch in the first caller's context (its
 * transaction included), cannot split over free lanes, and has no bound.
 */
import { Effect, Exit, Fiber, Schema } from "effect"
import { withinLive } from "../database/WorkLoop.ts"

/** The queue is full, or closing. Callers answer 503. */
export class QueueRefused extends Schema.TaggedError<QueueRefused>()("QueueRefused", {
  reason: Schema.Literals(["full", "closing"]),
}) {}

export interface BatchQueueOptions<Item, Answer, E> {
  /** Statements at once. Two keep a database busy while one of them commits. */
  readonly lanes: number
  readonly maximumWaiting: number
  readonly maximumBatch: number
  /** Answers in the order of the items. Runs uninterruptibly: a caller that leaves loses only its own answer. */
  readonly run: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Exit.Exit<Answer, E>>, E>
}

export interface BatchQueue<Item, Answer, E> {
  readonly submit: (item: Item) => Effect.Effect<Answer, E | QueueRefused>
}

/** What has not ended by then waits for a database that does not answer. */
const closingMs = 10_000

interface Waiting<Item, Answer, E> {
  readonly item: Item
  readonly resume: (exit: Exit.Exit<Answer, E | QueueRefused>) => void
}

/** Closing the scope refuses new work and waits for what is under way. */
export const make = Effect.fnUntraced(function* <Item, Answer, E>(options: BatchQueueOptions<Item, Answer, E>) {
  const context = yield* Effect.context<never>()
  const runFork = Effect.runForkWith(context)
  let waiting: Array<Waiting<Item, Answer, E>> = []
  let scheduled = false
  let closing = false
  const lanes = new Set<Fiber.Fiber<void>>()

  const answer = (batch: ReadonlyArray<Waiting<Item, Answer, E>>) =>
    options.run(batch.map((one) => one.item)).pipe(
      Effect.uninterruptible,
      Effect.exit,
      Effect.map((exit) => {
        batch.forEach((one, index) => {
          one.resume(
            Exit.isSuccess(exit)
              ? (exit.value[index] ?? Exit.die(new Error("the batch left a caller without an answer")))
              : Exit.failCause(exit.cause),
          )
        })
      }),
    )

  const pump = () => {
    scheduled = false
    for (let free = options.lanes - lanes.size; free > 0 && waiting.length > 0; free--) {
      const share = Math.min(options.maximumBatch, Math.ceil(waiting.length / free))
      const batch = waiting.slice(0, share)
      waiting = waiting.slice(share)
      const lane = runFork(answer(batch))
      lanes.add(lane)
      lane.addObserver(() => {
        lanes.delete(lane)
        schedule()
      })
    }
  }
  // One turn of the event loop lets requests that arrived in the same read share a statement.
  const schedule = () => {
    if (scheduled || waiting.length === 0) return
    scheduled = true
    setImmediate(pump)
  }

  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      closing = true
      const refused = waiting
      waiting = []
      for (const one of refused) one.resume(Exit.fail(new QueueRefused({ reason: "closing" })))
      yield* withinLive(closingMs, Fiber.awaitAll(lanes))
    }),
  )

  const queue: BatchQueue<Item, Answer, E> = {
    submit: (item) =>
      Effect.callback<Answer, E | QueueRefused>((resume) => {
        if (closing || waiting.length >= options.maximumWaiting) {
          resume(Effect.fail(new QueueRefused({ reason: closing ? "closing" : "full" })))
          return
        }
        const one: Waiting<Item, Answer, E> = { item, resume: (exit) => resume(exit) }
        waiting.push(one)
        schedule()
        return Effect.sync(() => {
          waiting = waiting.filter((other) => other !== one)
        })
      }),
  }
  return queue
})
