/** Every route of the service: the contract's groups, its documents, and the envelope around them all. */
import * as PesorealApi from "@pesoreal/core/api/PesorealApi"
import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api"
import { ServerConfig } from "../config.ts"
import * as Accounts from "./accounts.ts"
import * as Authentication from "./authentication.ts"
import * as Envelope from "./envelope.ts"
import * as Health from "./health.ts"
import * as SchemaErrors from "./schemaErrors.ts"
import * as Spei from "./spei.ts"
import * as Webhooks from "./webhooks.ts"

const documents = { root: "/", openapi: "/openapi.json", docs: "/docs" } as const

/** An externalId of 100 code points takes up to 1,200 characters in a path; the router's own limit is 100. */
const maximumPathParameter = 2048

export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const config = yield* ServerConfig
    const api = PesorealApi.make({ speiMinimumCentavos: config.speiMinimumCentavos })
    const groups = Layer.mergeAll(Accounts.layer(api), Spei.layer(api), Webhooks.layer(api), Health.layer(api)).pipe(
      Layer.provide([Authentication.layer, SchemaErrors.layer]),
    )
    const routes = [...Envelope.routesOf(api), ...Object.values(documents).map((path) => ({ method: "GET", path }))]
    return Layer.mergeAll(
      HttpApiBuilder.layer(api, { openapiPath: documents.openapi }).pipe(Layer.provide(groups)),
      // Nothing is loaded from elsewhere: the page works offline.
      HttpRouter.add("GET", documents.root, HttpServerResponse.redirect(documents.docs)),
      HttpApiScalar.layer(api, { path: documents.docs, scalar: { withDefaultFonts: false } }),
    ).pipe(Layer.provide(Envelope.layer(routes)))
  }),
)

/** Limits that the listener needs beside the routes. */
export const limits = Layer.mergeAll(
  Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(Envelope.maximumBodyBytes)),
  Layer.succeed(HttpRouter.RouterConfig, {
    maxParamLength: maximumPathParameter,
    // A path has one spelling: proxies that guard paths compare them as text.
    caseSensitive: true,
    ignoreDuplicateSlashes: false,
  }),
)
