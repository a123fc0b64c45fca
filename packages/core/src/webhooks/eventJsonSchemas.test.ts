import { JsonSchema, Schema, SchemaRepresentation } from "effect"
import { describe, expect, it } from "vitest"
import * as Events from "./events.ts"

const documents = Events.jsonSchemas()
const ofAny = Events.jsonSchema()

/** Effect reads a JSON Schema too: so the documents are tried as anybody else would use them, and not by their source. */
const validator = (document: Events.EventJsonSchema) => {
  const imported = SchemaRepresentation.fromJsonSchemaDocument(JsonSchema.fromSchemaDraft2020_12({ ...document }), {
    patterns: "apply",
  })
  return Schema.is(Schema.make<Schema.Codec<unknown>>(imported.ast))
}

const isAny = validator(ofAny)

const examples = Events.kinds.flatMap((kind) =>
  Events.examples[kind].map((example) => ({ kind, status: example.transaction.status, example })),
)

/** Everything inside a document, with the keyword or name under which it stands. */
const within = (value: unknown, key = ""): ReadonlyArray<readonly [key: string, value: unknown]> => [
  [key, value],
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, member]) => within(member, name))
    : []),
]

describe("the JSON Schema of", () => {
  it.for(examples)("$kind, $status: accepts the example, and lets no field be left out", ({ kind, example }) => {
    const isOfKind = validator(documents[kind])
    expect([isOfKind(example), isAny(example)]).toEqual([true, true])
    for (const missing of Object.keys(example.transaction)) {
      const fields = Object.entries(example.transaction).filter(([name]) => name !== missing)
      const fewer = { ...example, transaction: Object.fromEntries(fields) }
      expect([missing, isOfKind(fewer), isAny(fewer)]).toEqual([missing, false, false])
    }
  })

  it.for(examples)("$kind, $status: refuses other statuses and other kinds", ({ kind, status, example }) => {
    const isOfKind = validator(documents[kind])
    for (const other of ["PENDING", "EXPIRED", "CONFIRMED", "FAILED", "ERROR"]) {
      const changed = { ...example, transaction: { ...example.transaction, status: other } }
      expect([other, isOfKind(changed)]).toEqual([other, other === status])
    }
    for (const { kind: other, example: stranger } of examples) expect(isOfKind(stranger)).toBe(kind === other)
  })

  it("any event has the eight kinds, and refers to nothing that it does not have", () => {
    for (const document of [...Object.values(documents), ofAny]) {
      const references = within(document).flatMap(([key, value]) => (key === "$ref" ? [value] : []))
      const names = Object.keys(document.$defs)
      expect(names.map((name) => `#/$defs/${name}`)).toEqual(expect.arrayContaining(references))
      expect(new Set(references).size).toBe(names.length)
      expect(names.filter((name) => !/^(?:Mexico|Pix)[A-Za-z]+$|^Counterpart$/u.test(name))).toEqual([])
    }
    expect(ofAny["anyOf"]).toEqual(
      ["Mexico", "Pix"].flatMap((area) =>
        ["CashIn", "CashOut", "RefundIn", "RefundOut"].map((kind) => ({ $ref: `#/$defs/${area}${kind}` })),
      ),
    )
  })

  it("each kind has a title, a description and examples, and says how its fields are written", () => {
    for (const kind of Events.kinds) {
      const document = documents[kind]
      expect(document).toMatchObject({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        title: kind,
        description: expect.stringMatching(/^A .*\.$/u),
        examples: Events.examples[kind],
        type: "object",
        required: ["event", "eventId", "deliveryId", "transaction"],
      })
      expect(JSON.parse(JSON.stringify(document))).toEqual(document)
    }
    expect(documents.cash_in.$defs["MexicoCashInConfirmed"]).toMatchObject({
      title: "A charge that was paid by SPEI",
      properties: {
        transactionId: { format: "uuid", pattern: expect.any(String), description: expect.any(String) },
        amountCentavos: { type: "integer", minimum: 1, maximum: 999_999_999_999_999 },
        clabe: { type: "string", pattern: String.raw`^\d{18}$` },
        paymentMethod: { type: "string", enum: ["SPEI"] },
        confirmedAt: {
          type: "string",
          format: "date-time",
          pattern: expect.any(String),
          description: expect.any(String),
        },
      },
    })
    expect(documents.CashOut.$defs["PixCashOutFailed"]).toMatchObject({
      properties: {
        value: { type: "number", minimum: 0.01, maximum: 9_999_999_999.99 },
        movementType: { enum: ["DEBIT"] },
        confirmedAt: { type: "null" },
        errorCode: { type: "string" },
      },
    })
  })
})
