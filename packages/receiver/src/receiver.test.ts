import fc from "fast-check"
import { afterEach, assert, describe, expectTypeOf, it, vi } from "vitest"
import { cashIn, delivery, request, SECRET, signatureOf, utf8 } from "../test/deliveries.ts"
import type { ReceiverProblem, WebhookAnswer } from "./answer.ts"
import type { MexicoCashIn, PixRefundOut, WebhookEvent } from "./eventTypes.ts"
import { createReceiver } from "./receiver.ts"
import type { HandlerContext, ReceiverOptions } from "./settings.ts"
import { memoryStore } from "./stores/memory.ts"

const handled = { code: "handled" }
const duplicate = { code: "duplicate", duplicate: true }

/** A receiver that remembers what it handled and what it reported. */
const setUp = (options: Partial<ReceiverOptions> = {}) => {
  const cashIns = vi.fn<(event: MexicoCashIn) => void>()
  const problems: Array<ReceiverProblem> = []
  const onError = (problem: ReceiverProblem) => problems.push(problem)
  const receiver = createReceiver({ secrets: SECRET, handlers: { cash_in: cashIns }, onError, ...options })
  return { receiver, cashIns, problems }
}

const codes = (answers: ReadonlyArray<WebhookAnswer | ReceiverProblem>) =>
  answers.map((one) => ("body" in one ? one.body.code : one.code))

/** A handler that stands still until it is let go. */
const makeGate = () => {
  let open = () => {}
  let fail: (cause: Error) => void = () => {}
  let enter = () => {}
  const entered = new Promise<void>((resolve) => (enter = resolve))
  const gate = new Promise<void>((resolve, reject) => {
    open = resolve
    fail = reject
  })
  const handler = vi.fn<(event: WebhookEvent, context: HandlerContext) => Promise<void>>(async () => {
    enter()
    await gate
  })
  return { handler, entered, open, fail }
}

afterEach(() => {
  vi.useRealTimers()
})

describe("a good delivery", () => {
  it("is handled, with its event", async () => {
    const { receiver, cashIns, problems } = setUp()
    const answer = await receiver.handle(request(cashIn()))
    assert.deepEqual<unknown>(answer, { status: 200, headers: { "content-type": "application/json" }, body: handled })
    assert.deepEqual<unknown>(
      cashIns.mock.calls.map(([event]) => event),
      [cashIn()],
    )
    assert.isEmpty(problems)
  })

  it("is handled once, however often it comes", async () => {
    const { receiver, cashIns, problems } = setUp()
    assert.deepEqual<unknown>((await receiver.handle(request(cashIn()))).body, handled)
    for (let i = 0; i < 5; i++) {
      const again = await receiver.handle(request(cashIn()))
      assert.deepEqual<unknown>([again.status, again.body], [200, duplicate])
    }
    assert.lengthOf(cashIns.mock.calls, 1)
    assert.isEmpty(problems)
  })

  it("is handled by one of 100 that come at once, and none of the others is answered 2xx before it has ended", async () => {
    const { handler, entered, open } = makeGate()
    const { receiver, problems } = setUp({ handlers: { cash_in: handler } })
    const all = Array.from({ length: 100 }, () => receiver.handle(request(cashIn())))
    await entered
    const early: Array<WebhookAnswer> = []
    for (const one of all) void one.then((answer) => early.push(answer))
    await vi.waitUntil(() => early.length === 99)
    assert.isTrue(early.every(({ status, body }) => status === 503 && body.code === "in_flight"))
    assert.isTrue(early.every(({ headers }) => headers["retry-after"] === "20"))

    open()
    assert.lengthOf(
      codes(await Promise.all(all)).filter((code) => code === "handled"),
      1,
    )
    assert.deepEqual<unknown>((await receiver.handle(request(cashIn()))).body, duplicate)
    assert.lengthOf(handler.mock.calls, 1)
    assert.isEmpty(problems)
  })

  it("does not stand in the way of another", async () => {
    const { handler, entered, open } = makeGate()
    const { receiver } = setUp({
      handlers: { cash_in: (event, context) => event.transaction.id === 1 && handler(event, context) },
    })
    const first = receiver.handle(request(cashIn(1)))
    await entered
    assert.deepEqual<unknown>((await receiver.handle(request(cashIn(2)))).body, handled)
    open()
    assert.deepEqual<unknown>((await first).body, handled)
  })
})

