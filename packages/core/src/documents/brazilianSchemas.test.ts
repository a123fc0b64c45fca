import { assert, it } from "@effect/vitest"
import { Effect, Result, Schema, SchemaIssue } from "effect"
import { describe } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import { isBrazilianDocument } from "./BrazilianDocument.ts"
import * as BrazilianDocumentSchema from "./BrazilianDocumentSchema.ts"
import { isCnpj } from "./Cnpj.ts"
import * as CnpjSchema from "./CnpjSchema.ts"
import { isCpf } from "./Cpf.ts"
import * as CpfSchema from "./CpfSchema.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const messagesOf = (schema: Schema.String, input: unknown): ReadonlyArray<string> => {
  const decoded = Schema.decodeUnknownResult(schema)(input, { errors: "all" })
  return Result.isSuccess(decoded) ? [] : format(decoded.failure.issue).issues.map(({ message }) => message)
}
const jsonOf = (schema: Schema.String) => Schema.toJsonSchemaDocument(schema).schema

const letters = { alphanumeric: true } as const
const { CpfContract, CpfStrict } = CpfSchema
const { cnpjContract, cnpjStrict } = CnpjSchema
const { brazilianDocumentContract, brazilianDocumentStrict } = BrazilianDocumentSchema

const all = [...publishedVectors("cpf"), ...publishedVectors("cnpj")].map(({ input }) => input)

describe("the schemas of CPF and CNPJ", () => {
  it("take what the contract says, by the pattern alone", () => {
    for (const text of all) {
      assert.strictEqual(Schema.is(CpfContract)(text), /^\d{11}$/u.test(text), text)
      assert.strictEqual(Schema.is(cnpjContract())(text), /^\d{14}$/u.test(text), text)
      assert.strictEqual(Schema.is(cnpjContract(letters))(text), /^[\dA-Z]{12}\d{2}$/u.test(text), text)
      assert.strictEqual(Schema.is(brazilianDocumentContract())(text), /^(?:\d{11}|\d{14})$/u.test(text), text)
      assert.strictEqual(
        Schema.is(brazilianDocumentContract(letters))(text),
        /^(?:\d{11}|[\dA-Z]{12}\d{2})$/u.test(text),
        text,
      )
    }
    assert.isTrue(Schema.is(brazilianDocumentContract())("12345678901"))
    assert.isTrue(Schema.is(brazilianDocumentContract())("12345678000190"))
  })

  it("take, at the strict level, what has no punctuation and right check digits", () => {
    for (const text of all) {
      const isBare = /^[\dA-Z]+$/u.test(text)
      const digits = { alphanumeric: false } as const
      assert.strictEqual(Schema.is(CpfStrict)(text), isBare && isCpf(text), text)
      assert.strictEqual(Schema.is(cnpjStrict())(text), isBare && isCnpj(text, digits), text)
      assert.strictEqual(Schema.is(cnpjStrict(letters))(text), isBare && isCnpj(text), text)
      assert.strictEqual(Schema.is(brazilianDocumentStrict())(text), isBare && isBrazilianDocument(text, digits), text)
      assert.strictEqual(Schema.is(brazilianDocumentStrict(letters))(text), isBare && isBrazilianDocument(text), text)
    }
  })

  it("say what would be right, once", () => {
    assert.deepStrictEqual(messagesOf(CpfStrict, "39053344706"), ["must end in 05 to have the right check digits"])
    assert.deepStrictEqual(messagesOf(CpfStrict, "11111111111"), ["must not be one digit repeated"])
    assert.deepStrictEqual(messagesOf(CpfStrict, "390.533.447-05"), ["must be exactly 11 digits"])
    assert.deepStrictEqual(messagesOf(CpfStrict, "39053344705\n"), ["must be exactly 11 digits"])
    assert.deepStrictEqual(messagesOf(CpfContract, 39_053_344_705), ["must be a string of 11 digits"])
    assert.deepStrictEqual(messagesOf(cnpjStrict(), "12345678000190"), [
      "must end in 95 to have the right check digits",
    ])
    assert.deepStrictEqual(messagesOf(cnpjStrict(), "12ABC34501DE35"), ["must be exactly 14 digits"])
    assert.deepStrictEqual(messagesOf(cnpjStrict(letters), "12abc34501de35"), [
      "must be exactly 12 digits or capitals, and then 2 digits",
    ])
    assert.deepStrictEqual(messagesOf(brazilianDocumentStrict(), "１２３４５６７８９０１"), [
      "must be the 11 digits of a CPF or the 14 of a CNPJ",
    ])
    assert.deepStrictEqual(messagesOf(brazilianDocumentStrict(), "00000000000000"), ["must not be one digit repeated"])
  })

  it("are a pattern in JSON Schema", () => {
    assert.deepStrictEqual(jsonOf(CpfContract), { type: "string", pattern: "^\\d{11}$" })
    assert.deepStrictEqual(jsonOf(cnpjContract()), { type: "string", pattern: "^\\d{14}$" })
    assert.deepStrictEqual(jsonOf(cnpjContract(letters)), { type: "string", pattern: "^[0-9A-Z]{12}\\d{2}$" })
    assert.deepStrictEqual(jsonOf(brazilianDocumentStrict()), { type: "string", pattern: "^(?:\\d{11}|\\d{14})$" })
  })

  it("are the same for the same option, so that an OpenAPI document has each once", () => {
    assert.strictEqual(cnpjStrict(), cnpjStrict({ alphanumeric: false }))
    assert.strictEqual(brazilianDocumentContract(letters), brazilianDocumentContract({ alphanumeric: true }))
  })

  it("have effectful faces", () => {
    assert.strictEqual(Effect.runSync(CpfSchema.parseEffect("390.533.447-05")).digits, "39053344705")
    assert.strictEqual(Effect.runSync(Effect.flip(CnpjSchema.parseEffect("1"))).errors[0].reason, "length")
    assert.strictEqual(Effect.runSync(BrazilianDocumentSchema.parseEffect("12ABC34501DE35")).type, "CNPJ")
  })

  it.prop(
    "generate what they accept",
    { cpf: CpfStrict, cnpj: cnpjStrict(), alphanumeric: cnpjStrict(letters), either: brazilianDocumentStrict(letters) },
    ({ cpf, cnpj, alphanumeric, either }) => {
      assert.isTrue(isCpf(cpf))
      assert.isTrue(isCnpj(cnpj, { alphanumeric: false }))
      assert.isTrue(isCnpj(alphanumeric))
      assert.isTrue(isBrazilianDocument(either))
    },
  )
})
