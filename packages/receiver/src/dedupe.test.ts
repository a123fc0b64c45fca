import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { type DedupeStore, type RunOptions, runOnce } from "./dedupe.ts"
import { memoryStore } from "./stores/memory.ts"

const leaseMs = 20_000
const times = { leaseMs, retentionMs: 3_600_000 }

const run = (options: Partial<RunOptions>) =>
  runOnce("id", {
    ...times,
    store: memoryStore(),
    work: () => undefined,
    onStoreError: (cause) => assert.fail(`the store failed: ${String(cause)}`),
    ...options,
  })

/** Work that ends when the test says so. */
const makeWork = () => {
  let succeed = () => {}
  let fail: (cause: Error) => void = () => {}
  const ended = new Promise<void>((resolve, reject) => {
    succeed = resolve
    fail = reject
  })
  return { work: vi.fn<() => Promise<void>>(() => ended), succeed, fail }
}

/** Lets everything run that waits for no timer. */
const quiet = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe("runOnce", () => {
  it("works once, and finds it done afterwards", async () => {
    const store = memoryStore()
    const work = vi.fn<() => void>()
    assert.deepEqual(await run({ store, work }), { state: "handled" })
    assert.deepEqual(await run({ store, work }), { state: "done" })
    assert.lengthOf(work.mock.calls, 1)
  })

  it("gives the id back when the work throws or rejects", async () => {
    const store = memoryStore()
    const cause = new Error("no database")
    const throws = () => {
      throw cause
    }
    assert.deepEqual(await run({ store, work: throws }), { state: "failed", cause })
    assert.deepEqual(await run({ store, work: () => Promise.reject(cause) }), { state: "failed", cause })
    assert.deepEqual(await run({ store }), { state: "handled" })
  })

  it("does not work on what is being worked on", async () => {
    const store = memoryStore()
    const { work, succeed } = makeWork()
    const first = run({ store, work })
    assert.deepEqual(await run({ store, work }), { state: "in_flight", retryAfterMs: leaseMs })
    succeed()
    assert.deepEqual(await first, { state: "handled" })
    assert.lengthOf(work.mock.calls, 1)
  })

  it("renews the lease of work that outlasts it", async () => {
    const store = memoryStore()
    const { work, succeed } = makeWork()
    const first = run({ store, work })
    await vi.advanceTimersByTimeAsync(10 * leaseMs)
    assert.strictEqual((await run({ store, work })).state, "in_flight")
    succeed()
    await first
    assert.deepEqual(await run({ store, work }), { state: "done" })
    assert.lengthOf(work.mock.calls, 1)
  })

  it("lets the lease of work that hangs for ever run out in the end", async () => {
    const store = memoryStore()
    const hanging = makeWork()
    void run({ store, work: hanging.work })
    await vi.advanceTimersByTimeAsync(15 * 60_000)
    assert.strictEqual((await run({ store })).state, "in_flight")
    await vi.advanceTimersByTimeAsync(2 * leaseMs)
    assert.deepEqual(await run({ store }), { state: "handled" })

    hanging.fail(new Error("late"))
    await quiet()
    assert.deepEqual(await run({ store }), { state: "done" }, "the late owner has changed nothing")
  })

  it("stops renewing when the work has ended", async () => {
    const store = memoryStore()
    await run({ store })
    await run({ store, work: () => Promise.reject(new Error("no database")) })
    assert.strictEqual(vi.getTimerCount(), 0)
  })

  it("stops renewing a lease that somebody has taken over", async () => {
    const renew = vi.fn<() => Promise<boolean>>(async () => false)
    const { work, succeed } = makeWork()
    const first = run({ store: { ...memoryStore(), renew }, work })
    await vi.advanceTimersByTimeAsync(10 * leaseMs)
    assert.lengthOf(renew.mock.calls, 1)
    succeed()
    assert.deepEqual(await first, { state: "handled" })
  })

  describe("with a store that fails", () => {
    const outage = new Error("connection refused")
    const rejects = () => Promise.reject(outage)
    const throws = () => {
      throw outage
    }

    it.each([rejects, throws])("does not work without a claim (%#)", async (claim) => {
      const work = vi.fn<() => void>()
      assert.deepEqual(await run({ store: { ...memoryStore(), claim }, work }), { state: "unclaimed", cause: outage })
      assert.lengthOf(work.mock.calls, 0)
    })

    it.each([rejects, throws])("has handled what it has handled (%#)", async (complete) => {
      const onStoreError = vi.fn<(cause: unknown) => void>()
      const store: DedupeStore = { ...memoryStore(), complete }
      assert.deepEqual(await run({ store, onStoreError }), { state: "handled" })
      assert.deepEqual(onStoreError.mock.calls, [[outage]])
    })

    it.each([rejects, throws])("leaves what failed to the end of its lease (%#)", async (release) => {
      const onStoreError = vi.fn<(cause: unknown) => void>()
      const store: DedupeStore = { ...memoryStore(), release }
      const cause = new Error("no such order")
      assert.deepEqual(await run({ store, onStoreError, work: () => Promise.reject(cause) }), {
        state: "failed",
        cause,
      })
      assert.deepEqual(onStoreError.mock.calls, [[outage]])
      assert.strictEqual((await run({ store })).state, "in_flight")
      await vi.advanceTimersByTimeAsync(leaseMs)
      assert.deepEqual(await run({ store }), { state: "handled" })
    })

    it.each([rejects, throws])("tries again to renew (%#)", async (renew) => {
      const onStoreError = vi.fn<(cause: unknown) => void>()
      const { work, succeed } = makeWork()
      const first = run({ store: { ...memoryStore(), renew }, work, onStoreError })
      await vi.advanceTimersByTimeAsync(leaseMs)
      assert.lengthOf(onStoreError.mock.calls, 2)
      succeed()
      assert.deepEqual(await first, { state: "handled" })
    })
  })
})