describe("a handler that fails", () => {
  it("gets the delivery again", async () => {
    const cause = new Error("no database: postgres://user:password@db")
    let failures = 2
    const handler = vi.fn<() => Promise<void>>(async () => {
      if (failures-- > 0) throw cause
    })
    const { receiver, problems } = setUp({ handlers: { cash_in: handler } })
    const answers = [1, 2, 3, 4].map(() => request(cashIn())).map((one) => () => receiver.handle(one))
    const bodies: Array<unknown> = []
    for (const send of answers) bodies.push((await send()).body)

    const failed = { code: "handler_failed", message: "The handler failed" }
    assert.deepEqual(bodies, [failed, failed, handled, duplicate])
    assert.lengthOf(handler.mock.calls, 3)
    const problem = { ...failed, cause, deliveryId: cashIn().deliveryId }
    assert.deepEqual<unknown>(problems, [problem, problem])
  })

  it("fails when it throws at once, too, and whatever it throws", async () => {
    for (const cause of [new Error("broken"), "a text", undefined, null, { status: 200 }]) {
      const { receiver, problems } = setUp({
        handlers: {
          cash_in: () => {
            // oxlint-disable-next-line typescript/only-throw-error -- JavaScript throws anything.
            throw cause
          },
        },
      })
      assert.strictEqual((await receiver.handle(request(cashIn()))).status, 500)
      assert.strictEqual(problems[0]?.cause, cause)
    }
  })

  it("shows nothing of its error in the answer", async () => {
    const { receiver } = setUp({ handlers: { cash_in: () => Promise.reject(new TypeError("secret table orders")) } })
    const answer = JSON.stringify(await receiver.handle(request(cashIn())))
    assert.notMatch(answer, /TypeError|secret|orders/)
  })

  it("succeeds once at most, over any sequence of failures and successes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 10 }), async (outcomes) => {
        let successes = 0
        const left = [...outcomes]
        const { receiver } = setUp({
          handlers: {
            cash_in: () => {
              if (left.shift() === false) throw new Error("not this time")
              successes++
            },
          },
        })
        for (const _ of outcomes) {
          const { status } = await receiver.handle(request(cashIn()))
          assert.strictEqual(status === 200, successes === 1)
        }
        assert.strictEqual(successes, outcomes.includes(true) ? 1 : 0)
      }),
    )
  })
})

