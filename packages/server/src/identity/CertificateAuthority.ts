/**
 * The service's own certificate authority: one per environment, made at the first start. It issues client certificates,
 * records them by fingerprint, and says whether a certificate is its own. It never judges for whom one is good: that is
 * `ClientCertificate.ts`.
 */
import { generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto"
import { Context, Duration, Effect, Layer, Result } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Environment } from "../config.ts"
import { timestamptz } from "../database/columns.ts"
import { Time } from "../Time.ts"
import { requestedKey } from "./CertificateRequest.ts"
import {
  authorityCertificate,
  certificateDigest,
  type CertificateDates,
  clientCertificate,
  fingerprintText,
} from "./certificates.ts"
import { type InvalidCertificateRequest, ServiceKeyError } from "./IdentityErrors.ts"
import { type ServiceKey, serviceKeys } from "./ServiceKeys.ts"

const clientValidityMs = Duration.toMillis("365 days")
/** Longer than any client certificate that it will sign before its successor is made. */
const authorityValidityMs = Duration.toMillis("7300 days")
/** A proxy whose clock is a little behind accepts a certificate that was issued just now. */
const backdatingMs = Duration.toMillis("5 minutes")

export interface IssueRequest {
  readonly environment: Environment
  /** `acc_` and a UUID: the certificate's common name. */
  readonly accountPublicId: string
  /** PEM PKCS#10; without one the service makes the key pair. */
  readonly csr?: string | null | undefined
}

export interface IssuedCertificate {
  readonly pem: string
  /** PKCS#8 PEM, only when the service made the key pair. It is stored nowhere. */
  readonly privateKeyPem?: string
  /** `sha256:` and hex of the DER bytes. */
  readonly fingerprint: string
  /** SHA-256 of the DER bytes. */
  readonly digest: Uint8Array
  /** Milliseconds since 1970, whole seconds. */
  readonly expiresAt: number
}

export class CertificateAuthority extends Context.Service<
  CertificateAuthority,
  {
    /** PEM certificates of the environment's authority, newest first: what a TLS proxy is told to trust. */
    readonly certificates: (environment: Environment) => ReadonlyArray<string>
    /** Makes a certificate of 365 days for TLS client authentication. Writes nothing: `record` does, with the account. */
    readonly issue: (request: IssueRequest, now: number) => Effect.Effect<IssuedCertificate, InvalidCertificateRequest>
    /** Stores an issued certificate as the account's, in the caller's transaction. */
    readonly record: (
      accountId: number,
      issued: IssuedCertificate,
      now: number,
    ) => Effect.Effect<void, SqlError.SqlError>
    /** Whether the environment's authority signed it. By its signature: anybody can write our name as issuer. */
    readonly signed: (environment: Environment, certificate: X509Certificate) => boolean
  }
>()("@pesoreal/server/CertificateAuthority") {
  static readonly layer = Layer.effect(
    CertificateAuthority,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const now = yield* Effect.flatMap(Time, (time) => time.now)
      const authorities: Record<Environment, ReadonlyArray<Authority>> = {
        sandbox: yield* loadAuthorities("sandbox", now),
        production: yield* loadAuthorities("production", now),
      }

      return CertificateAuthority.of({
        certificates: (environment) => authorities[environment].map((authority) => authority.pem),
        issue: Effect.fn("CertificateAuthority.issue")(function* (request, issuedAt) {
          const [authority] = authorities[request.environment]
          if (authority === undefined) return yield* Effect.die(new Error("an environment without an authority"))
          return yield* issueFrom(authority, request, issuedAt)
        }),
        record: Effect.fn("CertificateAuthority.record")(function* (accountId, issued, issuedAt) {
          yield* sql`INSERT INTO client_certificates ${sql.insert({
            fingerprint: issued.digest,
            account_id: accountId,
            expires_at: timestamptz(issued.expiresAt),
            issued_at: timestamptz(issuedAt),
          })}`
        }),
        signed: (environment, certificate) =>
          authorities[environment].some((authority) => verifies(certificate, authority.publicKey)),
      })
    }),
  )
}

interface Authority {
  readonly pem: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const authorityName = (environment: Environment): string => `Pesoreal ${environment} client CA`

const loadAuthorities = Effect.fnUntraced(function* (environment: Environment, now: number) {
  const dates = { notBefore: now - backdatingMs, notAfter: now + authorityValidityMs }
  const keys = yield* serviceKeys("certificate-authority", environment, now, (privateKey) =>
    Effect.map(authorityCertificate(authorityName(environment), privateKey, dates), ({ pem }) => pem),
  )
  return yield* Effect.forEach(keys, (key) => Effect.fromResult(readAuthority(environment, key)))
})

/** The certificate in the row must be the sealed key's own: a row that somebody changed is not to be trusted. */
const readAuthority = (environment: Environment, key: ServiceKey): Result.Result<Authority, ServiceKeyError> => {
  const certificate = Result.try(() => new X509Certificate(key.publicPart))
  return Result.isSuccess(certificate) && certificate.success.checkPrivateKey(key.privateKey)
    ? Result.succeed({
        pem: key.publicPart,
        privateKey: key.privateKey,
        publicKey: certificate.success.publicKey,
      })
    : Result.fail(
        new ServiceKeyError({
          message: `The certificate of the ${environment} certificate authority (generation ${key.keyId}) does not belong to its sealed private key.`,
        }),
      )
}

const issueFrom = Effect.fnUntraced(function* (authority: Authority, request: IssueRequest, now: number) {
  const dates = { notBefore: now - backdatingMs, notAfter: wholeSeconds(now + clientValidityMs) }
  const subject = request.accountPublicId
  if (typeof request.csr === "string") {
    return yield* issueFor(authority, subject, yield* requestedKey(request.csr), dates)
  }
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" })
  return {
    ...(yield* issueFor(authority, subject, pair.publicKey, dates)),
    privateKeyPem: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  }
})

const issueFor = Effect.fnUntraced(function* (
  authority: Authority,
  subject: string,
  publicKey: KeyObject,
  dates: CertificateDates,
): Effect.fn.Return<IssuedCertificate> {
  const certificate = yield* clientCertificate(authority, subject, publicKey, dates)
  const digest = certificateDigest(certificate.der)
  return { pem: certificate.pem, digest, fingerprint: fingerprintText(digest), expiresAt: dates.notAfter }
})

const wholeSeconds = (millis: number): number => Math.floor(millis / 1000) * 1000

const verifies = (certificate: X509Certificate, publicKey: KeyObject): boolean =>
  // OpenSSL throws for signature algorithms that it does not know; those are not ours.
  Result.getOrElse(
    Result.try(() => certificate.verify(publicKey)),
    () => false,
  )
