/** The `webhooks` of the document: what the service sends, one entry per kind of event. */
import { type EventKind, eventOf, examples, kinds } from "../../webhooks/events.ts"
import { DELIVERY_HEADER, PREVIOUS_SIGNATURE_HEADER, SIGNATURE_HEADER } from "../../webhooks/signature.ts"
import { retryTable } from "./description.ts"
import type { Json } from "./json.ts"

const header = (name: string, required: boolean, description: string, schema: Json, example: string): Json => ({
  name,
  in: "header",
  required,
  description,
  schema,
  example,
})

const hex = "3f1b8c6e4d01a7b2c9d8e0f15a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7"
const signature = { type: "string", pattern: "^sha256=[0-9a-f]{64}$" }

const parameters: ReadonlyArray<Json> = [
  header(
    DELIVERY_HEADER,
    true,
    "Equal to `deliveryId` in the body. Trust the body's, which is signed, and refuse a delivery whose header says another",
    { type: "string" },
    "dlv_019c153a-4933-7c0a-9d52-3f1b8c6e4d01",
  ),
  header(
    SIGNATURE_HEADER,
    true,
    "`sha256=` and the lowercase hex of HMAC-SHA256 over the raw bytes of the body, keyed with the whole secret, `whsec_` included",
    signature,
    `sha256=${hex}`,
  ),
  header(
    PREVIOUS_SIGNATURE_HEADER,
    false,
    "The signature by the previous secret, while a rotated secret overlaps",
    signature,
    `sha256=${hex}`,
  ),
  header(
    "webhook-id",
    false,
    "Standard Webhooks, where the configuration asks for it: the `deliveryId`",
    { type: "string" },
    "dlv_019c153a-4933-7c0a-9d52-3f1b8c6e4d01",
  ),
  header(
    "webhook-timestamp",
    false,
    "Standard Webhooks, where the configuration asks for it: seconds since 1970",
    { type: "string", pattern: "^[0-9]+$" },
    "1769882667",
  ),
  header(
    "webhook-signature",
    false,
    "Standard Webhooks, where the configuration asks for it: `v1,` and a signature in base64, for each secret",
    { type: "string" },
    "v1,Pxuma00Bp7LJ2ODxWmt8jZ4PGis8TV5vcIGSo7TF1uc=",
  ),
]

const responses: Json = {
  "2XX": { description: "Delivered. Answer within 5 seconds; at most 64 KiB of the body are read" },
  "408": { description: "Tried again" },
  "429": { description: "Tried again. `Retry-After` is shown in the log and changes nothing" },
  "3XX": { description: "REJECTED: redirects are not followed" },
  "4XX": { description: "REJECTED: not tried again, but it can be redriven" },
  "5XX": { description: "Tried again, as after a timeout or a connection error" },
}

const text = (kind: EventKind, name: "title" | "identifier" | "description"): string => {
  const value = eventOf(kind).ast.annotations?.[name]
  return typeof value === "string" ? value : ""
}

const webhookOf = (kind: EventKind): Json => {
  const identifier = text(kind, "identifier")
  return {
    post: {
      operationId: `receive${identifier}`,
      tags: ["Events"],
      summary: kind,
      description: `${text(kind, "description")}\n\nUp to 6 attempts, with the same \`deliveryId\`:\n\n${retryTable}`,
      parameters,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { $ref: `#/components/schemas/${identifier}` },
            examples: Object.fromEntries(
              examples[kind].map((value, index) => [
                `${value.transaction.status.toLowerCase()}-${index + 1}`,
                { summary: value.transaction.status, value },
              ]),
            ),
          },
        },
      },
      responses,
      // Nobody authenticates to the receiver: the signature does.
      security: [],
    },
  }
}

/** The tag of what the service sends. */
export const eventsTag: Json = {
  name: "Events",
  description: "What the service sends to the addresses of webhook configurations.",
}

/** The webhooks, by kind of event. */
export const webhooks = (): Json => Object.fromEntries(kinds.map((kind) => [kind, webhookOf(kind)]))
