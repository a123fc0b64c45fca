/**
 * CRC-16/CCITT-FALSE, the check sum at the end of a BR Code: polynomial 0x1021, initial value 0xFFFF, nothing reflected and
 * nothing inverted. A text is summed as the bytes of its UTF-8 form, which is never built.
 *
 * It catches copying mistakes. It is no signature: whoever changes a code can work out its new sum.
 */

/** What a byte adds when it is the last of a pair (0 to 255), or the first (256 to 511): a pair takes one step, not two. */
const table = /* @__PURE__ */ new Uint16Array(512).map((_, index) => {
  let crc = (index & 0xff) << 8
  for (let bits = index < 256 ? 8 : 16; bits > 0; bits--) crc = (crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)
  return crc
})

// An index is always below 512; the zero is for the compiler.
const entry = (index: number): number => table[index] ?? 0

const addByte = (crc: number, byte: number): number => (entry((crc >> 8) ^ byte) ^ (crc << 8)) & 0xffff

const addPair = (crc: number, first: number, second: number): number =>
  entry(256 + ((crc >> 8) ^ first)) ^ entry((crc & 0xff) ^ second)

/** Adds a code point beyond ASCII: a byte that says how many bytes of six bits each follow, and those. */
const addCodePoint = (crc: number, point: number): number => {
  let more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3
  let sum = addByte(crc, ((0xff80 >> more) & 0xff) | (point >> (6 * more)))
  while (more-- > 0) sum = addByte(sum, 0x80 | ((point >> (6 * more)) & 0x3f))
  return sum
}

/** Set in the answer of {@link scan} when a character was not ASCII. */
export const NOT_ASCII = 0x10000

/**
 * The check sum of the first `end` UTF-16 units of a text, and {@link NOT_ASCII} with it where they are not all ASCII: both
 * are known after one pass. The text must be well-formed, and `end` must not cut a surrogate pair in two.
 *
 * @example
 * ```ts
 * import { Crc16 } from "@pesoreal/core"
 *
 * Crc16.scan("1234567890", 9) // => 0x29b1
 * Crc16.scan("é", 1) >= Crc16.NOT_ASCII // => true
 * ```
 */
export const scan = (text: string, end: number): number => {
  let crc = 0xffff
  let found = 0
  let index = 0
  while (index < end) {
    while (index < end - 1) {
      const first = text.charCodeAt(index)
      const second = text.charCodeAt(index + 1)
      if ((first | second) > 0x7f) break
      crc = addPair(crc, first, second)
      index += 2
    }
    if (index >= end) break
    const point = text.codePointAt(index) ?? 0
    index += point < 0x10000 ? 1 : 2
    if (point < 0x80) crc = addByte(crc, point)
    else {
      crc = addCodePoint(crc, point)
      found = NOT_ASCII
    }
  }
  return crc | found
}

const ofBytes = (bytes: Uint8Array): number => {
  const even = bytes.length & ~1
  let crc = 0xffff
  for (let index = 0; index < even; index += 2) crc = addPair(crc, bytes[index] ?? 0, bytes[index + 1] ?? 0)
  return even < bytes.length ? addByte(crc, bytes[even] ?? 0) : crc
}

/**
 * The check sum of bytes, or of a text in UTF-8: 0 to 0xFFFF. Half a surrogate pair counts as U+FFFD, as `TextEncoder` has it.
 *
 * @example
 * ```ts
 * import { Crc16 } from "@pesoreal/core"
 *
 * Crc16.compute("123456789") // => 0x29b1
 * Crc16.compute(new Uint8Array([0x31, 0x32, 0x33])) === Crc16.compute("123") // => true
 * ```
 */
export const compute = (data: string | Uint8Array): number =>
  typeof data === "string" ? scan(data.toWellFormed(), data.length) & 0xffff : ofBytes(data)

/**
 * Writes a check sum as a BR Code does: four hexadecimal digits in upper case, leading zeros included.
 *
 * @example
 * ```ts
 * import { Crc16 } from "@pesoreal/core"
 *
 * Crc16.toHex(0x9c3) // => "09C3"
 * ```
 */
export const toHex = (crc: number): string => crc.toString(16).toUpperCase().padStart(4, "0")
