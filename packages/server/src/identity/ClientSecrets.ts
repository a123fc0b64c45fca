/**
 * Client identifiers and secrets (decisions, section 3). A secret is 32 random bytes, so a fast keyed hash protects it:
 * a slow one would only cap how many tokens a second the service can issue. The hash covers the client id, so that a hash
 * copied to another client's row opens nothing.
 */
import { Buffer } from "node:buffer"
import { timingSafeEqual } from "node:crypto"
import type { SecretBoxShape } from "./SecretBox.ts"

const prefix = "cli_"
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u
/** Longer texts are hashed no further than this: a secret has 43 characters. */
const maximumSecretLength = 256

/** The UUID that no client has: looked up in place of a malformed id, so that every attempt does the same work. */
export const nobody = "00000000-0000-0000-0000-000000000000"

/** `cli_` and a UUID. */
export const clientIdOf = (uuid: string): string => `${prefix}${uuid}`

/** The UUID of a client id, or `nobody` when it is none. */
export const clientUuid = (clientId: string): string => {
  const uuid = clientId.startsWith(prefix) ? clientId.slice(prefix.length) : ""
  return uuidPattern.test(uuid) ? uuid : nobody
}

/** What is stored of a secret: 32 bytes. */
export const hashSecret = (box: SecretBoxShape, uuid: string, secret: string): Uint8Array =>
  box.mac("client-secret", Buffer.from(`${uuid}:${secret.slice(0, maximumSecretLength)}`, "utf8"))

/** Whether the secret is the one with the stored hash, in a time that does not depend on the answer. */
export const secretMatches = (box: SecretBoxShape, uuid: string, secret: string, stored: Uint8Array): boolean => {
  const offered = hashSecret(box, uuid, secret)
  return stored.length === offered.length && timingSafeEqual(offered, stored) && secret.length <= maximumSecretLength
}
