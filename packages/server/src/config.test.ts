import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Option, Redacted } from "effect"
import { ServerConfig, settings, settingsTable } from "./config.ts"
import { configurationPage } from "./configurationPage.ts"

const read = (environment: Record<string, string>) =>
  settings.pipe(Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnvRecord(environment))))

describe("configuration", () => {
  it.effect("has a default for every setting of the sandbox", () =>
    Effect.gen(function* () {
      const config = yield* read({})
      assert.strictEqual(config.port, 3000)
      assert.strictEqual(config.host, "127.0.0.1")
      assert.strictEqual(config.environment, "sandbox")
      assert.deepStrictEqual(config.trustedProxies, ["*"])
      assert.strictEqual(config.speiExpiryMs, 86_400_000)
      assert.strictEqual(config.speiExpiryGraceMs, 0)
      assert.match(config.dataDirectory, /^\/.*\.pesoreal$/)
    }),
  )

  it.effect("trusts no proxy in production until one is named, and waits ten minutes for late notices", () =>
    Effect.gen(function* () {
      const bare = yield* read({ PESOREAL_ENVIRONMENT: "production" })
      assert.deepStrictEqual(bare.trustedProxies, [])
      assert.strictEqual(bare.speiExpiryGraceMs, 600_000)
      const named = yield* read({
        PESOREAL_ENVIRONMENT: "production",
        PESOREAL_TRUSTED_PROXIES: "10.0.0.0/8, 192.0.2.1",
        PESOREAL_SPEI_EXPIRY_GRACE_SECONDS: "30",
      })
      assert.deepStrictEqual(named.trustedProxies, ["10.0.0.0/8", "192.0.2.1"])
      assert.strictEqual(named.speiExpiryGraceMs, 30_000)
    }),
  )

  it.effect("embedding in production gets production's defaults too", () =>
    Effect.gen(function* () {
      const config = yield* ServerConfig
      assert.deepStrictEqual(config.trustedProxies, [])
      assert.strictEqual(config.speiExpiryGraceMs, 600_000)
    }).pipe(Effect.provide(ServerConfig.layerOf({ environment: "production" }))),
  )

  it.effect("takes the bounds of each number, and refuses what crosses them", () =>
    Effect.gen(function* () {
      const cases = [
        ["PORT", "0", "65535", ["-1", "65536", "abc", "1.5", "1e3", "0x10", " 1 "]],
        ["PESOREAL_POOL_SIZE", "2", "500", ["1", "501"]],
        ["PESOREAL_SPEI_MINIMUM_CENTAVOS", "1", "1000000", ["0", "1000001", "1e9"]],
        ["PESOREAL_SPEI_EXPIRY_SECONDS", "1", "31622400", ["0", "31622401"]],
        ["PESOREAL_DRAIN_SECONDS", "1", "300", ["0", "301"]],
      ] as const
      for (const [name, least, most, wrong] of cases) {
        yield* read({ [name]: least })
        yield* read({ [name]: most })
        for (const value of wrong) {
          const error = yield* Effect.flip(read({ [name]: value }))
          assert.include(error.message, name, `${name}=${value}`)
        }
      }
    }),
  )

  it.effect(
    "validates by the contract until it is told to be strict, and takes CNPJs with letters where it is told to",
    () =>
      Effect.gen(function* () {
        const standard = yield* read({})
        assert.strictEqual(standard.validation, "contract")
        assert.isFalse(standard.alphanumericCnpj)
        const chosen = yield* read({ PESOREAL_VALIDATION: "strict", PESOREAL_ALPHANUMERIC_CNPJ: "true" })
        assert.strictEqual(chosen.validation, "strict")
        assert.isTrue(chosen.alphanumericCnpj)
        for (const name of ["PESOREAL_VALIDATION", "PESOREAL_ALPHANUMERIC_CNPJ"]) {
          const error = yield* Effect.flip(read({ [name]: "lax" }))
          assert.include(error.message, name)
        }
      }),
  )

  it.effect("prints no secret", () =>
    Effect.gen(function* () {
      const config = yield* read({ DATABASE_URL: "postgres://u:hunter2@h/d", PESOREAL_MASTER_KEY: "hunter2" })
      assert.notInclude(JSON.stringify(config), "hunter2")
      assert.notInclude(String(config.masterKey), "hunter2")
      assert.strictEqual(Redacted.value(Option.getOrThrow(config.masterKey)), "hunter2")
    }),
  )

  it("is documented by a page that is up to date", () => {
    const page = readFileSync(new URL("../../../docs/configuration.md", import.meta.url), "utf8")
    assert.strictEqual(page, configurationPage(), "run packages/server/scripts/configuration.ts")
    for (const { name } of Object.values(settingsTable)) assert.include(page, name)
  })
})
