import { assert, it } from "@effect/vitest"
import { Clock, Duration, Effect, Exit, Fiber, Schedule } from "effect"
import { TestClock } from "effect/testing"
import { deliverySchedule } from "./deliverySchedule.ts"
import { MAX_ATTEMPTS, nextAttempt, TOTAL_SPAN_MS } from "./retrySchedule.ts"

const delays: ReadonlyArray<Duration.Input> = [
  "0 seconds",
  "30 seconds",
  "2 minutes",
  "10 minutes",
  "1 hour",
  "6 hours",
]

/** An attempt that takes so long and fails, and the milliseconds at which each began. */
const failing = (takes: Duration.Input) => {
  const begun: Array<number> = []
  const attempt = Clock.currentTimeMillis.pipe(
    Effect.tap((now) => Effect.sync(() => begun.push(now))),
    Effect.andThen(Effect.sleep(takes)),
    Effect.andThen(Effect.fail("connection refused")),
  )
  return { begun, attempt }
}

it.effect("makes each attempt at its millisecond and not before: at once, 30 s, 2 min, 10 min, 1 h and 6 h later", () =>
  Effect.gen(function* () {
    const { begun, attempt } = failing(0)
    const fiber = yield* Effect.forkChild(attempt.pipe(Effect.retry(deliverySchedule), Effect.flip))
    const expected: Array<number> = []
    for (const delay of delays) {
      const delayMs = Duration.toMillis(delay)
      if (delayMs > 0) {
        yield* TestClock.adjust(delayMs - 1)
        assert.deepStrictEqual(begun, expected)
        yield* TestClock.adjust(1)
      } else {
        yield* TestClock.adjust(0)
      }
      expected.push((expected.at(-1) ?? 0) + delayMs)
      assert.deepStrictEqual(begun, expected)
    }
    assert.deepStrictEqual(expected, [0, 30_000, 150_000, 750_000, 4_350_000, 25_950_000])
    assert.strictEqual(expected.at(-1), TOTAL_SPAN_MS)
    assert.strictEqual(yield* Fiber.join(fiber), "connection refused")
    yield* TestClock.adjust("30 days")
    assert.deepStrictEqual(begun, expected)
  }),
)

it.effect("counts each delay from the end of the attempt before, as the plain schedule does", () =>
  Effect.gen(function* () {
    const takesMs = 5_000
    const { begun, attempt } = failing(takesMs)
    const fiber = yield* Effect.forkChild(attempt.pipe(Effect.retry(deliverySchedule), Effect.exit))
    yield* TestClock.adjust("30 days")
    assert.isTrue(Exit.isFailure(yield* Fiber.join(fiber)))
    const planned: Array<number> = []
    let endedAtMs = 0
    for (let next = nextAttempt(0, 0); next !== "exhausted"; next = nextAttempt(planned.length, endedAtMs)) {
      planned.push(next.at)
      endedAtMs = next.at + takesMs
    }
    assert.deepStrictEqual(begun, planned)
    assert.deepStrictEqual(begun, [0, 35_000, 160_000, 765_000, 4_370_000, 25_975_000])
  }),
)

it.effect("starts over for every delivery, however many run at once", () =>
  Effect.gen(function* () {
    const deliveries = [failing(0), failing("1 second"), failing(0)]
    const fiber = yield* Effect.forkChild(
      Effect.forEach(deliveries, ({ attempt }) => attempt.pipe(Effect.retry(deliverySchedule), Effect.exit), {
        concurrency: "unbounded",
      }),
    )
    yield* TestClock.adjust("30 days")
    yield* Fiber.join(fiber)
    assert.deepStrictEqual(
      deliveries.map(({ begun }) => begun.length),
      [MAX_ATTEMPTS, MAX_ATTEMPTS, MAX_ATTEMPTS],
    )
    assert.deepStrictEqual(deliveries[0]?.begun, deliveries[2]?.begun)
  }),
)

it.effect("stops at the first success", () =>
  Effect.gen(function* () {
    let attempts = 0
    const attempt = Effect.suspend(() => (++attempts < 3 ? Effect.fail("503") : Effect.succeed(attempts)))
    const fiber = yield* Effect.forkChild(attempt.pipe(Effect.retry(deliverySchedule)))
    yield* TestClock.adjust("150 seconds")
    assert.strictEqual(yield* Fiber.join(fiber), 3)
    yield* TestClock.adjust("30 days")
    assert.strictEqual(attempts, 3)
  }),
)

it.effect("counts its recurrences from 0, and there are five", () =>
  Effect.gen(function* () {
    const outputs: Array<number> = []
    const counted = deliverySchedule.pipe(Schedule.tap(({ output }) => Effect.sync(() => outputs.push(output))))
    const fiber = yield* Effect.forkChild(Effect.fail("503").pipe(Effect.retry(counted), Effect.exit))
    yield* TestClock.adjust("30 days")
    yield* Fiber.join(fiber)
    assert.deepStrictEqual(outputs, [0, 1, 2, 3, 4])
  }),
)
