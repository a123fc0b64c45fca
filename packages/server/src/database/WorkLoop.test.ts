import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Queue, Ref, Scope } from "effect"
import { TestClock } from "effect/testing"
import { type Round, run, withinLive } from "./WorkLoop.ts"

/** A loop whose rounds answer what a script says, and nothing after its end. */
const scripted = Effect.fnUntraced(function* (
  script: ReadonlyArray<Effect.Effect<Round, unknown>>,
  options: { readonly pollMs?: number; readonly drainMs?: number } = {},
) {
  const rounds = yield* Ref.make(0)
  const signals = yield* Queue.sliding<void>(1)
  yield* run({
    name: "test loop",
    wake: Queue.take(signals),
    pollMs: options.pollMs ?? 1_000,
    drainMs: options.drainMs ?? 1_000,
    work: Effect.flatMap(
      Ref.getAndUpdate(rounds, (n) => n + 1),
      (n) => script[n] ?? Effect.succeed({ worked: 0 }),
    ),
  })
  return { rounds: Ref.get(rounds), wake: Queue.offer(signals, undefined) }
})

/** Lets every fiber that can run do so, by turns of the event loop and not by time, which a busy machine may not give. */
const settle = Effect.repeat(Effect.yieldNow, { times: 100 })
const nothing = Effect.succeed({ worked: 0 })

