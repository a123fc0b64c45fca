/** Examples of webhook configurations, deliveries and the feed of events. The secrets are nobody's. */
import { examples as events } from "../../webhooks/mexicoEventExamples.ts"
import { example, type Examples } from "../documentation.ts"
import type {
  CreatedWebhookConfig,
  Delivery,
  DeliveryDetails,
  EventFeed,
  RedriveRequest,
  RedriveResult,
  ResentWebhooks,
  RotatedWebhookSecret,
  WebhookConfig,
  WebhookConfigChange,
  WebhookConfigRequest,
} from "../webhooks.ts"

const [paid] = events.cash_in

const config: WebhookConfig = {
  id: "wh_019c1537-02b4-7e11-9a3c-6f2d8b4e5a01",
  url: "https://comercio.example/webhooks",
  events: ["cash_in", "cash_out", "CashIn", "CashOut"],
  enabled: true,
  standardWebhooks: false,
  createdAt: "2026-01-31T17:50:00.000Z",
}

/** `POST /api/webhooks-config`. */
export const createConfig: {
  readonly request: Examples<WebhookConfigRequest>
  readonly answer: Examples<CreatedWebhookConfig>
} = {
  request: {
    both: example("Both areas, at one address", {
      url: "https://comercio.example/webhooks",
      events: ["cash_in", "cash_out", "CashIn", "CashOut"],
    }),
    standard: example("With the headers of Standard Webhooks too", {
      url: "https://comercio.example/webhooks/spei",
      events: ["cash_in"],
      standardWebhooks: true,
    }),
  },
  answer: {
    created: example("The only time that the secret is shown", {
      ...config,
      secret: "whsec_Jm7Xc2Vb9Qw4Er6Ty8Ui1Op3As5Df0Gh2Jk4Lz6Xc8V",
    }),
  },
}

/** `GET /api/webhooks-config`. */
export const listConfigs: { readonly answer: Examples } = {
  answer: { list: example("One configuration", { data: [config] }) },
}

/** `GET /api/webhooks-config/{id}`. */
export const readConfig: { readonly answer: Examples<WebhookConfig> } = {
  answer: { config: example("Without its secret", config) },
}

/** `PATCH /api/webhooks-config/{id}`. */
export const changeConfig: {
  readonly request: Examples<WebhookConfigChange>
  readonly answer: Examples<WebhookConfig>
} = {
  request: {
    pause: example("Pause deliveries", { enabled: false }),
    move: example("Deliver to another address", { url: "https://comercio.example/v2/webhooks" }),
  },
  answer: { paused: example("Deliveries are held", { ...config, enabled: false }) },
}

/** `POST /api/webhooks-config/{id}/rotate-secret`. */
export const rotateSecret: { readonly answer: Examples<RotatedWebhookSecret> } = {
  answer: {
    rotated: example("Both secrets sign for a day", {
      ...config,
      secret: "whsec_Qa8Ws6Ed4Rf2Tg0Yh1Uj3Ik5Ol7Pz9Xm2Cn4Vb6Nq8W",
      previousSecretExpiresAt: "2026-02-01T18:00:00.000Z",
    }),
  },
}

const delivery: Delivery = {
  deliveryId: paid.deliveryId,
  eventId: paid.eventId,
  event: "cash_in",
  transactionId: paid.transaction.transactionId,
  configId: config.id,
  url: config.url,
  status: "EXHAUSTED",
  attemptCount: 6,
  nextAttemptAt: null,
  createdAt: "2026-01-31T18:04:27.315Z",
  finishedAt: "2026-02-01T01:16:59.120Z",
  redriveOf: null,
}

const redriven: Delivery = {
  ...delivery,
  deliveryId: "dlv_019c1790-5a20-7c0a-9d52-3f1b8c6e4d21",
  status: "SCHEDULED",
  attemptCount: 0,
  nextAttemptAt: "2026-02-01T09:00:00.000Z",
  createdAt: "2026-02-01T09:00:00.000Z",
  finishedAt: null,
}

/** `POST /api/webhooks-config/{id}/test`. */
export const sendTest: { readonly answer: Examples<Delivery> } = {
  answer: { scheduled: example("It goes out at once", redriven) },
}

/** `GET /api/webhooks/deliveries`. */
export const listDeliveries: { readonly answer: Examples } = {
  answer: {
    exhausted: example("One that was given up", {
      data: [delivery],
      metadata: { page: 1, size: 20, total: 1, totalPages: 1, hasNext: false, hasPrevious: false },
    }),
  },
}

/** `GET /api/webhooks/deliveries/{deliveryId}`. */
export const readDelivery: { readonly answer: Examples<DeliveryDetails> } = {
  answer: {
    underWay: example("Two attempts of six", {
      ...delivery,
      status: "SCHEDULED",
      attemptCount: 2,
      nextAttemptAt: "2026-01-31T18:07:02.415Z",
      finishedAt: null,
      attempts: [
        {
          attempt: 1,
          startedAt: "2026-01-31T18:04:27.400Z",
          durationMs: 5_000,
          status: null,
          error: "no answer within 5 seconds",
          responseExcerpt: null,
          retryAfter: null,
        },
        {
          attempt: 2,
          startedAt: "2026-01-31T18:05:02.400Z",
          durationMs: 15,
          status: 503,
          error: null,
          responseExcerpt: "upstream unavailable",
          retryAfter: "30",
        },
      ],
    }),
  },
}

/** `POST /api/webhooks/deliveries/{deliveryId}/redrive`. */
export const redrive: { readonly answer: Examples<Delivery> } = {
  answer: {
    scheduled: example("A new delivery of the same event", { ...redriven, redriveOf: delivery.deliveryId }),
  },
}

/** `POST /api/webhooks/redrive`. */
export const redriveMany: { readonly request: Examples<RedriveRequest>; readonly answer: Examples<RedriveResult> } = {
  request: {
    night: example("Everything that failed in a night", {
      from: "2026-01-31T18:00:00.000Z",
      to: "2026-02-01T06:00:00.000Z",
    }),
    kind: example("Only payments that were given up", {
      from: "2026-01-31T18:00:00.000Z",
      status: "EXHAUSTED",
      event: "cash_in",
    }),
  },
  answer: { count: example("How many were made anew", { redriven: 42 }) },
}

/** `POST /api/transactions/{transactionId}/resend-webhook`. */
export const resend: { readonly answer: Examples<ResentWebhooks> } = {
  answer: { resent: example("One event, one configuration", { data: [redriven] }) },
}

/** `GET /api/events`. */
export const feed: { readonly answer: Examples<EventFeed> } = {
  answer: {
    events: example("One event", {
      data: [
        {
          event: paid.event,
          eventId: paid.eventId,
          createdAt: "2026-01-31T18:04:27.315Z",
          transaction: paid.transaction,
        },
      ],
      hasMore: false,
      next: paid.eventId,
    }),
    nothing: example("Nothing new", { data: [], hasMore: false, next: paid.eventId }),
  },
}
