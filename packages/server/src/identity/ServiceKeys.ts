/**
 * The service's own private keys, one row per purpose and environment, sealed. The first process that needs a key makes
 * it; processes that start together agree on one, because the row's primary key admits a single first generation and
 * everybody uses what was read back. It never trusts the public part of a row: users derive it from the private key.
 */
import { Buffer } from "node:buffer"
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { Environment } from "../config.ts"
import { timestamptz } from "../database/columns.ts"
import { ServiceKeyError } from "./IdentityErrors.ts"
import { SecretBox } from "./SecretBox.ts"

export type KeyPurpose = "token-signing" | "certificate-authority"

/** A key that was read and opened. */
export interface ServiceKey {
  readonly keyId: string
  readonly privateKey: KeyObject
  /** Token signing: the public JWK as JSON. Certificate authority: its certificate as PEM. */
  readonly publicPart: string
}

/** Generations of one purpose that are read; a rotation needs two. */
const maximumGenerations = 8
const firstGeneration = "1"

interface Row {
  readonly key_id: string
  readonly sealed_private: Uint8Array
  readonly public_part: string
}

/**
 * The keys of a purpose, newest first and at least one: made now if there is none. Each is an ECDSA key on P-256;
 * `publicPart` writes what stands beside it.
 */
export const serviceKeys = Effect.fn("serviceKeys")(function* (
  purpose: KeyPurpose,
  environment: Environment,
  now: number,
  publicPart: (privateKey: KeyObject) => Effect.Effect<string>,
) {
  const sql = yield* SqlClient.SqlClient
  const box = yield* SecretBox
  const place = (keyId: string) => `service_keys/${purpose}/${environment}/${keyId}`
  const read = sql<Row>`
    SELECT key_id, sealed_private, public_part FROM service_keys
    WHERE purpose = ${purpose} AND environment = ${environment}
    ORDER BY created_at DESC, key_id DESC LIMIT ${maximumGenerations}`

  let rows = yield* read
  if (rows.length === 0) {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
    yield* sql`INSERT INTO service_keys ${sql.insert({
      purpose,
      environment,
      key_id: firstGeneration,
      sealed_private: box.seal(privateKey.export({ type: "pkcs8", format: "der" }), place(firstGeneration)),
      public_part: yield* publicPart(privateKey),
      created_at: timestamptz(now),
    })} ON CONFLICT DO NOTHING`
    rows = yield* read
  }
  const keys = yield* Effect.forEach(rows, (row) =>
    box.open(row.sealed_private, place(row.key_id)).pipe(
      Effect.mapError((error) => new ServiceKeyError({ message: error.message })),
      Effect.flatMap((der) => Effect.fromResult(parseKey(place(row.key_id), der))),
      Effect.map((privateKey): ServiceKey => ({ keyId: row.key_id, privateKey, publicPart: row.public_part })),
    ),
  )
  const [newest, ...older] = keys
  if (newest === undefined) {
    return yield* new ServiceKeyError({ message: `The key at ${place(firstGeneration)} vanished while it was made.` })
  }
  return [newest, ...older] as const
})

const parseKey = (place: string, der: Uint8Array) =>
  Result.try({
    try: () => createPrivateKey({ key: Buffer.from(der), format: "der", type: "pkcs8" }),
    catch: () => new ServiceKeyError({ message: `The key at ${place} is no private key.` }),
  })
