import { assert, it } from "@effect/vitest"
import { Result, Schema, SchemaIssue } from "effect"
import { describe } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import { isCurp } from "./Curp.ts"
import { CurpContract, CurpStrict } from "./CurpSchema.ts"
import { isMexicanTaxId } from "./MexicanTaxId.ts"
import { MexicanTaxIdContract, MexicanTaxIdStrict } from "./MexicanTaxIdSchema.ts"
import { isRfc } from "./Rfc.ts"
import { RfcContract, RfcStrict } from "./RfcSchema.ts"

const inputs = [...publishedVectors("rfc"), ...publishedVectors("curp")].map(({ input }) => input)

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const messagesOf = (schema: Schema.String, input: unknown): ReadonlyArray<string> => {
  const decoded = Schema.decodeUnknownResult(schema)(input, { errors: "all" })
  return Result.isSuccess(decoded) ? [] : format(decoded.failure.issue).issues.map(({ message }) => message)
}

describe("the schemas of Mexican tax identifiers", () => {
  it("take 10 to 20 characters at the contract's level, as the documents say, whatever they are", () => {
    for (const contract of [RfcContract, CurpContract, MexicanTaxIdContract]) {
      for (const input of inputs) {
        const { length } = Array.from(input)
        assert.strictEqual(Schema.is(contract)(input), length >= 10 && length <= 20, input)
      }
      assert.isTrue(Schema.is(contract)("😀".repeat(20)))
      assert.deepStrictEqual(messagesOf(contract, "PEPJ80010"), ["must have 10 to 20 characters"])
    }
  })

  it("take at the strict level what the plain modules take, and never more than the contract", () => {
    for (const input of inputs) {
      assert.strictEqual(Schema.is(RfcStrict)(input), isRfc(input), input)
      assert.strictEqual(Schema.is(CurpStrict)(input), isCurp(input), input)
      assert.strictEqual(Schema.is(MexicanTaxIdStrict)(input), isMexicanTaxId(input), input)
      if (isMexicanTaxId(input)) assert.isTrue(Schema.is(MexicanTaxIdContract)(input), input)
    }
  })

  it("say in one sentence what would be right", () => {
    assert.deepStrictEqual(messagesOf(RfcStrict, "GODE561331GR8"), ["must be an RFC: needs a date yyMMdd that exists"])
    assert.deepStrictEqual(messagesOf(CurpStrict, "SAHE800416HDFABC01"), [
      "must be a CURP: needs 3 consonants, needs check digit 9",
    ])
    assert.deepStrictEqual(messagesOf(MexicanTaxIdStrict, "gode561231gr8"), [
      "must be an RFC or a CURP: needs GODE561231GR8",
    ])
    assert.deepStrictEqual(messagesOf(RfcStrict, 1), ["must be a string with an RFC"])
    assert.deepStrictEqual(messagesOf(CurpStrict, 1), ["must be a string with a CURP"])
    assert.deepStrictEqual(messagesOf(MexicanTaxIdStrict, 1), ["must be a string with an RFC or a CURP"])
  })

  it("are patterns in JSON Schema, which take whatever the schemas take", () => {
    for (const [schema, isGood] of [
      [RfcStrict, isRfc],
      [CurpStrict, isCurp],
      [MexicanTaxIdStrict, isMexicanTaxId],
    ] as const) {
      const { schema: json } = Schema.toJsonSchemaDocument(schema)
      const pattern = new RegExp(String(json["pattern"]), "u")
      assert.deepStrictEqual(
        inputs.filter((input) => isGood(input) && !pattern.test(input)),
        [],
      )
      // A company's RFC without homoclave is no RFC.
      assert.isFalse(pattern.test("MAB930714"))
    }
  })

  it.prop("generate what they accept", { rfc: RfcStrict, curp: CurpStrict, taxId: MexicanTaxIdStrict }, (drawn) => {
    assert.isTrue(isRfc(drawn.rfc))
    assert.isTrue(isCurp(drawn.curp))
    assert.isTrue(isMexicanTaxId(drawn.taxId))
  })
})
