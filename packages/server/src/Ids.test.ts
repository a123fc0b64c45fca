import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Ids } from "./Ids.ts"

const nowMs = Date.UTC(2026, 0, 31, 12)

describe("Ids", () => {
  it.effect("makes UUIDs of version 7 that carry their instant, none twice", () =>
    Effect.gen(function* () {
      const ids = yield* Ids
      // More than one draw of random bytes holds.
      const uuids = Array.from({ length: 2000 }, () => ids.uuid(nowMs))
      assert.strictEqual(new Set(uuids).size, uuids.length)
      const instant = nowMs.toString(16).padStart(12, "0")
      for (const uuid of uuids) {
        assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        assert.strictEqual(uuid.replaceAll("-", "").slice(0, 12), instant)
      }
    }).pipe(Effect.provide(Ids.layer)),
  )

  it.effect("makes secrets of 32 bytes and references that people can read to each other", () =>
    Effect.gen(function* () {
      const ids = yield* Ids
      const secrets = Array.from({ length: 100 }, () => ids.secret())
      assert.strictEqual(new Set(secrets).size, secrets.length)
      for (const secret of secrets) assert.match(secret, /^[A-Za-z0-9_-]{43}$/)
      assert.match(ids.reference(500), /^[0-9A-HJKMNP-TV-Z]{500}$/)
    }).pipe(Effect.provide(Ids.layer)),
  )
})
