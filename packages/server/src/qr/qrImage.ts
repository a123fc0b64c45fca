/**
 * The picture of a payment code: a QR symbol as PNG, as SVG, or as characters for a terminal. Always error correction
 * level M and the quiet zone of four modules that ISO/IEC 18004 asks for.
 *
 * It draws any text, and never looks at what the text says: that is for `@pesoreal/core/emv/BrCode`.
 */
import { encode } from "fast-png"
import { encodeQR } from "qr"

/** The longest text that is drawn, in bytes of UTF-8: what the largest symbol holds at level M (ISO/IEC 18004, version 40). */
export const QR_MAX_BYTES = 2331

/** Pixels to one side of a module; a usual payment code becomes about 500 pixels wide. */
const PIXELS_PER_MODULE = 8

const options = { ecc: "medium", border: 4 } as const

const fitting = (text: string): string => {
  // A text has at least as many bytes as units, so a hostile one is refused before it is copied.
  if (text.length > QR_MAX_BYTES || Buffer.byteLength(text) > QR_MAX_BYTES) {
    throw new RangeError(`A QR code holds at most ${QR_MAX_BYTES} bytes, and this text is longer`)
  }
  return text
}

/**
 * The picture as the bytes of a PNG file with one bit to a pixel, 1 to 2 kB for a payment code. The same text always gives
 * the same bytes.
 *
 * Throws a `RangeError` for a text of more than {@link QR_MAX_BYTES} bytes, which is four times what a BR Code should have.
 */
export const qrPng = (text: string): Uint8Array => {
  const rows = encodeQR(fitting(text), "raw", options)
  const side = rows.length * PIXELS_PER_MODULE
  // Eight pixels of one bit to a module, so one byte of a row is one module.
  const data = new Uint8Array(rows.length * side)
  for (const [row, modules] of rows.entries()) {
    const line = Uint8Array.from(modules, (dark) => (dark ? 0x00 : 0xff))
    for (let copy = 0; copy < PIXELS_PER_MODULE; copy++) {
      data.set(line, (row * PIXELS_PER_MODULE + copy) * rows.length)
    }
  }
  return encode({ width: side, height: side, data, depth: 1, channels: 1 }, { zlib: { level: 9 } })
}

/**
 * The picture as a `data:image/png;base64,…` URL, ready for an `<img src>` and for the `qrCodeImage` of a PIX charge.
 *
 * Throws a `RangeError` for a text of more than {@link QR_MAX_BYTES} bytes, which is four times what a BR Code should have.
 *
 * ```ts
 * qrPngDataUrl("00020126…6304AD38") // => "data:image/png;base64,iVBORw0KGgo…"
 * ```
 */
export const qrPngDataUrl = (text: string): string =>
  `data:image/png;base64,${Buffer.from(qrPng(text)).toString("base64")}`

/** The picture as an SVG document, black on white, for print at any size. Throws as {@link qrPng} does. */
export const qrSvg = (text: string): string =>
  // The library leaves the ground transparent, and no reader finds black modules on a dark page.
  `${encodeQR(fitting(text), "svg", options).replace(">", '><rect width="100%" height="100%" fill="#fff"/>')}\n`

/**
 * The picture for a terminal, two modules to a character, with its own colours, so that it is black on white whatever the
 * terminal's are. Throws as {@link qrPng} does.
 */
export const qrTerminal = (text: string): string =>
  // The library draws the light modules: white characters on a black ground.
  encodeQR(fitting(text), "ascii", options).replaceAll(/^.+$/gmu, "\u001B[97;40m$&\u001B[0m")
