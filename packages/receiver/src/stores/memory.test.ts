import fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { Claim, DedupeStore } from "../dedupe.ts"
import { memoryStore } from "./memory.ts"

const leaseMs = 20_000
const retentionMs = 3_600_000
const times = { leaseMs, retentionMs }

/** A clock that only moves when told to. */
const makeClock = () => {
  let ms = 0
  return { now: () => ms, advance: (by: number) => (ms += by) }
}

const ownerOf = (claim: Claim): string => {
  assert.strictEqual(claim.state, "claimed")
  return claim.state === "claimed" ? claim.owner : ""
}

/** What every store must do. It touches nothing but the interface and a clock, so that it can serve other stores as it is. */
const storeContract = (makeStore: (now: () => number) => DedupeStore) => {
  const setUp = () => {
    const clock = makeClock()
    return { clock, store: makeStore(clock.now) }
  }

  describe("a store of claims", () => {
    it("gives a free id to whoever claims it, and to nobody else", async () => {
      const { store } = setUp()
      ownerOf(await store.claim("a", times))
      assert.deepEqual(await store.claim("a", times), { state: "in_flight", retryAfterMs: leaseMs })
      ownerOf(await store.claim("b", times))
    })

    it("has one winner among 100 simultaneous claims", async () => {
      const { store } = setUp()
      const claims = await Promise.all(Array.from({ length: 100 }, () => store.claim("a", times)))
      assert.lengthOf(
        claims.filter(({ state }) => state === "claimed"),
        1,
      )
      assert.lengthOf(
        claims.filter(({ state }) => state === "in_flight"),
        99,
      )
    })

    it("says how long the lease still runs", async () => {
      const { store, clock } = setUp()
      await store.claim("a", times)
      clock.advance(5_000)
      assert.deepEqual(await store.claim("a", times), { state: "in_flight", retryAfterMs: leaseMs - 5_000 })
    })

    it("knows a completed id for the retention, and not longer", async () => {
      const { store, clock } = setUp()
      const owner = ownerOf(await store.claim("a", times))
      clock.advance(1_000)
      assert.isTrue(await store.complete("a", owner))
      clock.advance(retentionMs - 1)
      assert.deepEqual(await store.claim("a", times), { state: "done" })
      clock.advance(1)
      ownerOf(await store.claim("a", times))
    })

    it("gives a released id to the next claim at once", async () => {
      const { store } = setUp()
      const first = ownerOf(await store.claim("a", times))
      assert.isTrue(await store.release("a", first))
      assert.notStrictEqual(ownerOf(await store.claim("a", times)), first)
    })

    it("lets a lease that has ended be taken over, by one of 100 simultaneous claims", async () => {
      const { store, clock } = setUp()
      const crashed = ownerOf(await store.claim("a", times))
      clock.advance(leaseMs - 1)
      assert.strictEqual((await store.claim("a", times)).state, "in_flight")
      clock.advance(1)
      const claims = await Promise.all(Array.from({ length: 100 }, () => store.claim("a", times)))
      const winners = claims.filter(({ state }) => state === "claimed")
      assert.lengthOf(winners, 1)
      assert.notDeepEqual(winners, [{ state: "claimed", owner: crashed }])
    })

    it("lets a late owner change nothing", async () => {
      const { store, clock } = setUp()
      const late = ownerOf(await store.claim("a", times))
      clock.advance(leaseMs)
      const owner = ownerOf(await store.claim("a", times))
      assert.isFalse(await store.complete("a", late))
      assert.isFalse(await store.release("a", late))
      assert.isFalse(await store.renew("a", late, { leaseMs: 10 * leaseMs }))
      assert.deepEqual(await store.claim("a", times), { state: "in_flight", retryAfterMs: leaseMs })

      assert.isTrue(await store.complete("a", owner))
      assert.isFalse(await store.release("a", late))
      assert.isFalse(await store.release("a", owner))
      assert.deepEqual(await store.claim("a", times), { state: "done" })
    })

    it("lets an owner complete after its lease, as long as nobody has taken over", async () => {
      const { store, clock } = setUp()
      const owner = ownerOf(await store.claim("a", times))
      clock.advance(10 * leaseMs)
      assert.isTrue(await store.complete("a", owner))
      assert.deepEqual(await store.claim("a", times), { state: "done" })
    })

    it("prolongs a lease from the instant of its renewal", async () => {
      const { store, clock } = setUp()
      const owner = ownerOf(await store.claim("a", times))
      clock.advance(15_000)
      assert.isTrue(await store.renew("a", owner, { leaseMs }))
      clock.advance(leaseMs - 1)
      assert.deepEqual(await store.claim("a", times), { state: "in_flight", retryAfterMs: 1 })
      clock.advance(1)
      ownerOf(await store.claim("a", times))
    })

    it("knows no owner of an id that was never claimed", async () => {
      const { store } = setUp()
      assert.isFalse(await store.complete("a", "1"))
      assert.isFalse(await store.release("a", "1"))
      assert.isFalse(await store.renew("a", "1", { leaseMs }))
      ownerOf(await store.claim("a", times))
    })

    it.each(["__proto__", "constructor", "", "é".repeat(64)])("takes %j as an id like any other", async (id) => {
      const { store } = setUp()
      assert.isTrue(await store.complete(id, ownerOf(await store.claim(id, times))))
      assert.deepEqual(await store.claim(id, times), { state: "done" })
    })

    it("does what a plain model of it does, in any order of operations", async () => {
      const id = fc.constantFrom("a", "b", "c")
      const owner = fc.nat(3)
      const operation = fc.oneof(
        fc.record({ type: fc.constant("claim" as const), id }),
        fc.record({ type: fc.constantFrom("complete", "release", "renew"), id, owner }),
        fc.record({ type: fc.constant("advance" as const), ms: fc.constantFrom(1, leaseMs / 2, leaseMs, retentionMs) }),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { maxLength: 60 }), async (operations) => {
          const { store, clock } = setUp()
          // The model: for each id, who holds it until when, or until when it is done. `owners` are all tokens ever given.
          const model = new Map<string, { until: number; owner: string | null }>()
          const owners: Array<string> = []
          for (const step of operations) {
            if (step.type === "advance" && "ms" in step) clock.advance(step.ms)
            if (!("id" in step)) continue
            const entry = model.get(step.id)
            if (!("owner" in step)) {
              const claim = await store.claim(step.id, times)
              const isFree = entry === undefined || clock.now() >= entry.until
              assert.strictEqual(claim.state, isFree ? "claimed" : entry.owner === null ? "done" : "in_flight")
              if (claim.state !== "claimed") continue
              assert.notInclude(owners, claim.owner)
              owners.push(claim.owner)
              model.set(step.id, { until: clock.now() + leaseMs, owner: claim.owner })
              continue
            }
            const token = owners.at(-1 - step.owner) ?? "nobody"
            const isHeld = entry?.owner === token
            switch (step.type) {
              case "complete":
                assert.strictEqual(await store.complete(step.id, token), isHeld)
                if (isHeld) model.set(step.id, { until: clock.now() + retentionMs, owner: null })
                break
              case "release":
                assert.strictEqual(await store.release(step.id, token), isHeld)
                if (isHeld) model.delete(step.id)
                break
              case "renew":
                assert.strictEqual(await store.renew(step.id, token, { leaseMs }), isHeld)
                if (isHeld) model.set(step.id, { until: clock.now() + leaseMs, owner: token })
                break
            }
          }
        }),
      )
    })
  })
}

