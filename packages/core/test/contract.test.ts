/**
 * The contract has exactly the operations of the two documents and of decisions, section 8, each with its method, path,
 * security, success status and errors. The table is written by hand, so that no operation comes, goes or changes unnoticed.
 */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { describe, expect, it } from "vitest"
import { catalogue } from "@pesoreal/core/api/errors"
import * as PesorealApi from "@pesoreal/core/api/PesorealApi"

/** Group, operation, method, path, security, success status, and errors: a status stands for its only code of that name. */
type Row = readonly [
  operation: string,
  request: string,
  security: "bearer" | "none",
  success: number,
  errors: ReadonlyArray<string>,
]

/** What every operation of the API answers. */
const always = ["RATE_LIMITED", "INTERNAL_ERROR", "UNAVAILABLE"]
/** What every Bearer operation answers. */
const bearer = ["UNAUTHORIZED", ...always]
/** What every body brings. */
const body = ["VALIDATION_ERROR", "INVALID_JSON", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"]
/** What every creation that moves money answers. */
const creation = [
  ...bearer,
  ...body,
  "INVALID_SANDBOX_SCENARIO",
  "DUPLICATE_EXTERNAL_ID",
  "IDEMPOTENCY_KEY_REUSED",
  "PROVIDER_UNAVAILABLE",
]
const refund = [
  ...creation,
  "REFUND_DEADLINE_EXCEEDED",
  "INVALID_REFUND_VALUE",
  "TRANSACTION_NOT_REFUNDABLE",
  "INSUFFICIENT_BALANCE",
  "TRANSACTION_NOT_FOUND",
]
/** A resource by its id, in the path. */
const byId = [...bearer, "VALIDATION_ERROR", "NOT_FOUND"]
const transactionById = [...bearer, "VALIDATION_ERROR", "TRANSACTION_NOT_FOUND"]

const table: ReadonlyArray<Row> = [
  ["accounts.signUp", "POST /api/signup", "none", 201, [...always, ...body]],
  [
    "accounts.token",
    "POST /api/auth/token",
    "none",
    201,
    [...always, ...body, "CERTIFICATE_REQUIRED", "INVALID_CREDENTIALS", "INVALID_CERTIFICATE"],
  ],
  ["accounts.renewCertificate", "POST /api/account/certificate", "bearer", 201, [...bearer, ...body]],
  ["accounts.rotateClientSecret", "POST /api/account/client-secret", "bearer", 201, bearer],

  ["spei.cashIn", "POST /api/spei/cash-in", "bearer", 201, creation],
  ["spei.cashOut", "POST /api/spei/cash-out", "bearer", 201, [...creation, "INSUFFICIENT_BALANCE"]],
  ["spei.lookup", "GET /api/spei/transaction/:externalId", "bearer", 200, transactionById],
  ["spei.refund", "POST /api/spei/refund-in/:id", "bearer", 201, refund],
  ["spei.balance", "GET /api/spei/balance", "bearer", 200, bearer],
  ["spei.deposits", "GET /api/spei/deposits", "bearer", 200, [...bearer, "VALIDATION_ERROR"]],
  ["spei.returnDeposit", "POST /api/spei/deposits/:id/return", "bearer", 200, [...byId, "ILLEGAL_TRANSITION"]],
  ["spei.acceptDeposit", "POST /api/spei/deposits/:id/accept", "bearer", 200, [...byId, "ILLEGAL_TRANSITION"]],

  ["retail.cashIn", "POST /api/:channel(oxxo)/cash-in", "bearer", 201, [...creation, "NOT_FOUND"]],
  [
    "retail.lookup",
    "GET /api/:channel(oxxo)/transaction/:externalId",
    "bearer",
    200,
    [...transactionById, "NOT_FOUND"],
  ],

  ["pix.cashIn", "POST /api/pix/cash-in", "bearer", 201, creation],
  ["pix.cashOut", "POST /api/pix/cash-out", "bearer", 201, [...creation, "INSUFFICIENT_BALANCE"]],
  [
    "pix.cashOutQrCode",
    "POST /api/pix/cash-out-qrcode",
    "bearer",
    201,
    [...creation, "INVALID_QR_CODE", "QR_CODE_VALUE_MISMATCH", "INSUFFICIENT_BALANCE"],
  ],
  ["pix.refund", "POST /api/pix/refund-in/:id", "bearer", 201, refund],
  ["pix.search", "GET /api/transactions", "bearer", 200, [...bearer, "VALIDATION_ERROR", "INVALID_DATE_RANGE"]],
  ["pix.transaction", "GET /api/transactions/:transactionId", "bearer", 200, transactionById],
  ["pix.balance", "GET /api/balance", "bearer", 200, bearer],
  ["pix.key", "GET /api/pix/keys/:key", "bearer", 200, byId],

  [
    "transactions.resendWebhook",
    "POST /api/transactions/:transactionId/resend-webhook",
    "bearer",
    201,
    transactionById,
  ],

  ["webhooks.createConfig", "POST /api/webhooks-config", "bearer", 201, [...bearer, ...body, "WEBHOOK_LIMIT_REACHED"]],
  ["webhooks.listConfigs", "GET /api/webhooks-config", "bearer", 200, bearer],
  ["webhooks.readConfig", "GET /api/webhooks-config/:id", "bearer", 200, byId],
  ["webhooks.changeConfig", "PATCH /api/webhooks-config/:id", "bearer", 200, [...byId, ...body]],
  ["webhooks.deleteConfig", "DELETE /api/webhooks-config/:id", "bearer", 204, byId],
  ["webhooks.rotateSecret", "POST /api/webhooks-config/:id/rotate-secret", "bearer", 201, byId],
  ["webhooks.sendTest", "POST /api/webhooks-config/:id/test", "bearer", 201, byId],
  ["webhooks.listDeliveries", "GET /api/webhooks/deliveries", "bearer", 200, [...bearer, "VALIDATION_ERROR"]],
  ["webhooks.readDelivery", "GET /api/webhooks/deliveries/:deliveryId", "bearer", 200, byId],
  [
    "webhooks.redrive",
    "POST /api/webhooks/deliveries/:deliveryId/redrive",
    "bearer",
    201,
    [...byId, "ILLEGAL_TRANSITION", "IDEMPOTENCY_KEY_REUSED"],
  ],
  ["webhooks.redriveMany", "POST /api/webhooks/redrive", "bearer", 201, [...bearer, ...body, "IDEMPOTENCY_KEY_REUSED"]],
  ["webhooks.events", "GET /api/events", "bearer", 200, [...bearer, "VALIDATION_ERROR"]],

  ...["fail", "expire", "return"].map((action): Row => [
    `sandbox.${action}`,
    `POST /api/sandbox/transactions/:transactionId/${action}`,
    "bearer",
    200,
    [...transactionById, "ILLEGAL_TRANSITION"],
  ]),
  [
    "sandbox.pay",
    "POST /api/sandbox/transactions/:transactionId/pay",
    "bearer",
    200,
    [...transactionById, ...body, "ILLEGAL_TRANSITION"],
  ],
  ["sandbox.scenarios", "GET /api/sandbox/scenarios", "none", 200, always],
  ["sandbox.clock", "POST /api/sandbox/clock", "bearer", 200, [...byId, ...body]],

  ["health.live", "GET /health/live", "none", 200, []],
  ["health.ready", "GET /health/ready", "none", 200, ["UNAVAILABLE"]],
  ["service.metrics", "GET /metrics", "none", 200, []],
  ["service.keys", "GET /.well-known/jwks.json", "none", 200, []],
  ["service.openapi", "GET /openapi.json", "none", 200, []],
  ["service.docs", "GET /docs", "none", 200, []],
]

/** The codes that a schema takes at a status. */
const codesAt = (status: number, schemas: ReadonlyArray<Schema.Top>): ReadonlyArray<string> =>
  Object.entries(catalogue)
    .filter(([code]) => schemas.some((schema) => Schema.is(schema)({ code, message: "", requestId: "" })))
    .map(([code, entry]) => (entry.status === status ? code : `${code} at ${status}`))

const found: Array<Row> = []
/** How many error answers the operations have at each status. */
const answersPerStatus = new Set<number>()
HttpApi.reflect(PesorealApi.PesorealApi, {
  onGroup: () => undefined,
  onEndpoint: ({ group, endpoint, middleware, successes, errors }) => {
    const codes = Array.from(errors).flatMap(([status, schemas]) => codesAt(status, schemas))
    found.push([
      `${group.identifier}.${endpoint.identifier}`,
      `${endpoint.method} ${endpoint.path}`,
      Array.from(middleware).some(({ key }) => key === "@pesoreal/core/api/Bearer") ? "bearer" : "none",
      Array.from(successes.keys())[0] ?? 0,
      codes.toSorted(),
    ])
    for (const schemas of errors.values()) answersPerStatus.add(schemas.length)
  },
})

describe("the contract", () => {
  it("has no other operations than those of the table", () => {
    expect(found.map(([operation]) => operation).toSorted()).toEqual(table.map(([operation]) => operation).toSorted())
  })

  it.for(table)("%s is %s", ([operation, request, security, success, errors]) => {
    const row = found.find(([name]) => name === operation)
    expect(row).toEqual([operation, request, security, success, Array.from(new Set(errors)).toSorted()])
  })

  it("names one error answer per status of an operation", () => {
    expect(Array.from(answersPerStatus)).toEqual([1])
  })

  it("has every code of the catalogue, but for those that are answered around all operations", () => {
    const codes = new Set(found.flatMap(([, , , , errors]) => errors))
    const around = ["METHOD_NOT_ALLOWED", "NOT_IMPLEMENTED"]
    expect(Object.keys(catalogue).filter((code) => !codes.has(code))).toEqual(around)
  })
})

describe("an installation", () => {
  it("has the retail channels of its choice", () => {
    const { retail } = PesorealApi.make({ speiMinimumCentavos: 1000, retailChannels: ["oxxo", "extra"] }).groups
    expect(retail.endpoints.cashIn.path).toBe("/api/:channel(oxxo|extra)/cash-in")
  })

  it.each([
    ["spei"],
    ["pix"],
    ["sandbox"],
    ["auth"],
    ["webhooks"],
    ["Oxxo"],
    ["7-eleven"],
    [""],
    ["a|b"],
    ["tienda tres"],
  ])("has no retail channel named %j", (name) => {
    const make = () => PesorealApi.make({ speiMinimumCentavos: 1000, retailChannels: ["oxxo", name] })
    expect(make).toThrow(RangeError)
    expect(make).toThrow(JSON.stringify(name))
  })

  it("has at least one retail channel, and a smallest amount that is one", () => {
    expect(() => PesorealApi.make({ speiMinimumCentavos: 1000, retailChannels: [] })).toThrow(RangeError)
    expect(() => PesorealApi.make({ speiMinimumCentavos: 0.5 })).toThrow(RangeError)
  })
})
