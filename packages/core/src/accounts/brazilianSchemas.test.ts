import { assert, it } from "@effect/vitest"
import { Effect, Result, Schema, SchemaIssue } from "effect"
import { describe } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import { isEndToEndId } from "./EndToEndId.ts"
import * as EndToEndIdSchema from "./EndToEndIdSchema.ts"
import { isPixKey } from "./PixKey.ts"
import * as PixKeySchema from "./PixKeySchema.ts"
import { canonical, keyTypes } from "./PixKeyType.ts"
import { isDynamicTxid, isStaticTxid } from "./Txid.ts"
import * as TxidSchema from "./TxidSchema.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const messagesOf = (schema: Schema.String, input: unknown): ReadonlyArray<string> => {
  const decoded = Schema.decodeUnknownResult(schema)(input, { errors: "all" })
  return Result.isSuccess(decoded) ? [] : format(decoded.failure.issue).issues.map(({ message }) => message)
}
const jsonOf = (schema: Schema.String) => Schema.toJsonSchemaDocument(schema).schema

const { pixKeyContract, pixKeyStrict } = PixKeySchema
const { EndToEndIdContract, EndToEndIdStrict } = EndToEndIdSchema
const { DynamicTxid, StaticTxid } = TxidSchema

const uuid = "123e4567-e89b-12d3-a456-426655440000"

describe("the schemas of a PIX key", () => {
  it("take the shape of the type at the contract's level (decisions, section 8)", () => {
    const accepted = {
      DOCUMENT: ["12345678901", "12345678000190"],
      EMAIL: ["ana@example.com", "Ana@Example.com", `${"a".repeat(60)}@${"b".repeat(12)}.com`],
      PHONE: ["5511987654321", "+5511987654321", "1133334444", "+123456789012345", "0123456789"],
      RANDOM: [uuid, uuid.toUpperCase(), "00000000-0000-0000-0000-000000000000"],
    }
    const refused = {
      DOCUMENT: ["1234567890", "123.456.789-01", "12ABC34501DE35", uuid],
      EMAIL: ["ana@example", "12345678901", `${"a".repeat(60)}@${"b".repeat(13)}.com`],
      PHONE: [
        "123456789",
        "+1234567890123456",
        "+55 11987654321",
        "++5511987654321",
        "５５11987654321",
        "5511987654321\n",
      ],
      RANDOM: [uuid.replaceAll("-", ""), `${uuid}0`, `{${uuid}}`, uuid.replace("1", "g")],
    }
    for (const keyType of keyTypes) {
      for (const key of accepted[keyType]) assert.deepStrictEqual(messagesOf(pixKeyContract(keyType), key), [], key)
      for (const key of refused[keyType]) assert.lengthOf(messagesOf(pixKeyContract(keyType), key), 1, key)
      for (const key of refused[keyType]) assert.lengthOf(messagesOf(pixKeyStrict(keyType), key), 1, key)
    }
    assert.deepStrictEqual(messagesOf(pixKeyContract("DOCUMENT", { alphanumeric: true }), "12ABC34501DE35"), [])
    assert.deepStrictEqual(messagesOf(pixKeyStrict("DOCUMENT", { alphanumeric: true }), "12ABC34501DE35"), [])
  })

  it("take what the directory may have at the strict level, in the form in which it is kept", () => {
    const accepted = {
      DOCUMENT: ["39053344705", "11222333000181"],
      EMAIL: ["pix@bcb.gov.br"],
      PHONE: ["+5511987654321", "5511987654321", "+5510998765432"],
      RANDOM: [uuid, uuid.toUpperCase()],
    }
    for (const keyType of keyTypes) {
      for (const key of accepted[keyType]) {
        assert.deepStrictEqual(messagesOf(pixKeyStrict(keyType), key), [], key)
        assert.isTrue(isPixKey(canonical(keyType, key)), key)
      }
    }
  })

  it("say what would be right", () => {
    assert.deepStrictEqual(messagesOf(pixKeyStrict("DOCUMENT"), "39053344706"), [
      "must end in 05 to have the right check digits",
    ])
    assert.deepStrictEqual(messagesOf(pixKeyStrict("EMAIL"), "Pix@BCB.gov.br"), [
      "must be in lower case: pix@bcb.gov.br",
    ])
    for (const key of ["josé@niño.example", "a%b@example.com"]) {
      assert.deepStrictEqual(messagesOf(pixKeyStrict("EMAIL"), key), [
        "must be in ASCII, and have before the @ no others than letters, digits and .!#$&'*+/=?^_`{|}~-",
      ])
    }
    for (const key of ["+0551198765", "011987654321"]) {
      assert.deepStrictEqual(messagesOf(pixKeyStrict("PHONE"), key), [
        "must begin with a country code, as +5511987654321 does, and never with 0",
      ])
    }
    assert.deepStrictEqual(messagesOf(pixKeyContract("RANDOM"), 1), ["must be a string with a UUID"])
  })

  it("agree with the published keys", () => {
    const keyTypesOf: Record<string, PixKeySchema.KeyType> = { EVP: "RANDOM", EMAIL: "EMAIL", PHONE: "PHONE" }
    for (const { input, expected } of publishedVectors("pixkey").filter(({ valid }) => valid)) {
      const keyType = keyTypesOf[String(expected?.["type"])]
      assert.isTrue(keyType !== undefined && Schema.is(pixKeyStrict(keyType))(input), input)
    }
  })

  it("are patterns and formats in JSON Schema", () => {
    assert.deepStrictEqual(jsonOf(pixKeyContract("PHONE")), { type: "string", pattern: "^\\+?\\d{10,15}$" })
    assert.deepStrictEqual(jsonOf(pixKeyContract("EMAIL")), {
      type: "string",
      format: "email",
      maxLength: 77,
    })
    assert.deepStrictEqual(Schema.toJsonSchemaDocument(PixKeySchema.KeyType).schema, {
      type: "string",
      enum: ["DOCUMENT", "EMAIL", "PHONE", "RANDOM"],
    })
  })

  it.prop(
    "generate what they accept",
    {
      document: pixKeyStrict("DOCUMENT"),
      email: pixKeyStrict("EMAIL"),
      phone: pixKeyStrict("PHONE"),
      random: pixKeyStrict("RANDOM"),
    },
    (keys) => {
      assert.isTrue(isPixKey(keys.document) && isPixKey(keys.email))
      assert.isTrue(isPixKey(canonical("PHONE", keys.phone)) && isPixKey(canonical("RANDOM", keys.random)))
    },
  )
})

