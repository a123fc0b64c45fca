import { Schema } from "effect"
import { describe, expect, expectTypeOf, it } from "vitest"
import { isClabe } from "../accounts/Clabe.ts"
import { BrlAmount } from "../money/BrlSchema.ts"
import * as Events from "./events.ts"
import { traits } from "./eventKinds.ts"

/** Every kind with its schema and one of its examples, as the JSON that it is on the wire. */
const examples = Events.kinds.flatMap((kind) =>
  Events.examples[kind].map((example) => ({ kind, status: example.transaction.status, example })),
)

const accepts = (kind: Events.EventKind, body: unknown): boolean => Schema.is(Events.eventOf(kind))(body)

/** The body with other fields in its transaction; `undefined` leaves a field out. */
const changed = (body: { readonly transaction: object }, fields: Readonly<Record<string, unknown>>) => {
  const entries = Object.entries({ ...body.transaction, ...fields }).filter(([, value]) => value !== undefined)
  return { ...body, transaction: Object.fromEntries(entries) }
}

const [bySpei, atStore, failedCashIn] = Events.examples.cash_in
const [sent, failedCashOut] = Events.examples.cash_out
const [refunded, failedRefund] = Events.examples.refund_in
const [returned] = Events.examples.refund_out
const [paid, failedCharge] = Events.examples.CashIn
const [pixSent, failedPix] = Events.examples.CashOut
const [pixRefunded] = Events.examples.RefundIn
const [pixReturned] = Events.examples.RefundOut

describe("the examples", () => {
  it.for(examples)("of $kind, $status: decode to themselves, as their kind and as any event", ({ kind, example }) => {
    const json: unknown = JSON.parse(JSON.stringify(example))
    expect(Schema.decodeUnknownSync(Events.eventOf(kind))(json)).toEqual(example)
    expect(Schema.decodeUnknownSync(Events.Event)(json)).toEqual(example)
    expect(Schema.encodeUnknownSync(Events.Event)(json)).toEqual(json)
  })

  it.for(examples)("of $kind, $status: are of no other kind", ({ kind, example }) => {
    expect(Events.kinds.filter((other) => accepts(other, example))).toEqual([kind])
    const ofTheOtherArea = Events.kinds.filter((other) => traits[other].area !== traits[kind].area)
    expect(ofTheOtherArea.filter((other) => accepts(other, { ...example, event: other }))).toEqual([])
  })

  it("have every outcome that their kind announces, and no other", () => {
    for (const kind of Events.kinds) {
      const statuses = new Set(Events.examples[kind].map(({ transaction }) => transaction.status))
      expect(Array.from(statuses)).toEqual(traits[kind].statuses)
    }
  })

  it("have CLABEs of the sandbox with right check digits", () => {
    const clabes = examples.flatMap(({ example: { transaction } }) =>
      "clabe" in transaction && transaction.clabe !== null ? [transaction.clabe] : [],
    )
    expect(clabes.length).toBeGreaterThan(5)
    expect(clabes.filter((clabe) => !clabe.startsWith("846") || !isClabe(clabe))).toEqual([])
  })

  it("have ids of their own, but for the transactions that they are about", () => {
    const ids = examples.flatMap(({ example }) => [
      example.eventId,
      example.deliveryId,
      example.transaction.transactionId,
    ])
    expect(new Set(ids).size).toBe(ids.length)
    for (const { example } of examples) {
      if (!("originalTransactionId" in example.transaction)) continue
      expect(ids).toContain(example.transaction.originalTransactionId)
    }
  })

  it("of PIX add up: a credit less its fee, a debit and its fee", () => {
    for (const { kind, example } of examples) {
      if (!("value" in example.transaction)) continue
      const { value, feeAmount, finalAmount, movementType } = example.transaction
      expect(movementType).toBe(traits[kind].movementType)
      const sign = movementType === "CREDIT" ? -1 : 1
      expect(Math.round(finalAmount * 100)).toBe(Math.round(value * 100) + sign * Math.round(feeAmount * 100))
      expect(Schema.is(BrlAmount)(finalAmount)).toBe(true)
    }
  })
})

