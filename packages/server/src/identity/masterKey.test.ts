import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { masterKey } from "./masterKey.ts"

const key = Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString("base64url")
const configured = (text: string) => Option.some(Redacted.make(text))
const none = Option.none<Redacted.Redacted<string>>()

const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "pesoreal-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true })),
)

describe("masterKey", () => {
  it.effect("takes the configured key, in either environment", () =>
    Effect.gen(function* () {
      for (const environment of ["sandbox", "production"] as const) {
        const read = yield* masterKey({ masterKey: configured(key), environment, dataDirectory: "/nowhere" })
        assert.strictEqual(Buffer.from(read.bytes).toString("base64url"), key)
      }
    }),
  )

  it.effect("refuses a configured key that is not 32 bytes of base64url, without repeating it", () =>
    Effect.gen(function* () {
      for (const text of [
        "",
        "short",
        `${key}A`,
        key.slice(1),
        `${key.slice(0, -1)}!`,
        `${key}\n${key}`,
        "A".repeat(64),
      ]) {
        const error = yield* Effect.flip(
          masterKey({ masterKey: configured(text), environment: "sandbox", dataDirectory: "/nowhere" }),
        )
        assert.strictEqual(error.reason, "malformed")
        assert.include(error.message, "PESOREAL_MASTER_KEY")
        if (text !== "") assert.notInclude(error.message, text)
      }
    }),
  )

  it.effect("fails a production start without a key, and makes no file", () =>
    Effect.gen(function* () {
      const dataDirectory = yield* temporaryDirectory
      const error = yield* Effect.flip(masterKey({ masterKey: none, environment: "production", dataDirectory }))
      assert.strictEqual(error.reason, "missing")
      assert.include(error.message, "PESOREAL_MASTER_KEY")
      assert.deepStrictEqual(readdirSync(dataDirectory), [])
    }),
  )

  it.effect("makes a file that only its owner reads at the first sandbox start, and reads it at the next", () =>
    Effect.gen(function* () {
      const dataDirectory = join(yield* temporaryDirectory, "not", "there", "yet")
      const first = yield* masterKey({ masterKey: none, environment: "sandbox", dataDirectory })
      const second = yield* masterKey({ masterKey: none, environment: "sandbox", dataDirectory })
      assert.strictEqual(first.bytes.length, 32)
      assert.deepStrictEqual(second.bytes, first.bytes)
      assert.deepStrictEqual(readdirSync(dataDirectory), ["master.key"])
      assert.strictEqual(statSync(join(dataDirectory, "master.key")).mode & 0o777, 0o600)
    }),
  )

  it.effect("gives one key to starts that race, and leaves no drafts", () =>
    Effect.gen(function* () {
      const dataDirectory = yield* temporaryDirectory
      const start = masterKey({ masterKey: none, environment: "sandbox", dataDirectory })
      const keys = yield* Effect.all(
        Array.from({ length: 20 }, () => start),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(new Set(keys.map((read) => Buffer.from(read.bytes).toString("hex"))).size, 1)
      assert.deepStrictEqual(readdirSync(dataDirectory), ["master.key"])
    }),
  )

  it.effect("refuses a file that holds something else, and leaves it as it is", () =>
    Effect.gen(function* () {
      const dataDirectory = yield* temporaryDirectory
      const path = join(dataDirectory, "master.key")
      writeFileSync(path, "not a key\n")
      chmodSync(path, 0o600)
      const error = yield* Effect.flip(masterKey({ masterKey: none, environment: "sandbox", dataDirectory }))
      assert.strictEqual(error.reason, "malformed")
      assert.include(error.message, path)
      assert.strictEqual(readFileSync(path, "utf8"), "not a key\n")
    }),
  )

  it.effect("says what is wrong with a data directory that cannot be one", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryDirectory, "a-file")
      writeFileSync(file, "")
      const error = yield* Effect.flip(masterKey({ masterKey: none, environment: "sandbox", dataDirectory: file }))
      assert.strictEqual(error.reason, "file")
      assert.include(error.message, "ENOTDIR")
    }),
  )
})