describe("the schemas of an endToEndId", () => {
  it("take its shape, and at the strict level a minute that exists", () => {
    for (const { input, valid } of publishedVectors("endToEndId")) {
      assert.strictEqual(Schema.is(EndToEndIdContract)(input), valid)
      assert.strictEqual(Schema.is(EndToEndIdStrict)(input), valid)
    }
    assert.isTrue(Schema.is(EndToEndIdContract)("E12345678202102291221abcdef12345"))
    assert.deepStrictEqual(messagesOf(EndToEndIdStrict, "E12345678202102291221abcdef12345"), [
      "must have a minute yyyyMMddHHmm that exists",
    ])
    assert.deepStrictEqual(messagesOf(EndToEndIdStrict, "e12345678202102291221abcdef12345"), [
      "must be E or D, the bank's ISPB (8), yyyyMMddHHmm, and 11 letters or digits",
    ])
    assert.deepStrictEqual(jsonOf(EndToEndIdStrict), {
      type: "string",
      pattern: "^[DE][0-9A-Z]{8}\\d{12}[0-9A-Za-z]{11}$",
    })
  })

  it.prop("generate what they accept", { id: EndToEndIdStrict }, ({ id }) => {
    assert.isTrue(isEndToEndId(id))
  })
})

describe("the schemas of a txid", () => {
  it("take what the plain functions take", () => {
    for (const length of [0, 1, 25, 26, 35, 36]) {
      const text = "a".repeat(length)
      assert.strictEqual(Schema.is(DynamicTxid)(text), isDynamicTxid(text))
      assert.strictEqual(Schema.is(StaticTxid)(text), isStaticTxid(text))
    }
    assert.isTrue(Schema.is(StaticTxid)("***"))
    assert.deepStrictEqual(messagesOf(StaticTxid, "PEDIDO-42"), ["must be 1 to 25 letters and digits, or ***"])
    assert.deepStrictEqual(messagesOf(DynamicTxid, "***"), ["must be 26 to 35 letters and digits"])
  })

  it.prop("generate what they accept", { dynamic: DynamicTxid, code: StaticTxid }, ({ dynamic, code }) => {
    assert.isTrue(isDynamicTxid(dynamic) && isStaticTxid(code))
  })
})

it("the parsers have effectful faces", () => {
  assert.strictEqual(Effect.runSync(PixKeySchema.parseEffect("pix@bcb.gov.br")).type, "EMAIL")
  assert.strictEqual(Effect.runSync(Effect.flip(EndToEndIdSchema.parseEffect(""))).errors[0].reason, "length")
  assert.strictEqual(Effect.runSync(TxidSchema.parseEffect("***")).kind, "none")
})
