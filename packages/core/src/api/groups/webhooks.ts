/** The operations of webhooks: configurations, deliveries, redrives, and the feed of events. */
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { anyText } from "../../text/Text.ts"
import { Bearer } from "../authentication.ts"
import { operation } from "../documentation.ts"
import {
  bodyErrors,
  IdempotencyKeyReused,
  IllegalTransition,
  InvalidBody,
  InvalidParameters,
  NotFound,
  WebhookLimitReached,
} from "../errors.ts"
import * as examples from "../examples/webhooks.ts"
import { idempotencyHeader } from "../requestHeaders.ts"
import {
  CreatedWebhookConfig,
  deliveriesQuery,
  Delivery,
  DeliveryDetails,
  DeliveryPage,
  EventFeed,
  eventsQuery,
  RedriveRequest,
  RedriveResult,
  RotatedWebhookSecret,
  WebhookConfig,
  WebhookConfigChange,
  WebhookConfigList,
  WebhookConfigRequest,
} from "../webhooks.ts"

const configParams = {
  id: anyText.annotate({
    description: "The configuration's `id`",
    examples: ["wh_019c1537-02b4-7e11-9a3c-6f2d8b4e5a01"],
  }),
}

const createConfig = HttpApiEndpoint.post("createConfig", "/api/webhooks-config", {
  payload: WebhookConfigRequest,
  success: CreatedWebhookConfig.pipe(HttpApiSchema.status(201)),
  error: [InvalidBody, WebhookLimitReached, ...bodyErrors],
}).annotateMerge(
  operation({
    id: "createWebhookConfig",
    summary: "Create a webhook configuration",
    description: `Registers an address for kinds of events, of either area. Deliveries are signed with the answer's \`secret\`, which is shown only here.

The address is checked now and at every connection: \`https\` only in production, no credentials in it, and no address inside a private network (the sandbox allows those).`,
    ...examples.createConfig,
  }),
)

const listConfigs = HttpApiEndpoint.get("listConfigs", "/api/webhooks-config", {
  success: WebhookConfigList,
}).annotateMerge(
  operation({
    id: "listWebhookConfigs",
    summary: "List webhook configurations",
    description: "All of the account, oldest first, without their secrets.",
    ...examples.listConfigs,
  }),
)

const readConfig = HttpApiEndpoint.get("readConfig", "/api/webhooks-config/:id", {
  params: configParams,
  success: WebhookConfig,
  error: [InvalidParameters, NotFound],
}).annotateMerge(
  operation({
    id: "getWebhookConfig",
    summary: "Read a webhook configuration",
    description: "Without its secret, which is never shown again.",
    ...examples.readConfig,
  }),
)

const changeConfig = HttpApiEndpoint.patch("changeConfig", "/api/webhooks-config/:id", {
  params: configParams,
  payload: WebhookConfigChange,
  success: WebhookConfig,
  error: [InvalidBody, NotFound, ...bodyErrors],
}).annotateMerge(
  operation({
    id: "updateWebhookConfig",
    summary: "Change a webhook configuration",
    description: `What is left out stays as it is. \`enabled: false\` pauses deliveries, which are written and held; \`enabled: true\` releases them. Deliveries that wait for a retry go to the new address.`,
    ...examples.changeConfig,
  }),
)

const deleteConfig = HttpApiEndpoint.delete("deleteConfig", "/api/webhooks-config/:id", {
  params: configParams,
  success: HttpApiSchema.NoContent.annotate({ description: "It is deleted" }),
  error: [InvalidParameters, NotFound],
}).annotateMerge(
  operation({
    id: "deleteWebhookConfig",
    summary: "Delete a webhook configuration",
    description: "Deliveries that are under way are cancelled. Events are kept: `GET /api/events` still has them.",
  }),
)

const rotateSecret = HttpApiEndpoint.post("rotateSecret", "/api/webhooks-config/:id/rotate-secret", {
  params: configParams,
  success: RotatedWebhookSecret.pipe(HttpApiSchema.status(201)),
  error: [InvalidParameters, NotFound],
}).annotateMerge(
  operation({
    id: "rotateWebhookSecret",
    summary: "Rotate a webhook secret",
    description:
      "Makes a new secret and answers it, once. For a while, 24 hours by default, the old secret keeps signing beside it: its signature travels in `X-Service-Signature-Previous`.",
    ...examples.rotateSecret,
  }),
)