describe("a handler past its deadline", () => {
  const overdue = async (options: Partial<ReceiverOptions> = {}) => {
    vi.useFakeTimers()
    const gate = makeGate()
    const { receiver, problems } = setUp({ handlers: { cash_in: gate.handler }, ...options })
    const first = receiver.handle(request(cashIn()))
    await gate.entered
    return { ...gate, receiver, problems, first }
  }

  it("has the sender told to come again before it hangs up", async () => {
    const { first, open, problems } = await overdue()
    await vi.advanceTimersByTimeAsync(3_999)
    assert.isEmpty(problems)
    await vi.advanceTimersByTimeAsync(1)
    const { status, body } = await first
    assert.deepEqual<unknown>([status, body.code], [503, "handler_timeout"])
    assert.deepEqual(codes(problems), ["handler_timeout"])
    open()
  })

  it("keeps its claim until it ends, beyond the first retries, and has then handled the delivery", async () => {
    const { first, open, receiver, handler, problems } = await overdue()
    await vi.advanceTimersByTimeAsync(4_000)
    await first
    for (const wait of [30_000, 120_000]) {
      await vi.advanceTimersByTimeAsync(wait)
      assert.strictEqual((await receiver.handle(request(cashIn()))).body.code, "in_flight")
    }
    open()
    await receiver.idle()
    assert.deepEqual<unknown>((await receiver.handle(request(cashIn()))).body, duplicate)
    assert.lengthOf(handler.mock.calls, 1)
    assert.deepEqual(codes(problems), ["handler_timeout"])
  })

  it("gives the delivery back when it fails after all, and says so", async () => {
    const { first, fail, receiver, handler, problems } = await overdue()
    await vi.advanceTimersByTimeAsync(4_000)
    await first
    fail(new Error("too late"))
    await receiver.idle()
    assert.deepEqual(codes(problems), ["handler_timeout", "handler_failed"])
    handler.mockResolvedValueOnce(undefined)
    assert.deepEqual<unknown>((await receiver.handle(request(cashIn()))).body, handled)
  })

  it("is told by its signal", async () => {
    const { first, handler, open } = await overdue()
    const signal = handler.mock.calls[0]?.[1].signal
    assert.isFalse(signal?.aborted)
    await vi.advanceTimersByTimeAsync(4_000)
    await first
    assert.isTrue(signal?.aborted)
    open()
  })

  it("may have a deadline of its own", async () => {
    const { first, open } = await overdue({ handlerTimeoutMs: 50 })
    await vi.advanceTimersByTimeAsync(50)
    assert.strictEqual((await first).body.code, "handler_timeout")
    open()
  })

  it("leaves no timer behind", async () => {
    const { first, open, receiver } = await overdue()
    open()
    await first
    await receiver.idle()
    assert.strictEqual(vi.getTimerCount(), 0)
  })

  it("loses the delivery to the next process when its own dies", async () => {
    vi.useFakeTimers()
    const store = memoryStore()
    const handlers = { cash_in: vi.fn<() => void>() }
    // What a process that died has left behind: a claim that nobody renews.
    await store.claim(cashIn().deliveryId, { leaseMs: 20_000, retentionMs: 3_600_000 })
    const { receiver } = setUp({ store, handlers })
    assert.strictEqual((await receiver.handle(request(cashIn()))).body.code, "in_flight")
    await vi.advanceTimersByTimeAsync(30_000)
    assert.deepEqual<unknown>((await receiver.handle(request(cashIn()))).body, handled)
    assert.lengthOf(handlers.cash_in.mock.calls, 1)
  })
})

