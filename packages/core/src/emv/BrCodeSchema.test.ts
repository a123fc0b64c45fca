import { assert, it } from "@effect/vitest"
import { Effect, Result, Schema, SchemaIssue } from "effect"
import { describe } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import { isStrict, parse } from "./BrCode.ts"
import { BrCodeStrict, parseEffect, QrCode } from "./BrCodeSchema.ts"

const inputs = publishedVectors("brcode").map(({ input }) => input)

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const messagesOf = (schema: Schema.String, input: unknown): ReadonlyArray<string> => {
  const decoded = Schema.decodeUnknownResult(schema)(input, { errors: "all" })
  return Result.isSuccess(decoded) ? [] : format(decoded.failure.issue).issues.map(({ message }) => message)
}

const code =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"

describe("the schemas of a BR Code", () => {
  it("take 50 to 500 characters that begin with 000201 at the contract's level, whatever else is in them", () => {
    for (const input of inputs) {
      const { length } = Array.from(input)
      assert.strictEqual(Schema.is(QrCode)(input), length >= 50 && length <= 500 && input.startsWith("000201"), input)
    }
    assert.deepStrictEqual(messagesOf(QrCode, `000201${"👀".repeat(44)}`), [])
    assert.deepStrictEqual(messagesOf(QrCode, `000201${"👀".repeat(494)}`), [])
    assert.deepStrictEqual(messagesOf(QrCode, `000201${"👀".repeat(495)}`), ["must have 50 to 500 characters"])
    assert.deepStrictEqual(messagesOf(QrCode, ` ${code}`), ["must begin with 000201"])
    assert.deepStrictEqual(messagesOf(QrCode, "0020"), ["must have 50 to 500 characters", "must begin with 000201"])
    assert.deepStrictEqual(messagesOf(QrCode, 201), ["must be a string with a BR Code"])
  })

  it("take what is strict, and in the contract's bounds, at the strict level", () => {
    for (const input of inputs) {
      const isGood = Schema.is(QrCode)(input) && isStrict(parse(input))
      assert.strictEqual(Schema.is(BrCodeStrict)(input), isGood, input)
    }
  })

  it("say what is wrong where, once", () => {
    assert.deepStrictEqual(messagesOf(BrCodeStrict, code.replace("986", "840")), [
      "must be a BR Code: 53 must be 986; 63 must be 0C88",
    ])
    assert.deepStrictEqual(messagesOf(BrCodeStrict, code.slice(0, -4) + code.slice(-4).toLowerCase()), [
      "must be a BR Code: 63 should be 1D3D",
    ])
    assert.deepStrictEqual(messagesOf(BrCodeStrict, `000201${"x".repeat(40)}`), ["must have 50 to 500 characters"])
  })

  it("are bounds and a pattern in JSON Schema", () => {
    assert.deepStrictEqual(Schema.toJsonSchemaDocument(QrCode).schema, {
      type: "string",
      allOf: [{ minLength: 50 }, { maxLength: 500 }],
      pattern: "^000201",
    })
  })

  it.prop("generate what they accept", { text: BrCodeStrict }, ({ text }) => {
    assert.isTrue(isStrict(parse(text)))
  })

  it.effect("have an Effect beside them, which fails with every reason", () =>
    Effect.gen(function* () {
      const { pixKey } = yield* parseEffect(code)
      assert.strictEqual(pixKey, "123e4567-e12b-12d1-a456-426655440000")
      const refused = yield* Effect.flip(parseEffect(code.replace("986", "840")))
      assert.deepStrictEqual(
        refused.errors.map(({ reason }) => reason),
        ["currency", "crc_mismatch"],
      )
    }),
  )
})
