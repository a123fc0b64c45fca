/**
 * What a receiver is asked and what it answers, in terms of no particular runtime: an adapter turns its framework's request
 * into a `WebhookRequest`, and the answer into its framework's response.
 */
import type { SignatureFault } from "./verify.ts"

/**
 * Every answer, by its code. 2xx: the sender is done with this delivery. 5xx: it will try again. 4xx: it gives the delivery
 * up, visibly, and it can be redriven by hand.
 */
const STATUSES = {
  handled: 200,
  duplicate: 200,
  ignored: 200,
  body_interrupted: 400,
  body_not_utf8: 400,
  body_not_json: 400,
  event_malformed: 400,
  delivery_id_mismatch: 400,
  invalid_signature: 401,
  method_not_allowed: 405,
  body_too_large: 413,
  body_already_read: 500,
  handler_failed: 500,
  in_flight: 503,
  handler_timeout: 503,
  store_full: 503,
  store_failed: 503,
} as const

/** The code of an answer. */
export type AnswerCode = keyof typeof STATUSES

/** The JSON of an answer. It never carries anything of an error that your handler or your store has thrown. */
export interface AnswerBody {
  readonly code: AnswerCode
  /** What is wrong, and what would be right; on refusals only. */
  readonly message?: string
  /** Only with `duplicate`. */
  readonly duplicate?: true
  /** Only with `invalid_signature`. */
  readonly reason?: SignatureFault
  /** Only with `event_malformed`: the field at fault. */
  readonly path?: string
}

/** An answer, before it is a response. */
export interface WebhookAnswer {
  readonly status: number
  /** Names in lowercase. The content type is among them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: AnswerBody
}

/** What an adapter hands over where it could not read the bytes; the message says how to mend it. */
export interface UnreadBody {
  readonly code: "body_already_read" | "body_interrupted"
  readonly message: string
}

/** A request, after an adapter has read it. */
export interface WebhookRequest {
  readonly method: string
  /** The value of one header, by its name in lowercase; null when there is none. */
  readonly headers: (name: string) => string | null
  /** The exact bytes that arrived. An adapter may stop reading past `maxBodyBytes`, and hand over what it has. */
  readonly body: Uint8Array | UnreadBody
}

/** What `onError` hears. */
export interface ReceiverProblem {
  readonly code: AnswerCode
  readonly message: string
  /** What your handler or your store has thrown. It stays here. */
  readonly cause?: unknown
  /** Known only once the signature has been verified. */
  readonly deliveryId?: string
}

/** The answer of a code: its status, its JSON, its headers. */
export const answer = (
  code: AnswerCode,
  details: Omit<AnswerBody, "code"> = {},
  headers: WebhookAnswer["headers"] = {},
): WebhookAnswer => ({
  status: STATUSES[code],
  headers: { "content-type": "application/json", ...headers },
  body: { code, ...details },
})