describe("what was confirmed", () => {
  it.for(examples.filter(({ status }) => status === "CONFIRMED"))(
    "has its instant and its counterpart, and no other status: $kind",
    ({ kind, example }) => {
      for (const confirmedAt of [null, undefined, "", "2026-01-31", "2026-01-31T12:00:00Z"]) {
        expect(accepts(kind, changed(example, { confirmedAt }))).toBe(false)
      }
      expect(accepts(kind, changed(example, { counterpart: null }))).toBe(false)
      for (const status of ["PENDING", "EXPIRED", "FAILED", "ERROR", "confirmed", null, undefined]) {
        expect(accepts(kind, changed(example, { status }))).toBe(false)
      }
    },
  )
})

describe("what failed", () => {
  const failures = examples.filter(({ status }) => status !== "CONFIRMED")

  it.for(failures)("has no instant, and an error: $kind", ({ kind, example }) => {
    expect(accepts(kind, changed(example, { confirmedAt: "2026-01-31T12:00:00.000Z" }))).toBe(false)
    for (const field of ["errorCode", "errorMessage", "confirmedAt", "counterpart"]) {
      expect(accepts(kind, changed(example, { [field]: undefined }))).toBe(false)
    }
    for (const errorCode of ["", "invalid-clabe", "Invalid", "A".repeat(65), null]) {
      expect(accepts(kind, changed(example, { errorCode }))).toBe(false)
    }
  })

  it("has the status of its area", () => {
    for (const { kind, example } of failures) {
      expect(example.transaction.status).toBe(traits[kind].area === "mexico" ? "FAILED" : "ERROR")
      expect(accepts(kind, changed(example, { status: "FAILED" }))).toBe(traits[kind].area === "mexico")
      expect(accepts(kind, changed(example, { status: "ERROR" }))).toBe(traits[kind].area === "pix")
    }
  })

  it("is never a returned send, nor a charge of a store: they do not fail", () => {
    const error = { confirmedAt: null, errorCode: "BANK_REJECTED", errorMessage: "The bank rejected the payment" }
    expect(accepts("refund_out", changed(returned, { status: "FAILED", ...error }))).toBe(false)
    expect(accepts("RefundOut", changed(pixReturned, { status: "ERROR", ...error }))).toBe(false)
    expect(accepts("cash_in", changed(atStore, { status: "FAILED", ...error }))).toBe(false)
  })

  it("may know the other side of a charge, and must know that of a send or refund", () => {
    expect(accepts("cash_in", changed(failedCashIn, { counterpart: bySpei.transaction.counterpart }))).toBe(true)
    expect(accepts("CashIn", changed(failedCharge, { counterpart: paid.transaction.counterpart }))).toBe(true)
    expect(accepts("CashIn", changed(failedCharge, { endToEndId: paid.transaction.endToEndId }))).toBe(true)
    expect(accepts("cash_out", changed(failedCashOut, { counterpart: null }))).toBe(false)
    expect(accepts("refund_in", changed(failedRefund, { counterpart: null }))).toBe(false)
    expect(accepts("CashOut", changed(failedPix, { counterpart: null }))).toBe(false)
  })
})

describe("a payment at a store", () => {
  it("has a barcode, its channel in capitals, and neither CLABE nor tracking key", () => {
    for (const fields of [
      { barcode: undefined },
      { barcode: null },
      { barcode: "" },
      { clabe: bySpei.transaction.clabe },
      { clabe: undefined },
      { claveRastreo: "PSR20260131" },
      { paymentMethod: "SPEI" },
      { paymentMethod: "oxxo" },
      { paymentMethod: "" },
    ]) {
      expect(accepts("cash_in", changed(atStore, fields))).toBe(false)
    }
    expect(accepts("cash_in", changed(atStore, { paymentMethod: "SPEIX" }))).toBe(true)
  })

  it("is not what a payment by SPEI is", () => {
    expect(accepts("cash_in", changed(bySpei, { clabe: null }))).toBe(false)
    expect(accepts("cash_in", changed(bySpei, { paymentMethod: "OXXO" }))).toBe(false)
    for (const kind of ["cash_out", "refund_in", "refund_out"] as const) {
      expect(accepts(kind, changed(Events.examples[kind][0], { paymentMethod: "OXXO" }))).toBe(false)
    }
  })
})

