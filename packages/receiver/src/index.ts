/**
 * The webhook receiver of a merchant: verify, read and de-duplicate Pesoreal's deliveries. Adapters have doors of their own:
 * `@pesoreal/receiver/fetch` and `@pesoreal/receiver/node`.
 */
export type { AnswerBody, AnswerCode, ReceiverProblem, UnreadBody, WebhookAnswer, WebhookRequest } from "./answer.ts"
export type { Claim, ClaimOptions, DedupeStore } from "./dedupe.ts"
export { parseEvent } from "./event.ts"
export type {
  CashInEvent,
  CashInTransaction,
  Counterpart,
  Envelope,
  EventFault,
  EventKind,
  EventOf,
  KnownEvent,
  ParsedEvent,
  UnknownEvent,
  WebhookEvent,
} from "./event.ts"
export { createReceiver } from "./receiver.ts"
export type { Receiver } from "./receiver.ts"
export type { Handler, HandlerContext, Handlers, ReceiverOptions } from "./settings.ts"
export { memoryStore } from "./stores/memory.ts"
export type { MemoryStoreOptions } from "./stores/memory.ts"
export { createVerifier, sign, verify } from "./verify.ts"
export type { Body, SignatureFault, SignedBody, Verification, Verifier } from "./verify.ts"
