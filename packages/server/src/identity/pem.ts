/**
 * Reads PEM (RFC 7468) that a stranger sent: one block around base64. A text with two blocks, or with anything else beside
 * the block, is none; the parsers of the platform and of libraries look for the first block in any text.
 */
import { Buffer } from "node:buffer"

/** The DER bytes of a text that is one PEM block with one of the labels, or undefined. */
export const fromPem = (labels: ReadonlyArray<string>, text: string): Uint8Array | undefined => {
  const trimmed = text.trim()
  for (const label of labels) {
    const begin = `-----BEGIN ${label}-----`
    const end = `-----END ${label}-----`
    if (!trimmed.startsWith(begin) || !trimmed.endsWith(end) || trimmed.length < begin.length + end.length) continue
    const base64 = trimmed.slice(begin.length, -end.length).replace(/\s+/g, "")
    // Another block inside shows itself by its dashes, which are no base64.
    if (base64 === "" || base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/u.test(base64)) return undefined
    return Buffer.from(base64, "base64")
  }
  return undefined
}
