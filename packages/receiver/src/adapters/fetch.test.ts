import { assert, describe, it, vi } from "vitest"
import { cashIn, delivery, SECRET, signatureOf } from "../../test/deliveries.ts"
import type { MexicoCashIn } from "../eventTypes.ts"
import { createReceiver } from "../receiver.ts"
import type { ReceiverOptions } from "../settings.ts"
import { fetchAdapter } from "./fetch.ts"

const url = "https://merchant.example/webhooks"

const setUp = (options: Partial<ReceiverOptions> = {}) => {
  const cashIns = vi.fn<(event: MexicoCashIn) => void>()
  const receiver = createReceiver({ secrets: SECRET, handlers: { cash_in: cashIns }, onError: () => {}, ...options })
  return { cashIns, adapter: fetchAdapter(receiver) }
}

const post = (event = cashIn()) => new Request(url, { method: "POST", ...delivery(event) })

/** A body that arrives in the given pieces, and says when it was cancelled. */
const streamed = (pieces: Iterable<Uint8Array, undefined>, onCancel = () => {}) => {
  const iterator = pieces[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = iterator.next()
      if (piece.done === true) controller.close()
      else controller.enqueue(piece.value)
    },
    cancel: onCancel,
  })
  return { method: "POST", body, duplex: "half" }
}

describe("fetchAdapter", () => {
  it("answers with JSON", async () => {
    const { adapter, cashIns } = setUp()
    const response = await adapter(post())
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), "application/json")
    assert.deepEqual(await response.json(), { code: "handled" })
    assert.deepEqual(await (await adapter(post())).json(), { code: "duplicate", duplicate: true })
    assert.lengthOf(cashIns.mock.calls, 1)
  })

  it("puts the bytes together as they were, however they arrive", async () => {
    const { adapter } = setUp()
    const { headers, body } = delivery(cashIn())
    const pieces = Array.from(body, (_, i) => body.subarray(i, i + 1))
    const response = await adapter(new Request(url, { headers, ...streamed(pieces) }))
    assert.deepEqual(await response.json(), { code: "handled" })
  })

  it("stops reading a body that is too large", async () => {
    const { adapter } = setUp({ maxBodyBytes: 1_000 })
    let sent = 0
    const endless = (function* () {
      for (;;) {
        sent += 100
        yield new Uint8Array(100)
      }
    })()
    const onCancel = vi.fn<() => void>()
    const response = await adapter(new Request(url, streamed(endless, onCancel)))
    assert.strictEqual(response.status, 413)
    assert.lengthOf(onCancel.mock.calls, 1)
    assert.isAtMost(sent, 1_500)
  })

  it("takes a body of just the limit", async () => {
    const { body } = delivery(cashIn())
    const { adapter } = setUp({ maxBodyBytes: body.length })
    assert.strictEqual((await adapter(post())).status, 200)
    assert.strictEqual((await setUp({ maxBodyBytes: body.length - 1 }).adapter(post())).status, 413)
  })

  it.each<[string, (request: Request) => unknown]>([
    ["json()", (request) => request.json()],
    ["text()", (request) => request.text()],
    ["getReader()", (request) => request.body?.getReader()],
  ])("says what to do about a body that %s has taken", async (_, take) => {
    const { adapter, cashIns } = setUp()
    const request = post()
    await take(request)
    const response = await adapter(request)
    assert.strictEqual(response.status, 500)
    assert.match(await response.text(), /body_already_read.*before request\.json\(\).*request\.clone\(\)/)
    assert.lengthOf(cashIns.mock.calls, 0)
  })

  it("takes a clone that was made before the body was read", async () => {
    const { adapter } = setUp()
    const request = post()
    const clone = request.clone()
    await request.json()
    assert.strictEqual((await adapter(clone)).status, 200)
  })

  it("answers when the connection breaks in the middle of the body", async () => {
    const { adapter, cashIns } = setUp()
    const broken = (function* () {
      yield delivery(cashIn()).body
      throw new Error("connection reset")
    })()
    const response = await adapter(new Request(url, streamed(broken)))
    assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [400, "body_interrupted"])
    assert.lengthOf(cashIns.mock.calls, 0)
  })

  it("answers other methods, with Allow, and does not touch their bodies", async () => {
    const { adapter } = setUp()
    const response = await adapter(new Request(url))
    assert.deepEqual([response.status, response.headers.get("allow")], [405, "POST"])
    const put = new Request(url, { method: "PUT", body: "…" })
    assert.strictEqual((await adapter(put)).status, 405)
    assert.isFalse(put.bodyUsed)
  })

  it("takes no body for an empty one", async () => {
    const { adapter } = setUp()
    assert.strictEqual((await adapter(new Request(url, { method: "POST" }))).status, 401)
    const headers = { "x-service-signature": signatureOf(new Uint8Array()) }
    assert.strictEqual((await adapter(new Request(url, { method: "POST", headers }))).status, 400)
  })

  it("refuses a signature header that came twice", async () => {
    const { adapter } = setUp()
    const request = post()
    request.headers.append("X-Service-Signature", signatureOf(delivery(cashIn()).body))
    const response = await adapter(request)
    assert.match(await response.text(), /signature_malformed/)
  })

  it("says when to come again", async () => {
    const { adapter } = setUp({ handlers: { cash_in: () => new Promise(() => {}) }, handlerTimeoutMs: 1 })
    assert.strictEqual((await adapter(post())).status, 503)
    assert.strictEqual((await adapter(post())).headers.get("retry-after"), "20")
  })
})
