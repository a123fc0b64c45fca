import { Buffer } from "node:buffer"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { makeSecretBox } from "./SecretBox.ts"

const box = makeSecretBox(new Uint8Array(32).fill(7))
const other = makeSecretBox(new Uint8Array(32).fill(8))
const plain = Buffer.from("whsec_something", "utf8")

const reasonOf = (sealed: Uint8Array, associated: string, opener = box) =>
  opener.open(sealed, associated).pipe(
    Effect.flip,
    Effect.map((error) => error.reason),
  )

describe("SecretBox", () => {
  it.effect("opens what it sealed, for the same place", () =>
    Effect.gen(function* () {
      const opened = yield* box.open(box.seal(plain, "row 1"), "row 1")
      assert.deepStrictEqual(Buffer.from(opened), plain)
    }),
  )

  it.effect("opens what another process with the same master key sealed", () =>
    Effect.gen(function* () {
      const twin = makeSecretBox(new Uint8Array(32).fill(7))
      assert.deepStrictEqual(Buffer.from(yield* twin.open(box.seal(plain, "p"), "p")), plain)
      assert.deepStrictEqual(twin.mac("a", plain), box.mac("a", plain))
    }),
  )

  it("seals the same bytes differently every time", () => {
    const sealed = new Set(Array.from({ length: 100 }, () => Buffer.from(box.seal(plain, "p")).toString("hex")))
    assert.strictEqual(sealed.size, 100)
  })

  it.effect("refuses sealed bytes with any one bit changed", () =>
    Effect.gen(function* () {
      const sealed = box.seal(plain, "p")
      for (let bit = 0; bit < sealed.length * 8; bit++) {
        const changed = Uint8Array.from(sealed)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        const reason = yield* reasonOf(changed, "p")
        assert.strictEqual(reason, bit < 8 ? "format" : bit < 40 ? "other-key" : "tampered", `bit ${bit}`)
      }
    }),
  )

  it.effect("refuses sealed bytes that were cut or lengthened", () =>
    Effect.gen(function* () {
      const sealed = box.seal(plain, "p")
      for (let length = 0; length < sealed.length; length++) yield* reasonOf(sealed.subarray(0, length), "p")
      assert.strictEqual(yield* reasonOf(Buffer.concat([sealed, Uint8Array.of(0)]), "p"), "tampered")
    }),
  )

  it.effect("refuses another place and another master key, and says which", () =>
    Effect.gen(function* () {
      const sealed = box.seal(plain, "webhook_endpoints/1")
      assert.strictEqual(yield* reasonOf(sealed, "webhook_endpoints/2"), "tampered")
      assert.strictEqual(yield* reasonOf(sealed, "webhook_endpoints/1", other), "other-key")
    }),
  )

  it("makes macs that depend on key, purpose and data", () => {
    const macs = [box.mac("a", plain), box.mac("b", plain), box.mac("a", Buffer.from("x")), other.mac("a", plain)]
    assert.isTrue(macs.every((mac) => mac.length === 32))
    assert.strictEqual(new Set(macs.map((mac) => Buffer.from(mac).toString("hex"))).size, 4)
  })

  it("makes the same mac from its memory of a purpose and past it", () => {
    const purposes = Array.from({ length: 200 }, (_, i) => `purpose ${i}`)
    const first = purposes.map((purpose) => box.mac(purpose, plain))
    assert.deepStrictEqual(
      purposes.map((purpose) => box.mac(purpose, plain)),
      first,
    )
  })

  it("round-trips any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: "binary" }), async (bytes, place) => {
        const opened = await Effect.runPromise(box.open(box.seal(bytes, place), place))
        assert.deepStrictEqual(Buffer.from(opened), Buffer.from(bytes))
      }),
    )
  })
})
