/** A typed client of the service, made from the contract that the server is made from too. */
import { Bearer } from "@pesoreal/core/api/authentication"
import { PesorealApi } from "@pesoreal/core/api/PesorealApi"
import { Effect, Ref } from "effect"
import { FetchHttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"

/** Every operation is a method with checked arguments and a typed answer; `authorize` sets the token that they send. */
export const connect = Effect.fn("connect")(function* (baseUrl: string) {
  const token = yield* Ref.make("")
  const bearer = HttpApiMiddleware.layerClient(Bearer, ({ next, request }) =>
    Effect.flatMap(Ref.get(token), (text) => next(HttpClientRequest.bearerToken(request, text))),
  )
  const client = yield* HttpApiClient.make(PesorealApi, { baseUrl }).pipe(
    Effect.provide([bearer, FetchHttpClient.layer]),
  )
  return { ...client, authorize: (text: string) => Ref.set(token, text) }
})

export type Client = Effect.Success<ReturnType<typeof connect>>
