/**
 * The receiver: verifies a delivery, reads it, claims its id, runs your handler, and says in one answer what became of it.
 *
 * It answers 2xx only for what was handled, is already handled, or has no handler; never while the work is still going on.
 * It knows no HTTP library: `adapters/` does.
 */
import { answer, type AnswerBody, type ReceiverProblem, type WebhookAnswer, type WebhookRequest } from "./answer.ts"
import { type Outcome, runOnce } from "./dedupe.ts"
import { parseEvent } from "./event.ts"
import type { KnownEvent, WebhookEvent } from "./eventTypes.ts"
import { type Handler, type HandlerContext, type ReceiverOptions, resolveSettings, type Settings } from "./settings.ts"
import {
  createVerifier,
  DELIVERY_HEADER,
  PREVIOUS_SIGNATURE_HEADER,
  SIGNATURE_HEADER,
  type Verifier,
} from "./verify.ts"

/** A receiver, to be mounted by an adapter. */
export interface Receiver {
  /** Answers one request. It never rejects, whatever the sender, the handler or the store does. */
  readonly handle: (request: WebhookRequest) => Promise<WebhookAnswer>
  /** Resolves when no handler is running, those past their deadline included: what a graceful stop waits for. */
  readonly idle: () => Promise<void>
  readonly maxBodyBytes: number
}

type Work = (context: HandlerContext) => unknown
type Refuse = (
  problem: ReceiverProblem,
  details?: Omit<AnswerBody, "code">,
  headers?: WebhookAnswer["headers"],
) => WebhookAnswer

const SIGNATURE_MESSAGES = {
  signature_missing: "X-Service-Signature is missing",
  signature_malformed: "X-Service-Signature must be sha256= and 64 lowercase hexadecimal digits",
  signature_mismatch:
    "No secret of this receiver makes this signature: is the secret whole, whsec_ included, and the body as it arrived?",
}

const retryAfter = (ms: number) => ({ "retry-after": String(Math.max(1, Math.ceil(ms / 1_000))) })

const makeRefuse = ({ onError }: Settings): Refuse => {
  const report = async (problem: ReceiverProblem): Promise<void> => {
    try {
      await onError(problem)
    } catch {
      // A reporter that fails must not change the answer, and there is nobody else to tell.
    }
  }
  return (problem, details, headers) => {
    void report(problem)
    return answer(problem.code, { message: problem.message, ...details }, headers)
  }
}

/** The handler for an event, with the event filled in. */
const workFor = (event: WebhookEvent, { handlers, fallback }: Settings): Work | undefined => {
  if (event.event !== "unknown") {
    // Safe: `handlers` has under each kind the handler of its events. TypeScript does not see that it is the same kind twice.
    const handler = handlers[event.event] as Handler<KnownEvent> | undefined
    if (handler !== undefined) return (context) => handler(event, context)
  }
  return fallback && ((context) => fallback(event, context))
}

const answerTo = (outcome: Outcome, deliveryId: string, refuse: Refuse): WebhookAnswer => {
  switch (outcome.state) {
    case "handled":
      return answer("handled")
    case "done":
      return answer("duplicate", { duplicate: true })
    case "in_flight":
      return answer("in_flight", { message: "This delivery is being handled" }, retryAfter(outcome.retryAfterMs))
    case "full":
      return refuse(
        { code: "store_full", message: "The store holds as many deliveries as it can", deliveryId },
        {},
        retryAfter(outcome.retryAfterMs),
      )
    case "failed":
      return refuse({ code: "handler_failed", message: "The handler failed", cause: outcome.cause, deliveryId })
    case "unclaimed":
      return refuse({ code: "store_failed", message: "The store failed", cause: outcome.cause, deliveryId })
  }
}

