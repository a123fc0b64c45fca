/** Bearer authentication: a verified token becomes the Caller that handlers see. Runs before the body is read. */
import { Bearer, Caller } from "@pesoreal/core/api/authentication"
import { Effect, Layer, Redacted } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { Tokens } from "../identity/Tokens.ts"
import { failWith } from "./failures.ts"

export const layer = Layer.effect(
  Bearer,
  Effect.gen(function* () {
    const tokens = yield* Tokens
    return Bearer.of({
      bearer: Effect.fnUntraced(function* (handler, { credential }) {
        const caller = yield* tokens.verify(Redacted.value(credential)).pipe(Effect.catch(refuse))
        return yield* Effect.provideService(handler, Caller, caller)
      }),
    })
  }),
)

/** One answer for every cause: a token that is absent, expired or forged. */
const refuse = () =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "www-authenticate", "Bearer")),
  ).pipe(
    Effect.andThen(
      failWith(
        "UNAUTHORIZED",
        "The access token is missing, expired or invalid; get one from POST /api/auth/token and send it as Authorization: Bearer <token>",
      ),
    ),
  )
