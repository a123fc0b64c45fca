/**
 * HMAC-SHA256 (FIPS 180-4, RFC 2104) that answers at once: an arbitrary cannot wait for WebCrypto, and `node:crypto` would
 * tie this package to Node.
 *
 * For tests only. It takes no care to keep a key secret, and nothing may be verified with it. Golden vectors and the
 * platform's own HMAC hold it to the truth.
 */

/** Words of 32 bits, as the standard prints them. */
const words = (hexadecimal: string): Uint32Array =>
  Uint32Array.from(hexadecimal.trim().split(/\s+/), (word) => Number.parseInt(word, 16))

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, section 4.2.2). */
const ROUND_CONSTANTS = words(`
  428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5
  d807aa98 12835b01 243185be 550c7dc3 72be5d74 80deb1fe 9bdc06a7 c19bf174
  e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da
  983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967
  27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e 92722c85
  a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070
  19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3
  748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2
`)

/** The first 32 bits of the fractional parts of the square roots of the first 8 primes (section 5.3.3). */
const INITIAL_HASH = words("6a09e667 bb67ae85 3c6ef372 a54ff53a 510e527f 9b05688c 1f83d9ab 5be0cd19")

const BLOCK_BYTES = 64

const rotateRight = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

/** The message, a one bit, zeros, and its length in bits, to whole blocks (section 5.1.1). */
const pad = (message: Uint8Array): DataView => {
  const blocks = Math.ceil((message.length + 9) / BLOCK_BYTES)
  const padded = new Uint8Array(blocks * BLOCK_BYTES)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n)
  return view
}

/** The message schedule of the block at `offset` (section 6.2.2, step 1). */
const fillSchedule = (schedule: Uint32Array, padded: DataView, offset: number): void => {
  const word = (index: number): number => schedule[index] ?? 0
  for (let t = 0; t < 64; t++) {
    if (t < 16) {
      schedule[t] = padded.getUint32(offset + 4 * t)
      continue
    }
    const early = word(t - 15)
    const late = word(t - 2)
    const sigma0 = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3)
    const sigma1 = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10)
    schedule[t] = word(t - 16) + sigma0 + word(t - 7) + sigma1
  }
}

/** Takes one block into the hash (section 6.2.2, steps 2 to 4). */
const compress = (hash: Int32Array, schedule: Uint32Array): void => {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]: Iterable<number> = hash
  for (const [t, word] of schedule.entries()) {
    const sum1 = rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + sum1 + choice + (ROUND_CONSTANTS[t] ?? 0) + word) | 0
    const sum0 = rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + sum0 + majority) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] = (hash[index] ?? 0) + word
}

const sha256 = (message: Uint8Array): Uint8Array => {
  const padded = pad(message)
  const schedule = new Uint32Array(64)
  const hash = Int32Array.from(INITIAL_HASH)
  for (let offset = 0; offset < padded.byteLength; offset += BLOCK_BYTES) {
    fillSchedule(schedule, padded, offset)
    compress(hash, schedule)
  }
  const digest = new DataView(new ArrayBuffer(4 * hash.length))
  for (const [index, word] of hash.entries()) digest.setInt32(4 * index, word)
  return new Uint8Array(digest.buffer)
}

const concat = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  const both = new Uint8Array(left.length + right.length)
  both.set(left)
  both.set(right, left.length)
  return both
}

/** The 32 bytes of an HMAC-SHA256. */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array => {
  const block = new Uint8Array(BLOCK_BYTES)
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key)
  const inner = sha256(
    concat(
      block.map((byte) => byte ^ 0x36),
      message,
    ),
  )
  return sha256(
    concat(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  )
}
