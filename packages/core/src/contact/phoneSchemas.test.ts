import { assert, it } from "@effect/vitest"
import { Effect, Result, Schema, SchemaIssue } from "effect"
import { describe } from "vitest"
import { isPhone } from "./Phone.ts"
import { isPhonePlan } from "./PhonePlan.ts"
import * as PhonePlanSchema from "./PhonePlanSchema.ts"
import * as PhoneSchema from "./PhoneSchema.ts"

const { PhoneContract } = PhoneSchema
const { PhoneStrict } = PhonePlanSchema

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const messagesOf = (schema: Schema.String, input: unknown): ReadonlyArray<string> => {
  const decoded = Schema.decodeUnknownResult(schema)(input, { errors: "all" })
  return Result.isSuccess(decoded) ? [] : format(decoded.failure.issue).issues.map(({ message }) => message)
}

const shape = "must be an E.164 number of 8 to 16 characters: + and digits, such as +525512345678"

describe("the schemas of a phone number", () => {
  it("take, by the contract, E.164 of 8 characters and more, which has 16 at most", () => {
    for (const text of ["+1234567", "+525512345678", "+123456789012345"]) {
      assert.deepStrictEqual(messagesOf(PhoneContract, text), [])
      assert.isTrue(isPhone(text))
    }
    const refused = [
      "+123456",
      "+1234567890123456",
      "+12345678901234567890",
      "525512345678",
      "+0234567",
      "+525512345678\n",
    ]
    for (const text of [...refused, "+52 55 1234 5678", "+５25512345678", ""]) {
      assert.deepStrictEqual(messagesOf(PhoneContract, text), [shape])
      assert.deepStrictEqual(messagesOf(PhoneStrict, text), [shape])
    }
    assert.deepStrictEqual(messagesOf(PhoneContract, 525_512_345_678), ["must be a string with a phone number"])
  })

  it("take, at the strict level, what a plan has", () => {
    assert.deepStrictEqual(messagesOf(PhoneStrict, "+525512345678"), [])
    assert.deepStrictEqual(messagesOf(PhoneStrict, "+5511987654321"), [])
    assert.deepStrictEqual(messagesOf(PhoneStrict, "+5510998765432"), [
      "must be a phone number that its country has: the numbering plan of BR has no such number",
    ])
  })

  it("are a pattern in JSON Schema", () => {
    for (const schema of [PhoneContract, PhoneStrict]) {
      const { schema: json } = Schema.toJsonSchemaDocument(schema)
      assert.deepStrictEqual(json, { type: "string", pattern: "^\\+[1-9]\\d{6,14}$" })
    }
  })

  it("have effectful faces", () => {
    assert.strictEqual(Effect.runSync(PhoneSchema.parseEffect("+525512345678")).digits, "525512345678")
    assert.strictEqual(Effect.runSync(PhonePlanSchema.parseEffect("+525512345678")).country, "MX")
    assert.strictEqual(Effect.runSync(Effect.flip(PhonePlanSchema.parseEffect("1"))).errors[0].reason, "plus")
  })

  it.prop("generate what they accept", { contract: PhoneContract, strict: PhoneStrict }, ({ contract, strict }) => {
    assert.isTrue(isPhone(contract) && isPhonePlan(strict))
  })
})
