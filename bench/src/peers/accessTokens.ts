/** The peer's bearer check: ES256 tokens of the service, each signature verified once and remembered until it expires. */
import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto"
import { jwtVerify } from "jose"
import type { Pool } from "pg"

/** Tokens remembered; beyond it all are forgotten, and verified again. */
const capacity = 8192
const environment = "sandbox"

export interface Caller {
  readonly accountId: number
}

interface Verified extends Caller {
  /** Seconds since 1970. */
  readonly expiresAt: number
}

/** Answers who the token speaks for, or null. */
export type Verify = (token: string) => Promise<Caller | null> | Caller | null

export const loadVerifier = async (pool: Pool): Promise<Verify> => {
  const { rows } = await pool.query<{ readonly key_id: string; readonly public_part: string }>(
    "SELECT key_id, public_part FROM service_keys WHERE purpose = 'token-signing' AND environment = $1",
    [environment],
  )
  const keys = new Map<string, KeyObject>(
    rows.map((row) => {
      // The service wrote it as a JWK.
      const jwk = JSON.parse(row.public_part) as JsonWebKey & { readonly kid: string }
      return [jwk.kid, createPublicKey({ key: jwk, format: "jwk" })]
    }),
  )
  const remembered = new Map<string, Verified>()

  const check = async (token: string): Promise<Caller | null> => {
    const verified = await verifySignature(token, keys)
    if (verified === null) return null
    if (remembered.size >= capacity) remembered.clear()
    remembered.set(token, verified)
    return verified
  }
  return (token) => {
    const known = remembered.get(token)
    if (known === undefined) return check(token)
    return known.expiresAt > Date.now() / 1000 ? known : null
  }
}

const verifySignature = async (token: string, keys: ReadonlyMap<string, KeyObject>): Promise<Verified | null> => {
  const keyOf = ({ kid }: { readonly kid?: string }): KeyObject => {
    const key = keys.get(kid ?? "")
    if (key === undefined) throw new Error("no such key")
    return key
  }
  try {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: ["ES256"],
      typ: "at+jwt",
      issuer: `https://pesoreal.dev/${environment}`,
      audience: environment,
      requiredClaims: ["exp", "iat", "jti", "sub"],
    })
    const accountId = payload["account_id"]
    return typeof accountId === "number" ? { accountId, expiresAt: payload.exp ?? 0 } : null
  } catch {
    return null
  }
}
