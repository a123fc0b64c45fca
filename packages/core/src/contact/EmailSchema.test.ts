import { assert, it } from "@effect/vitest"
import { Effect, Result, Schema, SchemaIssue } from "effect"
import { describe } from "vitest"
import { isEmail } from "./Email.ts"
import { EmailSchema, parseEffect } from "./EmailSchema.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const messagesOf = (input: unknown): ReadonlyArray<string> => {
  const decoded = Schema.decodeUnknownResult(EmailSchema)(input)
  return Result.isSuccess(decoded) ? [] : format(decoded.failure.issue).issues.map(({ message }) => message)
}

describe("the schema of an e-mail address", () => {
  it("takes addresses, and says what one looks like", () => {
    assert.deepStrictEqual(messagesOf("ana@example.mx"), [])
    assert.deepStrictEqual(messagesOf("ana@example"), ["must be an e-mail address, such as name@example.com"])
    assert.deepStrictEqual(messagesOf(null), ["must be a string with an e-mail address"])
  })

  it("is the format `email` in JSON Schema", () => {
    assert.deepStrictEqual(Schema.toJsonSchemaDocument(EmailSchema).schema, {
      type: "string",
      format: "email",
      maxLength: 254,
    })
  })

  it("has an effectful face", () => {
    assert.strictEqual(Effect.runSync(parseEffect("ana@example.mx")).domain, "example.mx")
    assert.strictEqual(Effect.runSync(Effect.flip(parseEffect("ana"))).errors[0].reason, "no_at")
  })

  it.prop("generates addresses", { text: EmailSchema }, ({ text }) => {
    assert.isTrue(isEmail(text))
  })
})
