import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import { maskDocument, maskFormatted } from "./mask.ts"

const marks = fc.array(fc.tuple(fc.nat(18), fc.constantFrom(".", "-", "/")), { maxLength: 6 })
const withMarks = (bare: string, places: ReadonlyArray<readonly [number, string]>): string =>
  places.reduce((text, [place, mark]) => text.slice(0, place) + mark + text.slice(place), bare)

const cpfs = fc.stringMatching(/^\d{11}$/u)
const cnpjs = fc.oneof(fc.stringMatching(/^\d{14}$/u), fc.stringMatching(/^[\dA-Z]{12}\d{2}$/u))
const documents = fc.tuple(fc.oneof(cpfs, cnpjs), marks).map(([bare, places]) => withMarks(bare, places))

/** Texts that are nearly documents, and texts that are nothing of the kind. */
const anything = fc.oneof(
  documents,
  fc
    .tuple(documents, fc.nat(20), fc.string())
    .map(([text, place, piece]) => text.slice(0, place) + piece + text.slice(place)),
  fc.stringMatching(/^[\d*./ -]{0,20}$/u),
  fc.string({ unit: "binary" }),
)

describe("a mask", () => {
  it.each([
    ["123.456.789-01", "***.456.789-**"],
    ["12345678901", "***456789**"],
    ["12.345.678/0001-90", "**.345.678/****-**"],
    ["12345678000190", "**345678******"],
    ["12.ABC.345/01DE-35", "**.ABC.345/****-**"],
    ["12ABC34501DE35", "**ABC345******"],
    ["123456789-01", "***456789-**"],
    ["12345678/000190", "**345678/******"],
  ])("of %s is %s", (text, masked) => {
    expect(maskDocument(text)).toBe(masked)
  })

  it.each([
    "",
    "1",
    "123456789",
    "123456789012",
    "123.456.789-0",
    "123.456.789/01",
    " 123.456.789-01",
    "123.456.789-01\n",
    "123 456 789 01",
    "１２３４５６７８９０１",
    "12345678901😀",
    "12abc34501de35",
    "12ABC34501DEAB",
    "***456*89**",
    "maria@example.com",
    "\ud800",
    "9".repeat(1_000_000),
    "1-".repeat(500_000),
    `12345678901${"-".repeat(1_000_000)}`,
  ])("of what is no document (%#) is always the same", (text) => {
    expect(maskDocument(text)).toBe("***")
    expect(maskFormatted(text)).toBe("***")
  })

  it("keeps length and punctuation of a document, and hides all but the six characters in the middle", () => {
    fc.assert(
      fc.property(fc.oneof(cpfs, cnpjs), marks, (bare, places) => {
        fc.pre(bare.length === 14 || places.every(([, mark]) => mark !== "/"))
        const text = withMarks(bare, places)
        const masked = maskDocument(text)
        expect(masked.replaceAll(/[^./-]/gu, "x")).toBe(text.replaceAll(/[^./-]/gu, "x"))
        const hidden = bare.length === 11 ? 3 : 2
        const shown = bare.slice(hidden, hidden + 6)
        expect(masked.replaceAll(/[./-]/gu, "")).toBe("*".repeat(hidden) + shown + "*".repeat(bare.length - hidden - 6))
      }),
      { numRuns: 1_000 },
    )
  })

  it("shows nothing of any text but those six, and never more than it has", () => {
    fc.assert(
      fc.property(anything, (text) => {
        for (const masked of [maskDocument(text), maskFormatted(text)]) {
          const shown = masked.replaceAll(/[*./-]/gu, "")
          expect([0, 6]).toContain(shown.length)
          const bare = text.replaceAll(/[./-]/gu, "")
          expect(["", bare.slice(3, 9), bare.slice(2, 8)]).toContain(shown)
          expect(masked).toMatch(/^[\dA-Z*./-]+$/u)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it("changes nothing when it is made again", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const masked = maskDocument(text)
        expect(maskDocument(masked)).toBe(masked)
        const formatted = maskFormatted(text)
        expect(maskFormatted(formatted)).toBe(formatted)
        expect(maskFormatted(masked)).toBe(formatted)
        expect(maskDocument(formatted)).toBe(formatted)
      }),
      { numRuns: 2_000 },
    )
  })

  it("has the usual punctuation when asked to, whatever the text had", () => {
    expect(maskFormatted("12345678901")).toBe("***.456.789-**")
    expect(maskFormatted("123.456789-01")).toBe("***.456.789-**")
    expect(maskFormatted("***456789**")).toBe("***.456.789-**")
    expect(maskFormatted("12345678000190")).toBe("**.345.678/****-**")
    expect(maskFormatted("12ABC34501DE35")).toBe("**.ABC.345/****-**")
  })

  it.for([...publishedVectors("cpf"), ...publishedVectors("cnpj")].filter(({ valid }) => valid))(
    "of $input hides what it must",
    ({ input }) => {
      expect(maskFormatted(input)).toMatch(
        /^(?:\*{3}\.\d{3}\.\d{3}-\*{2}|\*{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/\*{4}-\*{2})$/u,
      )
    },
  )
})
