import { assert, describe, it } from "vitest"
import { makeLoop, measureGroups, turn } from "./timing.ts"

/** A clock that only work moves. */
const manualClock = () => {
  let now = 0
  return { clock: () => now, work: (milliseconds: number) => void (now += milliseconds) }
}

describe("a loop", () => {
  it("calls the function once for every input, as often as it is told", () => {
    const seen: Array<string> = []
    makeLoop((input: string) => seen.push(input), ["a", "b"]).run(2)
    assert.deepEqual(seen, ["a", "b", "a", "b"])
  })
})

describe("a turn", () => {
  it("lasts at least its time, and counts nanoseconds for each call", () => {
    const { clock, work } = manualClock()
    const loop = { calls: 4, run: (passes: number) => work(passes * 2) }
    assert.deepEqual(turn(loop, 5, 1, clock), { nanoseconds: 500_000, passes: 3 })
  })
})

describe("a measurement", () => {
  it("times every function in every round, another one first each time", () => {
    const { clock, work } = manualClock()
    const order: Array<string> = []
    const loop = (name: string, milliseconds: number) => ({
      calls: 1,
      run: (passes: number) => {
        order.push(name)
        work(passes * milliseconds)
      },
    })
    const groups = [[loop("a", 1), loop("b", 2)], [loop("c", 3)]]
    const times = measureGroups(groups, { rounds: 3, turnMs: 1, warmUpMs: 2 }, clock)
    assert.deepEqual(times, [
      [
        [1e6, 1e6, 1e6],
        [2e6, 2e6, 2e6],
      ],
      [[3e6, 3e6, 3e6]],
    ])
    assert.deepEqual(order.slice(-9), ["a", "b", "c", "b", "a", "c", "a", "b", "c"])
  })
})
