import fc from "fast-check"
import { assert, describe, expectTypeOf, it } from "vitest"
import { cashIn, utf8 } from "../test/deliveries.ts"
import { parseEvent, type ParsedEvent, type UnknownEvent, type WebhookEvent } from "./event.ts"

const parse = (body: unknown): ParsedEvent => parseEvent(utf8(JSON.stringify(body)))
const malformed = (path: string, expected: string) => ({ ok: false, code: "event_malformed", path, expected })

describe("a cash_in event", () => {
  it("comes out as it went in", () => {
    assert.deepEqual<unknown>(parse(cashIn()), { ok: true, event: cashIn() })
  })

  it("is read from an ArrayBuffer too", () => {
    assert.deepEqual<unknown>(parseEvent(utf8(JSON.stringify(cashIn())).buffer), { ok: true, event: cashIn() })
  })

  it("may be null wherever the document says so", () => {
    const { transaction, ...rest } = cashIn()
    const nulls = { externalId: null, clabe: null, claveRastreo: null, confirmedAt: null, counterpart: null }
    assert.isTrue(parse({ ...rest, transaction: { ...transaction, ...nulls } }).ok)
    const counterpart = { name: null, taxId: null, bank: null }
    assert.isTrue(parse({ ...rest, transaction: { ...transaction, counterpart } }).ok)
  })

  it("carries an error code and message when it failed", () => {
    const { transaction, ...rest } = cashIn()
    const failure = { status: "FAILED", errorCode: "INVALID_CLABE", errorMessage: "no such account" }
    assert.isTrue(parse({ ...rest, transaction: { ...transaction, ...failure } }).ok)
  })

  it("keeps fields that this version does not know", () => {
    const { transaction, ...rest } = cashIn()
    const later = { ...rest, livemode: true, transaction: { ...transaction, barcode: "7501" } }
    assert.deepEqual<unknown>(parse(later), { ok: true, event: later })
  })

  it.each([
    ["id", "1", "a whole number"],
    ["id", 1.5, "a whole number"],
    ["id", null, "a whole number"],
    ["transactionId", 7, "a string"],
    ["externalId", undefined, "a string or null"],
    ["externalId", 7, "a string or null"],
    ["status", "confirmed", "CONFIRMED or FAILED"],
    ["status", "PENDING", "CONFIRMED or FAILED"],
    ["amountCentavos", "15000", "a whole number"],
    ["amountCentavos", 150.5, "a whole number"],
    ["amountCentavos", 2 ** 53, "a whole number"],
    ["clabe", 846, "a string or null"],
    ["claveRastreo", {}, "a string or null"],
    ["paymentMethod", null, "a string"],
    ["confirmedAt", 1_769_860_800, "a string or null"],
    ["counterpart", "María", "an object or null"],
    ["counterpart", [], "an object or null"],
    ["errorCode", null, "a string"],
    ["errorMessage", 7, "a string"],
  ])("is malformed with transaction.%s = %j", (field, value, expected) => {
    const { transaction, ...rest } = cashIn()
    const body = { ...rest, transaction: { ...transaction, [field]: value } }
    assert.deepEqual<unknown>(parse(body), malformed(`transaction.${field}`, expected))
  })

  it("is malformed where a nested field is", () => {
    const { transaction, ...rest } = cashIn()
    const counterpart = { name: "María", taxId: null, bank: { code: 72, name: "BANORTE" } }
    assert.deepEqual<unknown>(
      parse({ ...rest, transaction: { ...transaction, counterpart } }),
      malformed("transaction.counterpart.bank.code", "a string"),
    )
  })

  it("lets no field be left out", () => {
    for (const field of Object.keys(cashIn().transaction)) {
      const { transaction, ...rest } = cashIn()
      const fewer = Object.fromEntries(Object.entries(transaction).filter(([name]) => name !== field))
      const parsed = parse({ ...rest, transaction: fewer })
      assert.strictEqual(parsed.ok ? "" : parsed.path, `transaction.${field}`)
    }
  })
})