const sendTest = HttpApiEndpoint.post("sendTest", "/api/webhooks-config/:id/test", {
  params: configParams,
  success: Delivery.pipe(HttpApiSchema.status(201)),
  error: [InvalidParameters, NotFound],
}).annotateMerge(
  operation({
    id: "sendTestWebhook",
    summary: "Send a test event",
    description:
      "Delivers a signed sample of the first kind of event that the configuration lists. Its transaction does not exist.",
    ...examples.sendTest,
  }),
)

const listDeliveries = HttpApiEndpoint.get("listDeliveries", "/api/webhooks/deliveries", {
  query: deliveriesQuery,
  success: DeliveryPage,
  error: [InvalidParameters],
}).annotateMerge(
  operation({
    id: "listWebhookDeliveries",
    summary: "List deliveries",
    description: "Newest first; a page past the end is empty.",
    ...examples.listDeliveries,
  }),
)

const deliveryParams = {
  deliveryId: anyText.annotate({
    description: "The delivery's id",
    examples: ["dlv_019c153a-4933-7c0a-9d52-3f1b8c6e4d01"],
  }),
}

const readDelivery = HttpApiEndpoint.get("readDelivery", "/api/webhooks/deliveries/:deliveryId", {
  params: deliveryParams,
  success: DeliveryDetails,
  error: [InvalidParameters, NotFound],
}).annotateMerge(
  operation({
    id: "getWebhookDelivery",
    summary: "Read a delivery",
    description: "With every attempt: when it was made, how long it took, what the receiver answered.",
    ...examples.readDelivery,
  }),
)

const redrive = HttpApiEndpoint.post("redrive", "/api/webhooks/deliveries/:deliveryId/redrive", {
  params: deliveryParams,
  headers: idempotencyHeader,
  success: Delivery.pipe(HttpApiSchema.status(201)),
  error: [InvalidParameters, NotFound, IllegalTransition, IdempotencyKeyReused],
}).annotateMerge(
  operation({
    id: "redriveWebhookDelivery",
    summary: "Redrive a delivery",
    description:
      "Makes a new delivery of the same event, with a new `deliveryId` and the same `eventId`. One that is still under way is a 409.",
    ...examples.redrive,
  }),
)

const redriveMany = HttpApiEndpoint.post("redriveMany", "/api/webhooks/redrive", {
  headers: idempotencyHeader,
  payload: RedriveRequest,
  success: RedriveResult.pipe(HttpApiSchema.status(201)),
  error: [InvalidBody, ...bodyErrors, IdempotencyKeyReused],
}).annotateMerge(
  operation({
    id: "redriveWebhookDeliveries",
    summary: "Redrive many deliveries",
    description:
      "Makes new deliveries of all that were written in a range of time: of those that failed, unless a status is named; of one kind of event or one configuration, if they are named.",
    ...examples.redriveMany,
  }),
)

const feed = HttpApiEndpoint.get("events", "/api/events", {
  query: eventsQuery,
  success: EventFeed,
  error: [InvalidParameters],
}).annotateMerge(
  operation({
    id: "listEvents",
    summary: "Events since a cursor",
    description:
      "For a receiver that was down longer than the retries last: every event of the account, delivered or not, oldest first. Send the last `eventId` that you have as `after`, and go on with `next` while `hasMore` is `true`.",
    ...examples.feed,
  }),
)

/** Webhooks. */
export const webhooksGroup = () =>
  HttpApiGroup.make("webhooks")
    .add(
      createConfig,
      listConfigs,
      readConfig,
      changeConfig,
      deleteConfig,
      rotateSecret,
      sendTest,
      listDeliveries,
      readDelivery,
      redrive,
      redriveMany,
      feed,
    )
    .middleware(Bearer)
    .annotateMerge(
      OpenApi.annotations({
        title: "Webhooks",
        description: "Where events are delivered, what became of each delivery, and the feed of all events.",
      }),
    )
