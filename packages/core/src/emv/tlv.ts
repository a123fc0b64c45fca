/**
 * Tag, length and value: the shape of every EMV QR code. A tag is two digits, a length two more, and then come so many
 * characters, which may be fields themselves. Nothing is looked up here, and no value is judged.
 *
 * Lengths count Unicode code points, so that an emoji is one: a code published with the tests of ex_pix_brcode has length 16
 * before ten digits, 👀 and five digits more. Some generators count bytes of UTF-8, which is read only when it is asked for.
 */
import { accept, type Parsed, type Problem } from "../Parsed.ts"

/** What a length counts: Unicode code points, as the standard has it, or bytes of UTF-8, as some generators do. */
export type Lengths = "characters" | "bytes"

/** What there is to write in a field. */
export interface FieldContent {
  /** Two digits. */
  readonly id: string
  /** The text as it stands, or the fields that it is made of. */
  readonly value: string | ReadonlyArray<FieldContent>
}

/** A field that was read, with its place. */
export interface Field extends FieldContent {
  readonly value: string | ReadonlyArray<Field>
  /** Where the field begins, which is at its id, in bytes of UTF-8 from the beginning of the text. */
  readonly offset: number
}

/** Characters before a value: two of id, and two of length. */
export const HEAD_LENGTH = 4

/** Why a text is not made of fields. */
export type FaultReason = "bad_tag" | "bad_length" | "short_value"

/** How much UTF-16 units `0` to `index` measure, for every index; NaN in the middle of a character. */
type Measure = ReadonlyArray<number> | undefined

/** Nothing to measure in ASCII, where characters, bytes and UTF-16 units are the same. */
const measure = (text: string, lengths: Lengths): Measure => {
  if (!/[^\0-\x7f]/.test(text)) return undefined
  let total = 0
  const before = [total]
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    total += lengths === "characters" || point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    if (character.length > 1) before.push(Number.NaN)
    before.push(total)
  }
  return before
}

/** The number that two digits make, or -1. */
const twoDigits = (text: string, index: number): number => {
  const tens = text.charCodeAt(index) - 48
  const units = text.charCodeAt(index + 1) - 48
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : -1
}

/**
 * Goes over a text field by field, and makes no list: what {@link parse} and `BrCode.parse` are made of. It takes time in
 * proportion to the text, and throws nothing.
 *
 * @example
 * ```ts
 * import { Tlv } from "@pesoreal/core"
 *
 * const reader = new Tlv.Reader("5303986")
 * reader.next(7) // => true
 * reader.tag // => 53
 * reader.value() // => "986"
 * ```
 */
export class Reader {
  readonly text: string
  readonly #units: Measure
  readonly #bytes: Measure
  #end = 0
  /** The tag of the field that was read last, 0 to 99. */
  tag = 0
  /** Where that field has its value, in UTF-16 units. */
  start = 0
  /** Where the next field begins, in UTF-16 units. */
  index = 0

  /** `isAscii`: the caller knows whether the text is. */
  constructor(text: string, lengths: Lengths = "characters", isAscii = false) {
    this.text = text
    this.#units = isAscii ? undefined : measure(text, lengths)
    this.#bytes = this.#units && measure(text, "bytes")
  }

  /** Reads the next field, which must end by `end` (in UTF-16 units). When it cannot, {@link fault} says why not. */
  next(end: number): boolean {
    const { index, text } = this
    const units = this.#units
    const start = index + HEAD_LENGTH
    const tag = twoDigits(text, index)
    const length = twoDigits(text, index + 2)
    this.start = start
    this.#end = end
    if (tag < 0 || length < 0) return false
    let next = start + length
    if (units !== undefined) {
      const target = (units[start] ?? 0) + length
      next = start
      while (next < end && units[next] !== target) next++
      if (units[next] !== target) return false
    }
    if (next > end) return false
    this.tag = tag
    this.index = next
    return true
  }

  /** The text of the field that was read last. */
  value(): string {
    return this.text.slice(this.start, this.index)
  }

  /** The two digits of its tag. */
  id(): string {
    return this.text.slice(this.start - HEAD_LENGTH, this.start - 2)
  }

  /** Bytes of UTF-8 before a place in UTF-16 units. */
  offset(index: number): number {
    return this.#bytes?.[index] ?? index
  }