describe("any other kind", () => {
  it("comes out as unknown, with its name and all its fields", () => {
    const body = { event: "cash_out", eventId: "evt_1", deliveryId: "dlv_1", transaction: { id: 7 }, more: [1] }
    assert.deepEqual<unknown>(parse(body), { ok: true, event: { ...body, event: "unknown", kind: "cash_out" } })
  })

  it.each(["unknown", "constructor", "toString", "__proto__", "hasOwnProperty", "CASH_IN", "cash_in "])(
    "is what %j is",
    (kind) => {
      const parsed = parse({ event: kind, eventId: "evt_1", deliveryId: "dlv_1", transaction: {} })
      assert.isTrue(parsed.ok && parsed.event.event === "unknown" && parsed.event.kind === kind)
    },
  )

  it("gets no prototype out of the body", () => {
    const parsed = parseEvent(
      utf8('{"__proto__":{"polluted":1},"event":"x","eventId":"e","deliveryId":"d","transaction":{}}'),
    )
    assert.isTrue(parsed.ok && Object.getPrototypeOf(parsed.event) === Object.prototype)
    assert.notProperty({}, "polluted")
  })
})

describe("the envelope", () => {
  it.each([
    ["event", 7, "a string of 1 to 128 characters"],
    ["event", undefined, "a string of 1 to 128 characters"],
    ["eventId", "", "a string of 1 to 128 characters"],
    ["eventId", null, "a string of 1 to 128 characters"],
    ["deliveryId", "d".repeat(129), "a string of 1 to 128 characters"],
    ["deliveryId", ["dlv_1"], "a string of 1 to 128 characters"],
    ["transaction", null, "an object"],
    ["transaction", [], "an object"],
    ["transaction", "{}", "an object"],
  ])("is malformed with %s = %j, whatever the kind", (field, value, expected) => {
    assert.deepEqual<unknown>(parse({ ...cashIn(), [field]: value }), malformed(field, expected))
    assert.deepEqual<unknown>(parse({ ...cashIn(), event: "other", [field]: value }), malformed(field, expected))
  })

  it.each([null, 7, "text", [], [cashIn()]])("is malformed when the body is %j", (body) => {
    assert.deepEqual<unknown>(parse(body), malformed("", "an object"))
  })
})

describe("bytes", () => {
  const notUtf8 = { ok: false, code: "body_not_utf8", path: "", expected: "UTF-8" }
  const notJson = { ok: false, code: "body_not_json", path: "", expected: "JSON" }

  it.each([
    ["a byte that no UTF-8 has", [0x7b, 0xff, 0x7d]],
    ["an overlong form", [0x22, 0xc0, 0xaf, 0x22]],
    ["half of a surrogate pair", [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ["the first half of a character", [0x22, 0xc3]],
    ["Latin-1", [0x22, 0xe9, 0x22]],
  ])("with %s are not UTF-8", (_, bytes) => {
    assert.deepEqual<unknown>(parseEvent(Uint8Array.from(bytes)), notUtf8)
  })

  it.each([
    ["nothing", ""],
    ["half an object", '{"event":'],
    ["two objects", "{}{}"],
    ["a comment", "{} // "],
    ["a byte order mark", `\ufeff${JSON.stringify(cashIn())}`],
    ["a deep nest that never ends", "[".repeat(200_000)],
    ["form data", "event=cash_in"],
  ])("of %s are not JSON", (_, text) => {
    assert.deepEqual<unknown>(parseEvent(utf8(text)), notJson)
  })

  it("get an answer, and no exception, whatever they are", () => {
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(utf8))
    fc.assert(fc.property(bytes, (body) => !parseEvent(body).ok))
  })

  it("get an answer, and no exception, when one value of a good event is exchanged for any other", () => {
    const { transaction, ...rest } = cashIn()
    const field = fc.constantFrom(...Object.keys(transaction))
    fc.assert(
      fc.property(field, fc.jsonValue(), (name, value) => {
        const parsed = parse({ ...rest, transaction: { ...transaction, [name]: value } })
        return parsed.ok || parsed.path.startsWith(`transaction.${name}`)
      }),
    )
  })
})

it("tells events apart by their type", () => {
  const describeEvent = (event: WebhookEvent): string => {
    if (event.event === "cash_in") {
      expectTypeOf(event.transaction.amountCentavos).toEqualTypeOf<number>()
      return event.transaction.status
    }
    expectTypeOf(event).toEqualTypeOf<UnknownEvent>()
    return event.kind
  }
  const parsed = parse(cashIn())
  assert.strictEqual(parsed.ok ? describeEvent(parsed.event) : "", "CONFIRMED")
})