describe("a request that is no good delivery", () => {
  const refused = async (wrong: Parameters<ReturnType<typeof setUp>["receiver"]["handle"]>[0]) => {
    const { receiver, cashIns, problems } = setUp()
    const { status, body, headers } = await receiver.handle(wrong)
    assert.lengthOf(cashIns.mock.calls, 0)
    assert.deepEqual(codes(problems), [body.code])
    assert.strictEqual(problems[0]?.message, body.message)
    return { status, body, headers }
  }
  const signed = (body: Uint8Array) => ({
    method: "POST",
    body,
    headers: (name: string) => (name === "x-service-signature" ? signatureOf(body) : cashIn().deliveryId),
  })

  it.each(["GET", "HEAD", "PUT", "post", ""])("is not allowed by the method %j", async (method) => {
    const { status, body, headers } = await refused({ ...request(cashIn()), method })
    assert.deepEqual<unknown>([status, body.code, headers["allow"]], [405, "method_not_allowed", "POST"])
  })

  it.each([
    ["signature_missing", ""],
    ["signature_malformed", "sha256=abc"],
    ["signature_mismatch", signatureOf(utf8("another body"))],
  ])("is unauthorized with %s", async (reason, signature) => {
    const { status, body } = await refused(request(cashIn(), { "x-service-signature": signature }))
    assert.deepEqual<unknown>([status, body.code, body.reason], [401, "invalid_signature", reason])
  })

  it("has its signature checked before anything is said about its body", async () => {
    const { body } = await refused({ method: "POST", headers: () => null, body: Uint8Array.of(0xff) })
    assert.strictEqual(body.code, "invalid_signature")
  })

  it.each([
    ["body_not_utf8", Uint8Array.of(0x7b, 0xff, 0x7d)],
    ["body_not_json", utf8("{")],
    ["event_malformed", utf8("{}")],
  ])("is a bad request with %s", async (code, bytes) => {
    const { status, body } = await refused(signed(bytes))
    assert.deepEqual<unknown>([status, body.code], [400, code])
  })

  it("names the field at fault", async () => {
    const event = cashIn()
    const { body } = await refused(
      signed(utf8(JSON.stringify({ ...event, transaction: { ...event.transaction, id: "7" } }))),
    )
    assert.deepEqual<unknown>(body, {
      code: "event_malformed",
      message: "transaction.id must be a whole number",
      path: "transaction.id",
    })
  })

  it.each([cashIn(2).deliveryId, cashIn().deliveryId.toUpperCase(), ""])(
    "is a captured body under the new id %j",
    async (id) => {
      const { status, body } = await refused(request(cashIn(), { "x-service-delivery": id }))
      assert.deepEqual<unknown>([status, body.code], [400, "delivery_id_mismatch"])
    },
  )

  it("cannot get a body handled again by a new id in the header", async () => {
    const { receiver, cashIns } = setUp()
    await receiver.handle(request(cashIn()))
    await receiver.handle(request(cashIn(), { "x-service-delivery": "dlv_new" }))
    await receiver.handle(request(cashIn()))
    assert.lengthOf(cashIns.mock.calls, 1)
  })

  it("is too large over maxBodyBytes, signed or not", async () => {
    const { status, body } = await refused(signed(new Uint8Array(256 * 1024 + 1)))
    assert.deepEqual<unknown>([status, body.code], [413, "body_too_large"])
  })

  it("is answered with what its adapter says where there are no bytes", async () => {
    const { status, body } = await refused({
      ...request(cashIn()),
      body: { code: "body_already_read", message: "Mount it before the parser." },
    })
    assert.deepEqual<unknown>(
      [status, body],
      [500, { code: "body_already_read", message: "Mount it before the parser." }],
    )
  })
})

describe("secrets", () => {
  it("may be rotated on either side first", async () => {
    const { body } = delivery(cashIn())
    const overlapping = request(cashIn(), {
      "x-service-signature": signatureOf(body, "whsec_new"),
      "x-service-signature-previous": signatureOf(body, "whsec_old"),
    })
    for (const secrets of ["whsec_new", "whsec_old", ["whsec_new", "whsec_old"]]) {
      assert.deepEqual<unknown>((await setUp({ secrets }).receiver.handle(overlapping)).body, handled)
    }
    assert.strictEqual((await setUp({ secrets: "whsec_other" }).receiver.handle(overlapping)).status, 401)
  })
})

describe("kinds without a handler", () => {
  const chargeback = (number: number) => ({ ...cashIn(number), event: "chargeback" })
  const cashOut = (number: number) => ({ ...cashIn(number), event: "cash_out" })

  it("are answered 200 and leave no trace", async () => {
    const { receiver, problems } = setUp()
    for (let i = 0; i < 2; i++) {
      for (const event of [cashOut(1), chargeback(2)]) {
        const { status, body } = await receiver.handle(request(event))
        assert.deepEqual<unknown>([status, body], [200, { code: "ignored" }])
      }
    }
    assert.isEmpty(problems)
  })

  it("go to the fallback, once each", async () => {
    const fallback = vi.fn<(event: WebhookEvent) => void>()
    const { receiver, cashIns } = setUp({ fallback })
    for (const event of [cashOut(1), chargeback(2), cashOut(1), chargeback(2)]) await receiver.handle(request(event))
    await receiver.handle(request(cashIn(3)))
    const kinds = fallback.mock.calls.map(([event]) => (event.event === "unknown" ? event.kind : event.event))
    assert.deepEqual(kinds, ["cash_out", "chargeback"])
    assert.lengthOf(cashIns.mock.calls, 1)
  })

  it("go to the fallback also when this version knows them", async () => {
    const fallback = vi.fn<(event: WebhookEvent) => void>()
    const { receiver } = setUp({ handlers: {}, fallback })
    assert.deepEqual<unknown>((await receiver.handle(request(cashIn()))).body, handled)
    assert.deepEqual<unknown>(fallback.mock.calls[0]?.[0], cashIn())
  })

  it.each(["constructor", "__proto__", "toString"])("are %j, too", async (kind) => {
    const { receiver } = setUp()
    assert.strictEqual((await receiver.handle(request({ ...cashIn(), event: kind } as never))).body.code, "ignored")
  })
})

