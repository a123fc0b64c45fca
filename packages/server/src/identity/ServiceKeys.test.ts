import { Buffer } from "node:buffer"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { ServerConfig } from "../config.ts"
import { Ids } from "../Ids.ts"
import { describeOnBoth } from "../testing/databases.ts"
import { Time } from "../Time.ts"
import { CertificateAuthority } from "./CertificateAuthority.ts"
import { Identity } from "./Identity.ts"
import { SecretBox } from "./SecretBox.ts"

/** One server process: its own services over the database of the test. */
const process = (masterKeyByte: number) =>
  Layer.build(
    Layer.fresh(
      Identity.layer.pipe(
        Layer.provide([
          Time.layerClock,
          Ids.layer,
          ServerConfig.layerOf({
            masterKey: Option.some(Redacted.make(Buffer.alloc(32, masterKeyByte).toString("base64url"))),
          }),
        ]),
      ),
    ),
  )

describeOnBoth("the service's keys", (database) => {
  layer(database.layer)((it) => {
    it.effect("are agreed on by processes that start together", () =>
      Effect.gen(function* () {
        const processes = yield* Effect.all(
          Array.from({ length: 6 }, () => process(1)),
          { concurrency: "unbounded" },
        )
        const authorities = processes.map((context) => Context.get(context, CertificateAuthority))
        for (const environment of ["sandbox", "production"] as const) {
          assert.strictEqual(new Set(authorities.map((authority) => authority.certificates(environment)[0])).size, 1)
        }
        const [first] = authorities
        assert.notStrictEqual(first?.certificates("sandbox")[0], first?.certificates("production")[0])
      }),
    )

    it.effect("stay the same after a restart, and stand in the database sealed", () =>
      Effect.gen(function* () {
        const before = Context.get(yield* process(1), CertificateAuthority).certificates("sandbox")
        assert.deepStrictEqual(Context.get(yield* process(1), CertificateAuthority).certificates("sandbox"), before)
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ readonly sealed_private: Uint8Array }>`SELECT sealed_private FROM service_keys`
        // In clear, a PKCS#8 key begins with the DER tag of a SEQUENCE.
        assert.isTrue(rows.every((row) => row.sealed_private[0] === 1))
        assert.isAtLeast(rows.length, 4)
      }),
    )

    it.effect("do not open with another master key, and the start says so in a sentence", () =>
      Effect.gen(function* () {
        yield* process(1)
        const error = yield* Effect.flip(process(2))
        assert.strictEqual(error._tag, "MasterKeyError")
        assert.include(error.message, "sealed with another master key than the one in PESOREAL_MASTER_KEY")
      }),
    )

    it.effect("are refused when their row was changed", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        /** Starts over a changed database, whose change goes away with the failure. */
        const inChangedDatabase = <E>(change: Effect.Effect<unknown, E>) =>
          change.pipe(Effect.andThen(process(1)), sql.withTransaction, Effect.flip)
        const flipped = yield* inChangedDatabase(sql`
          UPDATE service_keys SET sealed_private = set_byte(sealed_private, 30, 255 - get_byte(sealed_private, 30))
          WHERE purpose = 'token-signing'`)
        assert.strictEqual(flipped._tag, "ServiceKeyError")
        const moved = yield* inChangedDatabase(sql`
          UPDATE service_keys AS k SET sealed_private = other.sealed_private FROM service_keys AS other
          WHERE k.purpose = 'certificate-authority' AND other.purpose = k.purpose AND k.environment <> other.environment`)
        assert.strictEqual(moved._tag, "ServiceKeyError")
        const replaced = yield* inChangedDatabase(sql`
          UPDATE service_keys AS k SET public_part = other.public_part FROM service_keys AS other
          WHERE k.purpose = 'certificate-authority' AND other.purpose = k.purpose AND k.environment <> other.environment`)
        assert.strictEqual(replaced._tag, "ServiceKeyError")
        assert.include(replaced.message, "does not belong to its sealed private key")
        yield* process(1)
      }),
    )

    it.effect("seal for everybody: a box of another process opens what this one sealed", () =>
      Effect.gen(function* () {
        const one = Context.get(yield* process(1), SecretBox)
        const other = Context.get(yield* process(1), SecretBox)
        const opened = yield* other.open(one.seal(Buffer.from("secret"), "place"), "place")
        assert.strictEqual(Buffer.from(opened).toString(), "secret")
      }),
    )
  })
})
