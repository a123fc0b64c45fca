import fc from "fast-check"
import { assert, describe, expectTypeOf, it } from "vitest"
import { cashIn, everyOutcome, utf8 } from "../test/deliveries.ts"
import { isEventKind, parseEvent, type ParsedEvent } from "./event.ts"
import type { KnownEvent, MexicoCashInConfirmed, MexicoCashInRetail, UnknownEvent, WebhookEvent } from "./eventTypes.ts"

const parse = (body: unknown): ParsedEvent => parseEvent(utf8(JSON.stringify(body)))
const malformed = (path: string, expected: string) => ({ ok: false, code: "event_malformed", path, expected })

/** The event with other fields in its transaction; `undefined` leaves a field out. */
const changed = (event: { readonly transaction: object }, fields: object) => ({
  ...event,
  transaction: { ...event.transaction, ...fields },
})

const nameOf = ({ event, transaction }: KnownEvent): string =>
  `${event}, ${transaction.status}${"barcode" in transaction ? ", at a store" : ""}`

const outcomes = everyOutcome.map((event) => [nameOf(event), event] as const)
const outcomeOf = (name: string): KnownEvent => {
  const found = outcomes.find(([one]) => one === name)
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found[1]
}

describe("an event", () => {
  it.each(outcomes)("comes out as it went in: %s", (_, event) => {
    assert.deepEqual<unknown>(parse(event), { ok: true, event })
  })

  it.each(outcomes)("lets no field be left out: %s", (_, event) => {
    for (const field of Object.keys(event.transaction)) {
      const parsed = parse(changed(event, { [field]: undefined }))
      assert.deepEqual([field, parsed.ok ? "" : parsed.path], [field, `transaction.${field}`])
    }
  })

  it.each(outcomes)("has the fields of its status, and no other status: %s", (_, event) => {
    const { status } = event.transaction
    const isConfirmed = status === "CONFIRMED"
    const confirmedAt = isConfirmed ? null : "2026-01-31T12:00:00.000Z"
    assert.deepEqual<unknown>(
      parse(changed(event, { confirmedAt })),
      malformed("transaction.confirmedAt", isConfirmed ? "a string" : "null"),
    )
    for (const other of ["PENDING", "EXPIRED", "confirmed", "toString", null, 7]) {
      const parsed = parse(changed(event, { status: other }))
      assert.strictEqual(parsed.ok ? "" : parsed.path, "transaction.status")
    }
  })

  it.each(outcomes)("keeps fields that this version does not know: %s", (_, event) => {
    const later = { ...changed(event, { fee: 7 }), livemode: true }
    assert.deepEqual<unknown>(parse(later), { ok: true, event: later })
  })

  it("is read from an ArrayBuffer too", () => {
    assert.deepEqual<unknown>(parseEvent(utf8(JSON.stringify(cashIn())).buffer), { ok: true, event: cashIn() })
  })

  it("says which statuses its kind has", () => {
    const expected = (name: string) => parse(changed(outcomeOf(name), { status: "PENDING" }))
    const path = "transaction.status"
    assert.deepEqual<unknown>(expected("cash_in, CONFIRMED"), malformed(path, "CONFIRMED or FAILED"))
    assert.deepEqual<unknown>(expected("RefundIn, CONFIRMED"), malformed(path, "CONFIRMED or ERROR"))
    assert.deepEqual<unknown>(expected("RefundOut, CONFIRMED"), malformed(path, "CONFIRMED"))
  })

  it("may be null where nothing is known", () => {
    const nobody = { name: null, taxId: null, bank: null }
    assert.isTrue(parse(changed(outcomeOf("cash_in, CONFIRMED"), { counterpart: nobody })).ok)
    assert.isTrue(parse(changed(outcomeOf("cash_in, CONFIRMED"), { claveRastreo: "PSR1", externalId: "order-1" })).ok)
    assert.isTrue(parse(changed(outcomeOf("cash_in, FAILED"), { counterpart: nobody })).ok)
    const pixNobody = { name: null, document: null, bank: null }
    assert.isTrue(parse(changed(outcomeOf("CashIn, CONFIRMED"), { counterpart: pixNobody })).ok)
    assert.isTrue(parse(changed(outcomeOf("CashIn, ERROR"), { counterpart: pixNobody, endToEndId: "E1" })).ok)
  })

  it.each([
    ["cash_in, CONFIRMED", "id", "1", "a whole number"],
    ["cash_in, CONFIRMED", "id", 1.5, "a whole number"],
    ["cash_in, CONFIRMED", "id", null, "a whole number"],
    ["cash_in, CONFIRMED", "transactionId", 7, "a string"],
    ["cash_in, CONFIRMED", "externalId", undefined, "a string or null"],
    ["cash_in, CONFIRMED", "externalId", 7, "a string or null"],
    ["cash_in, CONFIRMED", "amountCentavos", "15000", "a whole number"],
    ["cash_in, CONFIRMED", "amountCentavos", 150.5, "a whole number"],
    ["cash_in, CONFIRMED", "amountCentavos", 2 ** 53, "a whole number"],
    ["cash_in, CONFIRMED", "clabe", 846, "a string"],
    ["cash_in, CONFIRMED", "claveRastreo", {}, "a string or null"],
    ["cash_in, CONFIRMED", "paymentMethod", null, "SPEI"],
    ["cash_in, CONFIRMED", "paymentMethod", "OXXO", "SPEI"],
    ["cash_in, CONFIRMED", "confirmedAt", 1_769_860_800, "a string"],
    ["cash_in, CONFIRMED", "counterpart", "María", "an object"],
    ["cash_in, CONFIRMED", "counterpart", [], "an object"],
    ["cash_in, CONFIRMED", "counterpart", null, "an object"],
    ["cash_in, CONFIRMED, at a store", "barcode", null, "a string"],
    ["cash_in, CONFIRMED, at a store", "claveRastreo", "PSR1", "null"],
    ["cash_in, CONFIRMED, at a store", "paymentMethod", null, "a string"],
    ["cash_in, FAILED", "counterpart", "María", "an object or null"],
    ["cash_in, FAILED", "clabe", null, "a string"],
    ["cash_in, FAILED", "errorCode", null, "a string"],
    ["cash_in, FAILED", "errorMessage", 7, "a string"],
    ["cash_out, CONFIRMED", "clabe", null, "a string"],
    ["refund_in, CONFIRMED", "originalTransactionId", null, "a string"],
    ["refund_out, CONFIRMED", "providerTransactionId", 7, "a string"],
    ["CashIn, CONFIRMED", "value", "150.00", "a number"],
    ["CashIn, CONFIRMED", "feeAmount", null, "a number"],
    ["CashIn, CONFIRMED", "movementType", "DEBIT", "CREDIT"],
    ["CashIn, CONFIRMED", "endToEndId", null, "a string"],
    ["CashIn, CONFIRMED", "externalId", null, "a string"],
    ["CashIn, ERROR", "endToEndId", 7, "a string or null"],
    ["CashOut, ERROR", "counterpart", null, "an object"],
    ["RefundIn, CONFIRMED", "movementType", "CREDIT", "DEBIT"],
    ["RefundIn, CONFIRMED", "externalId", 7, "a string or null"],
  ])("is malformed: %s with %s = %j", (name, field, value, expected) => {
    const body = changed(outcomeOf(name), { [field]: value })
    assert.deepEqual<unknown>(parse(body), malformed(`transaction.${field}`, expected))
  })

  it("is malformed where a nested field is", () => {
    const party = { name: "María", taxId: null, bank: { code: 72, name: "BANORTE" } }
    assert.deepEqual<unknown>(
      parse(changed(outcomeOf("cash_in, FAILED"), { counterpart: party })),
      malformed("transaction.counterpart.bank.code", "a string"),
    )
    const pixParty = { name: "João", document: null, bank: "ITAÚ" }
    assert.deepEqual<unknown>(
      parse(changed(outcomeOf("CashOut, CONFIRMED"), { counterpart: pixParty })),
      malformed("transaction.counterpart.bank", "an object or null"),
    )
  })

  it("has no amount that JSON can write and a number cannot hold", () => {
    const json = JSON.stringify(outcomeOf("CashOut, CONFIRMED")).replace('"value":150', '"value":1e400')
    assert.deepEqual<unknown>(parseEvent(utf8(json)), malformed("transaction.value", "a number"))
  })
})

