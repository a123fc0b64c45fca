import { isTerminal } from "@pesoreal/core/lifecycle/StateMachine"
import { machine } from "@pesoreal/core/lifecycle/WebhookDelivery"
import { MAX_ATTEMPTS } from "@pesoreal/core/webhooks/retrySchedule"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { decide } from "./results.ts"
import type { SendResult } from "./Sender.ts"

const claimed = { accountId: 7, deliveryId: "01900000-0000-7000-8000-000000000001", claimNo: 3, attempts: 0 }
const answered = (status: number): SendResult => ({ kind: "answered", status, excerpt: "text", durationMs: 12 })
const minute = 60_000
const hour = 60 * minute

describe("decide", () => {
  it("ends a delivery that was answered 2xx", () => {
    assert.deepStrictEqual(decide(claimed, answered(204), 1_000, 1_012), {
      accountId: 7,
      deliveryId: claimed.deliveryId,
      claimNo: 3,
      attempt: 1,
      startedAtMs: 1_000,
      durationMs: 12,
      httpStatus: 204,
      error: null,
      excerpt: "text",
      state: "DELIVERED",
      dueAtMs: null,
      finishedAtMs: 1_012,
    })
  })

  it("waits as long after each failed attempt as the contract's table says, and gives up after the sixth", () => {
    const waits = [30_000, 2 * minute, 10 * minute, hour, 6 * hour]
    waits.forEach((waitMs, attempts) => {
      const result = decide({ ...claimed, attempts }, answered(500), 0, 5_000)
      assert.strictEqual(result.state, "SCHEDULED")
      assert.strictEqual(result.attempt, attempts + 1)
      assert.strictEqual(result.dueAtMs, 5_000 + waitMs)
      assert.isNull(result.finishedAtMs)
    })
    const last = decide({ ...claimed, attempts: 5 }, answered(500), 0, 5_000)
    assert.strictEqual(last.state, "EXHAUSTED")
    assert.isNull(last.dueAtMs)
    assert.strictEqual(last.finishedAtMs, 5_000)
  })

  it("tries again after a timeout and a broken connection, and records which it was", () => {
    const timeout = decide(claimed, { kind: "timeout", durationMs: 5_000 }, 0, 5_000)
    assert.deepInclude(timeout, { state: "SCHEDULED", httpStatus: null, error: "TIMEOUT", excerpt: null })
    const refused = decide(claimed, { kind: "connection", error: "ECONNREFUSED", durationMs: 1 }, 0, 1)
    assert.deepInclude(refused, { state: "SCHEDULED", httpStatus: null, error: "ECONNREFUSED", excerpt: null })
  })

  it("tries 408, 429 and every 5xx again, and rejects every other answer", () => {
    for (const status of [408, 429, 500, 503, 599]) {
      assert.strictEqual(decide(claimed, answered(status), 0, 1).state, "SCHEDULED", String(status))
    }
    for (const status of [300, 301, 307, 400, 401, 404, 410, 422]) {
      const result = decide(claimed, answered(status), 0, 1)
      assert.deepInclude(result, { state: "REJECTED", dueAtMs: null, finishedAtMs: 1 }, String(status))
    }
  })

  it("is either due again or finished, never both, whatever came of the attempt", () => {
    const results: fc.Arbitrary<SendResult> = fc.oneof(
      fc.integer({ min: 200, max: 999 }).map(answered),
      fc.constant<SendResult>({ kind: "timeout", durationMs: 5_000 }),
      fc.string().map((error): SendResult => ({ kind: "connection", error, durationMs: 0 })),
    )
    fc.assert(
      fc.property(results, fc.integer({ min: 0, max: MAX_ATTEMPTS - 1 }), fc.nat(), (result, attempts, atMs) => {
        const decided = decide({ ...claimed, attempts }, result, atMs, atMs + 1)
        const finished = isTerminal(machine, decided.state)
        return (
          finished === (decided.finishedAtMs !== null) &&
          finished === (decided.dueAtMs === null) &&
          (finished || decided.state === "SCHEDULED")
        )
      }),
    )
  })
})
