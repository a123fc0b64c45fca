/**
 * The client certificate of a token request, from the `X-SSL-Client-Cert` header to a judgement. Two steps, so that the
 * credentials can be judged between them: `presented` reads (and only a missing header stops a request there), `judge`
 * says whether what was read is good for an account. Neither asks the database.
 */
import { Buffer } from "node:buffer"
import { X509Certificate } from "node:crypto"
import { Context, Effect, Layer, Result } from "effect"
import { type Environment, ServerConfig } from "../config.ts"
import { CertificateAuthority } from "./CertificateAuthority.ts"
import { certificateDigest } from "./certificates.ts"
import { CertificateRequired, InvalidCertificate } from "./IdentityErrors.ts"
import { fromPem } from "./pem.ts"
import { type BelievesPeer, trustedProxies } from "./TrustedProxies.ts"

/** Encoded. A certificate takes 1 to 3 KB; a chain of them is not asked for. */
const maximumHeaderLength = 8192

/** What a request showed: a certificate, or why it is none. */
export type PresentedCertificate =
  | { readonly _tag: "Certificate"; readonly x509: X509Certificate; readonly digest: Uint8Array }
  | { readonly _tag: "Unreadable"; readonly error: InvalidCertificate }

/** The row of `client_certificates` with the presented digest. */
export interface CertificateRecord {
  readonly accountId: number
  /** Milliseconds since 1970. */
  readonly revokedAt: number | undefined
}

export interface CertificateSource {
  readonly header: string | undefined
  readonly remoteAddress: string | undefined
}

export class ClientCertificate extends Context.Service<
  ClientCertificate,
  {
    /** Whether the peer's `X-SSL-Client-Cert` header counts. */
    readonly believesPeer: BelievesPeer
    /** Reads the header. Fails only when there is none to read, or the peer may not send one. */
    readonly presented: (source: CertificateSource) => Effect.Effect<PresentedCertificate, CertificateRequired>
    /** Whether the certificate is good for the account at `now`, given the record of its digest. */
    readonly judge: (
      presented: PresentedCertificate,
      record: CertificateRecord | undefined,
      accountId: number | undefined,
      now: number,
    ) => Result.Result<{ readonly digest: Uint8Array }, InvalidCertificate>
  }
>()("@pesoreal/server/ClientCertificate") {
  static readonly layer = Layer.effect(
    ClientCertificate,
    Effect.gen(function* () {
      const { environment, trustedProxies: entries } = yield* ServerConfig
      const authority = yield* CertificateAuthority
      const believesPeer = yield* Effect.fromResult(trustedProxies(entries))
      if (entries.length === 0) {
        yield* Effect.logWarning(
          "No proxy is trusted to forward client certificates, so no token can be issued: set PESOREAL_TRUSTED_PROXIES to the addresses of the TLS proxy",
        )
      }
      return ClientCertificate.of({
        believesPeer,
        presented: (source) => Effect.suspend(() => Effect.fromResult(presented(believesPeer, source))),
        judge: (certificate, record, accountId, now) =>
          judge(
            { environment, signed: (x509) => authority.signed(environment, x509) },
            certificate,
            record,
            accountId,
            now,
          ),
      })
    }),
  )
}

const presented = (
  believesPeer: BelievesPeer,
  { header, remoteAddress }: CertificateSource,
): Result.Result<PresentedCertificate, CertificateRequired> => {
  if (header === undefined || header.trim() === "") {
    return Result.fail(
      new CertificateRequired({
        reason: "missing",
        message: "The X-SSL-Client-Cert header is missing: send your client certificate as URL-encoded PEM",
      }),
    )
  }
  if (!believesPeer(remoteAddress)) {
    return Result.fail(
      new CertificateRequired({
        reason: "untrusted-peer",
        message:
          "The X-SSL-Client-Cert header came from a peer that is not a trusted proxy, so it was ignored: connect through the TLS proxy with your client certificate",
      }),
    )
  }
  return Result.succeed(
    Result.match(readHeader(header), {
      onFailure: (error): PresentedCertificate => ({ _tag: "Unreadable", error }),
      onSuccess: (x509) => ({ _tag: "Certificate", x509, digest: certificateDigest(x509.raw) }),
    }),
  )
}

const invalid = (reason: InvalidCertificate["reason"], message: string) =>
  Result.fail(new InvalidCertificate({ reason, message }))

const readHeader = (header: string): Result.Result<X509Certificate, InvalidCertificate> => {
  const unreadable = (message: string) => invalid("unreadable", `X-SSL-Client-Cert ${message}`)
  if (header.length > maximumHeaderLength) {
    return unreadable(`is longer than ${maximumHeaderLength} characters: send one certificate, without its chain`)
  }
  // Node joins repeated headers with a comma, which occurs in no PEM, encoded or not.
  if (header.includes(",")) return unreadable("was sent more than once: send one certificate")
  // Leaves "+" as it is: it is a letter of base64 here, not a space.
  const decoded = Result.try(() => decodeURIComponent(header))
  if (Result.isFailure(decoded)) return unreadable("is not URL-encoded: a % is not followed by two hex digits")
  const der = fromPem(["CERTIFICATE"], decoded.success)
  if (der === undefined) {
    return unreadable('is not one PEM block that begins with "-----BEGIN CERTIFICATE-----", URL-encoded')
  }
  const parsed = Result.try(() => new X509Certificate(Buffer.from(der)))
  return Result.isSuccess(parsed) ? Result.succeed(parsed.success) : unreadable("holds no X.509 certificate")
}

interface Judge {
  readonly environment: Environment
  /** Whether this environment's own authority signed it. */
  readonly signed: (certificate: X509Certificate) => boolean
}

const judge = (
  { environment, signed }: Judge,
  certificate: PresentedCertificate,
  record: CertificateRecord | undefined,
  accountId: number | undefined,
  now: number,
): Result.Result<{ readonly digest: Uint8Array }, InvalidCertificate> => {
  if (certificate._tag === "Unreadable") return Result.fail(certificate.error)
  const { x509, digest } = certificate
  if (!signed(x509)) {
    return environment === "sandbox"
      ? Result.map(withinDates(x509, now), () => ({ digest }))
      : invalid("foreign-issuer", "The client certificate was not issued by this service")
  }
  if (record === undefined)
    return invalid("unknown", "The client certificate is not on record: it was never handed out")
  if (record.accountId !== accountId)
    return invalid("other-account", "The client certificate belongs to another account")
  if (record.revokedAt !== undefined && record.revokedAt <= now) {
    return invalid("revoked", "The client certificate was revoked: use its successor")
  }
  return Result.map(withinDates(x509, now), () => ({ digest }))
}

/** Written so that a date which cannot be read (NaN) refuses. */
const withinDates = (x509: X509Certificate, now: number): Result.Result<void, InvalidCertificate> => {
  if (!(now >= x509.validFromDate.getTime())) {
    return invalid("not-yet-valid", `The client certificate is not valid before ${x509.validFrom}`)
  }
  // The last second is inside (RFC 5280, 4.1.2.5).
  return now < x509.validToDate.getTime() + 1000
    ? Result.succeed(undefined)
    : invalid("expired", `The client certificate expired at ${x509.validTo}`)
}
