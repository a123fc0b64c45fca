/**
 * Access tokens: ES256 JWTs (RFC 7519, RFC 9068) of 600 seconds, bound to the client certificate that they were issued for
 * (`cnf.x5t#S256`, RFC 8705). Time comes from `Time` only. A token is never recorded and a new one never ends older ones.
 */
import { Buffer } from "node:buffer"
import { createHash, createPublicKey, type KeyObject } from "node:crypto"
import type { AccessToken } from "@pesoreal/core/api/accounts"
import type { CallerShape } from "@pesoreal/core/api/authentication"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { jwtVerify, SignJWT } from "jose"
import { type Environment, ServerConfig, tokenLifetimeSeconds } from "../config.ts"
import { Ids } from "../Ids.ts"
import { maximumOffsetMs, Time } from "../Time.ts"
import { UnauthorizedToken } from "./IdentityErrors.ts"
import { serviceKeys } from "./ServiceKeys.ts"
import { makeTokenCache } from "./TokenCache.ts"

const algorithm = "ES256"
const type = "at+jwt"
/** Ours take some 600 characters. */
const maximumTokenLength = 8192
/**
 * A compact JWS whose signature is 64 bytes in its one canonical spelling (the last letter carries two bits). Decoders
 * skip blanks and spare bits; without this, one good token would have many spellings.
 */
const compactForm = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{85}[AQgw]$/u
/** Verified tokens per generation: about 10 MB when full. */
const cacheCapacity = 8192
/** Another server's clock may be ahead of ours by as much as leaves both of them ready. */
const issuedAheadSeconds = maximumOffsetMs / 1000

/** `iss` of an environment's tokens. */
export const issuerOf = (environment: Environment): string => `https://pesoreal.dev/${environment}`

/** A public key that verifies tokens, as RFC 7517 writes it. */
export interface TokenKey {
  readonly kty: "EC"
  readonly crv: "P-256"
  readonly x: string
  readonly y: string
  /** RFC 7638 thumbprint. */
  readonly kid: string
  readonly alg: "ES256"
  readonly use: "sig"
}

/** The SHA-256 thumbprint of a certificate, from its digest, as `cnf` carries it: base64url. */
export const thumbprint = (digest: Uint8Array): string => Buffer.from(digest).toString("base64url")

export class Tokens extends Context.Service<
  Tokens,
  {
    /** A token for the caller, bound to the certificate with this SHA-256 digest. */
    readonly issue: (caller: CallerShape, certificateDigest: Uint8Array) => Effect.Effect<AccessToken>
    /**
     * Who the token speaks for. One failure for every cause. Where the request presents a certificate again, pass its
     * digest: it must be the one that the token is bound to.
     */
    readonly verify: (token: string, presentedDigest?: Uint8Array) => Effect.Effect<CallerShape, UnauthorizedToken>
    /** The verifying keys, for `/.well-known/jwks.json`. */
    readonly keys: ReadonlyArray<TokenKey>
  }
>()("@pesoreal/server/Tokens") {
  static readonly layer = Layer.effect(
    Tokens,
    Effect.gen(function* () {
      const { environment } = yield* ServerConfig
      const time = yield* Time
      const ids = yield* Ids
      const stored = yield* serviceKeys("token-signing", environment, yield* time.now, (privateKey) =>
        Effect.succeed(JSON.stringify(publicJwk(createPublicKey(privateKey)))),
      )
      const verifying = stored.map(({ privateKey }) => {
        const publicKey = createPublicKey(privateKey)
        return { publicKey, jwk: publicJwk(publicKey) }
      })
      const signing = { privateKey: stored[0].privateKey, kid: publicJwk(createPublicKey(stored[0].privateKey)).kid }
      return Tokens.of({
        issue: makeIssue(environment, time, ids, signing),
        verify: makeVerify(environment, time, new Map(verifying.map(({ publicKey, jwk }) => [jwk.kid, publicKey]))),
        keys: verifying.map(({ jwk }) => jwk),
      })
    }),
  )
}

