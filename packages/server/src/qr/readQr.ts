/**
 * The text of a QR symbol in a PNG picture: a photo, a screenshot, or what `qrImage.ts` drew.
 *
 * It reads hostile files: nothing throws, and what a file unpacks to is bounded by its own width and height. It never looks
 * at what the text says.
 */
import { inflateSync } from "node:zlib"
import { accept, type Parsed, refuse } from "@pesoreal/core/Parsed"
import { convertIndexedToRgb, type DecodedPng, decode } from "fast-png"
import { decodeQR } from "qr/decode.js"

/** Why {@link readQrPng} finds no text. */
export type ReadQrReason = "not_png" | "too_large" | "no_qr_code"

/** Pixels to a side, which is as much as the reader of symbols takes. */
const MAX_SIDE = 4096

/** Bytes of a file: 16 megapixels of noise, in colour, fit. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

/** Longer than the default, which is made for a camera's sixty pictures a second; only a picture without a code uses it up. */
const SEARCH_MS = 5000

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** The chunks that make the picture. Others are left out: some unpack to any size, and none is needed. */
const wanted = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"])

interface Chunk {
  readonly type: string
  /** The whole chunk: length, type, content and checksum. */
  readonly bytes: Uint8Array
  readonly content: Uint8Array
}

const chunksOf = (file: Uint8Array): ReadonlyArray<Chunk> => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const chunks: Array<Chunk> = []
  let offset = SIGNATURE.length
  while (offset + 12 <= file.length) {
    const end = offset + 12 + view.getUint32(offset)
    const type = String.fromCharCode(...file.subarray(offset + 4, offset + 8))
    if (end > file.length) break
    if (wanted.has(type)) {
      chunks.push({ type, bytes: file.subarray(offset, end), content: file.subarray(offset + 8, end - 4) })
    }
    if (type === "IEND") break
    offset = end
  }
  return chunks
}

const flattened = ({ width, height, channels, depth, data }: DecodedPng): Uint8Array => {
  const pixels = new Uint8Array(3 * width * height)
  const levels = 2 ** depth - 1
  // Samples of less than eight bits are packed, and every row begins with a new byte.
  const perByte = depth < 8 ? 8 / depth : 1
  const perRow = Math.ceil((width * channels) / perByte)
  const sample = (x: number, y: number, channel: number): number => {
    const index = x * channels + channel
    const stored = data[y * perRow + Math.floor(index / perByte)] ?? 0
    const value = depth < 8 ? (stored >> (8 - depth * ((index % perByte) + 1))) & levels : stored
    return (value * 255) / levels
  }
  const colours = channels < 3 ? 1 : 3
  const hasAlpha = channels === 2 || channels === 4
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const alpha = hasAlpha ? sample(x, y, colours) / 255 : 1
      for (let colour = 0; colour < 3; colour++) {
        // On white, as a page shows it: a code drawn on nothing is black on white.
        pixels[3 * (y * width + x) + colour] = 255 - alpha * (255 - sample(x, y, Math.min(colour, colours - 1)))
      }
    }
  }
  return pixels
}

/** The picture's pixels, three bytes each, or null where the file is no PNG that can be read. */
const pixelsOf = (chunks: ReadonlyArray<Chunk>, width: number, height: number): Uint8Array | null => {
  try {
    const packed = chunks.filter(({ type }) => type === "IDAT").map(({ content }) => content)
    // Unpacked once before the library does, which knows no limit: a pixel has at most eight bytes, and a row one more.
    inflateSync(Buffer.concat(packed), { maxOutputLength: 8 * (width + 8) * (height + 8) })
    const image = decode(Buffer.concat([Uint8Array.from(SIGNATURE), ...chunks.map(({ bytes }) => bytes)]))
    const palette = image.palette?.[0]
    return palette === undefined
      ? flattened(image)
      : flattened({ ...image, data: convertIndexedToRgb(image), channels: palette.length, depth: 8 })
  } catch {
    return null
  }
}

/**
 * Finds a QR symbol in the bytes of a PNG file and reads its text, which may be any text. Where a picture has several, it is
 * the one found first.
 */
export const readQrPng = (file: Uint8Array): Parsed<string, ReadQrReason> => {
  if (SIGNATURE.some((byte, index) => file[index] !== byte)) {
    return refuse("not_png", "is no PNG file: save the picture as PNG")
  }
  if (file.length > MAX_FILE_BYTES) return refuse("too_large", `has more than ${MAX_FILE_BYTES} bytes`)
  const chunks = chunksOf(file)
  const header = chunks[0]
  if (header?.type !== "IHDR" || header.content.length !== 13) return refuse("not_png", "is a broken PNG file")
  const view = new DataView(header.content.buffer, header.content.byteOffset)
  const width = view.getUint32(0)
  const height = view.getUint32(4)
  if (width > MAX_SIDE || height > MAX_SIDE) {
    return refuse("too_large", `has ${width} × ${height} pixels: at most ${MAX_SIDE} × ${MAX_SIDE} can be searched`)
  }
  const data = pixelsOf(chunks, width, height)
  if (data === null) return refuse("not_png", "is a broken PNG file")
  try {
    return accept(decodeQR({ width, height, data }, { effort: Number.POSITIVE_INFINITY, timeLimit: SEARCH_MS }))
  } catch {
    // The library throws where it finds none.
    return refuse("no_qr_code", "shows no QR code that can be read: try a sharper or larger picture")
  }
}
