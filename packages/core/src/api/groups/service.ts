/** The operations about the service itself: metrics, the keys that verify tokens, the documents. None needs a token. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { operation } from "../documentation.ts"
import * as examples from "../examples/service.ts"
import { JsonWebKeySet } from "../service.ts"

const metrics = HttpApiEndpoint.get("metrics", "/metrics", {
  success: Schema.String.annotate({ description: "Metrics in the text format of Prometheus" }).pipe(
    HttpApiSchema.asText({ contentType: "text/plain; version=0.0.4" }),
  ),
}).annotateMerge(
  operation({
    id: "getMetrics",
    summary: "Metrics",
    description: "Counters, gauges and histograms, for Prometheus to scrape.",
    ...examples.metrics,
  }),
)

const keys = HttpApiEndpoint.get("keys", "/.well-known/jwks.json", { success: JsonWebKeySet }).annotateMerge(
  operation({
    id: "getTokenKeys",
    summary: "Keys that verify tokens",
    description: "The public keys of access tokens, for services that verify them on their own.",
    ...examples.keys,
  }),
)

const openapi = HttpApiEndpoint.get("openapi", "/openapi.json", {
  success: Schema.Record(Schema.String, Schema.Json).annotate({
    identifier: "OpenApiDocument",
    description: "This document, OpenAPI 3.1",
  }),
}).annotateMerge(
  operation({
    id: "getOpenApiDocument",
    summary: "The machine-readable contract",
    description: "This document, as this installation serves it.",
    ...examples.document,
  }),
)

const docs = HttpApiEndpoint.get("docs", "/docs", {
  success: Schema.String.annotate({ description: "A page that loads nothing from elsewhere" }).pipe(
    HttpApiSchema.asText({ contentType: "text/html" }),
  ),
}).annotateMerge(
  operation({
    id: "getDocumentation",
    summary: "The contract for people",
    description: "This document as a page, from which requests can be tried.",
    ...examples.page,
  }),
)

/** Metrics, keys and documents. */
export const serviceGroup = () =>
  HttpApiGroup.make("service")
    .add(metrics, keys, openapi, docs)
    .annotateMerge(
      OpenApi.annotations({
        title: "Service",
        description: "Metrics, the keys that verify tokens, and the documents.",
      }),
    )
