/**
 * Ways to make a broken BR Code readable again. None is ever applied: each is a suggestion, for a person or a policy to accept
 * or not. Suggesting costs a few dozen readings, so ask for codes that were refused, and not for all.
 *
 * A repair is safe when the code's own check sum, which nobody made up here, vouches for what comes out of it. To work out a
 * new sum is not safe: it would bless a mistyped key as well.
 */
import { seal } from "./brCodeEncoder.ts"
import { MAX_BYTES, parse } from "./brCodeParser.ts"
import { encode } from "./tlv.ts"

/** What a step of a repair is about. */
export type RepairName = "spaces" | "prefix" | "crc_zeros" | "crc_case" | "byte_lengths" | "new_crc"

/** One step of a repair. */
export interface RepairStep {
  readonly name: RepairName
  /** What it does to the text, for people. */
  readonly message: string
}

/** A suggestion. */
export interface Repair {
  /** What was done, in this order; at least one step. */
  readonly steps: ReadonlyArray<RepairStep>
  /** What came of it, which `BrCode.parse` accepts. */
  readonly text: string
  /** Whether the code's own check sum vouches for the text. If not, somebody must compare what it says with what was meant. */
  readonly isSafe: boolean
}

/** Gives the text back unchanged where it does not apply. Takes time in proportion to the text. */
type Fix = (text: string) => string

const noLineBreaks: Fix = (text) => text.trim().replace(/[\t\n\r\u200b]+/gu, "")

const noSpacesInNumbers: Fix = (text) => {
  // The sum may have letters in it, and is always the last number.
  const sum = text.lastIndexOf("6304")
  return text.slice(0, sum).replace(/(?<=\d)\s+(?=\d)/gu, "") + text.slice(sum).replace(/\s+/gu, "")
}

/** From the least to the most that may have happened to a text on its way through a page, a mail or a chat. */
const spaceFixes: ReadonlyArray<Fix> = [
  (text) => text,
  noLineBreaks,
  (text) => noSpacesInNumbers(noLineBreaks(text)),
  (text) => Array.from(text.trim().split(/[\n\r]+/u), (line) => line.trim()).join(" "),
]

const inCharacters: Fix = (text) => {
  const read = parse(text, { lengths: "bytes" })
  if (!read.decodable) return text
  const written = encode((read.ok ? read.value : read.parts)?.fields.slice(0, -1) ?? [])
  return written.ok ? seal(written.value) : text
}

const fixes: ReadonlyArray<readonly [name: RepairName, message: string, fix: Fix]> = [
  ["prefix", "adds the zeros that it begins with", (text) => text.replace(/^0{0,2}(?=201)/u, "000")],
  [
    "crc_zeros",
    "adds the zeros that its CRC begins with",
    (text) => text.replace(/(?<=6304)[\da-f]{1,3}$/iu, (sum) => sum.padStart(4, "0")),
  ],
  [
    "crc_case",
    "writes its CRC in upper case",
    (text) => text.replace(/(?<=6304)[\da-f]{4}$/iu, (sum) => sum.toUpperCase()),
  ],
  ["byte_lengths", "counts characters, not bytes", inCharacters],
  ["new_crc", "makes a new CRC", (text) => (parse(text).ok ? text : seal(text.replace(/63(?:04.{0,4}|0)?$/su, "")))],
]

/**
 * What might be done about a text that is refused, or that has its check sum in lower case. Safe repairs come alone; only where
 * there is none, those come that are not. An empty list says that nothing is to be repaired, or nothing can be:
 * of a text of more than 64 KiB, for one.
 *
 * @example
 * ```ts
 * import { BrCodeRepairs } from "@pesoreal/core"
 *
 * const fields = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986"
 * const pasted = ` ${fields}5802BR5913Fulano de Tal6008BRASILIA62070503***\n63041d3d`
 * const [repair] = BrCodeRepairs.suggestRepairs(pasted)
 * repair?.steps.map(({ name }) => name) // => ["spaces", "crc_case"]
 * repair?.text.endsWith("***63041D3D") // => true
 * repair?.isSafe // => true
 * ```
 */
export const suggestRepairs = (text: string): ReadonlyArray<Repair> => {
  const found: Array<Repair> = []
  if (text.length > MAX_BYTES) return found
  for (const base of new Set(spaceFixes.map((fix) => fix(text)))) {
    let repaired = base
    const steps: Array<RepairStep> = base === text ? [] : [{ name: "spaces", message: "leaves out spaces" }]
    for (const [name, message, fix] of fixes) {
      const fixed = fix(repaired)
      if (fixed !== repaired) steps.push({ name, message })
      repaired = fixed
    }
    const isSafe = steps.at(-1)?.name !== "new_crc"
    if (steps.length > 0 && parse(repaired).ok) found.push({ steps, text: repaired, isSafe })
  }
  const safe = found.filter(({ isSafe }) => isSafe)
  return safe.length > 0 ? safe : found
}
