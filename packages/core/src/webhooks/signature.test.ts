import { createHmac } from "node:crypto"
import { readFileSync } from "node:fs"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { bodyOf, type SignatureVector } from "../../test/vectors/signatures.ts"
import {
  DELIVERY_HEADER,
  formatSignature,
  parseSignature,
  PREVIOUS_SIGNATURE_HEADER,
  SECRET_PREFIX,
  SIGNATURE_HEADER,
  SIGNATURE_PATTERN,
} from "./signature.ts"

const isVectors = (value: unknown): value is ReadonlyArray<SignatureVector> =>
  Array.isArray(value) && value.every((row) => typeof row === "object" && row !== null && "header" in row)

const read = (): ReadonlyArray<SignatureVector> => {
  const parsed: unknown = JSON.parse(
    readFileSync(new URL("../../test/vectors/signatures.json", import.meta.url), "utf8"),
  )
  if (!isVectors(parsed)) throw new Error("signatures.json does not hold signature vectors")
  return parsed
}

describe("the golden vectors", () => {
  const vectors = read()

  it.for(vectors)("$name", (vector) => {
    const digest = createHmac("sha256", vector.secret).update(bodyOf(vector)).digest()
    expect(formatSignature(digest)).toBe(vector.header)
    expect(parseSignature(vector.header)).toEqual({ ok: true, value: { hex: digest.toString("hex") }, warnings: [] })
  })

  it("cover an empty body, 64 KiB, a secret of 43 characters behind its prefix, and differ from each other", () => {
    const sizes = vectors.map((vector) => bodyOf(vector).length)
    expect(sizes).toContain(0)
    expect(sizes).toContain(65_536)
    expect(vectors.some(({ secret }) => secret.length === SECRET_PREFIX.length + 43)).toBe(true)
    expect(new Set(vectors.map(({ header }) => header)).size).toBe(vectors.length)
  })
})

describe("a signature header", () => {
  const hex = "0123456789abcdef".repeat(4)

  it.each([undefined, null, ""])("is missing when it is %j", (header) => {
    expect(parseSignature(header)).toMatchObject({ ok: false, errors: [{ reason: "missing" }] })
  })

  it.each([
    hex,
    `sha256=${hex.toUpperCase()}`,
    `SHA256=${hex}`,
    `sha256=${hex.slice(1)}`,
    `sha256=${hex}0`,
    `sha256=${hex}\n`,
    `sha256=${hex} `,
    ` sha256=${hex}`,
    `sha256= ${hex}`,
    `sha256=${hex}, sha256=${hex}`,
    `sha1=${hex}`,
    `sha256=${"g".repeat(64)}`,
    `sha256=${"０".repeat(64)}`,
    "sha256=",
    "=",
    "a".repeat(50_000),
  ])("is malformed when it is %j", (header) => {
    expect(parseSignature(header)).toMatchObject({ ok: false, errors: [{ reason: "malformed" }] })
  })

  it("is read as it was written, for any digest", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (digest) => {
        const header = formatSignature(digest)
        expect(header).toMatch(SIGNATURE_PATTERN)
        expect(parseSignature(header)).toMatchObject({ value: { hex: Buffer.from(digest).toString("hex") } })
      }),
    )
  })

  it("is written from 32 bytes only", () => {
    expect(() => formatSignature(new Uint8Array(20))).toThrow(/32 bytes/u)
    expect(() => formatSignature(new Uint8Array(64))).toThrow(RangeError)
  })

  it("has the names that the contract gives it", () => {
    expect([DELIVERY_HEADER, SIGNATURE_HEADER, PREVIOUS_SIGNATURE_HEADER]).toEqual([
      "X-Service-Delivery",
      "X-Service-Signature",
      "X-Service-Signature-Previous",
    ])
  })
})
