/**
 * Everything that can be set on a receiver, with its default and its bounds. A wrong setting throws when the receiver is
 * made, never when a delivery arrives.
 */
import type { ReceiverProblem } from "./answer.ts"
import type { DedupeStore } from "./dedupe.ts"
import { isEventKind } from "./event.ts"
import type { EventKind, EventOf, WebhookEvent } from "./eventTypes.ts"
import { memoryStore } from "./stores/memory.ts"

/** What a handler gets beside the event. */
export interface HandlerContext {
  /** Aborted at the deadline, when the sender is told to come again. What the handler does until it ends still counts. */
  readonly signal: AbortSignal
}

/** Does what an event asks for. To end well is to have handled it; to throw or reject is to want it again. */
export type Handler<Event extends WebhookEvent> = (event: Event, context: HandlerContext) => unknown

/** A handler for each kind of event that you care for. */
export type Handlers = { readonly [Kind in EventKind]?: Handler<EventOf<Kind>> | undefined }

/** Settings of `createReceiver`. */
export interface ReceiverOptions {
  /** The webhook's secret, whole, `whsec_` included; during a rotation, the old one and the new one. At most 10. */
  readonly secrets: string | ReadonlyArray<string>
  readonly handlers: Handlers
  /** For events that `handlers` has nothing for, of kinds known and unknown. Without it they are answered 200, `ignored`. */
  readonly fallback?: Handler<WebhookEvent> | undefined
  /** Where claims live. Default `memoryStore()`, which is for one process. */
  readonly store?: DedupeStore | undefined
  /**
   * `"delivery"` (default): a manual redrive is handled again. `"event"`: an event is handled once, redriven or not.
   * Automatic retries are handled once in both.
   */
  readonly dedupeOn?: "delivery" | "event" | undefined
  /** The handler's deadline. Default 4,000; less than the 5,000 after which the sender hangs up. */
  readonly handlerTimeoutMs?: number | undefined
  /**
   * How long a crashed process keeps its deliveries. Default 20,000; more than the handler's deadline, and less than 30,000,
   * so that it has ended when the sender's first retry comes. A handler that is still running renews it.
   */
  readonly leaseMs?: number | undefined
  /** How long a handled id is remembered. Default 72 hours; the sender's retries alone take 7 h 13 min. */
  readonly retentionMs?: number | undefined
  /** A larger body is not read to its end. Default 262,144; the service's bodies are about 1 kB. */
  readonly maxBodyBytes?: number | undefined
  /**
   * Hears of each request that was not answered 2xx (only `in_flight` is no problem), and of each failure after an answer.
   * Default: `console.error`.
   */
  readonly onError?: ((problem: ReceiverProblem) => unknown) | undefined
}

/** The sender hangs up after this long without an answer (mexico.md, "Events"). */
const SENDER_DEADLINE_MS = 5_000
/** The sender's first retry comes this long after the first attempt (mexico.md, "Events"). */
const FIRST_RETRY_MS = 30_000

const logToConsole = ({ code, message, deliveryId = "", cause = "" }: ReceiverProblem): void => {
  // eslint-disable-next-line no-console -- A refused delivery that nobody hears of is a lost one.
  console.error(`[pesoreal] ${code}: ${message}`, deliveryId, cause)
}

const checkHandlers = ({ handlers, fallback }: ReceiverOptions): void => {
  const kinds = Object.keys(handlers)
  const unknown = kinds.find((kind) => !isEventKind(kind))
  if (unknown !== undefined) {
    throw new TypeError(
      `handlers.${unknown} is no kind of event that this version knows. The fallback gets such events.`,
    )
  }
  if (kinds.length === 0 && fallback === undefined) {
    throw new TypeError("Without handlers or a fallback, every event would be answered 200, and lost.")
  }
}

const checkBetween = (name: string, value: number, min: number, max: number): void => {
  if (!(value > min && value < max))
    throw new TypeError(`${name} must be over ${min} and under ${max}. It was ${value}.`)
}

/** Fills in the defaults and checks the bounds. */
export const resolveSettings = (options: ReceiverOptions) => {
  const settings = {
    handlers: options.handlers,
    fallback: options.fallback,
    store: options.store ?? memoryStore(),
    dedupeOn: options.dedupeOn ?? "delivery",
    handlerTimeoutMs: options.handlerTimeoutMs ?? 4_000,
    leaseMs: options.leaseMs ?? 20_000,
    retentionMs: options.retentionMs ?? 72 * 3_600_000,
    maxBodyBytes: options.maxBodyBytes ?? 256 * 1024,
    onError: options.onError ?? logToConsole,
  }
  checkHandlers(options)
  checkBetween("handlerTimeoutMs", settings.handlerTimeoutMs, 0, SENDER_DEADLINE_MS)
  checkBetween("leaseMs", settings.leaseMs, settings.handlerTimeoutMs, FIRST_RETRY_MS)
  checkBetween("retentionMs", settings.retentionMs, 0, Infinity)
  checkBetween("maxBodyBytes", settings.maxBodyBytes, 0, Infinity)
  return settings
}

/** The settings of one receiver, complete. */
export type Settings = ReturnType<typeof resolveSettings>
