/**
 * What webhook configurations, deliveries and the feed of events take and answer (mexico.md, Events; decisions, sections 8
 * and 9).
 */
import { Schema } from "effect"
import { machine } from "../lifecycle/WebhookDelivery.ts"
import { anyText, text } from "../text/Text.ts"
import { DeliveryId, Event, EventId, EventKind, Instant, TransactionId } from "../webhooks/events.ts"
import { instantOrNull, optional, pageOf, paging, size, Timestamp } from "./fields.ts"

const url = text(1, 2048).annotate({
  description: "Delivery address: http or https (in production https only), without credentials in it",
})

const events = Schema.Array(EventKind)
  .annotate({ description: "Kinds of events to deliver, each once" })
  .check(
    Schema.makeFilter((kinds) => kinds.length > 0 || "must list at least one event kind", {
      toJsonSchema: () => ({ minItems: 1 }),
    }),
    Schema.makeFilter((kinds) => new Set(kinds).size === kinds.length || "must list each event kind once", {
      toJsonSchema: () => ({ uniqueItems: true }),
    }),
  )

const standardWebhooks = Schema.Boolean.annotate({
  description:
    "Whether deliveries carry the headers of Standard Webhooks too: `webhook-id`, `webhook-timestamp`, `webhook-signature`",
})

/** Body of `POST /api/webhooks-config`. */
export const WebhookConfigRequest = Schema.Struct({
  url,
  events,
  standardWebhooks: optional(standardWebhooks).annotate({
    description:
      "`true` sends the headers of Standard Webhooks too (`webhook-id`, `webhook-timestamp`, `webhook-signature`); default `false`",
  }),
}).annotate({ identifier: "WebhookConfigRequest", description: "Where to deliver which events" })
/** Body of `POST /api/webhooks-config`. */
export type WebhookConfigRequest = typeof WebhookConfigRequest.Type

/** Body of `PATCH /api/webhooks-config/{id}`: what is left out stays as it is. */
export const WebhookConfigChange = Schema.Struct({
  url: optional(url),
  events: optional(events),
  enabled: optional(Schema.Boolean).annotate({
    description: "`false` pauses deliveries, which are kept; `true` releases them",
  }),
  standardWebhooks: optional(standardWebhooks),
}).annotate({ identifier: "WebhookConfigChange", description: "What to change; what is left out stays as it is" })
/** Body of `PATCH /api/webhooks-config/{id}`. */
export type WebhookConfigChange = typeof WebhookConfigChange.Type

const config = {
  id: Schema.String.annotate({ description: "`wh_` + UUID" }),
  url: Schema.String.annotate({ description: "Delivery address" }),
  events: Schema.Array(EventKind).annotate({ description: "Kinds of events that are delivered" }),
  enabled: Schema.Boolean.annotate({
    description: "Whether deliveries are sent. While it is `false`, they are written and held",
  }),
  standardWebhooks,
  createdAt: Instant.annotate({ description: "When it was created" }),
}

/** A webhook configuration, without its secret. */
export const WebhookConfig = Schema.Struct(config).annotate({
  identifier: "WebhookConfig",
  description: "The configuration, without its secret",
})
/** A webhook configuration, without its secret. */
export type WebhookConfig = typeof WebhookConfig.Type

/** All webhook configurations of an account; there are few, so that they have no pages. */
export const WebhookConfigList = Schema.Struct({
  data: Schema.Array(WebhookConfig).annotate({ description: "The configurations, oldest first" }),
}).annotate({
  identifier: "WebhookConfigList",
  description: "All configurations of the account, oldest first",
})

const secret = Schema.String.annotate({
  description: "`whsec_` + 43 characters. The whole string is the HMAC key. Shown only here",
})

/** A webhook configuration as its creation answers it: the only time that the secret is shown. */
export const CreatedWebhookConfig = Schema.Struct({ ...config, secret }).annotate({
  identifier: "CreatedWebhookConfig",
  description: "The new configuration, with its secret",
})
/** A webhook configuration as its creation answers it. */
export type CreatedWebhookConfig = typeof CreatedWebhookConfig.Type

