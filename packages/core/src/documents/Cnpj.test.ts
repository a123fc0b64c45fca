import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import * as Cnpj from "./Cnpj.ts"

const vectors = publishedVectors("cnpj")

const bases = fc
  .oneof(fc.stringMatching(/^[\dA-Z]{12}$/u), fc.stringMatching(/^\d{12}$/u))
  .filter((base) => !/^0+$/u.test(base))

/** The check digits, by the letter of NT COCAD/SUARA/RFB 49/2024: ASCII codes less 48, and the weights as they are listed. */
const withRightDigits = (base: string): string => {
  const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
  const next = (characters: string): string => {
    const own = weights.slice(weights.length - characters.length)
    const sum = own.reduce((total, weight, index) => total + weight * (characters.charCodeAt(index) - 48), 0)
    return characters + (sum % 11 < 2 ? "0" : String(11 - (sum % 11)))
  }
  return next(next(base))
}

const cnpjs = bases.map(withRightDigits)

const reasonsOf = (text: string, options?: Cnpj.Options): ReadonlyArray<string> => {
  const parsed = Cnpj.parse(text, options)
  return parsed.ok ? [] : parsed.errors.map(({ reason }) => reason)
}

describe("published CNPJs", () => {
  it.for(vectors.filter(({ valid }) => valid))("$input of $source is read", ({ input, expected }) => {
    expect(Cnpj.parse(input)).toMatchObject({ ok: true, value: { type: "CNPJ", ...expected }, warnings: [] })
    expect(Cnpj.isCnpj(input)).toBe(true)
    expect(Cnpj.isCnpj(input, { alphanumeric: false })).toBe(expected?.["alphanumeric"] === false)
  })

  it.for(vectors.filter(({ valid }) => !valid))("$input of $source is refused: $reason", ({ input }) => {
    expect(Cnpj.parse(input).ok).toBe(false)
    expect(Cnpj.isCnpj(input)).toBe(false)
  })

  it("tell what would be right", () => {
    expect(Cnpj.parse("12.345.678/0001-90")).toMatchObject({ errors: [{ message: "must end in 95", offset: 16 }] })
    expect(Cnpj.parse("16.727.230.0001-98")).toMatchObject({ errors: [{ message: "must end in 97" }] })
    expect(Cnpj.parse("16.727.230.0001-97")).toMatchObject({
      value: { text: "16727230000197" },
      warnings: [{ reason: "punctuation", message: "write it 16.727.230/0001-97" }],
    })
  })

  it("count A as 17 and not as 10: a port with A = 10 calls LBNXQOB5000163 right (brazilian-utils/python#731)", () => {
    expect(Cnpj.parse("LBNXQOB5000163")).toMatchObject({
      errors: [{ reason: "check_digits", message: "must end in 41" }],
    })
    expect(Cnpj.isCnpj("LBNXQOB5000141")).toBe(true)
  })

  it("may have any capital, though a page advises against I, O, Q and F", () => {
    for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
      expect(Cnpj.isCnpj(withRightDigits(letter.repeat(12)))).toBe(true)
  })
})

