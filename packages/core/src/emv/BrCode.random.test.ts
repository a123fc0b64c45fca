/**
 * A million texts: published codes with mistakes in them, codes made of odd fields, and noise. A failure names the seed; to see
 * it again, run with BRCODE_SEED set to it.
 */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import * as BrCode from "./BrCode.ts"
import { suggestRepairs } from "./brCodeRepairs.ts"

const CHUNKS = 10
const TEXTS_PER_CHUNK = 100_000

const firstSeed = Number(process.env["BRCODE_SEED"] ?? Math.trunc(Math.random() * 2 ** 31))

/** Mulberry32: 32 bits of state, so that one number tells the whole run. */
class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed
  }
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
  of<A>(values: ReadonlyArray<A>): A {
    const value = values[this.below(values.length)]
    if (value === undefined) throw new RangeError("Nothing to choose from")
    return value
  }
}

const rows: ReadonlyArray<{ readonly kind: string; readonly input: string }> = JSON.parse(
  readFileSync(new URL("../../test/vectors/domain.json", import.meta.url), "utf8"),
)
const published = rows.filter(({ kind }) => kind === "brcode").map(({ input }) => input)

const oddities = Array.from("0123456789 *.:/-_\n\r\t\u0000\u007f\u00a0\ufeff\uffffçé€👀").concat(
  ["\ud83d", "\udc40", "e\u0301", "００"],
  ["6304", "0014br.gov.bcb.pix", "2699", "9900"],
)

/** One to four mistakes of those that people, chats and programs make. */
const mistaken = (random: Random): string => {
  let text = random.of(published)
  for (let mistakes = random.below(4); mistakes >= 0; mistakes--) {
    const at = random.below(text.length + 1)
    const to = Math.min(text.length, at + random.below(12))
    const kind = random.below(6)
    if (kind === 0) text = text.slice(0, at) + random.of(oddities) + text.slice(at)
    else if (kind === 1) text = text.slice(0, at) + text.slice(to)
    else if (kind === 2) text = text.slice(0, at) + random.of(oddities) + text.slice(at + 1)
    else if (kind === 3) text = text.slice(0, at) + text.slice(at, to) + text.slice(at)
    else if (kind === 4) text = text.slice(0, at) + random.of(published).slice(at)
    else text = text.slice(0, at) + text.slice(at, to).toUpperCase() + text.slice(to)
  }
  return text
}

const ids = [
  "00",
  "01",
  "04",
  "26",
  "27",
  "51",
  "52",
  "53",
  "54",
  "58",
  "59",
  "60",
  "61",
  "62",
  "63",
  "64",
  "70",
  "80",
  "99",
]
const innerIds = ["00", "01", "02", "03", "05", "25", "50", "99"]
const values = [
  "",
  "01",
  "11",
  "0000",
  "986",
  "BR",
  "BRASILIA",
  "São Paulo",
  "10.00",
  ".",
  "***",
  "👀",
  "a@b.c",
  "x/y",
  "1D3D",
]
const guis = ["br.gov.bcb.pix", "BR.GOV.BCB.PIX", "Br.Gov.Bcb.Pix", "br.com.outro", "br gov bcb pix"]

const lengthIn = (text: string, lengths: "characters" | "bytes") =>
  lengths === "bytes" ? Buffer.byteLength(text) : Array.from(text).length

const field = (random: Random, id: string, value: string, lengths: "characters" | "bytes"): string => {
  const length = lengthIn(value, lengths)
  if (length > 99) return ""
  const stated = random.below(60) === 0 ? random.below(100) : length
  return id + String(stated).padStart(2, "0") + value
}