/** A webhook configuration with a new secret. */
export const RotatedWebhookSecret = Schema.Struct({
  ...config,
  secret,
  previousSecretExpiresAt: Instant.annotate({
    description: "Until when the previous secret signs too, in `X-Service-Signature-Previous`",
  }),
}).annotate({ identifier: "RotatedWebhookSecret", description: "The configuration, with its new secret" })
/** A webhook configuration with a new secret. */
export type RotatedWebhookSecret = typeof RotatedWebhookSecret.Type

/** States of a delivery. */
export const DeliveryStatus = Schema.Literals(machine.states).annotate({
  description:
    "SCHEDULED: waits for its next attempt; IN_FLIGHT: is being sent; DELIVERED: answered with 2xx; REJECTED: answered so that a retry would change nothing; EXHAUSTED: given up after 6 attempts; CANCELLED: its configuration was deleted",
})
/** States of a delivery. */
export type DeliveryStatus = typeof DeliveryStatus.Type

/** Query of `GET /api/webhooks/deliveries`. */
export const deliveriesQuery = {
  ...paging,
  status: Schema.optionalKey(DeliveryStatus),
  event: Schema.optionalKey(EventKind.annotate({ description: "Only deliveries of this kind of event" })),
  configId: Schema.optionalKey(anyText.annotate({ description: "Only deliveries of this configuration" })),
  transactionId: Schema.optionalKey(anyText.annotate({ description: "Only deliveries about this transaction" })),
}

const delivery = {
  deliveryId: DeliveryId,
  eventId: EventId,
  event: EventKind.annotate({ description: "The kind of the event" }),
  transactionId: TransactionId.annotate({ description: "The transaction that the event is about" }),
  configId: Schema.String.annotate({ description: "`wh_` + UUID of the configuration that it was made for" }),
  url: Schema.String.annotate({ description: "Where it was last sent, or will be sent" }),
  status: DeliveryStatus,
  attemptCount: Schema.Int.annotate({ description: "Attempts made, of 6" }),
  nextAttemptAt: instantOrNull("When the next attempt is due; null where none is"),
  createdAt: Instant.annotate({ description: "When the delivery was written" }),
  finishedAt: instantOrNull("When it reached its last status"),
  redriveOf: Schema.NullOr(DeliveryId).annotate({ description: "The delivery that this one repeats" }),
}

/** A delivery: one event on its way to one configuration, in up to six attempts. */
export const Delivery = Schema.Struct(delivery).annotate({
  identifier: "WebhookDelivery",
  description: "One event on its way to one configuration",
})
/** A delivery. */
export type Delivery = typeof Delivery.Type

/** A page of deliveries. */
export const DeliveryPage = pageOf("WebhookDeliveryPage", "Deliveries, newest first", Delivery)

/** One attempt of a delivery. */
export const Attempt = Schema.Struct({
  attempt: Schema.Int.annotate({ description: "1 to 6" }),
  startedAt: Instant.annotate({ description: "When it began" }),
  durationMs: Schema.Int.annotate({ description: "How long it took, in milliseconds" }),
  status: Schema.NullOr(Schema.Int).annotate({ description: "HTTP status of the answer; null where none came" }),
  error: Schema.NullOr(Schema.String).annotate({ description: "Why no answer came: a timeout, a refused connection" }),
  responseExcerpt: Schema.NullOr(Schema.String).annotate({ description: "The beginning of the answer's body" }),
  retryAfter: Schema.NullOr(Schema.String).annotate({
    description: "The answer's `Retry-After`. It is shown, and changes nothing",
  }),
}).annotate({ identifier: "WebhookAttempt", description: "One attempt of a delivery" })
/** One attempt of a delivery. */
export type Attempt = typeof Attempt.Type

