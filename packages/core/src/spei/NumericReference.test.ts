import * as fc from "fast-check"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as NumericReference from "./NumericReference.ts"
import { NumericReferenceContract, NumericReferenceStrict } from "./NumericReferenceSchema.ts"

const references = fc.stringMatching(/^\d{1,7}$/u)
const texts = fc.oneof(references, fc.stringMatching(/^\d{0,12}$/u), fc.string({ unit: "binary", maxLength: 12 }))

const reasonsOf = (text: string): ReadonlyArray<NumericReference.ParseReason> => {
  const parsed = NumericReference.parse(text)
  return parsed.ok ? [] : parsed.errors.map(({ reason }) => reason)
}

describe("NumericReference", () => {
  it("is 1 to 7 digits, and a number", () => {
    fc.assert(
      fc.property(references, (text) => {
        const parsed = NumericReference.parse(text)
        expect(parsed).toMatchObject({ ok: true, value: { text, number: Number(text) } })
        expect(parsed.warnings.map(({ reason }) => reason)).toEqual(Number(text) === 0 ? ["zero"] : [])
      }),
    )
  })

  it.each([
    ["", ["length"]],
    ["12345678", ["length"]],
    ["123456a", ["not_digits"]],
    ["-123", ["not_digits"]],
    ["1 ", ["not_digits"]],
    ["1\n", ["not_digits"]],
    ["1e3", ["not_digits"]],
    ["１２３", ["not_digits"]],
    ["12345.67", ["length", "not_digits"]],
    ["123456🦤", ["not_digits"]],
    ["1234567🦤", ["length", "not_digits"]],
  ])("refuses %j for %j", (text, reasons) => {
    expect(reasonsOf(text)).toEqual(reasons)
  })

  it("agrees with itself and with its schemas, on any text", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { ok } = NumericReference.parse(text)
        expect(NumericReference.isNumericReference(text)).toBe(ok)
        expect(Schema.is(NumericReferenceStrict)(text)).toBe(ok)
        expect(!ok || Schema.is(NumericReferenceContract)(text)).toBe(true)
        expect(NumericReference.format(text)).toBe(ok ? text.padStart(7, "0") : text)
      }),
    )
  })

  it("is made of positive integers: the same below ten million, and never zero", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (integer) => {
        const made = NumericReference.fromInteger(integer)
        if (!made.ok) throw new Error(made.errors[0].message)
        expect(NumericReference.parse(made.value.text)).toEqual(made)
        expect(made.value.number).toBe(((integer - 1) % 9_999_999) + 1)
        expect(made.value.text.length).toBe(7)
      }),
    )
  })

  it.each([0, -1, 1.5, NaN, Infinity, 2 ** 53])("is not made of %d", (integer) => {
    expect(NumericReference.fromInteger(integer)).toMatchObject({ ok: false, errors: [{ reason: "integer" }] })
  })
})
