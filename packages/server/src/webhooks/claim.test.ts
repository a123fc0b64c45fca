import { assert, describe, it } from "@effect/vitest"
import { planClaim } from "./claim.ts"

const work = (endpointId: string, dueAtMs: number) => ({ accountId: 1, endpointId, dueAtMs })

describe("planClaim", () => {
  it("serves what is due, with its free slots, in the order of the scan", () => {
    const plan = planClaim([work("b", 10), work("a", 5)], 10, (id) => (id === "b" ? 8 : 3))
    assert.deepStrictEqual(plan, {
      endpoints: [
        { accountId: 1, endpointId: "b", free: 8 },
        { accountId: 1, endpointId: "a", free: 3 },
      ],
      saturated: false,
      nextDueAtMs: Number.POSITIVE_INFINITY,
    })
  })

  it("leaves out endpoints without a free slot, and says that something waits", () => {
    const plan = planClaim([work("a", 5), work("b", 5)], 10, (id) => (id === "a" ? 0 : 1))
    assert.deepStrictEqual(plan.endpoints, [{ accountId: 1, endpointId: "b", free: 1 }])
    assert.isTrue(plan.saturated)
  })

  it("names the first instant at which something else is due", () => {
    const plan = planClaim([work("a", 30), work("b", 20), work("c", 10)], 10, () => 0)
    assert.deepStrictEqual(plan, { endpoints: [], saturated: true, nextDueAtMs: 20 })
  })
})