/** Fields that a code may have, and some that it may not, with a right sum most of the time. */
const made = (random: Random): string => {
  const lengths = random.of(["characters", "bytes"] as const)
  let text = random.below(8) === 0 ? "" : "000201"
  for (let count = random.below(12); count > 0; count--) {
    const id = random.of(ids)
    let value = random.of(values)
    if (random.below(2) === 0) {
      const gui = field(random, "00", random.of(guis), lengths)
      let others = ""
      for (let inner = random.below(4); inner > 0; inner--) {
        others += field(random, random.of(innerIds), random.of(values), lengths)
      }
      value = random.below(4) === 0 ? others + gui : gui + others
    }
    text += field(random, id, value, lengths)
  }
  return text
}

const noise = (random: Random): string => {
  let text = ""
  for (let length = random.below(80); length > 0; length--) {
    text += random.below(3) === 0 ? random.of(oddities) : String(random.below(10))
  }
  return text
}

/** Of any text, and with a right sum if that makes sense of it. */
const next = (random: Random): string => {
  const kind = random.below(10)
  const text = kind < 5 ? mistaken(random) : kind < 9 ? made(random) : noise(random)
  if (random.below(3) === 0) return text
  const unsealed = text.replace(/6304.{4}$/su, "")
  return unsealed.isWellFormed() ? BrCode.seal(unsealed) : text
}

/** The fields of a list of units, each a character or a byte, by the plainest of means. Null if it is not made of them. */
const fieldsOf = (
  units: ReadonlyArray<string>,
): ReadonlyArray<readonly [id: string, units: ReadonlyArray<string>]> | null => {
  const fields: Array<readonly [string, ReadonlyArray<string>]> = []
  for (let rest = units; rest.length > 0;) {
    const head = rest.slice(0, 4).join("")
    const value = rest.slice(4, 4 + Number(head.slice(2)))
    if (!/^[0-9]{4}$/u.test(head) || value.length < Number(head.slice(2))) return null
    fields.push([head.slice(0, 2), value])
    rest = rest.slice(4 + value.length)
  }
  return fields
}

const crcByDefinition = (bytes: Uint8Array): string => {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, "0")
}

/** Key, url, recurrence and txid of a text that can be read, by the letter of the rules; undefined for any other text. */
const byTheLetter = (text: string, lengths: "characters" | "bytes") => {
  const bytes = Buffer.from(text)
  const units = lengths === "bytes" ? Array.from(bytes, (byte) => String.fromCharCode(byte)) : Array.from(text)
  const textOf = (value: ReadonlyArray<string>) =>
    lengths === "bytes" ? Buffer.from(value.join(""), "latin1").toString() : value.join("")
  const fields = fieldsOf(units)
  const last = fields?.at(-1)
  if (fields === null || last?.[0] !== "63" || last[1].length !== 4) return undefined
  if (last[1].join("").toUpperCase() !== crcByDefinition(bytes.subarray(0, -4))) return undefined
  const found: Record<string, string | null> = { pixKey: null, url: null, recurrenceUrl: null, txid: null }
  let hasPix = false
  for (const [id, value] of fields) {
    // A value in bytes may end inside a character, and then it is no text.
    if (lengths === "bytes" && textOf(value).includes("\ufffd")) return "unsure"
    const inner = fieldsOf(value)
    const whole = inner ?? []
    const first = (tag: string) => whole.find(([innerId]) => innerId === tag)
    const take = (part: string, tag: string) => {
      const inside = first(tag)
      if (found[part] === null && inside !== undefined) found[part] = textOf(inside[1])
    }
    const isTemplate = (id >= "26" && id <= "51") || id >= "80"
    if (id === "62") {
      if (inner === null) return undefined
      take("txid", "05")
    } else if (isTemplate && inner === null) {
      // Broken behind a GUI of Pix, it is a fault; anything else that is broken is somebody else's.
      if (/br\.gov\.bcb\.pix/iu.test(textOf(value))) return "unsure"
    } else if (isTemplate && textOf(first("00")?.[1] ?? []).toLowerCase() === "br.gov.bcb.pix") {
      if (id >= "80") take("recurrenceUrl", "25")
      else if (!hasPix) {
        hasPix = true
        take("pixKey", "01")
        take("url", "25")
      }
    }
  }
  return found
}

