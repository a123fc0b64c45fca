/** What schemas of core refuse, as answers: also of operations that this version does not serve yet. */
import { Bearer, Caller } from "@pesoreal/core/api/authentication"
import { PesorealApi } from "@pesoreal/core/api/PesorealApi"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiGroup } from "effect/http-api"
import { afterAll, assert, describe, it } from "vitest"
import * as SchemaErrors from "./schemaErrors.ts"

const { cashIn, cashOut, search } = PesorealApi.groups.pix.endpoints

const api = HttpApi.make("refusals")
  .add(HttpApiGroup.make("pix").add(cashIn, cashOut, search))
  .annotateMerge(PesorealApi.annotations)

const caller = { accountId: 1, publicId: "acc_1", clientId: "cli_1", isSandbox: true, scopes: [] }

/** No handler is ever reached: every request here is refused. */
const unreached = () => Effect.die(new Error("The request was accepted"))

const handlers = HttpApiBuilder.group(api, "pix", (group) =>
  group.handleAll({ cashIn: unreached, cashOut: unreached, search: unreached }),
).pipe(
  Layer.provide([
    SchemaErrors.layer,
    Layer.succeed(Bearer, Bearer.of({ bearer: (handler) => Effect.provideService(handler, Caller, caller) })),
  ]),
)

const { handler, dispose } = HttpRouter.toWebHandler(
  HttpApiBuilder.layer(api).pipe(Layer.provide(handlers), Layer.provide(HttpServer.layerServices)),
  { disableLogger: true },
)
afterAll(dispose)

/** `path: message` of every detail, once the answer is a 400 in the envelope. */
const refused = async (path: string, body?: unknown): Promise<ReadonlyArray<string>> => {
  const request = new Request(`http://localhost${path}`, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { authorization: "Bearer token", "content-type": "application/json" },
  })
  const response = await handler(request)
  const answer = await response.json()
  assert.strictEqual(response.status, 400)
  assert.strictEqual(answer.code, "VALIDATION_ERROR")
  return answer.details.map((detail: { path: string; message: string }) => `${detail.path}: ${detail.message}`)
}

describe("a refused shape", () => {
  it("names the key that is not of its type, in the words of its own rule", async () => {
    const details = { key: "not-a-uuid", keyType: "RANDOM", name: "Ana", document: "12345678901" }
    const body = { value: 10, details, externalId: "a" }
    assert.deepStrictEqual(await refused("/api/pix/cash-out", body), [
      "details.key: must be a UUID, such as 123e4567-e89b-12d3-a456-426655440000",
    ])
    const other = { ...body, details: { ...details, keyType: "DOCUMENT", key: "12345678000190" } }
    assert.deepStrictEqual(await refused("/api/pix/cash-out", other), ["details.key: must be equal to the document"])
  })

  it("names every field at once, however deep", async () => {
    const body = { transaction: { value: "1", expirationTime: 10, externalId: null }, payer: { document: "1" } }
    assert.deepStrictEqual(await refused("/api/pix/cash-in", { ...body, additionalInfo: { a: 1 } }), [
      "transaction.value: must be a number of reais, such as 1234.56",
      "transaction.description: is required",
      "transaction.expirationTime: must be from 300 to 604800 seconds",
      "transaction.externalId: must be a string",
      "payer.fullName: is required",
      "payer.document: must be the 11 digits of a CPF or the 14 of a CNPJ",
      "additionalInfo.a: must be a string",
    ])
  })

  it("names every parameter of a query at once", async () => {
    const query = "page=0&size=1e1&status=Pendente&startDate=2026-02-30"
    assert.deepStrictEqual(await refused(`/api/transactions?${query}`), [
      "page: must be a whole number from 1 to 999999999",
      "size: must be a whole number from 1 to 100",
      'status: must be "PENDING", "CONFIRMED" or "ERROR"',
      "startDate: must be a day that exists, in the years 1000 to 2999",
    ])
    assert.deepStrictEqual(await refused("/api/transactions?page=1&page=2"), ["page: must be a string"])
  })
})
