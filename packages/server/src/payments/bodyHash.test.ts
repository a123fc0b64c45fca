import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { bodyHash, canonicalJson, type JsonValue } from "./bodyHash.ts"

const json = fc.jsonValue() as fc.Arbitrary<JsonValue>

const reversed = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(reversed)
  if (value === null || typeof value !== "object") return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, member === undefined ? undefined : reversed(member)]),
  )
}

describe("body hash", () => {
  it("does not depend on the order of keys", () => {
    fc.assert(fc.property(json, (value) => canonicalJson(value) === canonicalJson(reversed(value))))
  })

  it("takes a null member for an absent one", () => {
    assert.strictEqual(bodyHash("op", { a: 1, b: null }), bodyHash("op", { a: 1 }))
    assert.strictEqual(bodyHash("op", { a: 1, b: undefined }), bodyHash("op", { a: 1 }))
  })

  it("tells operations, values and array orders apart", () => {
    const hashes = [
      bodyHash("op", { a: 1 }),
      bodyHash("other", { a: 1 }),
      bodyHash("op", { a: "1" }),
      bodyHash("op", { a: [1, 2] }),
      bodyHash("op", { a: [2, 1] }),
      bodyHash("op", { a: "1", b: "2" }),
    ]
    assert.strictEqual(new Set(hashes).size, hashes.length)
  })

  it("is 64 lowercase hex digits", () => {
    assert.match(bodyHash("op", {}), /^[0-9a-f]{64}$/)
  })
})
