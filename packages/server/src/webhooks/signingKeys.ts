/**
 * Opened signing secrets, ready for HMAC, for the endpoints that were lately delivered to. Bounded; an entry is used only
 * for the very sealed bytes that it was opened from, so a rotated secret is never signed with from memory.
 */
import { createSecretKey, type KeyObject } from "node:crypto"
import { Effect } from "effect"
import type { SecretBoxError } from "../identity/IdentityErrors.ts"
import type { SecretBoxShape } from "../identity/SecretBox.ts"
import { configId } from "./identifiers.ts"

/** In each of two generations; the older one is dropped whole when the younger is full, which costs nothing per use. */
const generationSize = 1_000

interface Entry {
  readonly sealed: Uint8Array
  readonly key: KeyObject
}

/** The HMAC key of an endpoint: the whole secret string, `whsec_` included. */
export type SigningKeyOf = (endpointId: string, sealed: Uint8Array) => Effect.Effect<KeyObject, SecretBoxError>

export const makeSigningKeys = (box: SecretBoxShape): SigningKeyOf => {
  let young = new Map<string, Entry>()
  let old = new Map<string, Entry>()
  const keep = (endpointId: string, entry: Entry): void => {
    if (young.size >= generationSize) {
      old = young
      young = new Map()
    }
    young.set(endpointId, entry)
  }
  return (endpointId, sealed) =>
    Effect.suspend(() => {
      const entry = young.get(endpointId) ?? old.get(endpointId)
      if (entry !== undefined && Buffer.compare(entry.sealed, sealed) === 0) {
        if (!young.has(endpointId)) keep(endpointId, entry)
        return Effect.succeed(entry.key)
      }
      return Effect.map(box.open(sealed, configId(endpointId)), (secret) => {
        const key = createSecretKey(secret)
        keep(endpointId, { sealed, key })
        return key
      })
    })
}
