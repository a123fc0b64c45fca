import fc from "fast-check"
import { assert, describe, it, vi } from "vitest"
import { SECRET, signatureOf, utf8 } from "../test/deliveries.ts"
import { createVerifier, sign, type SignedBody, type Verification, verify } from "./verify.ts"

const body = utf8('{"event":"cash_in","note":"¡pagado! 💸"}')
const signature = signatureOf(body)
const check = (signed: Partial<SignedBody>) => verify({ body, signature, secrets: SECRET, ...signed })

const ok: Verification = { ok: true }
const missing: Verification = { ok: false, code: "signature_missing" }
const malformed: Verification = { ok: false, code: "signature_malformed" }
const mismatch: Verification = { ok: false, code: "signature_mismatch" }

describe("sign", () => {
  it("is HMAC-SHA256 of RFC 4231, test case 2", async () => {
    assert.strictEqual(
      await sign("what do ya want for nothing?", "Jefe"),
      "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    )
  })

  it("agrees with node:crypto for any bytes and any secret", async () => {
    const secret = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => text.trim() === text)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), secret, async (bytes, key) => {
        assert.strictEqual(await sign(bytes, key), signatureOf(bytes, key))
      }),
    )
  })

  it("uses the whole secret string, whsec_ included, as the key", async () => {
    assert.strictEqual(await sign(body, SECRET), signature)
    assert.notStrictEqual(await sign(body, SECRET.slice("whsec_".length)), signature)
  })

  it("refuses an empty secret", async () => {
    const error = await sign(body, "").catch((cause: unknown) => cause)
    assert.instanceOf(error, TypeError)
  })
})

describe("verify", () => {
  it("accepts what sign has made, as bytes, as a buffer and as a string", async () => {
    assert.deepEqual(await check({}), ok)
    assert.deepEqual(await check({ body: body.buffer }), ok)
    assert.deepEqual(await check({ body: new TextDecoder().decode(body) }), ok)
  })

  it("reads only the bytes of a view, and takes shared memory too", async () => {
    const padded = new Uint8Array(new SharedArrayBuffer(body.length + 8))
    padded.set(body, 4)
    assert.deepEqual(await check({ body: padded.subarray(4, 4 + body.length) }), ok)
  })

  it("checks the body as it was at the call", async () => {
    const mine = body.slice()
    const verification = check({ body: mine })
    mine.fill(0)
    assert.deepEqual(await verification, ok)
  })

  it("accepts an empty body that is signed", async () => {
    assert.deepEqual(await check({ body: utf8(""), signature: signatureOf(utf8("")) }), ok)
  })

  it("refuses every body with one bit flipped", async () => {
    const isMine = createVerifier(SECRET)
    for (let bit = 0; bit < body.length * 8; bit++) {
      const tampered = body.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
      assert.deepEqual(await isMine({ body: tampered, signature }), mismatch, `bit ${bit}`)
    }
  })

  it("refuses every signature with one bit of its digest flipped", async () => {
    const digest = Buffer.from(signature.slice(7), "hex")
    for (let bit = 0; bit < 256; bit++) {
      const tampered = Buffer.from(digest.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)))
      assert.deepEqual(await check({ signature: `sha256=${tampered.toString("hex")}` }), mismatch, `bit ${bit}`)
    }
  })

  it("refuses a body with bytes added, removed or exchanged", async () => {
    const mutation = fc.oneof(
      fc.tuple(fc.nat(body.length), fc.nat(255)).map(([at, byte]) => [...body.slice(0, at), byte, ...body.slice(at)]),
      fc.nat(body.length - 1).map((at) => [...body.slice(0, at), ...body.slice(at + 1)]),
      fc.shuffledSubarray([...body]),
    )
    await fc.assert(
      fc.asyncProperty(mutation, async (bytes) => {
        fc.pre(Buffer.compare(body, Uint8Array.from(bytes)) !== 0)
        assert.deepEqual(await check({ body: Uint8Array.from(bytes) }), mismatch)
      }),
    )
  })

  it("tells bodies apart that become equal when they are decoded as UTF-8", async () => {
    const [left, right] = [Uint8Array.of(0x7b, 0xff, 0x7d), Uint8Array.of(0x7b, 0xfe, 0x7d)]
    assert.strictEqual(new TextDecoder().decode(left), new TextDecoder().decode(right))
    assert.deepEqual(await check({ body: left, signature: signatureOf(left) }), ok)
    assert.deepEqual(await check({ body: right, signature: signatureOf(left) }), mismatch)
  })

  it.each([null, undefined, ""])("says that a signature of %j is missing", async (none) => {
    assert.deepEqual(await check({ signature: none }), missing)
    assert.deepEqual(await check({ signature: none, previousSignature: none }), missing)
  })

  const hex = signature.slice("sha256=".length)
  it.each([
    ["no prefix", hex],
    ["another algorithm", `sha1=${hex}`],
    ["a prefix in capitals", `SHA256=${hex}`],
    ["hexadecimal capitals", `sha256=${hex.toUpperCase()}`],
    ["one digit in capitals", `sha256=${hex.replace(/[a-f]/, (digit) => digit.toUpperCase())}`],
    ["63 digits", `sha256=${hex.slice(1)}`],
    ["65 digits", `sha256=${hex}0`],
    ["62 digits", `sha256=${hex.slice(2)}`],
    ["66 digits", `sha256=${hex}00`],
    ["no digits", "sha256="],
    ["what is no hexadecimal before the digits", `sha256=zz${hex}`],
    ["what is no hexadecimal among the digits", `sha256=${hex.slice(0, 63)}g`],
    ["é and 63 digits, as long as a good one in characters only", `sha256=é${hex.slice(1)}`],
    ["fullwidth digits", `sha256=${"１".repeat(64)}`],
    ["a lone surrogate", `sha256=\ud800${hex.slice(1)}`],
    ["a line end after it", `${signature}\n`],
    ["a space before it", ` ${signature}`],
    ["a NUL after it", `${signature}\0`],
    ["quotes", `"${signature}"`],
    ["base64", `sha256=${Buffer.from(hex, "hex").toString("base64")}`],
    ["two signatures joined by a comma", `${signature}, ${signature}`],
    ["two signatures joined by a space", `${signature} ${signature}`],
    ["a list as in Standard Webhooks", `v1,${hex}`],
    ["a megabyte of digits", `sha256=${"0".repeat(1 << 20)}`],
  ])("refuses the grammar of a signature with %s", async (_, bad) => {
    assert.deepEqual(await check({ signature: bad }), malformed)
  })

  it("answers, and does not throw, for any text in the headers", async () => {
    const header = fc.option(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary" }).map((t) => `sha256=${t}`),
      ),
    )
    await fc.assert(
      fc.asyncProperty(header, header, async (current, previous) => {
        assert.isFalse((await check({ signature: current, previousSignature: previous })).ok)
      }),
    )
  })

  it.each([[[signature]], [[signature, signature]], [7], [{}], [true]])(
    "refuses a header that is no string at all, as untyped callers may pass it: %j",
    async (header) => {
      const untyped: object = { signature: header }
      assert.isFalse((await check(untyped)).ok)
    },
  )

  it("refuses a body signed with another secret", async () => {
    assert.deepEqual(await check({ signature: signatureOf(body, "whsec_other") }), mismatch)
  })
})

