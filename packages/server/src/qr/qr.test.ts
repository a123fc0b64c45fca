/** What is drawn can be read again, by the library's own reader and by ours; and no file makes the reader throw. */
import { decode, encode, type ImageData } from "fast-png"
import fc from "fast-check"
import { decodeQR } from "qr/decode.js"
import { assert, describe, it } from "vitest"
import { QR_MAX_BYTES, qrPng, qrPngDataUrl, qrSvg, qrTerminal } from "./qrImage.ts"
import { readQrPng } from "./readQr.ts"

/** The example of the BR Code manual of Banco Central do Brasil. */
const code =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"

/** The picture as 24-bit colour, unpacked by this test and not by the code under test. */
const colours = (png: Uint8Array): { width: number; height: number; data: Uint8Array } => {
  const { width, height, data, depth, channels } = decode(png)
  assert.deepEqual({ depth, channels }, { depth: 1, channels: 1 })
  const pixels = Array.from({ length: width * height }, (_, at) => {
    const x = at % width
    const byte = data[Math.floor(at / width) * Math.ceil(width / 8) + (x >> 3)] ?? 0
    return (byte >> (7 - (x & 7))) & 1 ? 255 : 0
  })
  return { width, height, data: Uint8Array.from(pixels.flatMap((value) => [value, value, value])) }
}

const textOf = (file: Uint8Array): string => {
  const read = readQrPng(file)
  return read.ok ? read.value : read.errors[0].reason
}

describe("the picture of a code", () => {
  it("is a PNG in a data URL, which the library's reader reads back", () => {
    const url = qrPngDataUrl(code)
    const [head, body = ""] = url.split(",")
    assert.strictEqual(head, "data:image/png;base64")
    const png = new Uint8Array(Buffer.from(body, "base64"))
    assert.deepEqual(png, qrPng(code))
    assert.isBelow(png.length, 2048)
    assert.strictEqual(decodeQR(colours(png)), code)
  })

  it("has eight pixels to a module, four light modules around, and level M", () => {
    const { width, height, data } = colours(qrPng(code))
    // 136 bytes at level M take version 8, of 49 modules (ISO/IEC 18004, table 7).
    assert.deepEqual([width, height], [(49 + 8) * 8, (49 + 8) * 8])
    const isDark = (x: number, y: number): boolean => data[3 * (y * 8 * width + x * 8)] === 0
    for (let at = 0; at < 57; at++) {
      for (const edge of [0, 1, 2, 3, 53, 54, 55, 56]) assert.isFalse(isDark(at, edge) || isDark(edge, at))
    }
    // A corner mark begins right behind them.
    assert.isTrue(isDark(4, 4))
    // The two bits of the level stand beside the upper left mark, masked by 10: M is 00.
    assert.deepEqual([isDark(4, 12), isDark(5, 12)], [true, false])
  })

  it("is drawn for any text that fits, and refused by name for a longer one", () => {
    assert.strictEqual(textOf(qrPng("é".repeat(QR_MAX_BYTES / 2))), "é".repeat(QR_MAX_BYTES / 2))
    for (const draw of [qrPng, qrPngDataUrl, qrSvg, qrTerminal]) {
      assert.throws(() => draw("é".repeat(QR_MAX_BYTES / 2 + 1)), RangeError, "2331 bytes")
    }
  })

  it("is read back for random texts", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 120 }), (text) => {
        assert.strictEqual(textOf(qrPng(text)), text)
      }),
      { numRuns: 40 },
    )
  })

  it("is an SVG with a ground of its own", () => {
    const svg = qrSvg(code)
    assert.match(
      svg,
      /^<svg viewBox="0 0 57 57" xmlns="http:\/\/www\.w3\.org\/2000\/svg"><rect [^>]+fill="#fff"\/><path d="M/u,
    )
    assert.isTrue(svg.endsWith("</svg>\n"))
  })

  it("is rows of characters, each with its colours, for a terminal", () => {
    const lines = qrTerminal(code).trimEnd().split("\n")
    assert.lengthOf(lines, 29)
    for (const line of lines) {
      assert.isTrue(line.startsWith("\u001B[97;40m") && line.endsWith("\u001B[0m"))
      assert.match(line.slice(8, -4), /^[ █▀▄]{57}$/u)
    }
  })
})

describe("the reader of pictures", () => {
  const black = colours(qrPng(code))
  const { width, height } = black
  const redraw = (
    picture: Omit<ImageData, "width" | "height" | "data">,
    pixel: (dark: boolean) => ReadonlyArray<number>,
  ): Uint8Array => {
    const samples = Array.from({ length: width * height }, (_, at) => pixel(black.data[3 * at] === 0)).flat()
    const data = picture.depth === 16 ? Uint16Array.from(samples) : Uint8Array.from(samples)
    return encode({ width, height, data, ...picture })
  }

  it.each([
    ["grey", redraw({ channels: 1 }, (dark) => [dark ? 20 : 230])],
    ["grey of 16 bits", redraw({ channels: 1, depth: 16 }, (dark) => [dark ? 0x1000 : 0xf000])],
    ["grey with alpha", redraw({ channels: 2 }, (dark) => [0, dark ? 255 : 0])],
    ["colour", redraw({ channels: 3 }, (dark) => (dark ? [0, 0, 120] : [255, 250, 200]))],
    ["colour of 16 bits", redraw({ channels: 3, depth: 16 }, (dark) => (dark ? [0, 0, 0] : [0xffff, 0xffff, 0xffff]))],
    ["black on nothing", redraw({ channels: 4 }, (dark) => [0, 0, 0, dark ? 255 : 0])],
    [
      "a palette",
      redraw(
        {
          channels: 1,
          palette: [
            [0, 0, 0],
            [255, 255, 255],
          ],
        },
        (dark) => [dark ? 0 : 1],
      ),
    ],
    [
      "a palette with alpha",
      redraw(
        {
          channels: 1,
          palette: [
            [0, 0, 0, 255],
            [0, 0, 0, 0],
          ],
        },
        (dark) => [dark ? 0 : 1],
      ),
    ],
  ])("reads %s", (_, file) => {
    assert.strictEqual(textOf(file), code)
  })

  it("says what is wrong with a file that shows none", () => {
    assert.strictEqual(textOf(new Uint8Array()), "not_png")
    assert.strictEqual(textOf(new TextEncoder().encode("GIF89a…")), "not_png")
    assert.strictEqual(textOf(qrPng(code).subarray(0, 40)), "not_png")
    assert.strictEqual(textOf(encode({ width: 64, height: 64, data: new Uint8Array(4096), channels: 1 })), "no_qr_code")
    assert.strictEqual(textOf(encode({ width: 5000, height: 1, data: new Uint8Array(5000), channels: 1 })), "too_large")
  })

  it("does not unpack what is larger than the picture", () => {
    const bomb = encode({ width: 4000, height: 4000, data: new Uint8Array(16_000_000), channels: 1 })
    // The same bytes, under a header that promises one pixel. Its checksum is wrong, which is found only later.
    const view = new DataView(bomb.buffer, bomb.byteOffset)
    view.setUint32(16, 1)
    view.setUint32(20, 1)
    assert.strictEqual(textOf(bomb), "not_png")
  })

  it("never throws", { timeout: 60_000 }, () => {
    const good = qrPng(code)
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, byte, length) => {
        const bad = good.slice(0, length < 40 ? length : good.length)
        bad[at] = byte
        assert.isString(textOf(bad))
      }),
      { numRuns: 300 },
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => assert.isString(textOf(bytes))))
  })
})
