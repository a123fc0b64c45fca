import { assert, it } from "@effect/vitest"
import { Result, Schema, SchemaIssue } from "effect"
import { describe } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import { isClabe } from "./Clabe.ts"
import { ClabeContract, ClabeStrict } from "./ClabeSchema.ts"

const vectors = publishedVectors("clabe")

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const messagesOf = (schema: Schema.String, input: unknown): ReadonlyArray<string> => {
  const decoded = Schema.decodeUnknownResult(schema)(input, { errors: "all" })
  return Result.isSuccess(decoded) ? [] : format(decoded.failure.issue).issues.map(({ message }) => message)
}

describe("the schemas of a CLABE", () => {
  it("take 18 digits at the contract's level, whatever the check digit", () => {
    for (const { input } of vectors) {
      assert.strictEqual(Schema.is(ClabeContract)(input), /^[0-9]{18}$/u.test(input), input)
    }
    assert.isTrue(Schema.is(ClabeContract)("012180001234567890"))
  })

  it("take only a bank's, with a right check digit, at the strict level", () => {
    for (const { input } of vectors) assert.strictEqual(Schema.is(ClabeStrict)(input), isClabe(input), input)
  })

  it("refuse line ends and digits of other scripts", () => {
    for (const text of ["646180110400000007\n", "６４６１８０１１０４０００００００７", " 46180110400000007"]) {
      assert.deepStrictEqual(messagesOf(ClabeContract, text), ["must be exactly 18 digits"])
      assert.deepStrictEqual(messagesOf(ClabeStrict, text), ["must be exactly 18 digits"])
    }
  })

  it("name what would be right, once", () => {
    assert.deepStrictEqual(messagesOf(ClabeStrict, "012180001234567890"), [
      "ends in the check digit 0, which should be 9",
    ])
    assert.deepStrictEqual(messagesOf(ClabeStrict, "000000000000000001"), [
      "begins with 000, which is no bank",
      "ends in the check digit 1, which should be 0",
    ])
    assert.deepStrictEqual(messagesOf(ClabeContract, 12180001234567890), ["must be a string of 18 digits"])
  })

  it("are a pattern in JSON Schema", () => {
    assert.deepStrictEqual(Schema.toJsonSchemaDocument(ClabeContract).schema, { type: "string", pattern: "^\\d{18}$" })
  })

  it.prop("generate what they accept", { text: ClabeStrict }, ({ text }) => {
    assert.isTrue(isClabe(text))
  })
})