describe("dedupeOn", () => {
  const redriven = { ...cashIn(1), deliveryId: cashIn(2).deliveryId }

  it("delivery handles a manual redrive again", async () => {
    const { receiver, cashIns } = setUp()
    await receiver.handle(request(cashIn(1)))
    assert.deepEqual<unknown>((await receiver.handle(request(redriven))).body, handled)
    assert.lengthOf(cashIns.mock.calls, 2)
  })

  it("event does not", async () => {
    const { receiver, cashIns } = setUp({ dedupeOn: "event" })
    await receiver.handle(request(cashIn(1)))
    assert.deepEqual<unknown>((await receiver.handle(request(redriven))).body, duplicate)
    assert.deepEqual<unknown>((await receiver.handle(request(cashIn(2)))).body, handled)
    assert.lengthOf(cashIns.mock.calls, 2)
  })
})

describe("a store", () => {
  it("that is full has the sender come again", async () => {
    const { handler, entered, open } = makeGate()
    const { receiver, problems } = setUp({ store: memoryStore({ maxEntries: 1 }), handlers: { cash_in: handler } })
    const first = receiver.handle(request(cashIn(1)))
    await entered
    const { status, headers, body } = await receiver.handle(request(cashIn(2)))
    assert.deepEqual<unknown>([status, headers["retry-after"], body.code], [503, "20", "store_full"])
    assert.deepEqual(codes(problems), ["store_full"])
    open()
    assert.deepEqual<unknown>((await first).body, handled)
  })

  it("that is out of reach has the sender come again, and nothing is handled", async () => {
    const cause = new Error("connect ECONNREFUSED 10.0.0.7:5432")
    const { receiver, cashIns, problems } = setUp({ store: { ...memoryStore(), claim: () => Promise.reject(cause) } })
    const answer = await receiver.handle(request(cashIn()))
    assert.deepEqual<unknown>([answer.status, answer.body.code], [503, "store_failed"])
    assert.notInclude(JSON.stringify(answer), "10.0.0.7")
    assert.lengthOf(cashIns.mock.calls, 0)
    assert.strictEqual(problems[0]?.cause, cause)
  })

  it("that fails after the handler has ended costs no second run", async () => {
    const { receiver, problems } = setUp({
      store: { ...memoryStore(), complete: () => Promise.reject(new Error("gone")) },
    })
    assert.deepEqual<unknown>((await receiver.handle(request(cashIn()))).body, handled)
    assert.deepEqual(codes(problems), ["store_failed"])
  })

  it("that hangs has the sender told to come again before it hangs up", async () => {
    vi.useFakeTimers()
    let claimed = () => {}
    const claims = new Promise<void>((resolve) => (claimed = resolve))
    const hang = () => {
      claimed()
      return new Promise<never>(() => {})
    }
    const { receiver } = setUp({ store: { ...memoryStore(), claim: hang } })
    const answer = receiver.handle(request(cashIn()))
    await claims
    await vi.advanceTimersByTimeAsync(4_000)
    assert.strictEqual((await answer).body.code, "handler_timeout")
  })

  it("is told the lease and the retention that were set", async () => {
    const store = memoryStore()
    const claim = vi.fn<typeof store.claim>(store.claim)
    await setUp({ store: { ...store, claim }, leaseMs: 9_000, retentionMs: 5 }).receiver.handle(request(cashIn()))
    await setUp({ store: { ...store, claim } }).receiver.handle(request(cashIn(2)))
    assert.deepEqual(claim.mock.calls, [
      [cashIn(1).deliveryId, { leaseMs: 9_000, retentionMs: 5 }],
      [cashIn(2).deliveryId, { leaseMs: 20_000, retentionMs: 72 * 3_600_000 }],
    ])
  })
})

