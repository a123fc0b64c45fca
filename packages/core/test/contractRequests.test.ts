/**
 * Every bound of every field that a request can have, from both sides, as the two documents state them (mexico.md and pix.md,
 * Limits; decisions, sections 2, 8 and 11), and what the strict level refuses beyond.
 */
import * as Accounts from "@pesoreal/core/api/accounts"
import { contractLevel } from "@pesoreal/core/api/levels"
import * as Pix from "@pesoreal/core/api/pix"
import { searchQuery } from "@pesoreal/core/api/pixSearch"
import { creationHeaders } from "@pesoreal/core/api/requestHeaders"
import * as Retail from "@pesoreal/core/api/retail"
import * as Sandbox from "@pesoreal/core/api/sandbox"
import * as Spei from "@pesoreal/core/api/spei"
import { strictLevel } from "@pesoreal/core/api/strictLevel"
import * as Webhooks from "@pesoreal/core/api/webhooks"
import { Scenarios } from "@pesoreal/core"
import { Cause, Exit, Option, Schema, SchemaIssue } from "effect"
import { describe, expect, it } from "vitest"

type Json = Readonly<Record<string, unknown>>

interface Request {
  readonly schema: Schema.ConstraintDecoder<unknown>
  /** A body that is accepted, with every optional field that has a rule. */
  readonly body: Json
}

const sentences = SchemaIssue.makeFormatterStandardSchemaV1()

/** What a schema refuses in a body: `path: sentence`. */
const refusals = (schema: Schema.ConstraintDecoder<unknown>, body: unknown): ReadonlyArray<string> => {
  const exit = Schema.decodeUnknownExit(schema)(body, { errors: "all" })
  if (Exit.isSuccess(exit)) return []
  const error = Option.getOrThrow(Cause.findErrorOption(exit.cause))
  return sentences(error.issue).issues.map(({ path, message }) => `${(path ?? []).map(String).join(".")}: ${message}`)
}

