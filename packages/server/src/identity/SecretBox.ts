/**
 * The box that every stored secret goes into: AES-256-GCM and HMAC-SHA-256 under subkeys that HKDF-SHA-256 draws from one
 * master key, one per purpose. It keeps nothing and decides nothing; rows hold what it sealed.
 *
 * Sealed form: version (1 byte), master key id (4), nonce (12), ciphertext, tag (16). Version and key id are
 * authenticated together with the associated text, which names the row, so that sealed bytes moved to another row do not
 * open.
 */
import { Buffer } from "node:buffer"
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto"
import { Context, Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import { ServerConfig } from "../config.ts"
import { timestamptz } from "../database/columns.ts"
import { Time } from "../Time.ts"
import { MasterKeyError, SecretBoxError } from "./IdentityErrors.ts"
import { type MasterKey, masterKey } from "./masterKey.ts"

const version = 1
const keyIdBytes = 4
/** GCM's own nonce length. Random ones are safe up to 2^32 sealings under one key; this service seals thousands. */
const nonceBytes = 12
const tagBytes = 16
const headerBytes = 1 + keyIdBytes
const subkeyBytes = 32
/** Purposes are constants of the code; the cap only guards against one that is made of data. */
const maximumCachedPurposes = 64

export interface SecretBoxShape {
  /** Seals bytes for one place, which `associated` names; a new nonce each time. */
  readonly seal: (plain: Uint8Array, associated: string) => Uint8Array
  /** Opens what `seal` made for the same place. */
  readonly open: (sealed: Uint8Array, associated: string) => Effect.Effect<Uint8Array, SecretBoxError>
  /** HMAC-SHA-256 (32 bytes) under the purpose's own subkey. Compare with `timingSafeEqual`. */
  readonly mac: (purpose: string, data: Uint8Array) => Uint8Array
}

export class SecretBox extends Context.Service<SecretBox, SecretBoxShape>()("@pesoreal/server/SecretBox") {
  /** Finds the master key, and fails the start when the database was sealed with another one. */
  static readonly layer = Layer.effect(
    SecretBox,
    Effect.gen(function* () {
      const key = yield* masterKey(yield* ServerConfig)
      const box = makeSecretBox(key.bytes)
      yield* checkMasterKey(box, key)
      return SecretBox.of(box)
    }),
  )
}

/** A box over 32 bytes of master key. */
export const makeSecretBox = (master: Uint8Array): SecretBoxShape => {
  const subkey = (purpose: string, bytes = subkeyBytes) =>
    Buffer.from(hkdfSync("sha256", master, "pesoreal", purpose, bytes))
  const sealKey = subkey("seal")
  const header = Buffer.concat([Uint8Array.of(version), subkey("key-id", keyIdBytes)])
  const macKeys = new Map<string, Uint8Array>()

  const macKey = (purpose: string): Uint8Array => {
    const cached = macKeys.get(purpose)
    if (cached !== undefined) return cached
    const key = subkey(`mac/${purpose}`)
    if (macKeys.size < maximumCachedPurposes) macKeys.set(purpose, key)
    return key
  }

  const seal = (plain: Uint8Array, associated: string): Uint8Array => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv("aes-256-gcm", sealKey, nonce, { authTagLength: tagBytes })
    cipher.setAAD(Buffer.concat([header, Buffer.from(associated, "utf8")]))
    return Buffer.concat([header, nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }

  const open = (sealed: Uint8Array, associated: string): Result.Result<Uint8Array, SecretBoxError> => {
    if (sealed.length < headerBytes + nonceBytes + tagBytes || sealed[0] !== version) {
      return Result.fail(refused("format", associated, "was not sealed by this version"))
    }
    if (!header.equals(sealed.subarray(0, headerBytes))) {
      return Result.fail(refused("other-key", associated, "was sealed under another master key"))
    }
    const nonce = sealed.subarray(headerBytes, headerBytes + nonceBytes)
    const decipher = createDecipheriv("aes-256-gcm", sealKey, nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.concat([header, Buffer.from(associated, "utf8")]))
    decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
    const ciphertext = sealed.subarray(headerBytes + nonceBytes, sealed.length - tagBytes)
    return Result.try({
      try: () => Buffer.concat([decipher.update(ciphertext), decipher.final()]),
      catch: () => refused("tampered", associated, "was changed, or sealed for another place"),
    })
  }

  return {
    seal,
    open: (sealed, associated) => Effect.suspend(() => Effect.fromResult(open(sealed, associated))),
    mac: (purpose, data) => createHmac("sha256", macKey(purpose)).update(data).digest(),
  }
}

const refused = (reason: SecretBoxError["reason"], associated: string, what: string) =>
  new SecretBoxError({ reason, message: `The secret at ${associated} ${what}.` })

const checkText = "pesoreal master key"
const checkPlace = "service_keys/master-check"

/**
 * One database has one master key, whatever the environments that share it: the first start leaves a sealed, known value,
 * and later starts must be able to open it.
 */
const checkMasterKey = Effect.fnUntraced(function* (box: SecretBoxShape, key: MasterKey) {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Effect.flatMap(Time, (time) => time.now)
  yield* sql`INSERT INTO service_keys ${sql.insert({
    purpose: "master-check",
    environment: "any",
    key_id: "1",
    sealed_private: box.seal(Buffer.from(checkText, "utf8"), checkPlace),
    public_part: "",
    created_at: timestamptz(now),
  })} ON CONFLICT DO NOTHING`
  const rows = yield* sql<{ readonly sealed_private: Uint8Array }>`
    SELECT sealed_private FROM service_keys
    WHERE purpose = 'master-check' AND environment = 'any' AND key_id = '1'`
  const sealed = rows[0]?.sealed_private ?? Uint8Array.of()
  yield* box.open(sealed, checkPlace).pipe(
    Effect.mapError(
      () =>
        new MasterKeyError({
          reason: "mismatch",
          message: `This database was sealed with another master key than the one in ${key.source}. Start with the key that it was first started with: without it, its stored secrets cannot be opened.`,
        }),
    ),
  )
})
