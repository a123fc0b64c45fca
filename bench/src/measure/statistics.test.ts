import { assert, it } from "vitest"
import { summary } from "./statistics.ts"

it("tells the middle value, or the mean of the two in the middle, and the range", () => {
  assert.deepStrictEqual(summary([3, 1, 10]), { median: 3, minimum: 1, maximum: 10 })
  assert.deepStrictEqual(summary([4, 1, 2, 10]), { median: 3, minimum: 1, maximum: 10 })
  assert.isNaN(summary([]).median)
})
