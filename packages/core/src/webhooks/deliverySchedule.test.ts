import { assert, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { deliverySchedule } from "./deliverySchedule.ts"
import { TOTAL_SPAN_MS } from "./retrySchedule.ts"

it.effect("retries after 30 s, 2 min, 10 min, 1 h and 6 h, and then no more", () =>
  Effect.gen(function* () {
    const seconds: Array<number> = []
    const attempt = Clock.currentTimeMillis.pipe(
      Effect.tap((now) => Effect.sync(() => seconds.push(now / 1_000))),
      Effect.andThen(Effect.fail("connection refused")),
    )
    const fiber = yield* Effect.forkChild(attempt.pipe(Effect.retry(deliverySchedule), Effect.flip))
    yield* TestClock.adjust(TOTAL_SPAN_MS - 1)
    assert.deepStrictEqual(seconds, [0, 30, 150, 750, 4_350])
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(seconds, [0, 30, 150, 750, 4_350, 25_950])
    yield* TestClock.adjust("30 days")
    assert.strictEqual(yield* Fiber.join(fiber), "connection refused")
    assert.strictEqual(seconds.length, 6)
  }),
)

it.effect("stops at the first success", () =>
  Effect.gen(function* () {
    let attempts = 0
    const attempt = Effect.suspend(() => (++attempts < 3 ? Effect.fail("503") : Effect.succeed(attempts)))
    const fiber = yield* Effect.forkChild(attempt.pipe(Effect.retry(deliverySchedule)))
    yield* TestClock.adjust("150 seconds")
    assert.strictEqual(yield* Fiber.join(fiber), 3)
  }),
)