/** A body with one field, at a path, set or (where the value is `undefined`) left out. */
const withField = (body: Json, path: string, value: unknown): Json => {
  const [name = "", ...rest] = path.split(".")
  const inner = body[name]
  const changed = rest.length === 0 ? value : withField(isObject(inner) ? inner : {}, rest.join("."), value)
  return Object.fromEntries(Object.entries({ ...body, [name]: changed }).filter(([, member]) => member !== undefined))
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null

const spei = {
  cashIn: {
    schema: Spei.cashInRequest(1_000),
    body: { amountCentavos: 1_000, customerName: "Ana", customerEmail: "ana@example.mx" },
  },
  cashOut: {
    schema: Spei.cashOutRequest(),
    body: { amountCentavos: 1, destinationClabe: "012180001234567890", beneficiaryName: "Ana", concept: "x" },
  },
  refund: { schema: Spei.refundRequest(), body: { amountCentavos: 1 } },
  retail: { schema: Retail.cashInRequest(), body: { amountCentavos: 1, customerName: "Ana" } },
} satisfies Record<string, Request>

const details = { key: "ana@pix.example", keyType: "EMAIL", name: "Ana", document: "12345678901" }

const pix = {
  cashIn: {
    schema: Pix.cashInRequest(),
    body: {
      transaction: { value: 0.01, description: "x", externalId: "a" },
      payer: { fullName: "A", document: "12345678901" },
    },
  },
  cashOut: { schema: Pix.cashOutRequest(), body: { value: 0.01, details, externalId: "a" } },
  qrCode: {
    schema: Pix.cashOutQrCodeRequest(),
    body: { value: 0.01, qrCode: "000201".padEnd(50, "0"), externalId: "a" },
  },
  refund: { schema: Pix.RefundRequest, body: { refundValue: 0.01 } },
} satisfies Record<string, Request>

const signUp: Request = {
  schema: Accounts.SignUpRequest,
  body: { holderName: "Ana", holderTaxIdPrimary: "XAXX010101000", holderTaxIdPrimaryType: "RFC", accountType: "PF" },
}
const token: Request = { schema: Accounts.TokenRequest, body: { clientId: "a", clientSecret: "a" } }
const webhook: Request = {
  schema: Webhooks.WebhookConfigRequest,
  body: { url: "https://a.example/", events: ["cash_in"] },
}
const redrive: Request = { schema: Webhooks.RedriveRequest, body: { from: "2026-01-31T12:00:00Z" } }
const clock: Request = { schema: Sandbox.ClockRequest, body: { advance: "1s" } }

/** Text of so many code points, none of which is one UTF-16 unit. */
const birds = (count: number) => "🦤".repeat(count)

/** Bounds of a text, in code points. */
const text = (minimum: number, maximum: number) => ({
  good: [birds(Math.max(minimum, 1)), birds(maximum)],
  bad: [
    ...(minimum > 0 ? [birds(minimum - 1)] : []),
    birds(maximum + 1),
    "a\u0000b".padEnd(minimum, "b"),
    "\ud800".padEnd(minimum, "b"),
    7,
    ["x"],
  ],
})
const most = 999_999_999_999_999
const centavos = (minimum: number) => ({
  good: [minimum, 15_000, most],
  bad: [minimum - 1, most + 1, minimum + 0.5, `${minimum}`, Number.NaN, -minimum],
})
const brl = {
  good: [0.01, 0.1, 1e2, 1200.35, 9_999_999_999.99],
  bad: [0, -0, -1, 0.001, 1.005, 0.1 + 0.2, 1e21, 10_000_000_000, Number("9007199254740993"), "1.00"],
}
const taxId = text(10, 20)
const clabe = {
  good: ["012180001234567890"],
  bad: ["01218000123456789", "0121800012345678901", "01218000123456789a", "０12180001234567890", 12],
}
const document = {
  good: ["12345678901", "12345678000190"],
  bad: ["1234567890", "123.456.789-01", "12ABC34501DE35", 12_345_678_901],
}
const boolean = { good: [true, false], bad: ["true", 1] }

type Bounds = { readonly good: ReadonlyArray<unknown>; readonly bad: ReadonlyArray<unknown> }
type Field = readonly [name: string, request: Request, path: string, need: "required" | "optional", bounds: Bounds]

const fields: ReadonlyArray<Field> = [
  ["SPEI cash-in", spei.cashIn, "amountCentavos", "required", centavos(1_000)],
  ["SPEI cash-in", spei.cashIn, "externalId", "optional", text(1, 100)],
  ["SPEI cash-in", spei.cashIn, "description", "optional", text(1, 255)],
  ["SPEI cash-in", spei.cashIn, "customerName", "required", text(1, 255)],
  [
    "SPEI cash-in",
    spei.cashIn,
    "customerEmail",
    "required",
    { good: ["a@b.mx"], bad: ["", "a@b", "a b@c.mx", "a@b.mx\u0000", 1] },
  ],
  ["SPEI cash-in", spei.cashIn, "customerTaxId", "optional", taxId],

  ["SPEI cash-out", spei.cashOut, "amountCentavos", "required", centavos(1)],
  ["SPEI cash-out", spei.cashOut, "destinationClabe", "required", clabe],
  ["SPEI cash-out", spei.cashOut, "beneficiaryName", "required", text(3, 255)],
  ["SPEI cash-out", spei.cashOut, "beneficiaryTaxId", "optional", taxId],
  ["SPEI cash-out", spei.cashOut, "concept", "required", text(1, 255)],
  ["SPEI cash-out", spei.cashOut, "externalId", "optional", text(1, 100)],

  ["Mexico refund", spei.refund, "amountCentavos", "required", centavos(1)],
  ["Mexico refund", spei.refund, "reason", "optional", text(0, 255)],
  ["Mexico refund", spei.refund, "externalId", "optional", text(1, 100)],
  ["Mexico refund", spei.refund, "destinationClabe", "optional", clabe],
  ["Mexico refund", spei.refund, "beneficiaryName", "optional", text(3, 255)],

  ["retail cash-in", spei.retail, "amountCentavos", "required", centavos(1)],
  ["retail cash-in", spei.retail, "customerName", "required", text(3, 255)],
  ["retail cash-in", spei.retail, "customerTaxId", "optional", taxId],
  ["retail cash-in", spei.retail, "externalId", "optional", text(1, 100)],

  ["PIX cash-in", pix.cashIn, "transaction.value", "required", brl],
  ["PIX cash-in", pix.cashIn, "transaction.description", "required", text(0, 140)],
  ["PIX cash-in", pix.cashIn, "transaction.externalId", "required", text(1, 255)],
  ["PIX cash-in", pix.cashIn, "transaction.generateQrCode", "optional", boolean],
  [
    "PIX cash-in",
    pix.cashIn,
    "transaction.expirationTime",
    "optional",
    { good: [300, 604_800], bad: [299, 604_801, 300.5, "300", Number.NaN] },
  ],
  ["PIX cash-in", pix.cashIn, "payer.fullName", "required", { good: ["A", birds(10_000)], bad: ["", "A\u0000", 7] }],
  ["PIX cash-in", pix.cashIn, "payer.document", "required", document],
  [
    "PIX cash-in",
    pix.cashIn,
    "additionalInfo",
    "optional",
    {
      good: [{}, Object.fromEntries(Array.from("0123456789", (key) => [key, ""]))],
      bad: [
        Object.fromEntries(Array.from("0123456789a", (key) => [key, ""])),
        { a: 1 },
        { a: null },
        { a: "\u0000" },
        { "\u0000": "a" },
        [],
      ],
    },
  ],

  ["PIX cash-out", pix.cashOut, "value", "required", brl],
  ["PIX cash-out", pix.cashOut, "externalId", "required", text(1, 255)],
  ["PIX cash-out", pix.cashOut, "description", "optional", text(0, 140)],
  ["PIX cash-out", pix.cashOut, "details.name", "required", { good: ["A"], bad: ["A\ud800", 7] }],
  ["PIX cash-out", pix.cashOut, "details.document", "required", document],
  ["PIX cash-out", pix.cashOut, "details.keyType", "required", { good: ["EMAIL"], bad: ["email", "CPF", "", 1] }],

  ["PIX QR code", pix.qrCode, "value", "required", brl],
  [
    "PIX QR code",
    pix.qrCode,
    "qrCode",
    "required",
    {
      good: ["000201".padEnd(500, "0"), `000201${birds(44)}`],
      bad: [
        "000201".padEnd(49, "0"),
        "000201".padEnd(501, "0"),
        "100201".padEnd(60, "0"),
        "000201\u0000".padEnd(60, "0"),
        1,
      ],
    },
  ],
  ["PIX QR code", pix.qrCode, "externalId", "required", text(1, 255)],
  ["PIX QR code", pix.qrCode, "description", "optional", text(0, 140)],
  ["PIX QR code", pix.qrCode, "name", "optional", { good: ["A"], bad: ["A\u0000"] }],
  ["PIX QR code", pix.qrCode, "document", "optional", document],

  ["PIX refund", pix.refund, "refundValue", "required", brl],
  ["PIX refund", pix.refund, "reason", "optional", text(0, 255)],
  ["PIX refund", pix.refund, "externalId", "optional", text(1, 255)],

  ["sign-up", signUp, "holderName", "required", text(3, 255)],
  ["sign-up", signUp, "holderTaxIdPrimary", "required", taxId],
  ["sign-up", signUp, "holderTaxIdPrimaryType", "required", { good: ["RFC", "CURP"], bad: ["rfc", "", 1] }],
  ["sign-up", signUp, "accountType", "required", { good: ["PJ", "PF"], bad: ["pj", "", 1] }],
  ["sign-up", signUp, "email", "optional", { good: ["a@b.mx"], bad: ["a@b", 1] }],
  [
    "sign-up",
    signUp,
    "phone",
    "optional",
    { good: ["+1234567", "+123456789012345"], bad: ["+123456", "+1234567890123456", "5512345678", "+0123456789", 1] },
  ],
  ["sign-up", signUp, "isSandbox", "optional", boolean],
  ["sign-up", signUp, "csr", "optional", text(1, 8_192)],
  ["token", token, "clientId", "required", text(1, 255)],
  ["token", token, "clientSecret", "required", text(1, 255)],

  ["webhook configuration", webhook, "url", "required", text(1, 2_048)],
  [
    "webhook configuration",
    webhook,
    "events",
    "required",
    { good: [["cash_in", "CashIn"]], bad: [[], ["cash_in", "cash_in"], ["cashIn"], "cash_in"] },
  ],
  ["webhook configuration", webhook, "standardWebhooks", "optional", boolean],
  [
    "redrive",
    redrive,
    "from",
    "required",
    { good: ["2026-01-31T12:00:00.123-06:00"], bad: ["2026-01-31", "2026-02-30T12:00:00Z", "2026-01-31T12:00:00", 1] },
  ],
  [
    "redrive",
    redrive,
    "to",
    "optional",
    { good: ["2026-01-31T06:00:01-06:00"], bad: ["2026-01-31T12:00:00Z", "2026-01-31T06:00:00-06:00"] },
  ],
  ["redrive", redrive, "status", "optional", { good: ["REJECTED"], bad: ["SCHEDULED"] }],
  ["clock", clock, "advance", "required", { good: ["0ms", "8784h"], bad: ["8785h", "1d", "1.5s", "", 60] }],
]

describe("a request", () => {
  it.for(fields)("of $0 has $2 within its bounds", ([, { schema, body }, path, need, { good, bad }]) => {
    expect(refusals(schema, body)).toEqual([])
    for (const value of good) expect(refusals(schema, withField(body, path, value))).toEqual([])
    for (const value of bad) {
      const [refusal = "accepted"] = refusals(schema, withField(body, path, value))
      expect([refusal, value]).toEqual([expect.stringMatching(new RegExp(`^${path}[.:]`, "u")), value])
    }
    const absent = [undefined, null].map((value) => refusals(schema, withField(body, path, value)).length > 0)
    expect(absent).toEqual(need === "required" ? [true, true] : [false, false])
  })

  it("is told every field at fault at once", () => {
    expect(refusals(pix.cashIn.schema, { transaction: { value: 0, externalId: "" }, payer: {} })).toHaveLength(5)
    expect(refusals(pix.cashOut.schema, {})).toHaveLength(3)
    expect(refusals(pix.cashOut.schema, { ...pix.cashOut.body, details: {} })).toHaveLength(4)
  })

  it("may have fields that nobody knows", () => {
    for (const { schema, body } of [...Object.values(spei), ...Object.values(pix), signUp, token, webhook]) {
      expect(refusals(schema, { ...body, unknown: { field: 1 } })).toEqual([])
    }
  })
})

describe("a PIX key", () => {
  const wrong = (change: Json) =>
    refusals(pix.cashOut.schema, { ...pix.cashOut.body, details: { ...details, ...change } })

  it.each([
    ["DOCUMENT", "12345678901", "12345678901"],
    ["DOCUMENT", "12345678000190", "12345678000190"],
    ["EMAIL", `${"a".repeat(64)}@bcdefgh.mx`, "12345678901"],
    ["PHONE", "5511987654321", "12345678901"],
    ["PHONE", "+551198765432", "12345678901"],
    ["PHONE", "+123456789012345", "12345678901"],
    ["RANDOM", "123E4567-E89B-12D3-A456-426655440000", "12345678901"],
  ])("of type %s may be %s", (keyType, key, holder) => {
    expect(wrong({ keyType, key, document: holder })).toEqual([])
  })

  it.each([
    ["DOCUMENT", "1234567890", "must be the 11 digits of a CPF or the 14 of a CNPJ"],
    ["DOCUMENT", "12345678902", "must be equal to the document"],
    ["EMAIL", "12345678901", "must be an e-mail address, such as name@example.com"],
    ["PHONE", "119876543", "must be 10 to 15 digits with country and area code, such as +5511987654321"],
    ["PHONE", "+5511 98765-4321", "must be 10 to 15 digits with country and area code, such as +5511987654321"],
    ["RANDOM", "ana@pix.example", "must be a UUID, such as 123e4567-e89b-12d3-a456-426655440000"],
  ])("of type %s may not be %s", (keyType, key, sentence) => {
    expect(wrong({ keyType, key })).toEqual([`details.key: ${sentence}`])
  })

  it("may be a CNPJ with letters where the installation takes them, and nowhere else", () => {
    const holder = { keyType: "DOCUMENT", key: "12ABC34501DE35", document: "12ABC34501DE35" }
    const body = { ...pix.cashOut.body, details: { ...details, ...holder } }
    expect(refusals(Pix.cashOutRequest({ alphanumericCnpj: true }), body)).toEqual([])
    expect(refusals(Pix.cashOutRequest(), body)).not.toEqual([])
    const payer = { fullName: "A", document: "12ABC34501DE35" }
    expect(refusals(Pix.cashInRequest({ alphanumericCnpj: true }), { ...pix.cashIn.body, payer })).toEqual([])
  })
})

/** Bodies that the contract accepts and the rails refuse later, with the field at fault. */
const strictOnly: ReadonlyArray<
  readonly [string, (level: typeof contractLevel) => Schema.ConstraintDecoder<unknown>, Json, string]
> = [
  ["a CLABE's check digit", Spei.cashOutRequest, spei.cashOut.body, "destinationClabe"],
  [
    "a CLABE's check digit in a refund",
    Spei.refundRequest,
    { amountCentavos: 1, destinationClabe: "012180001234567890" },
    "destinationClabe",
  ],
  [
    "an RFC's date",
    (level) => Spei.cashInRequest(1, level),
    { ...spei.cashIn.body, customerTaxId: "PEPJ801301ABC" },
    "customerTaxId",
  ],
  [
    "a CURP's check digit",
    Retail.cashInRequest,
    { ...spei.retail.body, customerTaxId: "HEGR891009HMNRRD08" },
    "customerTaxId",
  ],
  ["a numbering plan", Accounts.signUpRequest, { ...signUp.body, phone: "+5215500000000" }, "phone"],
  [
    "a CURP for a company",
    Accounts.signUpRequest,
    { ...signUp.body, holderTaxIdPrimary: "HEGR891009HMNRRD09", holderTaxIdPrimaryType: "CURP", accountType: "PJ" },
    "holderTaxIdPrimary",
  ],
  ["a CPF's check digits", (level) => Pix.cashInRequest({ level }), pix.cashIn.body, "payer.document"],
  [
    "the directory's patterns",
    (level) => Pix.cashOutRequest({ level }),
    { ...pix.cashOut.body, details: { ...details, document: "39053344705", key: "Ana@pix.example" } },
    "details.key",
  ],
  [
    "a CNPJ's check digits",
    (level) => Pix.cashOutQrCodeRequest({ level }),
    { ...pix.qrCode.body, document: "12345678000190" },
    "document",
  ],
]

describe("the strict level", () => {
  it.for(strictOnly)("judges %s, which the contract does not", ([, make, body, path]) => {
    expect(refusals(make(contractLevel), body)).toEqual([])
    expect(refusals(make(strictLevel), body)).toEqual([expect.stringMatching(new RegExp(`^${path}: `, "u"))])
  })
})

describe("a query", () => {
  const Query = Schema.Struct(searchQuery)

  it("has whole numbers in decimal digits, within their bounds", () => {
    expect(Schema.decodeUnknownSync(Query)({ page: "1", size: "100" })).toEqual({ page: 1, size: 100 })
    for (const size of ["0", "101", "1e1", "+1", "1.0", " 1", "", "abc"]) {
      expect(refusals(Query, { size })).toEqual(["size: must be a whole number from 1 to 100"])
    }
    expect(refusals(Query, { page: "0", size: "x", status: "Pendente", type: "PIX" })).toHaveLength(4)
  })

  it("has days that exist, as dates or as timestamps", () => {
    for (const endDate of ["2026-01-31", "2026-01-31T12:00:00Z", "2026-01-31T12:00:00.000-03:00"]) {
      expect(refusals(Query, { endDate, startDate: endDate })).toEqual([])
    }
    for (const startDate of ["2026-02-30", "31/01/2026", "2026-01-31T12:00:00", "now", ""]) {
      expect(refusals(Query, { startDate })).toEqual([expect.stringMatching(/^startDate: must be/u)])
    }
  })
})

describe("the headers of a creation", () => {
  it.for(Scenarios.operations)("of %s list every scenario that fits, and no other", (operation) => {
    const header = creationHeaders(operation)["x-sandbox-scenario"]
    const { description = "" } = Schema.resolveAnnotations(header.schema) ?? {}
    const listed = Array.from(description.matchAll(/^- `([^`]+)`/gmu), ([, value]) => value)
    const fits = Scenarios.catalogue.filter((entry) => entry.fits.includes(operation)).map(({ value }) => value)
    expect(listed).toEqual(fits)
  })
})
