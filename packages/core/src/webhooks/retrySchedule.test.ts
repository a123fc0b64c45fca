import { describe, expect, it } from "vitest"
import { type AttemptOutcome, classifyAnswer, MAX_ATTEMPTS, nextAttempt, TOTAL_SPAN_MS } from "./retrySchedule.ts"

describe("the retry schedule", () => {
  it("has six attempts, each so long after the one before, and no seventh", () => {
    const at: Array<number> = []
    let now = 0
    for (let made = 0; ; made++) {
      const next = nextAttempt(made, now)
      if (next === "exhausted") break
      now = next.at
      at.push(now / 1_000)
    }
    expect(at).toEqual([0, 30, 150, 750, 4_350, 25_950])
    expect(at.length).toBe(MAX_ATTEMPTS)
    expect(now).toBe(TOTAL_SPAN_MS)
    expect(TOTAL_SPAN_MS).toBe(((7 * 60 + 12) * 60 + 30) * 1_000)
  })

  it("counts a delay from the end of the attempt before, however long that took", () => {
    expect(nextAttempt(2, 1_700_000_005_000)).toEqual({ at: 1_700_000_125_000 })
    expect(nextAttempt(7, 0)).toBe("exhausted")
  })

  it.each([-1, 0.5, NaN, Infinity])("takes no %s attempts", (made) => {
    expect(() => nextAttempt(made, 0)).toThrow(RangeError)
  })
})

describe("an answer", () => {
  const meaningOf = (status: number): string => {
    if (status >= 200 && status < 300) return "delivered"
    return [408, 429].includes(status) || (status >= 500 && status < 600) ? "retry" : "rejected"
  }

  it("of 2xx delivers; 5xx, 408 and 429 are tried again; any other ends it", () => {
    const statuses = Array.from({ length: 900 }, (_, index) => 100 + index)
    const meanings = statuses.map((status) => [status, classifyAnswer({ kind: "status", status })])
    expect(meanings).toEqual(statuses.map((status) => [status, meaningOf(status)]))
  })

  it.each([{ kind: "timeout" }, { kind: "connection" }] satisfies ReadonlyArray<AttemptOutcome>)(
    "that never came ($kind) is tried again",
    (outcome) => {
      expect(classifyAnswer(outcome)).toBe("retry")
    },
  )
})
