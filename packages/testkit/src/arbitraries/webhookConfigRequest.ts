/** Bodies of `POST /api/webhooks-config` (mexico.md; core's `api/webhooks`). */
import { Events } from "@pesoreal/core"
import type { WebhookConfigRequest } from "@pesoreal/core/api/webhooks"
import fc from "fast-check"
import { type Fault, field, nearlyValidObject, optional } from "../internal/faults.ts"
import type { NearlyValidJson } from "../NearlyValid.ts"
import { deliveryUrl, nearlyValidDeliveryUrl } from "./deliveryUrl.ts"
import type { TextReason } from "./text.ts"

/** What to ask for. */
export interface WebhookConfigRequestOptions {
  /** Delivery addresses. Default `deliveryUrl()`, hosts that do not exist. */
  readonly url?: fc.Arbitrary<string>
}

const kinds = fc.shuffledSubarray([...Events.kinds], { minLength: 1 })

/**
 * Bodies that register a webhook for one or more kinds of event, in any order.
 *
 * @example
 * ```ts
 * import { webhookConfigRequest } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const mine = webhookConfigRequest({ url: fc.constant("http://localhost:4000/webhooks") })
 * fc.sample(mine, 100).every(({ events }) => events.length > 0) // => true
 * ```
 */
export const webhookConfigRequest = ({
  url = deliveryUrl(),
}: WebhookConfigRequestOptions = {}): fc.Arbitrary<WebhookConfigRequest> =>
  fc.record(
    { url, events: kinds, standardWebhooks: fc.option(fc.boolean()) },
    { requiredKeys: ["url", "events"], noNullPrototype: true },
  )

/** Why a list of event kinds is refused. */
export type EventKindsReason = "empty_list" | "repeated_kind" | "unknown_kind"

/** What may be wrong in such a body. */
export type WebhookConfigRequestReason = TextReason | EventKindsReason

const unknownKind = fc.constantFrom("", "cash-in", "CASH_IN", "Cash_In", "cashIn", "cash_in ", "refund", "*", 1, null)

const brokenKinds: Fault<EventKindsReason> = fc.oneof(
  fc.constant({
    value: [],
    why: { path: "", reason: "empty_list", message: "must list at least one event kind" } as const,
  }),
  fc.tuple(kinds, fc.nat()).map(([listed, position]) => {
    const value = [...listed, listed[position % listed.length]]
    return { value, why: { path: "", reason: "repeated_kind", message: "must list each event kind once" } as const }
  }),
  fc.tuple(kinds, fc.nat(), unknownKind).map(([listed, position, stranger]) => {
    const index = position % (listed.length + 1)
    return {
      value: [...listed.slice(0, index), stranger, ...listed.slice(index)],
      why: { path: `[${index}]`, reason: "unknown_kind" } as const,
    }
  }),
)

/**
 * Bodies that are refused with 400, for one field each. Sent as JSON, they stay what they are.
 *
 * @example
 * ```ts
 * import { nearlyValidWebhookConfigRequest } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = fc.sample(nearlyValidWebhookConfigRequest(), 500).map(({ why }) => why.reason)
 * reasons.includes("repeated_kind") && reasons.includes("unknown_kind") // => true
 * ```
 */
export const nearlyValidWebhookConfigRequest = (
  options: WebhookConfigRequestOptions = {},
): fc.Arbitrary<NearlyValidJson<WebhookConfigRequestReason>> =>
  nearlyValidObject<WebhookConfigRequest, WebhookConfigRequestReason>(webhookConfigRequest(options), {
    url: field({ broken: nearlyValidDeliveryUrl() }),
    events: field({ broken: brokenKinds, wrongTypes: ["cash_in", "*", 8, true, { cash_in: true }] }),
    standardWebhooks: optional({ wrongTypes: ["true", "", 0, 1, {}] }),
  })
