/**
 * The typed client, which is made of the contract in one line: arguments and answers have the types that are documented, and
 * what travels is the documented JSON.
 */
import { Bearer } from "@pesoreal/core/api/authentication"
import type { ErrorBody } from "@pesoreal/core/api/errors"
import { PesorealApi } from "@pesoreal/core/api/PesorealApi"
import type { CashInCharge } from "@pesoreal/core/api/pix"
import { Effect, Layer, Schema } from "effect"
import { HttpClient, type HttpClientRequest, HttpClientRequest as Request, HttpClientResponse } from "effect/http"
import { HttpApiClient, HttpApiMiddleware, OpenApi } from "effect/http-api"
import { describe, expect, expectTypeOf, it } from "vitest"

const connect = HttpApiClient.make(PesorealApi, { baseUrl: "https://pay.example" })
type Client = Effect.Success<typeof connect>

const authorized = HttpApiMiddleware.layerClient(Bearer, ({ next, request }) =>
  next(Request.bearerToken(request, "token")),
)

/** What the documents show, and where the client sent the request for it. */
const ask = <A, E>(
  status: number,
  answer: unknown,
  call: (client: Client) => Effect.Effect<A, E>,
): Promise<{ readonly answered: A | E; readonly sent: HttpClientRequest.HttpClientRequest | undefined }> => {
  let sent: HttpClientRequest.HttpClientRequest | undefined
  const http = HttpClient.make((request) => {
    sent = request
    const body = new Response(answer === undefined ? null : JSON.stringify(answer), {
      status,
      headers: { "content-type": "application/json" },
    })
    return Effect.succeed(HttpClientResponse.fromWeb(request, body))
  })
  return Effect.runPromise(
    Effect.flatMap(connect, call).pipe(
      Effect.catch((error) => Effect.succeed(error)),
      Effect.map((answered) => ({ answered, sent })),
      Effect.provide(Layer.mergeAll(authorized, Layer.succeed(HttpClient.HttpClient, http))),
    ),
  )
}

const document = OpenApi.fromApi(PesorealApi)

/** The first example of an operation's answer. */
const exampleOf = (path: string, method: "get" | "post", status: number): unknown => {
  const media: object = document.paths[path]?.[method]?.responses[status]?.content?.["application/json"] ?? {}
  const examples = Schema.decodeUnknownSync(
    Schema.Struct({ examples: Schema.Record(Schema.String, Schema.Struct({ value: Schema.Json })) }),
  )(media)
  return Object.values(examples.examples)[0]?.value
}

describe("the typed client", () => {
  it("sends a charge in centavos, and reads it so", async () => {
    const payload = { amountCentavos: 15_000, customerName: "María", customerEmail: "maria@correo.example" }
    const { answered, sent } = await ask(201, exampleOf("/api/spei/cash-in", "post", 201), (client) =>
      client.spei.cashIn({ headers: { "idempotency-key": "k-1" }, payload }),
    )
    expect(answered).toMatchObject({ amountCentavos: 15_000, clabe: "846000001000000014" })
    expect(sent).toMatchObject({ method: "POST", url: "https://pay.example/api/spei/cash-in" })
    expect(sent?.headers).toMatchObject({ authorization: "Bearer token", "idempotency-key": "k-1" })
    expect(JSON.parse(new TextDecoder().decode(sent?.body._tag === "Uint8Array" ? sent.body.body : undefined))).toEqual(
      payload,
    )
  })

  it("sends numbers in a query, and a channel in the path", async () => {
    const search = await ask(200, exampleOf("/api/transactions", "get", 200), (client) =>
      client.pix.search({ query: { page: 2, size: 50, status: "PENDING" } }),
    )
    expect(search.sent?.urlParams.params).toEqual([
      ["page", "2"],
      ["size", "50"],
      ["status", "PENDING"],
    ])
    expect(search.answered).toMatchObject({ data: [{ originalAmount: 150 }], metadata: { hasNext: false } })
    const lookup = await ask(200, exampleOf("/api/{channel}/transaction/{externalId}", "get", 200), (client) =>
      client.retail.lookup({ params: { channel: "oxxo", externalId: "order 1043/a" } }),
    )
    expect(lookup.sent?.url).toBe("https://pay.example/api/oxxo/transaction/order%201043%2Fa")
  })

  it("fails with the documented errors, told apart by their codes", async () => {
    const error = { code: "INSUFFICIENT_BALANCE", message: "insufficient balance", requestId: "r-1" }
    const details = { key: "ana@pix.example", keyType: "EMAIL", name: "Ana", document: "12345678909" } as const
    const payload = { value: 10.5, details, externalId: "pagamento-1" }
    const { answered } = await ask(400, error, (client) => client.pix.cashOut({ headers: {}, payload }))
    expect(answered).toEqual(error)
  })

  it("answers nothing where there is nothing", async () => {
    const { answered } = await ask(204, undefined, (client) => client.webhooks.deleteConfig({ params: { id: "wh_1" } }))
    expect(answered).toBeUndefined()
  })
})

type Payload<F> = F extends (request: infer R) => unknown
  ? R extends { readonly payload: infer P }
    ? P
    : never
  : never
type Answer<F> = F extends (request: never) => Effect.Effect<infer A, infer _E, infer _R> ? A : never
type Failure<F> = F extends (request: never) => Effect.Effect<infer _A, infer E, infer _R> ? E : never

describe("the types of the typed client", () => {
  it("have money as it is documented: integers of centavos, and numbers of reais", () => {
    expectTypeOf<Payload<Client["spei"]["cashIn"]>["amountCentavos"]>().toEqualTypeOf<number>()
    expectTypeOf<Payload<Client["pix"]["cashIn"]>["transaction"]["value"]>().toEqualTypeOf<number>()
    expectTypeOf<Payload<Client["pix"]["refund"]>["refundValue"]>().toEqualTypeOf<number>()
    expectTypeOf<Payload<Client["spei"]["cashIn"]>["externalId"]>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Payload<Client["pix"]["cashOut"]>["details"]["keyType"]>().toEqualTypeOf<
      "DOCUMENT" | "EMAIL" | "PHONE" | "RANDOM"
    >()
  })

  it("have answers and failures as they are documented", () => {
    type Charge = Extract<Answer<Client["pix"]["cashIn"]>, { readonly pixCode: string }>
    expectTypeOf<Charge>().toEqualTypeOf<CashInCharge>()
    expectTypeOf<Charge["status"]>().toEqualTypeOf<"PENDING" | "CONFIRMED" | "ERROR">()
    type Codes = Extract<Failure<Client["spei"]["lookup"]>, ErrorBody>["code"]
    expectTypeOf<Codes>().toEqualTypeOf<
      "VALIDATION_ERROR" | "UNAUTHORIZED" | "TRANSACTION_NOT_FOUND" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UNAVAILABLE"
    >()
  })
})
