import { createHmac, randomBytes } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeSecretBox } from "../identity/SecretBox.ts"
import { makeSigningKeys } from "./signingKeys.ts"

const endpoint = "01900000-0000-7000-8000-00000000000a"

/** A box that counts how often it is opened. */
const countingBox = () => {
  const box = makeSecretBox(randomBytes(32))
  const counts = { opened: 0 }
  const open: typeof box.open = (sealed, associated) => {
    counts.opened += 1
    return box.open(sealed, associated)
  }
  return {
    box: { ...box, open },
    counts,
    seal: (secret: string, id: string) => box.seal(Buffer.from(secret), `wh_${id}`),
  }
}

describe("signing keys", () => {
  it.effect("are made of the whole secret, opened once per endpoint", () =>
    Effect.gen(function* () {
      const { box, counts, seal } = countingBox()
      const keyOf = makeSigningKeys(box)
      const sealed = seal("whsec_abc", endpoint)
      const key = yield* keyOf(endpoint, sealed)
      yield* keyOf(endpoint, Uint8Array.from(sealed))
      assert.strictEqual(counts.opened, 1)
      assert.strictEqual(
        createHmac("sha256", key).update("x").digest("hex"),
        createHmac("sha256", "whsec_abc").update("x").digest("hex"),
      )
    }),
  )

  it.effect("are opened again when the stored secret is another", () =>
    Effect.gen(function* () {
      const { box, counts, seal } = countingBox()
      const keyOf = makeSigningKeys(box)
      const before = yield* keyOf(endpoint, seal("whsec_1", endpoint))
      const after = yield* keyOf(endpoint, seal("whsec_2", endpoint))
      assert.strictEqual(counts.opened, 2)
      assert.isFalse(before.equals(after))
    }),
  )

  it.effect("do not come out of bytes that were sealed for another endpoint", () =>
    Effect.gen(function* () {
      const { box, seal } = countingBox()
      const error = yield* Effect.flip(makeSigningKeys(box)(endpoint, seal("whsec_1", "another")))
      assert.strictEqual(error._tag, "SecretBoxError")
    }),
  )

  it.effect("of many endpoints are kept within a bound, the used ones longest", () =>
    Effect.gen(function* () {
      const { box, counts, seal } = countingBox()
      const keyOf = makeSigningKeys(box)
      const used = seal("whsec_used", "used")
      for (let i = 0; i < 2_500; i++) {
        yield* keyOf(`e${i}`, seal("whsec_x", `e${i}`))
        yield* keyOf("used", used)
      }
      assert.strictEqual(counts.opened, 2_501)
      yield* keyOf("e0", seal("whsec_x", "e0"))
      assert.strictEqual(counts.opened, 2_502)
    }),
  )
})
