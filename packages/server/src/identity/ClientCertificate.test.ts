import { generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { type Environment, ServerConfig } from "../config.ts"
import { CertificateAuthority } from "./CertificateAuthority.ts"
import { authorityCertificate, clientCertificate } from "./certificates.ts"
import { type CertificateRecord, ClientCertificate, type CertificateSource } from "./ClientCertificate.ts"
import { x509 } from "./x509.ts"

const day = 86_400_000
const now = Date.parse("2030-06-15T12:00:00.000Z")
const dates = { notBefore: now - day, notAfter: now + day }
const keyPair = () => generateKeyPairSync("ec", { namedCurve: "P-256" })

const authority = (name: string, privateKey: KeyObject, when = dates) =>
  Effect.map(authorityCertificate(name, privateKey, when), ({ pem }) => pem)
const ourKey = keyPair().privateKey
const authorityPem = await Effect.runPromise(authority("Pesoreal CA", ourKey))
const forgersKey = keyPair().privateKey
const merchant = keyPair().publicKey
const signedBy = (privateKey: KeyObject, when = dates) =>
  Effect.map(clientCertificate({ pem: authorityPem, privateKey }, "acc_1", merchant, when), ({ pem }) => pem)
const ours = await Effect.runPromise(signedBy(ourKey))
/** Names our authority as its issuer, and was signed by somebody else. */
const forged = await Effect.runPromise(signedBy(forgersKey))
const selfSigned = (when = dates) => authority("newcomer", keyPair().privateKey, when)
const { PemConverter } = await Effect.runPromise(x509)
const toPem = (der: Uint8Array) => PemConverter.encode(Uint8Array.from(der), "CERTIFICATE")
const openSsl = readFileSync(new URL("./fixtures/newcomer.cert.pem", import.meta.url), "utf8")

/** The real service over an authority that has only `ourKey`; it issues nothing here. */
const layerOf = (environment: Environment, trustedProxies: ReadonlyArray<string> = ["*"]) =>
  ClientCertificate.layer.pipe(
    Layer.provide([
      ServerConfig.layerOf({ environment, trustedProxies }),
      Layer.mock(CertificateAuthority, {
        certificates: () => [authorityPem],
        signed: (_, certificate) => certificate.verify(new X509Certificate(authorityPem).publicKey),
      }),
    ]),
  )

const presented = (source: CertificateSource) => ClientCertificate.use((service) => service.presented(source))
const withHeader = (header: string) => presented({ header, remoteAddress: "127.0.0.1" })
const onRecord: CertificateRecord = { accountId: 1, revokedAt: undefined }

/** What becomes of a header for account 1: `accepted`, or the reason. */
const verdict = Effect.fnUntraced(function* (header: string, record?: CertificateRecord, at: number = now) {
  const service = yield* ClientCertificate
  const judged = service.judge(yield* withHeader(header), record, 1, at)
  return Result.isSuccess(judged) ? "accepted" : judged.failure.reason
})
const verdictOfPem = (pem: string, record?: CertificateRecord, at = now) => verdict(encodeURIComponent(pem), record, at)

describe("the header", () => {
  it.effect("is required, and the answer says that it is missing", () =>
    Effect.gen(function* () {
      for (const header of [undefined, "", "  "]) {
        const error = yield* Effect.flip(presented({ header, remoteAddress: "127.0.0.1" }))
        assert.strictEqual(error.reason, "missing")
      }
    }).pipe(Effect.provide(layerOf("sandbox"))),
  )

  it.effect("counts only from a trusted proxy, and the answer says that", () =>
    Effect.gen(function* () {
      const header = encodeURIComponent(ours)
      for (const remoteAddress of ["192.0.2.8", "127.0.0.1", undefined]) {
        const error = yield* Effect.flip(presented({ header, remoteAddress }))
        assert.strictEqual(error.reason, "untrusted-peer")
        assert.include(error.message, "not a trusted proxy")
      }
      const read = yield* presented({ header, remoteAddress: "192.0.2.7" })
      assert.strictEqual(read._tag, "Certificate")
    }).pipe(Effect.provide(layerOf("production", ["192.0.2.7"]))),
  )

  it.effect("is missing before it is untrusted", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(presented({ header: undefined, remoteAddress: "192.0.2.8" }))
      assert.strictEqual(error.reason, "missing")
    }).pipe(Effect.provide(layerOf("production", []))),
  )

  it.effect("is read as nginx and as encodeURIComponent write it", () =>
    Effect.gen(function* () {
      const pem = ours
      // nginx escapes every byte but the unreserved ones; a plus sign may also come as it is.
      const nginx = pem.replaceAll(/[^A-Za-z0-9_.~-]/gu, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, "0")}`)
      for (const header of [nginx, encodeURIComponent(pem), encodeURIComponent(pem).replaceAll("%2B", "+")]) {
        assert.strictEqual(yield* verdict(header, onRecord), "accepted")
      }
    }).pipe(Effect.provide(layerOf("production"))),
  )

  it.effect.each([
    ["not a certificate", "hello"],
    ["a percent sign alone", `${encodeURIComponent(ours)}%`],
    ["a broken escape", encodeURIComponent(ours).replace("%0A", "%0G")],
    ["escapes that are no UTF-8", encodeURIComponent(ours).replace("%0A", "%FF")],
    ["two certificates", encodeURIComponent(ours + ours)],
    ["the header sent twice", `${encodeURIComponent(ours)}, ${encodeURIComponent(ours)}`],
    ["a comma inside", encodeURIComponent(ours).replace("%0A", ",")],
    ["a chain over 8 KiB", encodeURIComponent(ours.repeat(20))],
    ["a request", encodeURIComponent(readFileSync(new URL("./fixtures/p256.csr.pem", import.meta.url), "utf8"))],
    ["a private key", encodeURIComponent(ourKey.export({ type: "pkcs8", format: "pem" }).toString())],
    ["a block of something else", encodeURIComponent(toPem(Buffer.from("hello")))],
    ["a certificate that was cut", encodeURIComponent(toPem(new X509Certificate(ours).raw.subarray(0, -9)))],
    ["PEM encoded twice", encodeURIComponent(encodeURIComponent(ours))],
    ["NUL bytes", "%00".repeat(100)],
  ] as const)("is unreadable when it is %s", ([, header]) =>
    Effect.gen(function* () {
      const read = yield* withHeader(header)
      assert.strictEqual(read._tag, "Unreadable")
      assert.strictEqual(yield* verdict(header, onRecord), "unreadable")
    }).pipe(Effect.provide(layerOf("sandbox"))),
  )

  it.effect("is read up to 8192 characters and not beyond", () =>
    Effect.gen(function* () {
      const header = encodeURIComponent(ours)
      const padded = (length: number) => header + " ".repeat(length - header.length)
      assert.strictEqual(yield* verdict(padded(8192), onRecord), "accepted")
      assert.strictEqual(yield* verdict(padded(8193), onRecord), "unreadable")
    }).pipe(Effect.provide(layerOf("sandbox"))),
  )
})

describe.each(["sandbox", "production"] as const)("a certificate of our own, in %s", (environment) => {
  it.effect("is accepted for its account, from its first second to its last", () =>
    Effect.gen(function* () {
      const pem = yield* signedBy(ourKey, { notBefore: now, notAfter: now + day })
      for (const [at, expected] of [
        [now - 1, "not-yet-valid"],
        [now, "accepted"],
        [now + day, "accepted"],
        [now + day + 999, "accepted"],
        [now + day + 1000, "expired"],
      ] as const) {
        assert.strictEqual(yield* verdictOfPem(pem, onRecord, at), expected, String(at))
      }
    }).pipe(Effect.provide(layerOf(environment))),
  )

  it.effect("is refused when it is on no record, another account's, or revoked", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdictOfPem(ours, undefined), "unknown")
      assert.strictEqual(yield* verdictOfPem(ours, { accountId: 2, revokedAt: undefined }), "other-account")
      assert.strictEqual(yield* verdictOfPem(ours, { accountId: 1, revokedAt: now }), "revoked")
      assert.strictEqual(yield* verdictOfPem(ours, { accountId: 1, revokedAt: now + 1 }), "accepted")
    }).pipe(Effect.provide(layerOf(environment))),
  )

  it.effect("is nobody's when it is the authority's certificate itself", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* verdictOfPem(authorityPem, undefined), "unknown")
    }).pipe(Effect.provide(layerOf(environment))),
  )
})

describe("a certificate of another issuer", () => {
  const expired = { notBefore: now - 2 * day, notAfter: now - day }
  const future = { notBefore: now + day, notAfter: now + 2 * day }

  it.effect("is accepted in sandbox within its dates, self-signed or naming us, as a newcomer's", () =>
    Effect.gen(function* () {
      for (const pem of [yield* selfSigned(), forged, openSsl]) assert.strictEqual(yield* verdictOfPem(pem), "accepted")
      assert.strictEqual(yield* verdictOfPem(yield* selfSigned(expired)), "expired")
      assert.strictEqual(yield* verdictOfPem(yield* selfSigned(future)), "not-yet-valid")
    }).pipe(Effect.provide(layerOf("sandbox"))),
  )

  it.effect("is refused in production, whatever it names as its issuer and whatever is on record", () =>
    Effect.gen(function* () {
      for (const pem of [yield* selfSigned(), forged, openSsl, yield* selfSigned(expired)]) {
        assert.strictEqual(yield* verdictOfPem(pem), "foreign-issuer")
        assert.strictEqual(yield* verdictOfPem(pem, onRecord), "foreign-issuer")
      }
    }).pipe(Effect.provide(layerOf("production"))),
  )

  it("names the same issuer as ours when it is forged", () => {
    assert.strictEqual(new X509Certificate(forged).issuer, new X509Certificate(ours).issuer)
  })
})

it.effect("refuses to start with a trusted proxy that is no address range", () =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(Layer.build(layerOf("sandbox", ["proxy"])))
    assert.strictEqual(error._tag, "InvalidTrustedProxy")
  }),
)