describe("WorkLoop", () => {
  it.effect("goes on at once while rounds find something, then rests until the poll", () =>
    Effect.gen(function* () {
      const loop = yield* scripted([Effect.succeed({ worked: 2 }), Effect.succeed({ worked: 1 })])
      yield* settle
      assert.strictEqual(yield* loop.rounds, 3)
      yield* TestClock.adjust(999)
      yield* settle
      assert.strictEqual(yield* loop.rounds, 3)
      yield* TestClock.adjust(1)
      yield* settle
      assert.strictEqual(yield* loop.rounds, 4)
    }),
  )

  it.effect("wakes when the next thing falls due, if that is before the poll", () =>
    Effect.gen(function* () {
      const loop = yield* scripted([
        Effect.succeed({ worked: 0, nextDueInMs: 300 }),
        Effect.succeed({ worked: 0, nextDueInMs: 9_000 }),
      ])
      yield* settle
      yield* TestClock.adjust(299)
      yield* settle
      assert.strictEqual(yield* loop.rounds, 1)
      yield* TestClock.adjust(1)
      yield* settle
      assert.strictEqual(yield* loop.rounds, 2)
      yield* TestClock.adjust(1_000)
      yield* settle
      assert.strictEqual(yield* loop.rounds, 3)
    }),
  )

  it.effect("wakes at a signal, without any time passing", () =>
    Effect.gen(function* () {
      const loop = yield* scripted([])
      yield* settle
      assert.strictEqual(yield* loop.rounds, 1)
      yield* loop.wake
      yield* settle
      assert.strictEqual(yield* loop.rounds, 2)
    }),
  )

  it.effect("does not lose a signal that arrives during a round", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const loop = yield* scripted([Effect.andThen(Deferred.await(gate), nothing)])
      yield* settle
      yield* loop.wake
      yield* loop.wake
      yield* Deferred.succeed(gate, undefined)
      yield* settle
      assert.strictEqual(yield* loop.rounds, 2)
    }),
  )

  it.effect("does not turn in circles when the next thing is already due", () =>
    Effect.gen(function* () {
      const loop = yield* scripted(Array.from({ length: 100 }, () => Effect.succeed({ worked: 0, nextDueInMs: -5 })))
      yield* settle
      assert.strictEqual(yield* loop.rounds, 1)
    }),
  )

  it.effect("survives failures, defects and inner interruptions, resting twice as long after each, up to a limit", () =>
    Effect.gen(function* () {
      const failing = [Effect.fail("no database"), Effect.die(new Error("bug")), Effect.interrupt]
      const loop = yield* scripted([...failing, ...Array.from({ length: 7 }, () => Effect.fail("still not")), nothing])
      let expected = 1
      for (const restMs of [100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000, 5_000]) {
        yield* settle
        assert.strictEqual(yield* loop.rounds, expected)
        yield* TestClock.adjust(restMs - 1)
        yield* settle
        assert.strictEqual(yield* loop.rounds, expected)
        yield* TestClock.adjust(1)
        expected += 1
      }
      yield* settle
      assert.strictEqual(yield* loop.rounds, expected)
    }),
  )

  it.effect("is not woken by signals while it rests after a failure, and forgets its failures after a success", () =>
    Effect.gen(function* () {
      const loop = yield* scripted([Effect.fail("a"), nothing, Effect.fail("b"), nothing])
      yield* settle
      yield* loop.wake
      yield* settle
      assert.strictEqual(yield* loop.rounds, 1)
      yield* TestClock.adjust(100)
      yield* settle
      // The signal was kept: the round that succeeded was followed by another, which failed.
      assert.strictEqual(yield* loop.rounds, 3)
      yield* TestClock.adjust(100)
      yield* settle
      assert.strictEqual(yield* loop.rounds, 4)
    }),
  )

  it.effect("leaves timers and sockets their turn while it always finds work", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const rounds = yield* Ref.make(0)
      yield* run({
        name: "busy loop",
        wake: Effect.never,
        pollMs: 1_000,
        drainMs: 1_000,
        work: Effect.as(
          Ref.update(rounds, (n) => n + 1),
          { worked: 1 },
        ),
      }).pipe(Scope.provide(scope))
      yield* settle
      yield* Scope.close(scope, Exit.void)
      assert.isAbove(yield* Ref.get(rounds), 1)
    }),
  )

  it.effect("lets the round in progress finish when the scope closes, and begins no other", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const gate = yield* Deferred.make<void>()
      const finished = yield* Ref.make(false)
      const round = Effect.as(Effect.andThen(Deferred.await(gate), Ref.set(finished, true)), { worked: 1 })
      const loop = yield* scripted([round]).pipe(Scope.provide(scope))
      yield* settle
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* settle
      assert.isUndefined(closing.pollUnsafe())
      yield* Deferred.succeed(gate, undefined)
      yield* settle
      assert.isDefined(closing.pollUnsafe())
      assert.isTrue(yield* Ref.get(finished))
      assert.strictEqual(yield* loop.rounds, 1)
    }),
  )

  it.effect("also lets it finish when the fiber that holds the scope is interrupted, as at SIGTERM", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const finished = yield* Ref.make(false)
      const round = Effect.as(Effect.andThen(Deferred.await(gate), Ref.set(finished, true)), { worked: 0 })
      const holder = yield* Effect.forkChild(Effect.scoped(Effect.andThen(scripted([round]), Effect.never)))
      yield* settle
      const interrupting = yield* Effect.forkChild(Fiber.interrupt(holder))
      yield* settle
      assert.isUndefined(interrupting.pollUnsafe())
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(interrupting)
      assert.isTrue(yield* Ref.get(finished))
    }),
  )

  it.effect("ends at once when the scope closes while it rests, also after a failure", () =>
    Effect.gen(function* () {
      for (const script of [[nothing], [Effect.fail("no")]]) {
        const scope = yield* Scope.make()
        const loop = yield* scripted(script).pipe(Scope.provide(scope))
        yield* settle
        yield* Scope.close(scope, Exit.void)
        yield* TestClock.adjust("1 hour")
        yield* settle
        assert.strictEqual(yield* loop.rounds, 1)
      }
    }),
  )

  it.effect("interrupts a round that outlasts the drain, which is real time", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const interrupted = yield* Ref.make(false)
      const round = Effect.onInterrupt(Effect.never, () => Ref.set(interrupted, true))
      const loop = yield* scripted([round], { drainMs: 10 }).pipe(Scope.provide(scope))
      yield* settle
      yield* Scope.close(scope, Exit.void)
      yield* settle
      assert.isTrue(yield* Ref.get(interrupted))
      assert.strictEqual(yield* loop.rounds, 1)
    }),
  )

  it.effect("is not held up by a round that cannot be interrupted", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* scripted([Effect.uninterruptible(Effect.never)], { drainMs: 10 }).pipe(Scope.provide(scope))
      yield* settle
      yield* Scope.close(scope, Exit.void)
    }),
  )

  it.effect("withinLive says whether an effect was done in time", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* withinLive(1_000, Effect.void))
      assert.isFalse(yield* withinLive(5, Effect.never))
      assert.isFalse(yield* Effect.uninterruptible(withinLive(5, Effect.never)))
    }),
  )
})
