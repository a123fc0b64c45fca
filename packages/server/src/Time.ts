/**
 * The only clock of the server: Effect's Clock plus this process's measured offset to the database, so that several
 * processes on one Postgres agree about what is due. SQL never reads a clock; every instant is a parameter from here.
 */
import { Clock, Context, Effect, Layer, Ref, Schedule } from "effect"
import { SqlClient } from "effect/sql"

/** Beyond this, somebody should look at the machine's clock. */
const warnOffsetMs = 2_000
/** Beyond this, leases (30 s) stop being polite; the process reports itself as not ready. */
export const maximumOffsetMs = 10_000
const samples = 5
const measureEvery = "1 minute"

export class Time extends Context.Service<
  Time,
  {
    /** Milliseconds since 1970, aligned with the database. */
    readonly now: Effect.Effect<number>
    /** Database clock minus this process's clock, in milliseconds, as last measured. */
    readonly offsetMs: Effect.Effect<number>
  }
>()("@pesoreal/server/Time") {
  /** Effect's Clock alone: for tests, where the TestClock is the only time there is. */
  static readonly layerClock = Layer.succeed(
    Time,
    Time.of({ now: Clock.currentTimeMillis, offsetMs: Effect.succeed(0) }),
  )

  static readonly layer = Layer.effect(
    Time,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const offset = yield* Ref.make(0)
      const measure = Effect.gen(function* () {
        const measured = yield* measureOffset(sql)
        yield* Ref.set(offset, measured)
        if (Math.abs(measured) > warnOffsetMs) {
          yield* Effect.logWarning(
            `This machine's clock is ${measured} ms away from the database's. Synchronise both (NTP); over ${maximumOffsetMs} ms this process reports itself as not ready.`,
          )
        }
      })
      yield* measure
      yield* measure.pipe(
        Effect.catch((error) => Effect.logWarning("The database clock could not be measured", error)),
        Effect.repeat(Schedule.spaced(measureEvery)),
        Effect.delay(measureEvery),
        Effect.forkScoped,
      )
      return Time.of({
        now: Effect.flatMap(Clock.currentTimeMillis, (millis) => Effect.map(Ref.get(offset), (ms) => millis + ms)),
        offsetMs: Ref.get(offset),
      })
    }),
  )
}

/** The sample with the shortest round trip is the one that the network disturbed least. */
const measureOffset = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  let best = { roundTrip: Number.POSITIVE_INFINITY, offset: 0 }
  for (let i = 0; i < samples; i++) {
    const before = yield* Clock.currentTimeMillis
    const rows = yield* sql<{ readonly at: Date }>`SELECT clock_timestamp() AS at`
    const after = yield* Clock.currentTimeMillis
    const at = rows[0]?.at
    if (at !== undefined && after - before < best.roundTrip) {
      best = { roundTrip: after - before, offset: Math.round(at.getTime() - (before + after) / 2) }
    }
  }
  return best.offset
})