describe("a CNPJ", () => {
  it("has the check digits of the rule, and no others", () => {
    fc.assert(
      fc.property(bases, fc.integer({ min: 0, max: 99 }), (base, written) => {
        const right = withRightDigits(base)
        const text = base + String(written).padStart(2, "0")
        expect(Cnpj.isCnpj(text)).toBe(text === right)
        const parsed = Cnpj.parse(text)
        const problem = {
          reason: "check_digits",
          message: `must end in ${right.slice(12)}`,
          path: "checkDigits",
          offset: 12,
        }
        expect(parsed.ok ? [] : parsed.errors).toEqual(text === right ? [] : [problem])
      }),
      { numRuns: 2_000 },
    )
  })

  it("is made of root and branch", () => {
    fc.assert(
      fc.property(bases, (base) => {
        const text = withRightDigits(base)
        const root = base.slice(0, 8)
        const branch = base.slice(8)
        const checkDigits = text.slice(12)
        const value = {
          type: "CNPJ",
          text,
          compact: text,
          root,
          branch,
          checkDigits,
          alphanumeric: /[A-Z]/u.test(base),
        }
        expect(Cnpj.fromParts({ root, branch })).toEqual({ ok: true, value, warnings: [] })
        expect(Cnpj.parse(text)).toEqual({ ok: true, value, warnings: [] })
      }),
    )
  })

  it.each([
    ["", ""],
    ["1234567", "80001"],
    ["123456780", "001"],
    ["12.34567", "80001"],
    ["1.345678", "0001"],
    ["12.345.6", "7800"],
    ["1234567é", "0001"],
    ["1234567\ud800", "0001"],
    ["12abc345", "01de"],
    ["12345678", "0001-95"],
    ["12345678", "00/1"],
    ["00000000", "0000"],
  ])("is not made of %j and %j", (root, branch) => {
    expect(Cnpj.fromParts({ root, branch }).ok).toBe(false)
  })

  it("may have its marks anywhere, with a warning where they are unusual", () => {
    const marks = fc.array(fc.tuple(fc.nat(18), fc.constantFrom(".", "-", "/")), { maxLength: 5 })
    fc.assert(
      fc.property(cnpjs, marks, (cnpj, places) => {
        const written = places.reduce((text, [place, mark]) => text.slice(0, place) + mark + text.slice(place), cnpj)
        const usual = Cnpj.format(cnpj)
        const warnings =
          written === cnpj || written === usual ? [] : [{ reason: "punctuation", message: `write it ${usual}` }]
        expect(Cnpj.parse(written)).toMatchObject({ ok: true, value: { text: cnpj }, warnings })
        expect(Cnpj.isCnpj(written)).toBe(true)
      }),
    )
  })

  it.each(["123456.789.012-30", "1234567.890.123-0", "12.345.678.9012-30"])(
    "is not usually punctuated as %s",
    (shape) => {
      const bare = withRightDigits("123456789012")
      let place = 0
      const text = shape.replaceAll(/\d/gu, () => bare.charAt(place++))
      expect(Cnpj.parse(text).warnings).toHaveLength(1)
    },
  )

  it("is read as it is formatted, without warnings", () => {
    fc.assert(
      fc.property(cnpjs, (cnpj) => {
        expect(Cnpj.format(cnpj)).toMatch(/^[\dA-Z]{2}\.[\dA-Z]{3}\.[\dA-Z]{3}\/[\dA-Z]{4}-\d{2}$/u)
        expect(Cnpj.parse(Cnpj.format(cnpj))).toEqual(Cnpj.parse(cnpj))
      }),
    )
  })

  it("says where a stranger stands, in bytes", () => {
    const strangers = fc.oneof(
      fc.constantFrom(...Array.from(" _a٣７\u0000\u00a0\n😀É"), "\ud800", "\udc00"),
      fc.string({ minLength: 1 }),
    )
    fc.assert(
      fc.property(cnpjs, fc.nat(14), strangers, (cnpj, place, stranger) => {
        fc.pre(/^[^\dA-Z./-]/u.test(stranger))
        const text = cnpj.slice(0, place) + stranger + cnpj.slice(place)
        expect(Cnpj.parse(text)).toMatchObject({ ok: false, errors: [{ reason: "characters", offset: place }] })
        expect(Cnpj.isCnpj(text)).toBe(false)
      }),
    )
  })

  it.each([
    ["", ["length"]],
    ["1122233300018", ["length"]],
    ["112223330001811", ["length"]],
    ["11222333000181 ", ["characters"]],
    ["１１２２２３３３０００１８１", ["characters"]],
    ["00000000000000", ["repeated"]],
    ["00.000.000/0000-00", ["repeated"]],
    ["11111111111111", ["repeated"]],
    ["12abc34501de35", ["lowercase"]],
    ["12.abc.345/01de-35", ["lowercase"]],
    ["12abc34501de36", ["characters"]],
    ["12ABC34501DEA5", ["characters"]],
  ])("refuses %j for %j", (text, reasons) => {
    expect(reasonsOf(text)).toEqual(reasons)
    expect(Cnpj.isCnpj(text)).toBe(false)
  })

  it("is refused with letters where they are not taken, whatever else is right", () => {
    fc.assert(
      fc.property(cnpjs, (cnpj) => {
        const hasLetter = /[A-Z]/u.test(cnpj)
        expect(reasonsOf(cnpj, { alphanumeric: false })).toEqual(hasLetter ? ["letters"] : [])
        // In upper case it would be refused again.
        expect(reasonsOf(cnpj.toLowerCase(), { alphanumeric: false })).toEqual(hasLetter ? ["letters"] : [])
        expect(Cnpj.isCnpj(cnpj, { alphanumeric: false })).toBe(!hasLetter)
        expect(reasonsOf(cnpj, { alphanumeric: true })).toEqual([])
        expect(reasonsOf(cnpj, {})).toEqual([])
      }),
    )
  })

  it("has no letter for a check digit, though the sum might allow it", () => {
    fc.assert(
      fc.property(
        cnpjs,
        fc.constantFrom(12, 13),
        fc.constantFrom(...Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ")),
        (cnpj, place, letter) => {
          const text = cnpj.slice(0, place) + letter + cnpj.slice(place + 1)
          expect(Cnpj.parse(text)).toMatchObject({ ok: false, errors: [{ reason: "characters", offset: place }] })
        },
      ),
    )
  })

  it("is decided on alike by parse and isCnpj, of any text", () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^[\dA-Z./-]{14,18}$/u), fc.string({ unit: "binary" }))
    fc.assert(
      fc.property(texts, fc.boolean(), (text, alphanumeric) => {
        expect(Cnpj.isCnpj(text, { alphanumeric })).toBe(Cnpj.parse(text, { alphanumeric }).ok)
      }),
      { numRuns: 1_000 },
    )
  })

  it("is refused at any length, and other texts are formatted as they are", () => {
    for (const piece of ["1", "/", "a", "A", "😀", "1.", "\ud800", "ß"]) {
      const text = piece.repeat(200_000)
      expect(Cnpj.isCnpj(text)).toBe(false)
      expect(Cnpj.parse(text).ok).toBe(false)
      expect(Cnpj.format(text)).toBe(text)
    }
    for (const text of ["", "11.222.333/0001-81", "1122233300018", "12ABC34501DEAA"])
      expect(Cnpj.format(text)).toBe(text)
  })
})
