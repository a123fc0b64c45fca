import { Buffer } from "node:buffer"
import { execFileSync } from "node:child_process"
import { createPublicKey, generateKeyPairSync, type KeyObject, X509Certificate } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { authorityCertificate, certificateDigest, clientCertificate, fingerprintText } from "./certificates.ts"

const at = (iso: string) => Date.parse(iso)
const dates = { notBefore: at("2026-01-01T00:00:00.750Z"), notAfter: at("2027-01-01T00:00:00.000Z") }
const authorityKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
const { pem: authorityPem, der: authorityDer } = await Effect.runPromise(
  authorityCertificate("Pesoreal test CA", authorityKey, { ...dates, notAfter: at("2056-01-01T00:00:00.999Z") }),
)
const clientOf = (publicKey: KeyObject) =>
  Effect.runPromise(clientCertificate({ pem: authorityPem, privateKey: authorityKey }, "acc_1", publicKey, dates))
const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" })

describe("authorityCertificate", () => {
  const certificate = new X509Certificate(authorityPem)

  it("is an authority that signed itself", () => {
    assert.isTrue(certificate.ca)
    assert.isTrue(certificate.checkIssued(certificate))
    assert.isTrue(certificate.verify(createPublicKey(authorityKey)))
    assert.include(certificate.subject, "CN=Pesoreal test CA")
  })

  it("writes dates on both sides of 2050 in whole seconds", () => {
    assert.strictEqual(certificate.validFromDate.toISOString(), "2026-01-01T00:00:00.000Z")
    assert.strictEqual(certificate.validToDate.toISOString(), "2056-01-01T00:00:00.000Z")
    const text = Buffer.from(authorityDer).toString("latin1")
    assert.include(text, "260101000000Z")
    assert.include(text, "20560101000000Z")
  })
})

describe("clientCertificate", () => {
  it("is the authority's, for the subject, its key and its dates, and for TLS clients only", async () => {
    const certificate = new X509Certificate((await clientOf(p256.publicKey)).pem)
    assert.isFalse(certificate.ca)
    assert.isTrue(certificate.checkIssued(new X509Certificate(authorityPem)))
    assert.isTrue(certificate.verify(createPublicKey(authorityKey)))
    assert.isTrue(certificate.checkPrivateKey(p256.privateKey))
    assert.strictEqual(certificate.subject, "O=Pesoreal\nCN=acc_1")
    assert.deepStrictEqual(certificate.keyUsage, ["1.3.6.1.5.5.7.3.2"])
    assert.strictEqual(certificate.validToDate.toISOString(), "2027-01-01T00:00:00.000Z")
  })

  it("has a new serial number of 128 random bits each time", async () => {
    const issued = await Promise.all(Array.from({ length: 50 }, () => clientOf(p256.publicKey)))
    const serials = issued.map(({ pem }) => new X509Certificate(pem).serialNumber)
    assert.strictEqual(new Set(serials).size, serials.length)
    assert.isTrue(serials.every((serial) => serial.length <= 32))
    assert.isTrue(serials.some((serial) => serial.length === 32))
  })

  it("has the fingerprint that node computes", async () => {
    const { pem, der } = await clientOf(p256.publicKey)
    const expected = new X509Certificate(pem).fingerprint256.replaceAll(":", "").toLowerCase()
    assert.strictEqual(fingerprintText(certificateDigest(der)), `sha256:${expected}`)
  })

  it("passes OpenSSL's strict verification for a TLS client, for every key type", async ({ skip }) => {
    const directory = mkdtempSync(join(tmpdir(), "pesoreal-"))
    const file = (name: string, text: string) => {
      writeFileSync(join(directory, name), text)
      return join(directory, name)
    }
    const keys = [
      p256.publicKey,
      generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey,
      generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey,
      generateKeyPairSync("ed25519").publicKey,
    ]
    try {
      execFileSync("openssl", ["version"])
    } catch {
      return skip("openssl is not installed")
    }
    try {
      const ca = file("ca.pem", authorityPem)
      for (const [index, key] of keys.entries()) {
        const client = file(`client${index}.pem`, (await clientOf(key)).pem)
        const when = String(at("2026-06-01T00:00:00Z") / 1000)
        const args = ["verify", "-x509_strict", "-purpose", "sslclient", "-attime", when, "-CAfile", ca, client]
        assert.include(execFileSync("openssl", args, { encoding: "utf8" }), "OK")
      }
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})