/** Whether the answer for a text is what the letter of the rules says, where that is sure. */
const isByTheLetter = (text: string, lengths: "characters" | "bytes", reading: BrCode.Reading): boolean => {
  if (!text.isWellFormed()) return !reading.decodable
  const expected = byTheLetter(text, lengths)
  if (expected === "unsure") return true
  if (expected === undefined || !reading.decodable) return (expected === undefined) === !reading.decodable
  const parts = reading.ok ? reading.value : reading.parts
  if (parts === null) return false
  const { pixKey, recurrenceUrl, txid, url } = parts
  return JSON.stringify(expected) === JSON.stringify({ pixKey, url, recurrenceUrl, txid })
}

/** What is wrong with what was said of a text, or nothing. Plain comparisons: a million assertions would take minutes. */
const complaint = (text: string, lengths: "characters" | "bytes", reading: BrCode.Reading): string | undefined => {
  const bytes = Buffer.byteLength(text)
  if (reading.ok !== (reading.errors.length === 0)) return "errors and ok disagree"
  if (reading.ok && reading.value.type === null) return "an accepted code has no type"
  if (BrCode.isStrict(reading) && !reading.ok) return "a refused code is strict"
  for (const { message, offset, path } of [...reading.errors, ...reading.warnings]) {
    if (offset === undefined || !(offset >= 0 && offset <= bytes)) return `${message} is at ${offset} of ${bytes}`
    if (path === undefined || !/^(?:\d\d(?:\.\d\d)?)?$/u.test(path)) return `${message} has the path ${path}`
  }
  if (!reading.decodable) return undefined
  const written = BrCode.encode((reading.ok ? reading.value : reading.parts)?.fields ?? [], { lengths })
  return written.ok && written.value === text ? undefined : "it is not written again as it was"
}

describe(`a million texts, by the seed ${firstSeed}`, () => {
  const chunks = Array.from({ length: CHUNKS }, (_, chunk) => firstSeed + chunk)

  it.for(chunks)("never make it throw, and are written again when they can be read (seed %i)", (seed) => {
    const random = new Random(seed)
    let decodable = 0
    let accepted = 0
    for (let count = 0; count < TEXTS_PER_CHUNK; count++) {
      const text = next(random)
      const lengths = random.below(4) === 0 ? "bytes" : "characters"
      let reading: BrCode.Reading
      let found: string | undefined
      try {
        reading = BrCode.parse(text, { lengths })
        found = complaint(text, lengths, reading)
      } catch (error) {
        throw new Error(`${JSON.stringify(text)} of seed ${seed} makes it throw`, { cause: error })
      }
      if (found === undefined && count % 8 === 0 && !isByTheLetter(text, lengths, reading)) {
        found = "it is read otherwise than by the letter of the rules"
      }
      if (found !== undefined) throw new Error(`${JSON.stringify(text)} of seed ${seed}, in ${lengths}: ${found}`)
      if (reading.decodable) decodable++
      if (reading.ok) accepted++
    }
    // A test that never gets past the first digits would prove nothing.
    expect(decodable).toBeGreaterThan(TEXTS_PER_CHUNK / 5)
    expect(accepted).toBeGreaterThan(TEXTS_PER_CHUNK / 50)
  })

  it("are only ever repaired into codes that are read", () => {
    const random = new Random(firstSeed)
    let repaired = 0
    for (let count = 0; count < 5_000; count++) {
      const text = next(random)
      for (const repair of suggestRepairs(text)) {
        const isRead = BrCode.parse(repair.text).ok && repair.text !== text && repair.steps.length > 0
        if (!isRead) throw new Error(`${JSON.stringify(text)} of seed ${firstSeed} becomes ${JSON.stringify(repair)}`)
        repaired++
      }
    }
    expect(repaired).toBeGreaterThan(0)
  })
})