/** A delivery with every attempt. */
export const DeliveryDetails = Schema.Struct({
  ...delivery,
  attempts: Schema.Array(Attempt).annotate({ description: "Every attempt, the first one first" }),
}).annotate({ identifier: "WebhookDeliveryDetails", description: "The delivery with every attempt" })
/** A delivery with every attempt. */
export type DeliveryDetails = typeof DeliveryDetails.Type

const FinishedStatus = Schema.Literals(["DELIVERED", "REJECTED", "EXHAUSTED"])

/** Body of `POST /api/webhooks/redrive`. */
export const RedriveRequest = Schema.Struct({
  from: Timestamp.annotate({ description: "Deliveries written at this instant or later" }),
  to: optional(Timestamp).annotate({ description: "Deliveries written before this instant; by default now" }),
  status: optional(FinishedStatus).annotate({
    description: "Only deliveries of this status; by default those that failed, REJECTED and EXHAUSTED",
  }),
  event: optional(EventKind).annotate({ description: "Only deliveries of this kind of event" }),
  configId: optional(anyText).annotate({ description: "Only deliveries of this configuration" }),
})
  .check(
    Schema.makeFilter(
      ({ from, to }) =>
        to === undefined ||
        to === null ||
        Date.parse(from) < Date.parse(to) || { path: ["to"], issue: "must be later than from" },
      { expected: "from before to", toJsonSchema: () => ({}) },
    ),
  )
  .annotate({ identifier: "RedriveRequest", description: "Which deliveries to make anew" })
/** Body of `POST /api/webhooks/redrive`. */
export type RedriveRequest = typeof RedriveRequest.Type

/** Answer of `POST /api/webhooks/redrive`. */
export const RedriveResult = Schema.Struct({
  redriven: Schema.Int.annotate({ description: "New deliveries that were written" }),
}).annotate({ identifier: "RedriveResult", description: "How many deliveries were made anew" })
/** Answer of `POST /api/webhooks/redrive`. */
export type RedriveResult = typeof RedriveResult.Type

/** Answer of `POST /api/transactions/{transactionId}/resend-webhook`. */
export const ResentWebhooks = Schema.Struct({
  data: Schema.Array(Delivery).annotate({
    description:
      "One new delivery per event of the transaction and configuration that lists its kind; none is possible",
  }),
}).annotate({ identifier: "ResentWebhooks", description: "The new deliveries" })
/** Answer of `POST /api/transactions/{transactionId}/resend-webhook`. */
export type ResentWebhooks = typeof ResentWebhooks.Type

/** Query of `GET /api/events`. */
export const eventsQuery = {
  after: Schema.optionalKey(
    EventId.annotate({
      description: "The `eventId` of the last event that you have; without it, from the oldest kept",
    }),
  ),
  size: Schema.optionalKey(size),
}

/** Any event as the feed shows it: the body of its deliveries without a `deliveryId`, which belongs to deliveries only. */
export const FeedEvent = Schema.Struct({
  event: EventKind.annotate({ description: "Its kind" }),
  eventId: EventId,
  createdAt: Instant.annotate({ description: "When it happened" }),
  transaction: Schema.Union(Event.members.map((member) => member.fields.transaction)).annotate({
    description: "As in the webhook of this kind",
  }),
}).annotate({ identifier: "FeedEvent", description: "An event, as in its webhook" })
/** Any event as the feed shows it. */
export type FeedEvent = typeof FeedEvent.Type

/** Answer of `GET /api/events`. */
export const EventFeed = Schema.Struct({
  data: Schema.Array(FeedEvent).annotate({ description: "Events, oldest first" }),
  hasMore: Schema.Boolean.annotate({ description: "Whether more events follow" }),
  next: Schema.NullOr(EventId).annotate({
    description: "What to send as `after` to go on: the last `eventId` here, or `after` itself where there is none",
  }),
}).annotate({ identifier: "EventFeed", description: "Events since the cursor, oldest first" })
/** Answer of `GET /api/events`. */
export type EventFeed = typeof EventFeed.Type
