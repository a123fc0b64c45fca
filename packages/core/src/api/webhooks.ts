/** Webhook configurations: create and list (mexico.md; decisions, section 8). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { text } from "../text/Text.ts"
import { EventKind, Instant } from "../webhooks/events.ts"
import { Bearer } from "./authentication.ts"
import { BadRequest, Conflict, PayloadTooLarge, Unavailable, UnsupportedMediaType } from "./errors.ts"

/** Body of `POST /api/webhooks-config`. */
export const WebhookConfigRequest = Schema.Struct({
  url: text(1, 2048).annotate({ description: "Delivery address; https only in production" }),
  events: Schema.Array(EventKind)
    .check(
      Schema.makeFilter((kinds) => kinds.length > 0 || "must list at least one event kind"),
      Schema.makeFilter((kinds) => new Set(kinds).size === kinds.length || "must list each event kind once"),
    )
    .annotate({ description: "Event kinds to deliver, each once" }),
}).annotate({ identifier: "WebhookConfigRequest" })
/** Body of `POST /api/webhooks-config`. */
export type WebhookConfigRequest = typeof WebhookConfigRequest.Type

const config = {
  id: Schema.String.annotate({ description: "`wh_` + UUID" }),
  url: Schema.String,
  events: Schema.Array(EventKind),
  createdAt: Instant,
}

/** A webhook configuration as it is listed: without its secret. */
export const WebhookConfig = Schema.Struct(config).annotate({ identifier: "WebhookConfig" })
/** A webhook configuration as it is listed. */
export type WebhookConfig = typeof WebhookConfig.Type

/** A webhook configuration as its creation answers it: the only time that the secret is shown. */
export const CreatedWebhookConfig = Schema.Struct({
  ...config,
  secret: Schema.String.annotate({ description: "`whsec_` + 43 characters: the HMAC key, whole. Shown once" }),
}).annotate({ identifier: "CreatedWebhookConfig" })
/** A webhook configuration as its creation answers it. */
export type CreatedWebhookConfig = typeof CreatedWebhookConfig.Type

/** Webhook configurations. */
export class WebhooksGroup extends HttpApiGroup.make("webhooks")
  .add(
    HttpApiEndpoint.post("createConfig", "/api/webhooks-config", {
      payload: WebhookConfigRequest,
      success: CreatedWebhookConfig.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, Conflict, PayloadTooLarge, UnsupportedMediaType, Unavailable],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create a webhook configuration",
        description: "Deliveries are signed with the answer's `secret`, which is shown only here.",
      }),
    ),
    HttpApiEndpoint.get("listConfigs", "/api/webhooks-config", {
      success: Schema.Struct({ data: Schema.Array(WebhookConfig) }).annotate({ identifier: "WebhookConfigList" }),
      error: [Unavailable],
    }).annotateMerge(OpenApi.annotations({ summary: "List webhook configurations", description: "Oldest first." })),
  )
  .middleware(Bearer)
  .annotateMerge(OpenApi.annotations({ title: "Webhook configurations" })) {}