describe("any other kind", () => {
  it("comes out as unknown, with its name and all its fields", () => {
    const body = { event: "chargeback", eventId: "evt_1", deliveryId: "dlv_1", transaction: { id: 7 }, more: [1] }
    assert.deepEqual<unknown>(parse(body), { ok: true, event: { ...body, event: "unknown", kind: "chargeback" } })
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
    // These two say what the others must be.
    const selectors = new Set(["status", "clabe"])
    fc.assert(
      fc.property(fc.constantFrom(...everyOutcome), fc.nat(), fc.jsonValue(), (event, position, value) => {
        const fields = Object.keys(event.transaction)
        const field = fields[position % fields.length] ?? "id"
        const parsed = parse(changed(event, { [field]: value }))
        const path = `transaction.${selectors.has(field) ? "" : field}`
        return parsed.ok || parsed.path.startsWith(path)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe("types", () => {
  it("tell events apart", () => {
    const describeEvent = (event: WebhookEvent): string => {
      switch (event.event) {
        case "cash_in":
          expectTypeOf(event.transaction.amountCentavos).toEqualTypeOf<number>()
          if (event.transaction.status === "FAILED") return event.transaction.errorCode
          expectTypeOf(event.transaction).toEqualTypeOf<MexicoCashInConfirmed | MexicoCashInRetail>()
          return event.transaction.clabe ?? event.transaction.barcode
        case "unknown":
          expectTypeOf(event).toEqualTypeOf<UnknownEvent>()
          return event.kind
        default:
          return event.eventId
      }
    }
    const descriptions = everyOutcome.slice(0, 3).map((event) => {
      const parsed = parse(event)
      return parsed.ok ? describeEvent(parsed.event) : parsed.path
    })
    assert.deepEqual(descriptions, ["846000001000000014", "84600001", "BANK_REJECTED"])
  })

  it("and names are the same kinds", () => {
    assert.deepEqual(new Set(everyOutcome.map(({ event }) => event)).size, 8)
    for (const { event } of everyOutcome) assert.isTrue(isEventKind(event))
    for (const other of ["CASH_IN", "cashIn", "constructor", ""]) assert.isFalse(isEventKind(other))
  })
})