/** Everything before the work: from a request to a verified event with its handler, or to the answer that ends it. */
const admit = async (
  { method, headers, body }: WebhookRequest,
  verify: Verifier,
  settings: Settings,
  refuse: Refuse,
): Promise<WebhookAnswer | { readonly event: WebhookEvent; readonly work: Work }> => {
  if (method !== "POST") {
    return refuse({ code: "method_not_allowed", message: "Webhooks are delivered by POST" }, {}, { allow: "POST" })
  }
  if ("code" in body) return refuse(body)
  const { maxBodyBytes } = settings
  if (body.byteLength > maxBodyBytes) {
    return refuse({ code: "body_too_large", message: `The body is over ${maxBodyBytes} bytes` })
  }
  const verification = await verify({
    body,
    signature: headers(SIGNATURE_HEADER),
    previousSignature: headers(PREVIOUS_SIGNATURE_HEADER),
  })
  if (!verification.ok) {
    const reason = verification.code
    return refuse({ code: "invalid_signature", message: SIGNATURE_MESSAGES[reason] }, { reason })
  }
  const parsed = parseEvent(body)
  if (!parsed.ok) {
    const { code, path, expected } = parsed
    return refuse({ code, message: `${path || "The body"} must be ${expected}` }, path ? { path } : {})
  }
  const { event } = parsed
  const { deliveryId } = event
  // Only the body is signed. A header that says otherwise would let a captured body in again under a new id.
  if (headers(DELIVERY_HEADER) !== deliveryId) {
    return refuse({ code: "delivery_id_mismatch", message: "X-Service-Delivery must equal deliveryId", deliveryId })
  }
  const work = workFor(event, settings)
  return work === undefined ? answer("ignored") : { event, work }
}

/**
 * Makes a receiver. Throws a `TypeError` that names the setting when one is wrong, so that a mistake shows at start.
 *
 * Mount it with `fetchAdapter` (`@pesoreal/receiver/fetch`) or `nodeAdapter` (`@pesoreal/receiver/node`). What each answer
 * means to the sender is in the README. (mexico.md, "Events"; decisions, section 9.)
 *
 * @example
 * ```ts
 * import { createReceiver, sign } from "@pesoreal/receiver"
 *
 * const handled: Array<string> = []
 * const receiver = createReceiver({
 *   secrets: "whsec_example",
 *   handlers: { cash_in: (event) => handled.push(`${event.transaction.amountCentavos} centavos`) },
 *   fallback: (event) => handled.push(event.deliveryId),
 * })
 *
 * const body = new TextEncoder().encode('{"event":"chargeback","eventId":"evt_1","deliveryId":"dlv_1","transaction":{}}')
 * const headers = new Headers({ "X-Service-Delivery": "dlv_1", "X-Service-Signature": await sign(body, "whsec_example") })
 * const deliver = () => receiver.handle({ method: "POST", headers: (name) => headers.get(name), body })
 *
 * const first = await deliver()
 * first.body // => { code: "handled" }
 * const second = await deliver()
 * second.body // => { code: "duplicate", duplicate: true }
 * handled // => ["dlv_1"]
 * ```
 */
export const createReceiver = (options: ReceiverOptions): Receiver => {
  const settings = resolveSettings(options)
  const { store, dedupeOn, handlerTimeoutMs, leaseMs, retentionMs, maxBodyBytes } = settings
  const verify = createVerifier(options.secrets)
  const refuse = makeRefuse(settings)
  const running = new Set<Promise<void>>()

  /** Answers with the outcome, or at the deadline; the work and its claim go on after that until they end. */
  const settle = (event: WebhookEvent, work: Work): Promise<WebhookAnswer> =>
    new Promise((resolve) => {
      const { deliveryId, eventId } = event
      const deadline = new AbortController()
      const timer = setTimeout(() => {
        const message = `The handler has been running for ${handlerTimeoutMs} ms, and goes on`
        resolve(refuse({ code: "handler_timeout", message, deliveryId }))
        deadline.abort()
      }, handlerTimeoutMs)
      const run = async (): Promise<void> => {
        const outcome = await runOnce(dedupeOn === "event" ? eventId : deliveryId, {
          store,
          leaseMs,
          retentionMs,
          work: () => work({ signal: deadline.signal }),
          onStoreError: (cause) => refuse({ code: "store_failed", message: "The store failed", cause, deliveryId }),
        })
        clearTimeout(timer)
        resolve(answerTo(outcome, deliveryId, refuse))
        running.delete(ended)
      }
      const ended = run()
      running.add(ended)
    })

  return {
    maxBodyBytes,
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
    handle: async (request) => {
      const admitted = await admit(request, verify, settings, refuse)
      return "status" in admitted ? admitted : settle(admitted.event, admitted.work)
    },
  }
}
