/** Every route of the service: the contract's operations, its documents, and the envelope around them all. */
import { contractLevel, type Level } from "@pesoreal/core/api/levels"
import * as PesorealApi from "@pesoreal/core/api/PesorealApi"
import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiScalar, OpenApi } from "effect/http-api"
import { ServerConfig } from "../config.ts"
import * as Accounts from "./accounts.ts"
import * as Authentication from "./authentication.ts"
import * as Envelope from "./envelope.ts"
import * as Health from "./health.ts"
import * as Planned from "./planned.ts"
import * as SchemaErrors from "./schemaErrors.ts"
import { servedApi } from "./served.ts"
import * as Spei from "./spei.ts"
import * as Webhooks from "./webhooks.ts"

const documents = { openapi: "/openapi.json", docs: "/docs" } as const
const root = "/"

const routeTo = (path: Envelope.Route["path"]): Envelope.Route => ({ method: "GET", path })

/** An externalId of 100 code points takes up to 1,200 characters in a path; the router's own limit is 100. */
const maximumPathParameter = 2048

/** The numbering plans take a while to load, and memory; who does not ask for them does not pay. */
const levelOf = (name: Level["name"]): Effect.Effect<Level> =>
  name === "strict"
    ? Effect.map(
        Effect.promise(() => import("@pesoreal/core/api/strictLevel")),
        ({ strictLevel }) => strictLevel,
      )
    : Effect.succeed(contractLevel)

export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const config = yield* ServerConfig
    const contract = PesorealApi.make({
      speiMinimumCentavos: config.speiMinimumCentavos,
      level: yield* levelOf(config.validation),
      alphanumericCnpj: config.alphanumericCnpj,
    })
    const served = servedApi(contract)
    const groups = Layer.mergeAll(
      Accounts.layer(served),
      Spei.layer(served),
      Webhooks.layer(served),
      Health.layer(served),
    ).pipe(Layer.provide([Authentication.layer, SchemaErrors.layer]))
    const routes = Envelope.routesOf(contract)
    const planned = Planned.plannedRoutes(routes, [
      ...Envelope.routesOf(served),
      ...Object.values(documents).map(routeTo),
    ])
    const documented = contract
      .annotate(OpenApi.Servers, [{ url: "/", description: "This installation" }])
      .annotate(OpenApi.Transform, Planned.markPlanned(planned))
    // Made when it is first asked for, and once: it has a quarter of a megabyte.
    const document = yield* Effect.cached(Effect.sync(() => HttpServerResponse.jsonUnsafe(OpenApi.fromApi(documented))))
    return Layer.mergeAll(
      HttpApiBuilder.layer(served).pipe(Layer.provide(groups)),
      Planned.layer(planned),
      HttpRouter.add("GET", root, HttpServerResponse.redirect(documents.docs)),
      HttpRouter.add("GET", documents.openapi, document),
      // Nothing is loaded from elsewhere: the page works offline.
      HttpApiScalar.layer(documented, { path: documents.docs, scalar: { withDefaultFonts: false } }),
    ).pipe(Layer.provide(Envelope.layer([...routes, routeTo(root)])))
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