describe("a field", () => {
  it.for<[kind: Events.EventKind, body: { readonly transaction: object }, field: string, bad: ReadonlyArray<unknown>]>([
    ["cash_in", bySpei, "id", [0, -1, 1.5, 2 ** 53, "1", null]],
    ["cash_in", bySpei, "amountCentavos", [0, -0, -1, 1.5, 10 ** 15, "1"]],
    ["cash_in", bySpei, "clabe", ["", "84600000100000001", "84600000100000001x", "８46000001000000014"]],
    ["cash_in", bySpei, "claveRastreo", ["", "A".repeat(31), undefined, 7]],
    ["cash_in", bySpei, "externalId", ["", "a".repeat(101), undefined, "a\u0000", "\ud800"]],
    ["cash_out", sent, "transactionId", ["", "0193F0C0-0000-7000-8000-000000000003", "0193f0c0", null]],
    ["refund_in", refunded, "originalTransactionId", [null, undefined, "48213", 48_213]],
    ["refund_in", refunded, "providerTransactionId", [null, undefined, ""]],
    ["refund_out", returned, "originalTransactionId", [null, undefined]],
    ["CashIn", paid, "value", [0, -1, 1.005, "150.00", 1e10, null]],
    ["CashIn", paid, "feeAmount", [-0.01, 0.001, null, undefined]],
    ["CashIn", paid, "finalAmount", [-0.01, 0.001, null, undefined]],
    ["CashIn", paid, "movementType", ["DEBIT", "credit", null, undefined]],
    ["CashIn", paid, "externalId", [null, "", "a".repeat(256), undefined]],
    ["CashIn", paid, "endToEndId", [null, undefined, "", pixRefunded.transaction.endToEndId]],
    ["CashOut", pixSent, "movementType", ["CREDIT"]],
    ["CashOut", failedPix, "endToEndId", [null]],
    ["RefundIn", pixRefunded, "endToEndId", [null, paid.transaction.endToEndId]],
    ["RefundIn", pixRefunded, "movementType", ["CREDIT"]],
    ["RefundOut", pixReturned, "movementType", ["DEBIT"]],
    ["RefundOut", pixReturned, "providerTransactionId", [null]],
  ])("of %s has its rule: %#", ([kind, body, field, bad]) => {
    expect(accepts(kind, body)).toBe(true)
    for (const value of bad) expect([value, accepts(kind, changed(body, { [field]: value }))]).toEqual([value, false])
  })

  it("that may be null may", () => {
    expect(accepts("cash_in", changed(bySpei, { externalId: null, claveRastreo: null }))).toBe(true)
    expect(accepts("RefundIn", changed(pixRefunded, { externalId: null }))).toBe(true)
    const nobody = { name: null, taxId: null, bank: null }
    expect(accepts("cash_in", changed(bySpei, { counterpart: nobody }))).toBe(true)
    expect(accepts("CashIn", changed(paid, { counterpart: { name: null, document: null, bank: null } }))).toBe(true)
  })

  it("of a counterpart is never a document in clear", () => {
    const withDocument = (document: unknown) =>
      accepts("CashIn", changed(paid, { counterpart: { ...paid.transaction.counterpart, document } }))
    for (const masked of ["***.456.789-**", "**.345.678/****-**", "**.ABC.34Z/****-**", "*********"]) {
      expect([masked, withDocument(masked)]).toEqual([masked, true])
    }
    for (const shown of ["123.456.789-01", "12345678901", "***456789**", "12.345.678/0001-90", "", "***.456.789-0*"]) {
      expect([shown, withDocument(shown)]).toEqual([shown, false])
    }
  })

  it("that is not known is let through, and dropped", () => {
    const newer = { ...bySpei, version: 2 }
    expect(Schema.decodeUnknownSync(Events.MexicoCashIn)(newer)).toEqual(bySpei)
  })
})

