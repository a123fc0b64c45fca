import { assert, it } from "vitest"
import { makeTokenCache } from "./TokenCache.ts"

const generationMs = 1000

it("answers what was put in, and nothing else", () => {
  const cache = makeTokenCache<number>(10, generationMs)
  cache.set("a", 1, 0)
  assert.strictEqual(cache.get("a", 1), 1)
  assert.strictEqual(cache.get("b", 1), undefined)
})

it("never holds more than two generations", () => {
  const cache = makeTokenCache<number>(10, generationMs)
  for (let i = 0; i < 1000; i++) {
    cache.set(`token ${i}`, i, 0)
    assert.isAtMost(cache.size(), 20)
  }
  assert.strictEqual(cache.get("token 999", 0), 999)
  assert.strictEqual(cache.get("token 0", 0), undefined)
})

it("keeps an entry that is asked for through any number of rotations by size", () => {
  const cache = makeTokenCache<string>(10, generationMs)
  cache.set("busy", "kept", 0)
  for (let i = 0; i < 1000; i++) {
    assert.strictEqual(cache.get("busy", 0), "kept")
    cache.set(`token ${i}`, "other", 0)
  }
})

it("drops what nobody asks for when its generation is replaced twice by time", () => {
  const cache = makeTokenCache<string>(10, generationMs)
  cache.set("idle", "kept", 0)
  cache.set("x", "x", generationMs)
  assert.strictEqual(cache.size(), 2)
  cache.set("y", "y", 2 * generationMs)
  assert.strictEqual(cache.get("idle", 2 * generationMs), undefined)
})

it("drops everything after a silence of two generations", () => {
  const cache = makeTokenCache<string>(10, generationMs)
  cache.set("old", "old", 0)
  cache.set("new", "new", 2 * generationMs)
  assert.strictEqual(cache.size(), 1)
})
