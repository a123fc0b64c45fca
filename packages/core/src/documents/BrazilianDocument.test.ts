import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import * as BrazilianDocument from "./BrazilianDocument.ts"
import * as Cnpj from "./Cnpj.ts"
import * as Cpf from "./Cpf.ts"

const { parse, isBrazilianDocument, format } = BrazilianDocument

describe("a CPF or CNPJ", () => {
  it.for([...publishedVectors("cpf"), ...publishedVectors("cnpj")])(
    "$kind $input of $source",
    ({ kind, input, valid }) => {
      expect(parse(input).ok).toBe(valid)
      expect(isBrazilianDocument(input)).toBe(valid)
      const { length } = input.replaceAll(/[./-]/gu, "")
      // Another length is none of the two; it is refused in other words.
      const expected =
        length !== 11 && length !== 14 ? parse(input) : kind === "cpf" ? Cpf.parse(input) : Cnpj.parse(input)
      expect(parse(input)).toEqual(expected)
    },
  )

  it("is told apart by length, with or without punctuation", () => {
    expect(parse("390.533.447-05")).toMatchObject({ value: { type: "CPF", text: "39053344705" } })
    expect(parse("11.222.333/0001-81")).toMatchObject({ value: { type: "CNPJ", text: "11222333000181" } })
    expect(parse("39053344706")).toMatchObject({ errors: [{ reason: "check_digits", message: "must end in 05" }] })
    expect(parse("12abc34501de35")).toMatchObject({ errors: [{ reason: "lowercase" }] })
    expect(parse("12ABC34501DE35", { alphanumeric: false })).toMatchObject({ errors: [{ reason: "letters" }] })
  })

  it.each(["", "1", "123456789012", "1234567890123", "123456789012345", "😀", "１１２２２３３３０００１８１"])(
    "is not %j",
    (text) => {
      expect(parse(text)).toMatchObject({
        ok: false,
        errors: [{ reason: "length", message: expect.stringMatching(/^must have 11 or 14 characters, and has \d+$/u) }],
      })
    },
  )

  it("is what one of the two is, of any text", () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^[\d./-]{11,18}$/u), fc.string({ unit: "binary" }))
    fc.assert(
      fc.property(texts, fc.boolean(), (text, alphanumeric) => {
        const isEither = Cpf.isCpf(text) || Cnpj.isCnpj(text, { alphanumeric })
        expect(isBrazilianDocument(text, { alphanumeric })).toBe(isEither)
      }),
      { numRuns: 1_000 },
    )
  })

  it("is formatted as what it is, and any other text is left alone", () => {
    expect(format("39053344705")).toBe("390.533.447-05")
    expect(format("12ABC34501DE35")).toBe("12.ABC.345/01DE-35")
    for (const text of ["", "1234", "390.533.447-05", "12.ABC.345/01DE-35"]) expect(format(text)).toBe(text)
  })
})
