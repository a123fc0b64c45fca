import { assert, it } from "@effect/vitest"
import { Result, Schema, SchemaIssue } from "effect"
import { describe } from "vitest"
import vectors from "../../test/vectors/clabe.json" with { type: "json" }
import { isClabe } from "./Clabe.ts"
import { ClabeFormat, ClabeStrict } from "./ClabeSchema.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const messagesOf = (schema: Schema.String, input: unknown): ReadonlyArray<string> => {
  const decoded = Schema.decodeUnknownResult(schema)(input, { errors: "all" })
  return Result.isSuccess(decoded) ? [] : format(decoded.failure.issue).issues.map(({ message }) => message)
}

describe("the schemas of a CLABE", () => {
  it("take 18 digits at the contract's level, whatever the check digit", () => {
    for (const row of vectors) assert.strictEqual(Schema.is(ClabeFormat)(row.input), row.formatOk ?? true, row.input)
    assert.isTrue(Schema.is(ClabeFormat)("012180001234567890"))
  })

  it("take only a right check digit at the strict level", () => {
    for (const row of vectors) assert.strictEqual(Schema.is(ClabeStrict)(row.input), isClabe(row.input), row.input)
  })

  it("refuse line ends and digits of other scripts", () => {
    for (const text of ["646180110400000007\n", "６４６１８０１１０４０００００００７", " 46180110400000007"]) {
      assert.deepStrictEqual(messagesOf(ClabeFormat, text), ["must be exactly 18 digits"])
      assert.deepStrictEqual(messagesOf(ClabeStrict, text), ["must be exactly 18 digits"])
    }
  })

  it("name what would be right, once", () => {
    assert.deepStrictEqual(messagesOf(ClabeStrict, "012180001234567890"), [
      "ends in the check digit 0, which should be 9",
    ])
    assert.deepStrictEqual(messagesOf(ClabeFormat, 12180001234567890), ["must be a string of 18 digits"])
  })

  it("are a pattern in JSON Schema", () => {
    assert.deepStrictEqual(Schema.toJsonSchemaDocument(ClabeFormat).schema, { type: "string", pattern: "^\\d{18}$" })
  })

  it.prop("generate what they accept", { text: ClabeStrict }, ({ text }) => {
    assert.isTrue(isClabe(text))
  })
})
