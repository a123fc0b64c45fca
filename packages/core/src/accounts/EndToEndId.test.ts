import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import * as EndToEndId from "./EndToEndId.ts"

const vectors = publishedVectors("endToEndId")

const reasonsOf = (text: string): ReadonlyArray<string> => {
  const parsed = EndToEndId.parse(text)
  return parsed.ok ? [] : parsed.errors.map(({ reason }) => reason)
}

const good = { kind: "payment", ispb: "12345678", instant: Date.UTC(2026, 10, 20, 15, 4), seq: "abcDEF12345" } as const

const parts = fc.record({
  kind: fc.constantFrom("payment" as const, "return" as const),
  ispb: fc.stringMatching(/^[\dA-Z]{8}$/u),
  instant: fc.integer({ min: 0, max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) }),
  seq: fc.stringMatching(/^[\dA-Za-z]{11}$/u),
})

describe("published endToEndIds", () => {
  it.for(vectors.filter(({ valid }) => valid))("$input of $source is split into its parts", ({ input, expected }) => {
    expect(EndToEndId.parse(input)).toMatchObject({ ok: true, value: { text: input, ...expected }, warnings: [] })
    expect(EndToEndId.isEndToEndId(input)).toBe(true)
  })

  it.for(vectors.filter(({ valid }) => !valid))("$input of $source is refused: $reason", ({ input }) => {
    expect(reasonsOf(input)).toEqual(["length"])
    expect(EndToEndId.isEndToEndId(input)).toBe(false)
  })
})

describe("an endToEndId", () => {
  it("is split into the parts that it is made of, to the minute", () => {
    fc.assert(
      fc.property(parts, (made) => {
        const parsed = EndToEndId.fromParts(made)
        const text = parsed.ok ? parsed.value.text : ""
        const iso = new Date(made.instant).toISOString()
        expect(text).toMatch(/^[DE][\dA-Z]{8}\d{12}[\dA-Za-z]{11}$/u)
        expect(parsed).toEqual({
          ok: true,
          value: {
            ...made,
            text,
            at: iso.replaceAll(/\D/gu, "").slice(0, 12),
            instant: Date.parse(`${iso.slice(0, 16)}Z`),
          },
          warnings: [],
        })
        expect(EndToEndId.parse(text)).toEqual(parsed)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([
    ["E12345678202002291221abcdef12345", []],
    ["E1234567820200229122abcdef123456", ["at"]],
    ["E12345678202102291221abcdef12345", ["at"]],
    ["E12345678202004311221abcdef12345", ["at"]],
    ["E12345678202013011221abcdef12345", ["at"]],
    ["E12345678202000011221abcdef12345", ["at"]],
    ["E12345678202001001221abcdef12345", ["at"]],
    ["E12345678202001012400abcdef12345", ["at"]],
    ["E12345678202001011260abcdef12345", ["at"]],
    ["E12345678190002291221abcdef12345", ["at"]],
    ["E12345678000001010000abcdef12345", []],
    ["E1234567820200101120Xabcdef12345", ["at"]],
    ["E1234abcd202009091221abcdef12345", ["ispb"]],
    ["E12ABC345202009091221abcdef12345", []],
    ["e12345678202009091221abcdef12345", ["kind"]],
    ["X1234567a202099091221abcdef12345", ["kind", "ispb", "at"]],
    ["E12345678202009091221abcdef1234", ["length"]],
    ["E12345678202009091221abcdef123456", ["length"]],
    ["E12345678202009091221abcdef1234\n", ["characters"]],
    ["E12345678202009091221abcde-f1234", ["characters"]],
    ["E1234567８202009091221abcdef12345", ["characters"]],
    ["E12345678202009091221abcdef1234é", ["characters"]],
    ["\ud83d12345678202009091221abcdef12345", ["characters"]],
    ["", ["length"]],
  ])("%j is refused for %j", (text, reasons) => {
    expect(reasonsOf(text)).toEqual(reasons)
    expect(EndToEndId.isEndToEndId(text)).toBe(reasons.length === 0)
  })

  it("names every part at fault, and where it begins", () => {
    expect(EndToEndId.parse("X1234567a202099091221abcdef12345")).toEqual({
      ok: false,
      errors: [
        { reason: "kind", message: "must begin with E or D", path: "kind", offset: 0 },
        { reason: "ispb", message: "the ISPB must be 8 characters of 0-9 and A-Z", path: "ispb", offset: 1 },
        { reason: "at", message: "must be a minute that exists, yyyyMMddHHmm", path: "at", offset: 9 },
      ],
      warnings: [],
    })
    expect(EndToEndId.parse("E12345678202009091221abcdef12é45")).toMatchObject({ errors: [{ offset: 29 }] })
  })

  it.each([
    [{ ispb: "1234567" }, ["ispb"]],
    [{ ispb: "1234567a" }, ["ispb"]],
    [{ instant: Number.NaN }, ["instant"]],
    [{ instant: -1 }, ["instant"]],
    [{ instant: Infinity }, ["instant"]],
    [{ instant: Date.UTC(10_000, 0) }, ["instant"]],
    [{ seq: "abcDEF1234" }, ["seq"]],
    [{ seq: "abcDEF1234-" }, ["seq"]],
    [{ ispb: "", instant: -1, seq: "" }, ["ispb", "instant", "seq"]],
  ])("is not made with %j", (wrong, reasons) => {
    const made = EndToEndId.fromParts({ ...good, ...wrong })
    expect(made.ok ? [] : made.errors.map(({ reason }) => reason)).toEqual(reasons)
    expect(made.ok ? [] : made.errors.map(({ path }) => path)).toEqual(reasons)
  })

  it("is a payment or a return", () => {
    expect(EndToEndId.fromParts(good)).toMatchObject({
      value: { text: "E12345678202611201504abcDEF12345", kind: "payment" },
    })
    expect(EndToEndId.fromParts({ ...good, kind: "return" })).toMatchObject({
      value: { text: "D12345678202611201504abcDEF12345", kind: "return" },
    })
  })

  it("is refused at any length, and never throws", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !EndToEndId.isEndToEndId(text)))
    for (const piece of ["E", "0", "😀", "\ud800"]) expect(EndToEndId.isEndToEndId(piece.repeat(500_000))).toBe(false)
  })
})
