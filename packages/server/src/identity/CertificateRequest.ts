/**
 * PKCS#10 certificate requests (RFC 2986): read by the library, their signature verified by OpenSSL, and only the public key
 * kept. The subject and the attributes that a merchant writes are ignored; the certificate's are ours.
 */
import { Buffer } from "node:buffer"
import { createPublicKey, type KeyObject, verify } from "node:crypto"
import { Effect, Result } from "effect"
import { InvalidCertificateRequest } from "./IdentityErrors.ts"
import { fromPem } from "./pem.ts"
import { x509, type X509 } from "./x509.ts"

/** An RSA request of 8192 bits takes 3 KB. */
const maximumPemLength = 8192
/** Below, the key is too weak (NIST SP 800-131A); above, every verification costs the service milliseconds. */
const rsaBits = { minimum: 2048, maximum: 8192 } as const
const allowedCurves: ReadonlyArray<string> = ["prime256v1", "secp384r1"]
const allowedKeys = "EC P-256 or P-384, RSA of 2048 bits or more, or Ed25519"

/** Signature algorithms by object identifier; null is an algorithm with its own hash. */
const signatureHashes: ReadonlyMap<string, string | null> = new Map([
  ["1.2.840.10045.4.3.2", "sha256"],
  ["1.2.840.10045.4.3.3", "sha384"],
  ["1.2.840.10045.4.3.4", "sha512"],
  ["1.2.840.113549.1.1.11", "sha256"],
  ["1.2.840.113549.1.1.12", "sha384"],
  ["1.2.840.113549.1.1.13", "sha512"],
  ["1.3.101.112", null],
])

const refuse = (reason: InvalidCertificateRequest["reason"], message: string) =>
  Result.fail(new InvalidCertificateRequest({ reason, message }))

/** The public key of a PEM request that its own private key signed; otherwise the reason, for the person who sent it. */
export const requestedKey = Effect.fnUntraced(function* (pem: string) {
  const der = yield* Effect.fromResult(requestBytes(pem))
  const library = yield* x509
  return yield* Effect.fromResult(provenKey(library, der))
})

const requestBytes = (pem: string): Result.Result<Uint8Array, InvalidCertificateRequest> => {
  if (pem.length > maximumPemLength) {
    return refuse("size", `is longer than ${maximumPemLength} characters; a certificate request never is`)
  }
  const der = fromPem(["CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"], pem)
  return der === undefined
    ? refuse("not-pem", `must be one PEM block that begins with "-----BEGIN CERTIFICATE REQUEST-----"`)
    : Result.succeed(der)
}

const provenKey = (library: X509, der: Uint8Array): Result.Result<KeyObject, InvalidCertificateRequest> => {
  const parsed = Result.try(() => read(library, der))
  if (Result.isFailure(parsed) || parsed.success === undefined) {
    return refuse("not-a-request", "holds no PKCS#10 certificate request")
  }
  const { request, signed } = parsed.success
  return Result.flatMap(acceptableKey(request), (key) => {
    const hash = signatureHashes.get(request.algorithm)
    if (hash === undefined) {
      return refuse(
        "signature",
        "is signed with an unsupported algorithm; sign it with SHA-256, SHA-384 or SHA-512, or Ed25519",
      )
    }
    return signatureVerifies(hash, signed, key, new Uint8Array(request.signature))
      ? Result.succeed(key)
      : refuse("signature", "is not signed by its own private key, or was changed after signing")
  })
}

/**
 * The library's reading of a request, if the bytes are the ones that it would write itself: its reader takes BER, with
 * lengths that are cut off and tags that are altered. Throws what the library throws.
 */
const read = (library: X509, der: Uint8Array) => {
  class Request extends library.Pkcs10CertificateRequest {
    get signed() {
      return this.asn.certificationRequestInfoRaw
    }
    get algorithm() {
      return this.asn.signatureAlgorithm.algorithm
    }
    get canonical() {
      return new library.Pkcs10CertificateRequest(this.asn).rawData
    }
  }
  const request = new Request(der)
  if (request.signed === undefined || !Buffer.from(request.canonical).equals(der)) return undefined
  return { request, signed: new Uint8Array(request.signed) }
}

const acceptableKey = (request: {
  readonly publicKey: { readonly rawData: ArrayBuffer }
}): Result.Result<KeyObject, InvalidCertificateRequest> => {
  // The library reads the key when it is asked for.
  const parsed = Result.try(() =>
    createPublicKey({ key: Buffer.from(request.publicKey.rawData), format: "der", type: "spki" }),
  )
  if (Result.isFailure(parsed)) return refuse("key", `holds a public key that cannot be read; use ${allowedKeys}`)
  const key = parsed.success
  const details = key.asymmetricKeyDetails ?? {}
  const refuseKey = (found: string) => refuse("key", `holds a key of ${found}; use ${allowedKeys}`)
  switch (key.asymmetricKeyType) {
    case "ed25519":
      return Result.succeed(key)
    case "ec": {
      const curve = details.namedCurve ?? "unnamed"
      return allowedCurves.includes(curve) ? Result.succeed(key) : refuseKey(`the curve ${curve}`)
    }
    case "rsa": {
      const bits = details.modulusLength ?? 0
      return bits >= rsaBits.minimum && bits <= rsaBits.maximum
        ? Result.succeed(key)
        : refuseKey(`RSA with ${bits} bits`)
    }
    default:
      return refuseKey(`type ${key.asymmetricKeyType ?? "unknown"}`)
  }
}

const signatureVerifies = (hash: string | null, signed: Uint8Array, key: KeyObject, signature: Uint8Array): boolean =>
  // OpenSSL throws where an algorithm does not fit the key; to the sender that is a signature that does not verify.
  Result.getOrElse(
    Result.try(() => verify(hash, signed, key, signature)),
    () => false,
  )