describe("onError", () => {
  it.each([
    () => {
      throw new Error("the reporter is broken")
    },
    () => Promise.reject(new Error("the reporter is broken")),
  ])("may fail without changing the answer (%#)", async (onError) => {
    const { receiver } = setUp({ onError, handlers: { cash_in: () => Promise.reject(new Error("no")) } })
    assert.strictEqual((await receiver.handle(request(cashIn()))).body.code, "handler_failed")
  })

  it("writes to the console unless it is set", async () => {
    const lines = vi.spyOn(console, "error").mockImplementation(() => undefined)
    try {
      const cause = new Error("no such order")
      const handlers = { cash_in: () => Promise.reject(cause) }
      await createReceiver({ secrets: SECRET, handlers }).handle(request(cashIn()))
      assert.deepEqual(lines.mock.calls, [
        ["[pesoreal] handler_failed: The handler failed", cashIn().deliveryId, cause],
      ])
    } finally {
      lines.mockRestore()
    }
  })
})

describe("idle", () => {
  it("resolves at once when nothing is going on", async () => {
    const idle = setUp().receiver.idle()
    const later = new Promise((resolve) => void setImmediate(resolve, "later"))
    assert.strictEqual(await Promise.race([idle.then(() => "idle"), later]), "idle")
  })

  it("waits for handlers that are past their deadline", async () => {
    const { handler, entered, open } = makeGate()
    const { receiver } = setUp({ handlers: { cash_in: handler }, handlerTimeoutMs: 1 })
    const answer = receiver.handle(request(cashIn()))
    await entered
    assert.strictEqual((await answer).body.code, "handler_timeout")
    let isIdle = false
    const idle = receiver.idle().then(() => (isIdle = true))
    await new Promise((resolve) => setTimeout(resolve, 5))
    assert.isFalse(isIdle)
    open()
    assert.isTrue(await idle)
  })
})

describe("createReceiver throws at construction", () => {
  const handlers = { cash_in: () => undefined }
  it.each<[string, Partial<ReceiverOptions>, RegExp]>([
    ["without a secret", { secrets: "" }, /secret/],
    ["without handlers", { handlers: {} }, /fallback/],
    ["with a handler of no kind", { handlers: { cashin: () => undefined } as never }, /handlers\.cashin/],
    ["with a deadline that the sender does not wait for", { handlerTimeoutMs: 5_000 }, /handlerTimeoutMs.*5000/],
    ["without a deadline", { handlerTimeoutMs: 0 }, /handlerTimeoutMs/],
    ["with a lease that ends before the deadline", { leaseMs: 4_000 }, /leaseMs must be over 4000/],
    ["with a lease that outlasts the first retry", { leaseMs: 30_000 }, /leaseMs.*30000/],
    ["with no retention", { retentionMs: 0 }, /retentionMs/],
    ["with a retention that is no number", { retentionMs: Number.NaN }, /retentionMs/],
    ["with a negative limit", { maxBodyBytes: -1 }, /maxBodyBytes/],
  ])("%s", (_, options, message) => {
    assert.throws(() => createReceiver({ secrets: SECRET, handlers, ...options }), message)
  })
})

it("types each handler by its kind", () => {
  createReceiver({
    secrets: SECRET,
    handlers: {
      cash_in: (event) => expectTypeOf(event).toEqualTypeOf<MexicoCashIn>(),
      RefundOut: (event) => expectTypeOf(event).toEqualTypeOf<PixRefundOut>(),
    },
    fallback: (event) => expectTypeOf(event).toEqualTypeOf<WebhookEvent>(),
  })
  // @ts-expect-error -- there is no such kind
  assert.throws(() => createReceiver({ secrets: SECRET, handlers: { cash_on: () => undefined } }))
})