storeContract((now) => memoryStore({ now }))

describe("the limit of memoryStore", () => {
  const complete = async (store: DedupeStore, id: string) => store.complete(id, ownerOf(await store.claim(id, times)))

  it("forgets the id that was completed longest ago", async () => {
    const { now } = makeClock()
    const store = memoryStore({ maxEntries: 3, now })
    for (const id of ["a", "b", "c", "d"]) await complete(store, id)
    for (const id of ["b", "c", "d"]) assert.deepEqual(await store.claim(id, times), { state: "done" }, id)
    ownerOf(await store.claim("a", times))
    for (const id of ["c", "d"]) assert.deepEqual(await store.claim(id, times), { state: "done" }, id)
  })

  it("never forgets what is being worked on while something done can go", async () => {
    const { now } = makeClock()
    const store = memoryStore({ maxEntries: 3, now })
    const owner = ownerOf(await store.claim("working", times))
    for (let i = 0; i < 100; i++) await complete(store, `done ${i}`)
    assert.strictEqual((await store.claim("working", times)).state, "in_flight")
    assert.isTrue(await store.complete("working", owner))
  })

  it("answers full while all it holds is being worked on", async () => {
    const { now, advance } = makeClock()
    const store = memoryStore({ maxEntries: 2, now })
    const first = ownerOf(await store.claim("a", times))
    await store.claim("b", times)
    assert.deepEqual(await store.claim("c", times), { state: "full", retryAfterMs: leaseMs })
    assert.strictEqual((await store.claim("a", times)).state, "in_flight")

    await store.release("a", first)
    ownerOf(await store.claim("c", times))
    assert.strictEqual((await store.claim("d", times)).state, "full")
    advance(leaseMs)
    ownerOf(await store.claim("d", times))
    ownerOf(await store.claim("b", times))
    assert.strictEqual((await store.claim("e", times)).state, "full")
  })

  it("keeps a renewed claim where it drops one whose lease has ended", async () => {
    const { now, advance } = makeClock()
    const store = memoryStore({ maxEntries: 2, now })
    const renewed = ownerOf(await store.claim("renewed", times))
    await store.claim("crashed", times)
    advance(leaseMs / 2)
    await store.renew("renewed", renewed, { leaseMs })
    advance(leaseMs / 2)
    ownerOf(await store.claim("new", times))
    assert.isTrue(await store.complete("renewed", renewed))
  })

  it("holds no more than maxEntries ids, whatever happens to them", async () => {
    const step = fc.record({
      id: fc.nat(20),
      end: fc.constantFrom("complete", "release", "crash"),
      ms: fc.nat(leaseMs),
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 80 }), async (maxEntries, steps) => {
        const { now, advance } = makeClock()
        const store = memoryStore({ maxEntries, now })
        for (const { id, end, ms } of steps) {
          const claim = await store.claim(`${id}`, times)
          if (claim.state === "claimed" && end === "complete") await store.complete(`${id}`, claim.owner)
          if (claim.state === "claimed" && end === "release") await store.release(`${id}`, claim.owner)
          advance(ms)
        }
        let known = 0
        for (let id = 0; id <= 20; id++) {
          const claim = await store.claim(`${id}`, times)
          if (claim.state === "done" || claim.state === "in_flight") known++
          if (claim.state === "claimed") await store.release(`${id}`, claim.owner)
        }
        assert.isAtMost(known, maxEntries)
      }),
    )
  })

  it.each([0, -1, 1.5, Number.NaN, Infinity])("is refused when it is %d", (maxEntries) => {
    assert.throws(() => memoryStore({ maxEntries }), /maxEntries/)
  })
})