  /** Why the last {@link next} was in vain. `parent` is the path of the template it happened in, with a dot behind it. */
  fault(parent = ""): Problem<FaultReason> {
    const { index } = this
    const text = this.text.slice(0, this.#end)
    const isTag = twoDigits(text, index) >= 0
    return {
      reason: isTag ? (twoDigits(text, index + 2) < 0 ? "bad_length" : "short_value") : "bad_tag",
      message: "must be a tag, a length and so many characters",
      // What is no tag is no part of a path.
      path: isTag ? parent + this.id() : parent.slice(0, -1),
      offset: this.offset(index),
    }
  }

  /**
   * The fields from here to `end`, or as many as there are before a fault. Those of `isTemplate` are read too, but where a
   * template has anything else in it, it stays a text.
   */
  fields(end: number, isTemplate: (path: string) => boolean, parent = ""): ReadonlyArray<Field> {
    const fields: Array<Field> = []
    while (this.index < end && this.next(end)) {
      const { index, start } = this
      const id = this.id()
      const path = parent + id
      let value: Field["value"] = this.value()
      if (isTemplate(path)) {
        this.index = start
        const inner = this.fields(index, isTemplate, `${path}.`)
        if (this.index === index) value = inner
        this.index = index
      }
      fields.push({ id, value, offset: this.offset(start - HEAD_LENGTH) })
    }
    return fields
  }
}

/** How {@link parse} reads. */
export interface ParseOptions {
  /** Default `"characters"`. */
  readonly lengths?: Lengths
  /** Whether to look for fields inside a field, by its tags from the outside in: `"62"`, `"62.50"`. Default: never. */
  readonly isTemplate?: (path: string) => boolean
}

/**
 * Reads all fields of a text. A template whose value is not made of fields stays a text, so that {@link encode} always gives
 * back what was read. No text at all has no fields, and is accepted.
 *
 * @example
 * ```ts
 * import { Tlv } from "@pesoreal/core"
 *
 * const parsed = Tlv.parse("530398662070503***", { isTemplate: (path) => path === "62" })
 * parsed.ok && parsed.value // => [
 * //   { id: "53", value: "986", offset: 0 },
 * //   { id: "62", value: [{ id: "05", value: "***", offset: 11 }], offset: 7 },
 * // ]
 *
 * const refused = Tlv.parse("5303986540498")
 * refused.ok ? {} : refused.errors[0] // => {
 * //   reason: "short_value",
 * //   message: "must be a tag, a length and so many characters",
 * //   path: "54",
 * //   offset: 7,
 * // }
 * ```
 */
export const parse = (
  text: string,
  { isTemplate = () => false, lengths = "characters" }: ParseOptions = {},
): Parsed<ReadonlyArray<Field>, FaultReason> => {
  const reader = new Reader(text, lengths)
  const fields = reader.fields(text.length, isTemplate)
  if (reader.index === text.length) return accept(fields)
  return { ok: false, errors: [reader.fault()], warnings: [] }
}

/** Why a field cannot be written. */
export type EncodeReason = "unwritable"

/**
 * Writes fields. Whatever {@link parse} has read is written as it was, byte for byte, given the same `lengths`.
 *
 * @example
 * ```ts
 * import { Tlv } from "@pesoreal/core"
 *
 * const written = Tlv.encode([{ id: "62", value: [{ id: "05", value: "***" }] }])
 * written.ok && written.value // => "62070503***"
 *
 * const refused = Tlv.encode([{ id: "26", value: [{ id: "01", value: "x".repeat(100) }] }])
 * refused.ok ? [] : refused.errors.map(({ path }) => path) // => ["26.01", "26"]
 * ```
 */
export const encode = (
  fields: ReadonlyArray<FieldContent>,
  { lengths = "characters" }: { readonly lengths?: Lengths } = {},
): Parsed<string, EncodeReason> => {
  const errors: Array<Problem<EncodeReason>> = []
  const write = (contents: ReadonlyArray<FieldContent>, parent: string): string =>
    contents
      .map(({ id, value }) => {
        const path = parent + id
        const text = typeof value === "string" ? value : write(value, `${path}.`)
        const length = measure(text, lengths)?.at(-1) ?? text.length
        if (length > 99 || !/^\d\d$/.test(id)) {
          errors.push({ reason: "unwritable", message: `must be a tag of two digits and at most 99 ${lengths}`, path })
        }
        return id + String(length).padStart(2, "0") + text
      })
      .join("")
  const text = write(fields, "")
  const [first, ...rest] = errors
  return first === undefined ? accept(text) : { ok: false, errors: [first, ...rest], warnings: [] }
}
