import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { describeOnBoth } from "./testing/databases.ts"
import { maximumOffsetMs, Time } from "./Time.ts"

describeOnBoth("Time", (database) => {
  layer(Time.layer.pipe(Layer.provideMerge(database.layer)), { excludeTestServices: true })((it) => {
    it.effect("is this process's clock plus its offset to a database on the same machine, which is small", () =>
      Effect.gen(function* () {
        const time = yield* Time
        const offset = yield* time.offsetMs
        assert.isBelow(Math.abs(offset), maximumOffsetMs)
        const before = yield* Clock.currentTimeMillis
        const now = yield* time.now
        const after = yield* Clock.currentTimeMillis
        assert.isAtLeast(now, before + offset)
        assert.isAtMost(now, after + offset)
      }),
    )
  })

  // The database says what year it is; the TestClock says 1970. The measured offset brings them together.
  layer(Time.layer.pipe(Layer.provideMerge(database.layer)))((it) => {
    it.effect("follows the database where the two disagree", () =>
      Effect.gen(function* () {
        const time = yield* Time
        assert.isAbove(yield* time.now, Date.UTC(2026, 0, 1))
      }),
    )
  })
})
