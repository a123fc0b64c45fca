import { readFileSync } from "node:fs"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { compute, NOT_ASCII, scan, toHex } from "./crc16.ts"

interface Row {
  readonly kind: string
  readonly input: string
  readonly expected: string
  readonly source: string
}

const vectors: ReadonlyArray<Row> = JSON.parse(
  readFileSync(new URL("../../test/vectors/domain.json", import.meta.url), "utf8"),
)

/** The definition, bit by bit: slow, and with nothing in it to get wrong. */
const byDefinition = (bytes: Uint8Array): number => {
  let crc = 0xffff
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit--) {
      const carry = ((crc >> 15) ^ (byte >> bit)) & 1
      crc = ((crc << 1) & 0xffff) ^ (carry ? 0x1021 : 0)
    }
  }
  return crc
}

const utf8 = new TextEncoder()

describe("CRC-16/CCITT-FALSE", () => {
  const rows = vectors.filter(({ kind }) => kind === "crc16")

  it("has published vectors", () => {
    expect(rows.length).toBeGreaterThanOrEqual(2)
  })

  it.for(rows)("of $input is $expected ($source)", ({ expected, input }) => {
    expect(toHex(compute(input))).toBe(expected)
  })

  it.for([
    ["123456789", "29B1"],
    // BACEN's example of a static code (bacen/pix-api#79), and a city with an accent (ex_pix_brcode, "can handle non-ascii").
    [
      "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304",
      "1D3D",
    ],
  ] as const)("of %s is %s", ([text, crc]) => {
    expect(toHex(compute(text))).toBe(crc)
  })

  it("is the definition's, for bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect(compute(bytes)).toBe(byDefinition(bytes))
      }),
      { numRuns: 2_000 },
    )
  })

  it("is that of the bytes of UTF-8, for any text, halves of characters included", () => {
    const units = fc.oneof(fc.constantFrom("a", "é", "€", "👀", "\ud83d", "\udc40", "\u0000", "\uffff"), fc.string())
    fc.assert(
      fc.property(
        fc.array(units, { maxLength: 12 }).map((parts) => parts.join("")),
        (text) => {
          expect(compute(text)).toBe(byDefinition(utf8.encode(text)))
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it("of every code point is that of its bytes", () => {
    for (let point = 0; point < 0x110000; point += point < 0x3000 ? 1 : 61) {
      if (point >= 0xd800 && point < 0xe000) continue
      const character = String.fromCodePoint(point)
      expect(compute(character)).toBe(byDefinition(utf8.encode(character)))
    }
  })
})

describe("scan", () => {
  it("sums a beginning, and says whether that is ASCII", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "0", "~", "\u007f", "\u0080", "é", "👀"), maxLength: 20 })
    fc.assert(
      fc.property(text, text, (beginning, rest) => {
        const scanned = scan(beginning + rest, beginning.length)
        expect(scanned & 0xffff).toBe(compute(beginning))
        expect(scanned >= NOT_ASCII).toBe(Array.from(beginning).some((character) => character > "\u007f"))
      }),
    )
  })

  it("of nothing is the initial value", () => {
    expect(scan("", 0)).toBe(0xffff)
    expect(compute(new Uint8Array())).toBe(0xffff)
  })
})

describe("toHex", () => {
  it.for([
    [0, "0000"],
    [0x9c3, "09C3"],
    [0xffff, "FFFF"],
  ] as const)("writes %i as %s", ([crc, text]) => {
    expect(toHex(crc)).toBe(text)
  })
})
