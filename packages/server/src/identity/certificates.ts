/**
 * Builds and signs the two kinds of X.509 certificate (RFC 5280) that this service makes: its certificate authority's own,
 * and a client's. Functions of their arguments and of randomness; what is issued to whom is decided elsewhere.
 */
import { Buffer } from "node:buffer"
import { createHash, createPublicKey, type KeyObject } from "node:crypto"
import { Effect } from "effect"
import { x509, type X509 } from "./x509.ts"

export interface CertificateDates {
  /** Milliseconds since 1970; written in whole seconds, rounded down. */
  readonly notBefore: number
  readonly notAfter: number
}

export interface Certificate {
  readonly pem: string
  readonly der: Uint8Array
}

/** Who signs: the authority's certificate as PEM, and its private key, ECDSA on P-256. */
export interface Signer {
  readonly pem: string
  readonly privateKey: KeyObject
}

/** A self-signed authority: it may sign client certificates, and no authority below itself. */
export const authorityCertificate = (
  name: string,
  privateKey: KeyObject,
  dates: CertificateDates,
): Effect.Effect<Certificate> =>
  build(async (library) => {
    const { BasicConstraintsExtension, KeyUsageFlags, KeyUsagesExtension, SubjectKeyIdentifierExtension } = library
    const publicKey = spki(createPublicKey(privateKey))
    const subject = distinguishedName(name)
    return library.X509CertificateGenerator.create({
      issuer: subject,
      subject,
      publicKey,
      signingKey: signingKey(privateKey),
      ...validity(dates),
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        await SubjectKeyIdentifierExtension.create(publicKey),
      ],
    })
  })

/** A certificate for TLS client authentication by `subject`. */
export const clientCertificate = (
  authority: Signer,
  subject: string,
  publicKey: KeyObject,
  dates: CertificateDates,
): Effect.Effect<Certificate> =>
  build(async (library) => {
    const { BasicConstraintsExtension, ExtendedKeyUsage, ExtendedKeyUsageExtension } = library
    const { AuthorityKeyIdentifierExtension, KeyUsageFlags, KeyUsagesExtension, SubjectKeyIdentifierExtension } =
      library
    const issuer = new library.X509Certificate(authority.pem)
    const issuerKey = issuer.getExtension(SubjectKeyIdentifierExtension)
    if (issuerKey === null) throw new Error("an authority's certificate without a subject key identifier")
    return library.X509CertificateGenerator.create({
      issuer: issuer.subjectName,
      subject: distinguishedName(subject),
      publicKey: spki(publicKey),
      signingKey: signingKey(authority.privateKey),
      ...validity(dates),
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
        await SubjectKeyIdentifierExtension.create(spki(publicKey)),
        // Repeats what the authority's certificate says (RFC 5280, 4.2.1.1), however that was computed.
        new AuthorityKeyIdentifierExtension(issuerKey.keyId),
      ],
    })
  })

/** SHA-256 over the DER bytes: the certificate's name in this service. */
export const certificateDigest = (certificate: Uint8Array): Uint8Array =>
  createHash("sha256").update(certificate).digest()

/** `sha256:` and lowercase hex, as the contract writes fingerprints. */
export const fingerprintText = (digest: Uint8Array): string => `sha256:${Buffer.from(digest).toString("hex")}`

type Built = InstanceType<X509["X509Certificate"]>

/** The library draws the serial number itself: 128 random bits. What it cannot build is a defect of ours. */
const build = (make: (library: X509) => Promise<Built>): Effect.Effect<Certificate> =>
  Effect.flatMap(x509, (library) =>
    Effect.map(
      Effect.promise(() => make(library)),
      (certificate) => ({ pem: `${certificate.toString("pem")}\n`, der: new Uint8Array(certificate.rawData) }),
    ),
  )

const distinguishedName = (commonName: string) => [{ O: ["Pesoreal"] }, { CN: [commonName] }]

/** Certificates have no fractions of a second (RFC 5280, 4.1.2.5); the library would write them from 2050 on. */
const validity = ({ notBefore, notAfter }: CertificateDates) => ({
  notBefore: wholeSecond(notBefore),
  notAfter: wholeSecond(notAfter),
})

const wholeSecond = (millis: number): Date => new Date(Math.floor(millis / 1000) * 1000)

const spki = (publicKey: KeyObject) => publicKey.export({ type: "spki", format: "der" })

/** Signs with SHA-256, the library's default. */
const signingKey = (privateKey: KeyObject) =>
  privateKey.toCryptoKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"])
