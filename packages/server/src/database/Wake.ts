/**
 * Signals that there is work: within this process at once, and to other processes on the same Postgres by NOTIFY.
 *
 * A signal carries nothing, is coalesced, and may be lost (a dropped connection, a process that ends): whoever waits for
 * one also polls. No signal is part of a transaction, because NOTIFY inside one takes a lock that all commits share.
 */
import { randomUUID } from "node:crypto"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as PgConnection from "@effect/sql-pg/PgConnection"
import { Context, Effect, Layer, PubSub, Queue, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseInfo } from "./Database.ts"

/** The names that NOTIFY uses. */
const wakeChannels = ["pesoreal_deliveries", "pesoreal_settlements"] as const
export type WakeChannel = (typeof wakeChannels)[number]

export class Wake extends Context.Service<
  Wake,
  {
    /** An effect that completes once for all signals since it last completed. Signals from before are not seen. */
    readonly subscribe: (channel: WakeChannel) => Effect.Effect<Effect.Effect<void>, never, Scope.Scope>
    /** Wakes this process and the others. */
    readonly signal: (channel: WakeChannel) => Effect.Effect<void>
    /** Wakes this process alone. */
    readonly signalHere: (channel: WakeChannel) => Effect.Effect<void>
    /** `signal` once the transaction that the caller is in has committed; at once outside of one; never after a rollback. */
    readonly afterCommit: (channel: WakeChannel) => Effect.Effect<void>
  }
>()("@pesoreal/server/Wake") {
  /** Between processes where the database has more than one user, else within this one. */
  static readonly layer: Layer.Layer<Wake, never, SqlClient.SqlClient | PgClient.PgClient | DatabaseInfo> =
    Layer.effect(
      Wake,
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const here = yield* makeHere
        const notify = (yield* DatabaseInfo).soleOwner ? () => Effect.void : yield* betweenProcesses(here)
        const signal = (channel: WakeChannel) => Effect.andThen(here.signal(channel), notify(channel))
        return Wake.of({
          subscribe: here.subscribe,
          signal,
          signalHere: here.signal,
          afterCommit: (channel) => sql.afterCommit(signal(channel)),
        })
      }),
    )
}

interface Here {
  readonly subscribe: (channel: WakeChannel) => Effect.Effect<Effect.Effect<void>, never, Scope.Scope>
  readonly signal: (channel: WakeChannel) => Effect.Effect<void>
}

/** One slot per subscriber: a signal that finds it taken adds nothing. */
const makeHere: Effect.Effect<Here> = Effect.gen(function* () {
  const signals = {
    pesoreal_deliveries: yield* PubSub.sliding<void>({ capacity: 1 }),
    pesoreal_settlements: yield* PubSub.sliding<void>({ capacity: 1 }),
  } satisfies Record<WakeChannel, unknown>
  return {
    subscribe: (channel) => Effect.map(PubSub.subscribe(signals[channel]), PubSub.take),
    signal: (channel) => Effect.asVoid(PubSub.publish(signals[channel], undefined)),
  }
})

/** After a lost connection; doubled after each attempt that fails. */
const firstReconnectMs = 250
const longestReconnectMs = 30_000
/** A peer that vanished without a word is noticed after this and ten seconds. */
const keepAlive = "30 seconds"

/** Listens on one connection of its own, outside of the pool, and answers the effect that notifies the others. */
const betweenProcesses = Effect.fnUntraced(function* (here: Here) {
  const pg = yield* PgClient.PgClient
  // NOTIFY comes back to its sender, who was already woken.
  const self = randomUUID()

  let failures = 0
  const listen = Effect.gen(function* () {
    const connection = yield* PgConnection.make({ ...pg.config, keepAlive })
    const session = yield* connection.pin
    const received = yield* Effect.forEach(wakeChannels, (channel) =>
      Effect.map(session.listen(channel), (queue) => ({ channel, queue })),
    )
    failures = 0
    // What was signalled while nobody listened is lost: look once.
    yield* Effect.forEach(wakeChannels, here.signal, { discard: true })
    const forward = ({ channel, queue }: (typeof received)[number]) =>
      Effect.flatMap(Queue.takeAll(queue), (messages) =>
        messages.some((message) => message.payload !== self) ? here.signal(channel) : Effect.void,
      )
    yield* Effect.forEach(received, (one) => Effect.forever(forward(one)), { concurrency: "unbounded", discard: true })
  }).pipe(
    Effect.scoped,
    Effect.catchCause((cause) => {
      const restMs = Math.min(longestReconnectMs, firstReconnectMs * 2 ** Math.min(failures, 10))
      failures += 1
      return Effect.logWarning(
        `Not listening for signals of other processes; connecting again in ${restMs} ms. Polling goes on.`,
        cause,
      ).pipe(Effect.andThen(Effect.sleep(restMs)))
    }),
  )
  yield* Effect.forkScoped(Effect.forever(listen))

  // However many commits fall into one round trip, they make one NOTIFY.
  const outgoing = yield* Effect.forEach(wakeChannels, (channel) =>
    Effect.map(Queue.sliding<void>(1), (queue) => [channel, queue] as const),
  )
  yield* Effect.forEach(
    outgoing,
    ([channel, queue]) =>
      Effect.forkScoped(
        Effect.forever(
          Effect.andThen(
            Queue.take(queue),
            Effect.catch(pg.notify(channel, self), (error) =>
              Effect.logDebug(`Other processes were not told about ${channel}; they find it by polling`, error),
            ),
          ),
        ),
      ),
    { discard: true },
  )
  const queues = new Map(outgoing)
  return (channel: WakeChannel): Effect.Effect<void> => {
    const queue = queues.get(channel)
    return queue === undefined ? Effect.void : Effect.asVoid(Queue.offer(queue, undefined))
  }
})
