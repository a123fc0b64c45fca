import { assert, describe, it } from "@effect/vitest"
import { makeSlots } from "./slots.ts"

describe("slots", () => {
  it("counts in all and per endpoint", () => {
    const slots = makeSlots({ total: 3, perEndpoint: 2 })
    slots.take("a")
    slots.take("a")
    slots.take("b")
    assert.deepStrictEqual([slots.free(), slots.freeOf("a"), slots.freeOf("b"), slots.freeOf("c")], [0, 0, 1, 2])
    slots.release("a")
    assert.deepStrictEqual([slots.free(), slots.freeOf("a"), slots.taken()], [1, 1, 2])
  })

  it("refuses to release what was not taken", () => {
    const slots = makeSlots({ total: 1, perEndpoint: 1 })
    assert.throws(() => slots.release("a"), "released twice")
  })
})