const makeIssue = (
  environment: Environment,
  time: Time["Service"],
  ids: Ids["Service"],
  signing: { readonly privateKey: KeyObject; readonly kid: string },
): Tokens["Service"]["issue"] =>
  Effect.fn("Tokens.issue")(function* (caller, certificateDigest) {
    const now = yield* time.now
    const issuedAt = Math.floor(now / 1000)
    const scope = caller.scopes.join(" ")
    const token = new SignJWT({
      scope,
      account_id: caller.accountId,
      account: caller.publicId,
      cnf: { "x5t#S256": thumbprint(certificateDigest) },
    })
      .setProtectedHeader({ alg: algorithm, typ: type, kid: signing.kid })
      .setIssuer(issuerOf(environment))
      .setAudience(environment)
      .setSubject(caller.clientId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + tokenLifetimeSeconds)
      .setJti(ids.uuid(now))
    // Signing our own claims with our own key fails for no cause that a caller could act on.
    const text = yield* Effect.promise(() => token.sign(signing.privateKey))
    return { access_token: text, token_type: "Bearer", expires_in: tokenLifetimeSeconds, scope }
  })

/** What a token of ours says, beyond what its verification has already compared. */
const Claims = Schema.Struct({
  sub: Schema.NonEmptyString,
  account_id: Schema.Int,
  account: Schema.NonEmptyString,
  scope: Schema.String,
  iat: Schema.Int,
  exp: Schema.Int,
  cnf: Schema.Struct({ "x5t#S256": Schema.NonEmptyString }),
})
const decodeClaims = Schema.decodeUnknownOption(Claims)

interface Verified {
  readonly caller: CallerShape
  readonly thumbprint: string
  /** Seconds since 1970; the token is refused from here on. */
  readonly expiresAt: number
}

const refused = new UnauthorizedToken({
  message: "The access token is missing, malformed, expired or not issued for this environment: get a new one",
})

const makeVerify = (
  environment: Environment,
  time: Time["Service"],
  keys: ReadonlyMap<string, KeyObject>,
): Tokens["Service"]["verify"] => {
  const cache = makeTokenCache<Verified>(cacheCapacity, tokenLifetimeSeconds * 1000)

  const verified = Effect.fnUntraced(function* (token: string, now: number) {
    if (token.length > maximumTokenLength || !compactForm.test(token)) return yield* refused
    const options = {
      // The list is ours, never the token's: no "none", and no HMAC keyed with a public key (RFC 8725, 3.1).
      algorithms: [algorithm],
      typ: type,
      issuer: issuerOf(environment),
      audience: environment,
      currentDate: DateTime.toDateUtc(DateTime.makeUnsafe(now)),
      requiredClaims: ["exp", "iat", "jti"],
    }
    const keyOf = (header: { readonly kid?: string }) => {
      const key = keys.get(header.kid ?? "")
      return key === undefined ? Promise.reject(refused) : Promise.resolve(key)
    }
    const { payload } = yield* Effect.tryPromise({
      try: () => jwtVerify(token, keyOf, options),
      catch: () => refused,
    })
    const claims = Option.getOrUndefined(decodeClaims(payload))
    if (claims === undefined || claims.iat > Math.floor(now / 1000) + issuedAheadSeconds) return yield* refused
    const entry: Verified = {
      caller: {
        accountId: claims.account_id,
        publicId: claims.account,
        clientId: claims.sub,
        isSandbox: environment === "sandbox",
        scopes: claims.scope.split(" "),
      },
      thumbprint: claims.cnf["x5t#S256"],
      expiresAt: claims.exp,
    }
    cache.set(token, entry, now)
    return entry
  })

  return Effect.fnUntraced(function* (token, presentedDigest) {
    const now = yield* time.now
    const entry = cache.get(token, now) ?? (yield* verified(token, now))
    if (Math.floor(now / 1000) >= entry.expiresAt) return yield* refused
    if (presentedDigest !== undefined && thumbprint(presentedDigest) !== entry.thumbprint) return yield* refused
    return entry.caller
  })
}

const publicJwk = (publicKey: KeyObject): TokenKey => {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  // RFC 7638: the required members, in this order, without spaces.
  const kid = createHash("sha256")
    .update(JSON.stringify({ crv: "P-256", kty: "EC", x, y }))
    .digest("base64url")
  return { kty: "EC", crv: "P-256", x, y, kid, alg: algorithm, use: "sig" }
}
