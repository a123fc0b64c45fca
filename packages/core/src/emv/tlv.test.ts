import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Tlv from "./tlv.ts"

const id = fc.integer({ min: 0, max: 99 }).map((tag) => String(tag).padStart(2, "0"))
const character = fc.constantFrom("a", "0", "Z", " ", "*", "\u0000", "\n", "é", "ç", "€", "👀")
const text = fc.string({ unit: character, maxLength: 20 })

/** Fields, of which those with the tag 26 are templates. */
const fields: fc.Arbitrary<ReadonlyArray<Tlv.FieldContent>> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ id: id.filter((tag) => tag !== "26"), value: text }) },
    fc.record({ id: fc.constant("26"), value: fc.array(fc.record({ id, value: text }), { maxLength: 2 }) }),
  ),
  { maxLength: 8 },
)

const isTemplate = (path: string) => path === "26"

const withoutOffsets = (read: ReadonlyArray<Tlv.Field>): ReadonlyArray<Tlv.FieldContent> =>
  read.map(({ id: tag, value }) => ({ id: tag, value: typeof value === "string" ? value : withoutOffsets(value) }))

const utf8 = new TextEncoder()

describe.each(["characters", "bytes"] as const)("fields whose lengths count %s", (lengths) => {
  it("are read as they were written, and written as they were read", () => {
    fc.assert(
      fc.property(fields, (contents) => {
        const written = Tlv.encode(contents, { lengths })
        fc.pre(written.ok)
        const read = Tlv.parse(written.value, { lengths, isTemplate })
        expect(read.ok && withoutOffsets(read.value)).toEqual(contents)
        expect(read.ok && Tlv.encode(read.value, { lengths })).toEqual(written)
      }),
      { numRuns: 2_000 },
    )
  })

  it("have offsets in bytes of UTF-8, at their ids", () => {
    fc.assert(
      fc.property(fields, (contents) => {
        const written = Tlv.encode(contents, { lengths })
        fc.pre(written.ok)
        const bytes = utf8.encode(written.value)
        const read = Tlv.parse(written.value, { lengths, isTemplate })
        const idsAt = (list: ReadonlyArray<Tlv.Field>): void => {
          for (const field of list) {
            const { offset } = field
            expect(new TextDecoder().decode(bytes.subarray(offset, offset + 2))).toBe(field.id)
            if (typeof field.value !== "string") idsAt(field.value)
          }
        }
        expect(read.ok).toBe(true)
        if (read.ok) idsAt(read.value)
      }),
    )
  })

  it("survive any text: what is read is written again, and nothing is thrown", () => {
    const digits = fc.string({ unit: fc.constantFrom("0", "1", "2", "6", "é", "👀", "\ud800", "x"), maxLength: 60 })
    fc.assert(
      fc.property(digits, (any) => {
        const read = Tlv.parse(any, { lengths, isTemplate: () => true })
        const written = Tlv.encode(read.ok ? read.value : [], { lengths })
        expect(written).toEqual({ ok: true, value: read.ok ? any : "", warnings: [] })
        expect(read.ok ? 0 : read.errors[0].offset).toBeLessThanOrEqual(utf8.encode(any).length)
      }),
      { numRuns: 5_000 },
    )
  })
})

describe("lengths", () => {
  // Of the tests of ex_pix_brcode: ten digits, an emoji and five digits are 16 characters.
  it("count code points, and not UTF-16 units", () => {
    const read = Tlv.parse("05161234567890👀1234563041234")
    expect(read.ok && read.value.map(({ value }) => value)).toEqual(["1234567890👀12345", "1234"])
  })

  it("count bytes of UTF-8 if asked to", () => {
    expect(Tlv.parse("6010São Paulo").ok).toBe(false)
    const read = Tlv.parse("6010São Paulo5303986", { lengths: "bytes" })
    expect(read.ok && read.value.map(({ value }) => value)).toEqual(["São Paulo", "986"])
  })

  it("in bytes cannot end in the middle of a character", () => {
    expect(Tlv.parse("5901é", { lengths: "bytes" })).toMatchObject({ ok: false, errors: [{ reason: "short_value" }] })
    expect(Tlv.parse("5903👀", { lengths: "bytes" }).ok).toBe(false)
    expect(Tlv.parse("5904👀", { lengths: "bytes" }).ok).toBe(true)
  })
})

describe("a text that is not made of fields", () => {
  it.for([
    ["5", "bad_tag", "", 0],
    ["x0", "bad_tag", "", 0],
    ["５９０１a", "bad_tag", "", 0],
    ["5303986\n", "bad_tag", "", 7],
    ["5303986-101", "bad_tag", "", 7],
    ["59", "bad_length", "59", 0],
    ["59 1a", "bad_length", "59", 0],
    ["5901é53", "bad_length", "53", 6],
    ["5904abc", "short_value", "59", 0],
    ["5903👀👀", "short_value", "59", 0],
  ] as const)("%j: %s at %s, byte %i", ([any, reason, path, offset]) => {
    expect(Tlv.parse(any)).toEqual({
      ok: false,
      errors: [{ reason, message: "must be a tag, a length and so many characters", path, offset }],
      warnings: [],
    })
  })

  it("stays a text where it is the value of a template", () => {
    const read = Tlv.parse("26060000125303986", { isTemplate })
    expect(read.ok && read.value).toEqual([
      { id: "26", value: "000012", offset: 0 },
      { id: "53", value: "986", offset: 10 },
    ])
  })
})

describe("nesting", () => {
  it("goes as deep as lengths allow, and no deeper", () => {
    let nested = ""
    while (nested.length < 96) nested = `26${String(nested.length).padStart(2, "0")}${nested}`
    const read = Tlv.parse(nested, { isTemplate: () => true })
    let depth = 0
    let value: string | ReadonlyArray<Tlv.Field> = read.ok ? read.value : ""
    while (typeof value !== "string" && value[0] !== undefined) {
      depth++
      value = value[0].value
    }
    expect(depth).toBe(24)
    expect(read.ok && Tlv.encode(read.value)).toEqual({ ok: true, value: nested, warnings: [] })
  })
})

describe("encode", () => {
  it("names every field that two digits cannot describe", () => {
    const long = "é".repeat(50)
    const contents = [
      { id: "1", value: "" },
      { id: "26", value: [{ id: "xx", value: "a" }] },
      { id: "59", value: long },
    ]
    const refused = Tlv.encode(contents, { lengths: "bytes" })
    expect(refused.ok ? [] : refused.errors.map(({ path, reason }) => [path, reason])).toEqual([
      ["1", "unwritable"],
      ["26.xx", "unwritable"],
      ["59", "unwritable"],
    ])
    expect(Tlv.encode(contents.slice(2)).ok).toBe(true)
  })
})

describe("Reader", () => {
  it("says by itself nothing of a field that it could not read", () => {
    const reader = new Tlv.Reader("5303986x")
    expect(reader.next(8)).toBe(true)
    expect([reader.tag, reader.id(), reader.value(), reader.index]).toEqual([53, "53", "986", 7])
    expect(reader.next(8)).toBe(false)
    expect([reader.index, reader.fault("26.")]).toMatchObject([7, { reason: "bad_tag", path: "26", offset: 7 }])
  })

  it("keeps within the end it is given", () => {
    const reader = new Tlv.Reader("5303986")
    for (const end of [0, 1, 4, 6]) expect(reader.next(end)).toBe(false)
    expect(reader.next(7)).toBe(true)
  })
})
