import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import * as Cpf from "./Cpf.ts"

const vectors = publishedVectors("cpf")

const bases = fc.stringMatching(/^\d{9}$/u).filter((base) => new Set(base).size > 1)

/** The check digits, by the letter of the rule: each is 11 less the rest of the weighted sum, and 0 for 10 and 11. */
const rightDigits = (base: string): string => {
  const next = (digits: string): string => {
    const sum = Array.from(digits).reduce(
      (total, digit, index) => total + Number(digit) * (digits.length + 1 - index),
      0,
    )
    return digits + (sum % 11 < 2 ? "0" : String(11 - (sum % 11)))
  }
  return next(next(base))
}

const cpfs = bases.map(rightDigits)

const reasonsOf = (text: string): ReadonlyArray<string> => {
  const parsed = Cpf.parse(text)
  return parsed.ok ? [] : parsed.errors.map(({ reason }) => reason)
}

describe("published CPFs", () => {
  it.for(vectors.filter(({ valid }) => valid))("$input of $source is read", ({ input, expected }) => {
    expect(Cpf.parse(input)).toMatchObject({ ok: true, value: { type: "CPF", ...expected }, warnings: [] })
    expect(Cpf.isCpf(input)).toBe(true)
  })

  it.for(vectors.filter(({ valid }) => !valid))("$input of $source is refused: $reason", ({ input }) => {
    expect(Cpf.parse(input).ok).toBe(false)
    expect(Cpf.isCpf(input)).toBe(false)
  })

  it("take 12345678909, which one library refuses for being a sample", () => {
    expect(Cpf.isCpf("12345678909")).toBe(true)
  })
})

describe("a CPF", () => {
  it("has the check digits of the rule, and no others", () => {
    fc.assert(
      fc.property(bases, fc.integer({ min: 0, max: 99 }), (base, written) => {
        const right = rightDigits(base)
        const text = base + String(written).padStart(2, "0")
        expect(Cpf.isCpf(text)).toBe(text === right)
        const parsed = Cpf.parse(text)
        const problem = {
          reason: "check_digits",
          message: `must end in ${right.slice(9)}`,
          path: "checkDigits",
          offset: 9,
        }
        expect(parsed.ok ? [] : parsed.errors).toEqual(text === right ? [] : [problem])
      }),
      { numRuns: 2_000 },
    )
  })

  it("is made of its first nine digits", () => {
    fc.assert(
      fc.property(bases, (base) => {
        const text = rightDigits(base)
        const value = { type: "CPF", text, digits: text, checkDigits: text.slice(9) }
        expect(Cpf.fromParts({ base })).toEqual({ ok: true, value, warnings: [] })
        expect(Cpf.parse(text)).toEqual({ ok: true, value, warnings: [] })
      }),
    )
    for (const base of ["", "12345678", "1234567890", "12345678x", "1.3456789", "１２３４５６７８９", "123456789\n"]) {
      expect(Cpf.fromParts({ base })).toMatchObject({ ok: false, errors: [{ reason: "base", path: "base" }] })
    }
  })

  it.each(Array.from("0123456789"))("is never the digit %s over and over, bare, punctuated or made", (digit) => {
    expect(reasonsOf(digit.repeat(11))).toEqual(["repeated"])
    expect(reasonsOf(Cpf.format(digit.repeat(11)))).toEqual(["repeated"])
    expect(Cpf.isCpf(digit.repeat(11))).toBe(false)
    expect(Cpf.fromParts({ base: digit.repeat(9) })).toMatchObject({ ok: false, errors: [{ reason: "repeated" }] })
  })

  it("may have its marks anywhere, with a warning where they are unusual", () => {
    const marks = fc.array(fc.tuple(fc.nat(14), fc.constantFrom(".", "-")), { maxLength: 5 })
    fc.assert(
      fc.property(cpfs, marks, (cpf, places) => {
        const written = places.reduce((text, [place, mark]) => text.slice(0, place) + mark + text.slice(place), cpf)
        const usual = Cpf.format(cpf)
        const warnings =
          written === cpf || written === usual ? [] : [{ reason: "punctuation", message: `write it ${usual}` }]
        expect(Cpf.parse(written)).toMatchObject({ ok: true, value: { text: cpf }, warnings })
        expect(Cpf.isCpf(written)).toBe(true)
      }),
    )
  })

  it("is read as it is formatted, without warnings", () => {
    fc.assert(
      fc.property(cpfs, (cpf) => {
        expect(Cpf.format(cpf)).toMatch(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/u)
        expect(Cpf.parse(Cpf.format(cpf))).toEqual(Cpf.parse(cpf))
      }),
    )
  })

  it("says where a stranger stands, in bytes", () => {
    const strangers = fc.oneof(
      fc.constantFrom(...Array.from("/ _A٣７\u0000\u00a0\n😀"), "\ud800", "\udc00"),
      fc.string({ minLength: 1 }),
    )
    fc.assert(
      fc.property(cpfs, fc.nat(11), strangers, (cpf, place, stranger) => {
        fc.pre(/^[^\d.-]/u.test(stranger))
        const text = cpf.slice(0, place) + stranger + cpf.slice(place)
        expect(Cpf.parse(text)).toMatchObject({ ok: false, errors: [{ reason: "characters", offset: place }] })
        expect(Cpf.isCpf(text)).toBe(false)
      }),
    )
  })

  it.each([
    ["", ["length"]],
    ["-", ["length"]],
    ["3905334470", ["length"]],
    ["390533447050", ["length"]],
    ["390.533.447/05", ["characters"]],
    ["39053344705\n", ["characters"]],
    ["３９０５３３４４７０５", ["characters"]],
    ["3905334470５", ["characters"]],
    ["3905334470-6", ["check_digits"]],
  ])("refuses %j for %j", (text, reasons) => {
    expect(reasonsOf(text)).toEqual(reasons)
  })

  it("has its check digits where they are, whatever marks there are", () => {
    expect(Cpf.parse("390.533.447-0-6")).toMatchObject({ errors: [{ message: "must end in 05", offset: 12 }] })
  })

  it("is decided on alike by parse and isCpf, of any text", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[\d.-]{11,14}$/u), fc.string({ unit: "binary" })),
        (text) => {
          expect(Cpf.isCpf(text)).toBe(Cpf.parse(text).ok)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it("is refused at any length, and other texts are formatted as they are", () => {
    for (const piece of ["1", "-", "12", "😀", "1.", "\ud800"]) {
      const text = piece.repeat(200_000)
      expect(Cpf.isCpf(text)).toBe(false)
      expect(Cpf.parse(text).ok).toBe(false)
      expect(Cpf.format(text)).toBe(text)
    }
    for (const text of ["", "390.533.447-05", "3905334470", "3905334470x"]) expect(Cpf.format(text)).toBe(text)
  })
})
