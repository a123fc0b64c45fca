import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import * as BatchQueue from "./BatchQueue.ts"

const doubling = (batches: Array<number>) => (items: ReadonlyArray<number>) =>
  Effect.sync(() => {
    batches.push(items.length)
    return items.map((item) => Exit.succeed(item * 2))
  })

const options = { lanes: 2, maximumWaiting: 1000, maximumBatch: 100 }

describe("BatchQueue", () => {
  it.live("gives each caller its own answer, and shares runs", () =>
    Effect.gen(function* () {
      const batches: Array<number> = []
      const queue = yield* BatchQueue.make<number, number, never>({ ...options, run: doubling(batches) })
      const items = Array.from({ length: 150 }, (_, index) => index)
      const answers = yield* Effect.forEach(items, (item) => queue.submit(item), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        answers,
        items.map((item) => item * 2),
      )
      // 150 callers over two free lanes: an equal share each.
      assert.deepStrictEqual(batches, [75, 75])
    }).pipe(Effect.scoped),
  )

  it.live("one bad item fails alone", () =>
    Effect.gen(function* () {
      const queue = yield* BatchQueue.make<number, number, string>({
        ...options,
        run: (items) => Effect.succeed(items.map((item) => (item === 3 ? Exit.fail("three") : Exit.succeed(item)))),
      })
      const exits = yield* Effect.forEach([1, 2, 3, 4], (item) => Effect.exit(queue.submit(item)), {
        concurrency: "unbounded",
      })
      assert.deepStrictEqual(exits, [Exit.succeed(1), Exit.succeed(2), Exit.fail("three"), Exit.succeed(4)])
    }).pipe(Effect.scoped),
  )

  it.live("a failed run fails all of its callers, and the next run works", () =>
    Effect.gen(function* () {
      let runs = 0
      const queue = yield* BatchQueue.make<number, number, string>({
        ...options,
        lanes: 1,
        run: (items) =>
          Effect.suspend(() => (runs++ === 0 ? Effect.fail("down") : Effect.succeed(items.map(Exit.succeed)))),
      })
      const first = yield* Effect.forEach([1, 2], (item) => Effect.exit(queue.submit(item)), { concurrency: 2 })
      assert.deepStrictEqual(first, [Exit.fail("down"), Exit.fail("down")])
      assert.strictEqual(yield* queue.submit(5), 5)
    }).pipe(Effect.scoped),
  )

  it.live("refuses what it cannot hold", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const queue = yield* BatchQueue.make<number, number, never>({
        lanes: 1,
        maximumWaiting: 2,
        maximumBatch: 1,
        run: (items) => Effect.as(Deferred.await(gate), items.map(Exit.succeed)),
      })
      const waiting = yield* Effect.forkChild(
        Effect.forEach([1, 2], (item) => queue.submit(item), { concurrency: "unbounded" }),
        { startImmediately: true },
      )
      const refused = yield* Effect.flip(queue.submit(3))
      assert.strictEqual(refused.reason, "full")
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.join(waiting), [1, 2])
    }).pipe(Effect.scoped),
  )

  it.live("a caller that leaves loses only its own answer", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const done: Array<number> = []
      const queue = yield* BatchQueue.make<number, number, never>({
        ...options,
        lanes: 1,
        run: (items) =>
          Effect.andThen(
            Deferred.await(gate),
            Effect.sync(() => {
              done.push(...items)
              return items.map(Exit.succeed)
            }),
          ),
      })
      const leaver = yield* Effect.forkChild(queue.submit(1))
      const stayer = yield* Effect.forkChild(queue.submit(2))
      yield* Effect.sleep("20 millis")
      yield* Fiber.interrupt(leaver)
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(yield* Fiber.join(stayer), 2)
      assert.deepStrictEqual(done, [1, 2])
    }).pipe(Effect.scoped),
  )

  it.live("closing refuses what waits and finishes what runs", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const gate = yield* Deferred.make<void>()
      const queue = yield* BatchQueue.make<number, number, never>({
        lanes: 1,
        maximumWaiting: 10,
        maximumBatch: 1,
        run: (items) => Effect.as(Deferred.await(gate), items.map(Exit.succeed)),
      }).pipe(Scope.provide(scope))
      const running = yield* Effect.forkChild(Effect.exit(queue.submit(1)))
      const waiting = yield* Effect.forkChild(Effect.exit(queue.submit(2)))
      yield* Effect.sleep("20 millis")
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      assert.deepStrictEqual(yield* Fiber.join(waiting), Exit.fail(new BatchQueue.QueueRefused({ reason: "closing" })))
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.join(running), Exit.succeed(1))
      yield* Fiber.join(closing)
      const late = yield* Effect.flip(queue.submit(3))
      assert.strictEqual(late.reason, "closing")
    }),
  )
})
