/**
 * One HTTP attempt at one delivery. The only module that opens connections to addresses that a merchant chose, so it is
 * where such addresses are to be guarded.
 *
 * It never throws, never outlives its deadline, follows no redirect, adds no trace header, decompresses nothing, and
 * decides nothing about the delivery: it says what happened.
 */
import { createHmac, type KeyObject } from "node:crypto"
import { DELIVERY_HEADER, formatSignature, SIGNATURE_HEADER } from "@pesoreal/core/webhooks/signature"
import { Context, Effect, Layer } from "effect"
import { Agent, type Dispatcher } from "undici"

export interface SendRequest {
  readonly url: string
  /** `dlv_` + UUID. */
  readonly deliveryId: string
  /** The stored bytes, sent and signed as they are. */
  readonly bytes: Uint8Array
  /** Made from the whole secret string. */
  readonly key: KeyObject
  /** Sandbox: sends a well-formed signature that does not match. */
  readonly wrongSignature?: boolean
}

/** What came of an attempt. `excerpt` is the beginning of the answer's body as text, with what is not text replaced. */
export type SendOutcome =
  | { readonly kind: "answered"; readonly status: number; readonly excerpt: string }
  | { readonly kind: "timeout" }
  /** `error` is a short code, as `ECONNREFUSED` or `UND_ERR_SOCKET`. */
  | { readonly kind: "connection"; readonly error: string }

export type SendResult = SendOutcome & { readonly durationMs: number }

/** One deadline for connecting, headers and body (mexico.md, Events, rule 1). */
export const attemptDeadlineMs = 5_000
/** What of an answer is read before the connection is closed (decisions, section 9). */
export const maximumAnswerBytes = 64 * 1024
/** What of an answer is kept for the log. */
export const excerptBytes = 1024
/** Headers of an answer beyond this end the attempt. */
const maximumHeaderBytes = 16 * 1024
/** An idle connection is closed after this: before the five seconds after which Node servers close theirs. */
const keepAliveMs = 4_000
const userAgent = "Pesoreal-Webhooks/1.0"

export class Sender extends Context.Service<
  Sender,
  { readonly send: (request: SendRequest) => Effect.Effect<SendResult> }
>()("@pesoreal/server/Sender") {
  static readonly layerWith = (options: { readonly deadlineMs: number }): Layer.Layer<Sender> =>
    Layer.effect(
      Sender,
      Effect.gen(function* () {
        const agent = yield* Effect.acquireRelease(
          Effect.sync(() => makeAgent(options.deadlineMs)),
          (opened) => Effect.promise(() => opened.destroy()),
        )
        return Sender.of({ send: (request) => attempt(agent, options.deadlineMs, request) })
      }),
    )

  static readonly layer: Layer.Layer<Sender> = Sender.layerWith({ deadlineMs: attemptDeadlineMs })
}

/** How many connections there are is bounded by the dispatcher, which bounds the attempts in flight. */
const makeAgent = (deadlineMs: number): Agent =>
  new Agent({
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: maximumHeaderBytes,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // The attempt has one deadline of its own; these would be three more clocks. A connection that is still being made
    // when its attempt is over cannot be cancelled from outside, so it has the same time.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: deadlineMs },
  })

/** `sha256=<hex>` over the bytes; a wrong one differs in every bit of its first byte. */
const sign = (request: SendRequest): string => {
  const digest = createHmac("sha256", request.key).update(request.bytes).digest()
  if (request.wrongSignature === true) digest.writeUInt8(digest.readUInt8(0) ^ 0xff, 0)
  return formatSignature(digest)
}

/** The deadline is real I/O and runs on the machine's own clock, whatever the Clock says. */
const attempt = (agent: Agent, deadlineMs: number, request: SendRequest): Effect.Effect<SendResult> =>
  Effect.callback<SendResult>((resume) => {
    const startedAt = performance.now()
    let over = false
    let controller: Dispatcher.DispatchController | undefined
    const finish = (outcome: SendOutcome): void => {
      if (over) return
      over = true
      clearTimeout(timer)
      resume(Effect.succeed({ ...outcome, durationMs: Math.round(performance.now() - startedAt) }))
    }
    // undici answers an abort with onResponseError, which finds the attempt over.
    const abandon = (): void => {
      over = true
      clearTimeout(timer)
      controller?.abort(new Error("The attempt is over"))
    }
    const timer = setTimeout(() => {
      finish({ kind: "timeout" })
      abandon()
    }, deadlineMs)

    const answer = new Answer()
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (started) => {
        controller = started
        if (over) abandon()
      },
      onResponseStart: (_, status) => {
        answer.status = status
      },
      onResponseData: (_, chunk) => {
        if (answer.add(chunk)) return
        finish(answer.outcome())
        abandon()
      },
      onResponseEnd: () => finish(answer.outcome()),
      onResponseError: (_, error) => finish(failure(error)),
    }
    try {
      const url = new URL(request.url)
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method: "POST",
          headers: {
            "content-type": "application/json",
            "user-agent": userAgent,
            [DELIVERY_HEADER]: request.deliveryId,
            [SIGNATURE_HEADER]: sign(request),
          },
          body: request.bytes,
        },
        handler,
      )
    } catch (error) {
      finish(failure(error))
    }
    return Effect.sync(abandon)
  })

/** What has been read of an answer. */
class Answer {
  status = 0
  private read = 0
  private kept: Array<Buffer> = []
  private keptBytes = 0

  /** Whether more may be read. */
  add(chunk: Buffer): boolean {
    this.read += chunk.length
    if (this.keptBytes < excerptBytes) {
      const part = chunk.subarray(0, excerptBytes - this.keptBytes)
      this.kept.push(part)
      this.keptBytes += part.length
    }
    return this.read < maximumAnswerBytes
  }

  outcome(): SendOutcome {
    // Postgres cannot keep NUL in text.
    const excerpt = Buffer.concat(this.kept).toString("utf8").replaceAll("\u0000", "\ufffd")
    return { kind: "answered", status: this.status, excerpt }
  }
}

const failure = (error: unknown): SendOutcome => {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined
  if (code === "UND_ERR_CONNECT_TIMEOUT") return { kind: "timeout" }
  return { kind: "connection", error: typeof code === "string" && code !== "" ? code.slice(0, 64) : "UNKNOWN" }
}
