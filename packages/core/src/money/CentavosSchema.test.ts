import { assert, it } from "@effect/vitest"
import { Result, Schema, SchemaIssue } from "effect"
import { describe } from "vitest"
import { isCentavos, MAX_CENTAVOS } from "./Centavos.ts"
import { amountCentavos, Centavos } from "./CentavosSchema.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const messagesOf = (schema: Schema.Int, input: unknown): ReadonlyArray<string> => {
  const decoded = Schema.decodeUnknownResult(schema)(input, { errors: "all" })
  return Result.isSuccess(decoded) ? [] : format(decoded.failure.issue).issues.map(({ message }) => message)
}

describe("the schema of an amount", () => {
  it("says what would be right, in one sentence", () => {
    const schema = amountCentavos(1000)
    assert.deepStrictEqual(messagesOf(schema, 1000), [])
    assert.deepStrictEqual(messagesOf(schema, 999), ["must be at least 1000 centavos (10.00 MXN)"])
    assert.deepStrictEqual(messagesOf(schema, -5), ["must be at least 1000 centavos (10.00 MXN)"])
    assert.deepStrictEqual(messagesOf(schema, MAX_CENTAVOS), [])
    assert.deepStrictEqual(messagesOf(schema, MAX_CENTAVOS + 1), [
      "must be at most 999999999999999 centavos (9999999999999.99 MXN)",
    ])
    for (const fraction of [1000.5, NaN, Infinity, 2 ** 60]) {
      assert.deepStrictEqual(messagesOf(schema, fraction), [
        "must be a whole number of centavos, at most 999999999999999",
      ])
    }
    for (const other of ["1000", null, true, [1000], 1000n]) {
      assert.deepStrictEqual(messagesOf(schema, other), ["must be an integer, counted in centavos"])
    }
  })

  it("accepts exactly the amounts", () => {
    for (const value of [0, 1, MAX_CENTAVOS, MAX_CENTAVOS + 1, -1, -0, 0.5, NaN, "1"]) {
      assert.strictEqual(Schema.is(Centavos)(value), isCentavos(value), String(value))
    }
  })

  it("is an integer with its bounds in JSON Schema", () => {
    assert.deepStrictEqual(Schema.toJsonSchemaDocument(amountCentavos(1000)).schema, {
      type: "integer",
      minimum: 1000,
      maximum: MAX_CENTAVOS,
    })
  })

  it("refuses a minimum that is no amount, when it is made", () => {
    assert.throws(() => amountCentavos(0.5), RangeError)
  })

  it.prop("generates amounts", { amount: amountCentavos(1000) }, ({ amount }) => {
    assert.isTrue(isCentavos(amount) && amount >= 1000)
  })
})