describe("rotation", () => {
  const secrets = ["whsec_new", "whsec_old"]
  const byNew = signatureOf(body, "whsec_new")
  const byOld = signatureOf(body, "whsec_old")
  const byOther = signatureOf(body, "whsec_other")

  it("accepts a signature by any of the secrets", async () => {
    assert.deepEqual(await verify({ body, signature: byNew, secrets }), ok)
    assert.deepEqual(await verify({ body, signature: byOld, secrets }), ok)
    assert.deepEqual(await verify({ body, signature: byOther, secrets }), mismatch)
  })

  it("accepts the previous signature for a receiver that knows only the old secret", async () => {
    const signed = { body, signature: byNew, previousSignature: byOld }
    assert.deepEqual(await verify({ ...signed, secrets: "whsec_old" }), ok)
    assert.deepEqual(await verify({ ...signed, secrets: "whsec_new" }), ok)
    assert.deepEqual(await verify({ ...signed, secrets: "whsec_other" }), mismatch)
  })

  it("judges each header by itself", async () => {
    assert.deepEqual(await verify({ body, signature: null, previousSignature: byOld, secrets }), ok)
    assert.deepEqual(await verify({ body, signature: "sha256=", previousSignature: byOld, secrets }), ok)
    assert.deepEqual(await verify({ body, signature: "sha256=", previousSignature: byOther, secrets }), mismatch)
    assert.deepEqual(await verify({ body, signature: "sha256=", previousSignature: "sha256=", secrets }), malformed)
  })

  it("makes one HMAC for each secret, whichever matches", async () => {
    const spy = vi.spyOn(crypto.subtle, "sign")
    try {
      for (const current of [byNew, byOld, byOther]) {
        spy.mockClear()
        await verify({ body, signature: current, previousSignature: byOther, secrets })
        assert.lengthOf(spy.mock.calls, 2)
      }
    } finally {
      spy.mockRestore()
    }
  })
})

describe("createVerifier", () => {
  it("imports its keys once, at its first use", async () => {
    const spy = vi.spyOn(crypto.subtle, "importKey")
    try {
      const isMine = createVerifier([SECRET, "whsec_old"])
      assert.lengthOf(spy.mock.calls, 0)
      await Promise.all(Array.from({ length: 10 }, () => isMine({ body, signature })))
      assert.lengthOf(spy.mock.calls, 2)
    } finally {
      spy.mockRestore()
    }
  })

  it("is not moved by a list of secrets that changes afterwards", async () => {
    const secrets = [SECRET]
    const isMine = createVerifier(secrets)
    secrets[0] = "whsec_other"
    assert.deepEqual(await isMine({ body, signature }), ok)
  })

  it.each([
    ["an empty secret", ""],
    ["an empty secret among good ones", [SECRET, ""]],
    ["a secret with a line end, as files have it", `${SECRET}\n`],
    ["a secret after a space, as split lists have it", [` ${SECRET}`]],
    ["no secrets", []],
    ["more than ten secrets", Array.from({ length: 11 }, () => SECRET)],
  ])("throws at construction for %s", (_, secrets) => {
    assert.throws(() => createVerifier(secrets), TypeError)
  })

  it("throws at construction for a variable that is not set, as untyped callers may pass it", () => {
    const untyped: unknown = undefined
    assert.throws(() => createVerifier(untyped as string), /webhook secret is empty/)
  })

  it("never shows a secret in what it throws", () => {
    assert.throws(() => createVerifier(`${SECRET} `), /^(?!.*c2VjcmV0).*whitespace/)
  })
})
