import { assert, it } from "@effect/vitest"
import { Result, Schema, SchemaIssue } from "effect"
import { describe } from "vitest"
import { fromNumber, MAX_BRL_CENTAVOS, toNumber } from "./Brl.ts"
import { Brl, BrlAmount } from "./BrlSchema.ts"
import { MAX_CENTAVOS } from "./Centavos.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const messagesOf = (schema: Schema.Number, input: unknown): ReadonlyArray<string> => {
  const decoded = Schema.decodeUnknownResult(schema)(input, { errors: "all" })
  return Result.isSuccess(decoded) ? [] : format(decoded.failure.issue).issues.map(({ message }) => message)
}

describe("the schema of a value in reais", () => {
  it("takes every value that PIX can carry, and does not change it", () => {
    for (const reais of [0.01, 0.1, 1, 1e2, 1234.56, 9_999_999_999.99]) {
      assert.strictEqual(Schema.decodeUnknownSync(Brl)(reais), reais)
      assert.strictEqual(Schema.encodeUnknownSync(Brl)(reais), reais)
    }
  })

  it("says what would be right, once", () => {
    for (const reais of [0, -0, -0.01, -1.005, -1e21]) {
      assert.deepStrictEqual(messagesOf(Brl, reais), ["must be at least 0.01"], String(reais))
    }
    for (const reais of [10_000_000_000, Number("9007199254740993"), 1e21, 1e21 + 0.5]) {
      assert.deepStrictEqual(messagesOf(Brl, reais), ["must be at most 9999999999.99"], String(reais))
    }
    for (const reais of [0.1 + 0.2, 1.005, 0.011]) {
      assert.deepStrictEqual(messagesOf(Brl, reais), ["must have at most 2 decimals"], String(reais))
    }
    for (const reais of [0.001, 1e-7]) {
      assert.deepStrictEqual(messagesOf(Brl, reais), ["must be at least 0.01"], String(reais))
    }
    for (const reais of [Infinity, -Infinity, NaN]) {
      assert.deepStrictEqual(messagesOf(Brl, reais), ["must be from 0.01 to 9999999999.99"], String(reais))
    }
    for (const other of ["1.00", null, true, [1], 1n]) {
      assert.deepStrictEqual(messagesOf(Brl, other), ["must be a number of reais, such as 1234.56"])
    }
  })

  it("is a number with its bounds and its decimals in JSON Schema", () => {
    assert.deepStrictEqual(Schema.toJsonSchemaDocument(Brl).schema, {
      type: "number",
      minimum: 0.01,
      maximum: 9_999_999_999.99,
      multipleOf: 0.01,
    })
  })

  it("reads JSON alone: the words that Effect writes for NaN and the infinities are refused", () => {
    const json = Schema.fromJsonString(Schema.toCodecJson(Brl))
    assert.isTrue(Result.isSuccess(Schema.decodeUnknownResult(json)("1e2")))
    for (const text of ['"NaN"', '"Infinity"', "1e400", '"1.00"']) {
      assert.isFalse(Result.isSuccess(Schema.decodeUnknownResult(json)(text)), text)
    }
  })

  it.prop("generates values", { reais: Brl }, ({ reais }) => {
    assert.isTrue(fromNumber(reais).ok && reais >= 0.01)
  })
})

describe("the schema of an amount in an answer", () => {
  it("takes nothing at all, and more than one PIX can carry", () => {
    for (const centavos of [0, 1, MAX_BRL_CENTAVOS + 1, MAX_CENTAVOS]) {
      assert.isTrue(Schema.is(BrlAmount)(toNumber(centavos)))
    }
    assert.deepStrictEqual(messagesOf(BrlAmount, -0.01), ["must be at least 0"])
    assert.deepStrictEqual(messagesOf(BrlAmount, 1e13), ["must be at most 9999999999999.99"])
    assert.deepStrictEqual(messagesOf(BrlAmount, 0.005), ["must have at most 2 decimals"])
  })

  it.prop("generates amounts", { reais: BrlAmount }, ({ reais }) => {
    assert.isTrue(fromNumber(reais, { maximumCentavos: MAX_CENTAVOS }).ok)
  })
})
