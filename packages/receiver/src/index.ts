/**
 * The webhook receiver of a merchant: verify, read and de-duplicate Pesoreal's deliveries. Adapters have doors of their own:
 * `@pesoreal/receiver/fetch` and `@pesoreal/receiver/node`.
 */
export type { AnswerBody, AnswerCode, ReceiverProblem, UnreadBody, WebhookAnswer, WebhookRequest } from "./answer.ts"
export type { Claim, ClaimOptions, DedupeStore } from "./dedupe.ts"
export { parseEvent } from "./event.ts"
export type { EventFault, ParsedEvent } from "./event.ts"
export type {
  Counterpart,
  Envelope,
  EventKind,
  EventOf,
  KnownEvent,
  MexicoCashIn,
  MexicoCashInConfirmed,
  MexicoCashInFailed,
  MexicoCashInRetail,
  MexicoCashOut,
  MexicoCashOutConfirmed,
  MexicoCashOutFailed,
  MexicoRefundIn,
  MexicoRefundInConfirmed,
  MexicoRefundInFailed,
  MexicoRefundOut,
  MexicoRefundOutConfirmed,
  PixBank,
  PixCashIn,
  PixCashInConfirmed,
  PixCashInFailed,
  PixCashOut,
  PixCashOutConfirmed,
  PixCashOutFailed,
  PixCounterpart,
  PixRefundIn,
  PixRefundInConfirmed,
  PixRefundInFailed,
  PixRefundOut,
  PixRefundOutConfirmed,
  UnknownEvent,
  WebhookEvent,
} from "./eventTypes.ts"
export { createReceiver } from "./receiver.ts"
export type { Receiver } from "./receiver.ts"
export type { Handler, HandlerContext, Handlers, ReceiverOptions } from "./settings.ts"
export { memoryStore } from "./stores/memory.ts"
export type { MemoryStoreOptions } from "./stores/memory.ts"
export { createVerifier, sign, verify } from "./verify.ts"
export type { Body, SignatureFault, SignedBody, Verification, Verifier } from "./verify.ts"