describe("an instant", () => {
  const isInstant = Schema.is(Events.Instant)

  it.for([
    "2026-01-31T12:00:00.000Z",
    "2024-02-29T23:59:59.999Z",
    "2000-02-29T00:00:00.000Z",
    "9999-12-31T23:59:59.999Z",
  ])("exists: %s", (text) => {
    expect(isInstant(text)).toBe(true)
  })

  it.for([
    "2026-02-29T00:00:00.000Z",
    "2026-02-30T00:00:00.000Z",
    "2026-04-31T00:00:00.000Z",
    "1900-02-29T00:00:00.000Z",
    "2026-13-01T00:00:00.000Z",
    "2026-00-01T00:00:00.000Z",
    "2026-01-00T00:00:00.000Z",
    "2026-01-32T00:00:00.000Z",
    "2026-01-31T24:00:00.000Z",
    "2026-01-31T23:60:00.000Z",
    "2026-12-31T23:59:60.000Z",
    "2026-01-31T12:00:00Z",
    "2026-01-31T12:00:00.0000Z",
    "2026-01-31T12:00:00.000+00:00",
    "2026-01-31 12:00:00.000Z",
    "2026-01-31t12:00:00.000z",
    "２026-01-31T12:00:00.000Z",
    "2026-01-31T12:00:00.000Z\n",
    "",
  ])("does not exist: %j", (text) => {
    expect(isInstant(text)).toBe(false)
  })

  it("is refused in one sentence", () => {
    const said = (text: string) => {
      const exit = Schema.decodeUnknownResult(Events.Instant)(text, { errors: "all" })
      return exit._tag === "Failure" ? exit.failure.message : ""
    }
    expect(said("2026-02-30T00:00:00.000Z")).toBe("must be a day that the calendar has")
    expect(said("yesterday")).toBe("must be an instant in UTC, as 2026-01-31T12:00:00.000Z")
  })

  it("exists on every day of four centuries, and on no other", () => {
    const days = new Set<string>()
    for (let day = Date.UTC(1900, 0, 1); day < Date.UTC(2300, 0, 1); day += 86_400_000) {
      days.add(new Date(day).toISOString())
    }
    const two = (number: number) => String(number).padStart(2, "0")
    const wrong: Array<string> = []
    for (let year = 1900; year < 2300; year++) {
      for (let month = 1; month <= 12; month++) {
        for (let day = 28; day <= 31; day++) {
          const text = `${year}-${two(month)}-${two(day)}T00:00:00.000Z`
          if (isInstant(text) !== days.has(text)) wrong.push(text)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

describe("refusals", () => {
  const said = (kind: Events.EventKind, body: unknown): string => {
    const result = Schema.decodeUnknownResult(Events.eventOf(kind))(body, { errors: "all" })
    return result._tag === "Failure" ? result.failure.message : "accepted"
  }

  it("name the field that is wrong, in the variant that the status selects", () => {
    expect(said("cash_out", changed(sent, { amountCentavos: 0 }))).toBe(
      'must be at least 1 centavos (0.01 MXN)\n  at ["transaction"]["amountCentavos"]',
    )
    expect(said("CashIn", changed(paid, { movementType: "DEBIT" }))).toContain('at ["transaction"]["movementType"]')
  })

  it("say which statuses there are", () => {
    expect(said("cash_in", changed(bySpei, { status: "EXPIRED" }))).toBe(
      'must be a transaction whose status is CONFIRMED or FAILED\n  at ["transaction"]',
    )
    expect(said("RefundIn", changed(pixRefunded, { status: "FAILED" }))).toBe(
      'must be a transaction whose status is CONFIRMED or ERROR\n  at ["transaction"]',
    )
  })
})

describe("types", () => {
  it("tell the kinds apart by event, and outcomes by status", () => {
    const describeEvent = (event: Events.Event): string => {
      switch (event.event) {
        case "cash_in":
          if (event.transaction.status === "FAILED") return event.transaction.errorCode
          expectTypeOf(event.transaction.confirmedAt).toEqualTypeOf<string>()
          return event.transaction.clabe ?? event.transaction.barcode
        case "CashOut":
          expectTypeOf(event.transaction.movementType).toEqualTypeOf<"DEBIT">()
          return event.transaction.status === "ERROR" ? event.transaction.errorCode : event.transaction.endToEndId
        default:
          return event.eventId
      }
    }
    expect(describeEvent(atStore)).toBe(atStore.transaction.barcode)
    expect(describeEvent(failedPix)).toBe("INVALID_PIX_KEY")
    expectTypeOf<Events.EventOf<"refund_out">>().toEqualTypeOf<Events.MexicoRefundOut>()
    expectTypeOf<Events.Event["event"]>().toEqualTypeOf<Events.EventKind>()
  })

  it("are the same decoded and encoded", () => {
    expectTypeOf<Events.Event>().toEqualTypeOf<typeof Events.Event.Encoded>()
  })
})
