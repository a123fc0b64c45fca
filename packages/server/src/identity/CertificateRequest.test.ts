import { Buffer } from "node:buffer"
import { execFileSync } from "node:child_process"
import type { KeyObject } from "node:crypto"
import { readFileSync } from "node:fs"
import { Effect } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { requestedKey } from "./CertificateRequest.ts"
import { fromPem } from "./pem.ts"
import { x509 } from "./x509.ts"

/** Requests made by OpenSSL: see fixtures/regenerate.sh. */
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}.csr.pem`, import.meta.url), "utf8")
const { PemConverter } = await Effect.runPromise(x509)
const toPem = (label: string, der: Uint8Array) => PemConverter.encode(Uint8Array.from(der), label)
const keyOf = (pem: string) => Effect.runPromise(requestedKey(pem))
const failure = (pem: string) => Effect.runPromise(Effect.flip(requestedKey(pem)))
/** A defect rejects: only typed errors have a reason. */
const reasonOf = (pem: string) =>
  Effect.runPromise(
    Effect.match(requestedKey(pem), { onFailure: (error): string => error.reason, onSuccess: () => "accepted" }),
  )

describe("requestedKey", () => {
  it.each([
    ["p256", "ec"],
    ["p384", "ec"],
    ["rsa2048", "rsa"],
    ["ed25519", "ed25519"],
    ["wants-to-be-ca", "ec"],
  ])("answers the public key of a request for %s", async (name, type) => {
    assert.strictEqual((await keyOf(fixture(name))).asymmetricKeyType, type)
  })

  it("answers the same key as OpenSSL reads", async ({ skip }) => {
    let expected: string
    try {
      expected = execFileSync("openssl", ["req", "-noout", "-pubkey"], { input: fixture("p256"), encoding: "utf8" })
    } catch {
      return skip("openssl is not installed")
    }
    assert.strictEqual((await keyOf(fixture("p256"))).export({ type: "spki", format: "pem" }), expected)
  })

  it("reads the older label and Windows line ends", async () => {
    const pem = fixture("p256").replaceAll("CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST").replaceAll("\n", "\r\n")
    assert.strictEqual(await reasonOf(pem), "accepted")
  })

  it.each([
    ["p521", "secp521r1"],
    ["secp256k1", "secp256k1"],
    ["rsa1024", "1024 bits"],
    ["rsapss", "rsa-pss"],
  ])("refuses a key of %s by name", async (name, word) => {
    assert.strictEqual(await reasonOf(fixture(name)), "key")
    assert.include((await failure(fixture(name))).message, word)
  })

  it("refuses a signature made with SHA-1", async () => {
    assert.strictEqual(await reasonOf(fixture("rsa2048-sha1")), "signature")
  })

  it("refuses a request whose signature is another request's", async () => {
    const der = Buffer.from(fromPem(["CERTIFICATE REQUEST"], fixture("rsa2048")) ?? [])
    der[der.length - 1] = (der.at(-1) ?? 0) ^ 1
    assert.strictEqual(await reasonOf(toPem("CERTIFICATE REQUEST", der)), "signature")
  })

  it("refuses what is no request", async () => {
    const certificate = readFileSync(new URL("./fixtures/newcomer.cert.pem", import.meta.url), "utf8")
    assert.strictEqual(await reasonOf(""), "not-pem")
    assert.strictEqual(await reasonOf("hello"), "not-pem")
    assert.strictEqual(await reasonOf(certificate), "not-pem")
    assert.strictEqual(await reasonOf(fixture("p256") + fixture("p384")), "not-pem")
    assert.strictEqual(await reasonOf(toPem("CERTIFICATE REQUEST", Buffer.from("hello"))), "not-a-request")
    assert.strictEqual(await reasonOf(certificate.replaceAll("CERTIFICATE", "CERTIFICATE REQUEST")), "not-a-request")
    assert.strictEqual(await reasonOf(`${fixture("p256")}${" ".repeat(9000)}`), "size")
  })

  it.each(["p256", "p384", "ed25519"])("accepts no request for %s with any one byte changed", async (name) => {
    await assertAfterEachChange(name, async (changed) => {
      assert.notStrictEqual(await reasonOf(changed), "accepted")
    })
  })

  // The NULL after the name of an RSA signature algorithm is read by nobody, so it may be changed.
  it("accepts no other key from a request for RSA with any one byte changed", async () => {
    const spki = (key: KeyObject) => key.export({ type: "spki", format: "pem" })
    const expected = spki(await keyOf(fixture("rsa2048")))
    await assertAfterEachChange("rsa2048", async (changed) => {
      if ((await reasonOf(changed)) === "accepted") assert.strictEqual(spki(await keyOf(changed)), expected)
    })
  })

  it("answers any bytes in a typed error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
        assert.strictEqual(await reasonOf(toPem("CERTIFICATE REQUEST", bytes)), "not-a-request")
      }),
    )
  })

  it.each([
    ["nested sequences", nested(1000)],
    ["sequences without an end", Buffer.from("3080".repeat(2900), "hex")],
    [
      "a sequence of thousands",
      Buffer.concat([Buffer.from("30821640", "hex"), Buffer.from("0500".repeat(2848), "hex")]),
    ],
  ])("answers %s in a typed error", async (_, der) => {
    assert.strictEqual(await reasonOf(toPem("CERTIFICATE REQUEST", der)), "not-a-request")
  })
})

/** Calls `judge` with the request, as PEM, in which one byte after another is another. */
const assertAfterEachChange = async (name: string, judge: (pem: string) => Promise<void>): Promise<void> => {
  const der = fromPem(["CERTIFICATE REQUEST"], fixture(name)) ?? new Uint8Array()
  await fc.assert(
    fc.asyncProperty(fc.nat(der.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = Uint8Array.from(der)
      changed[at] = (changed[at] ?? 0) ^ change
      await judge(toPem("CERTIFICATE REQUEST", changed))
    }),
    { numRuns: 300 },
  )
}

function nested(depth: number): Uint8Array {
  let der = Buffer.alloc(0)
  for (let i = 0; i < depth; i++) {
    const length = der.length < 128 ? [der.length] : [0x82, der.length >> 8, der.length & 0xff]
    der = Buffer.concat([Buffer.from([0x30, ...length]), der])
  }
  return der
}
