import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { int8, millisOf, timestamptz } from "./columns.ts"

describe("columns", () => {
  it("turns every int8 that a number can hold into that number", () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (n) => int8(BigInt(n)) === n))
  })

  it("dies rather than round", () => {
    assert.strictEqual(int8(9_007_199_254_740_991n), 9_007_199_254_740_991)
    assert.throws(() => int8(9_007_199_254_740_992n), /9007199254740992/u)
    assert.throws(() => int8(-9_007_199_254_740_992n), /cannot hold exactly/u)
  })

  it("carries an instant there and back", () => {
    fc.assert(fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (n) => millisOf(timestamptz(n)) === n))
  })

  it("refuses what is no instant, such as the column value infinity", () => {
    assert.throws(() => timestamptz(Number.NaN))
    assert.throws(() => millisOf(new Date(Number.NaN)), /finite/u)
  })
})
