import { Clabe, Events } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { requestsAreAccepted, requestsAreRefused, valuesSurviveTheWire } from "../checks/schemas.ts"
import { cashInEvent, nearlyValidCashInEvent } from "./cashInEvent.ts"

/** The least that a confirmed event can say. */
const smallest = {
  event: "cash_in",
  eventId: "evt_00000000-0000-1000-8000-000000000000",
  deliveryId: "dlv_00000000-0000-1000-8000-000000000000",
  transaction: {
    id: 1,
    transactionId: "00000000-0000-1000-8000-000000000000",
    externalId: null,
    status: "CONFIRMED",
    amountCentavos: 1,
    clabe: "846000000000000002",
    claveRastreo: null,
    paymentMethod: "SPEI",
    confirmedAt: expect.any(String),
    counterpart: { name: null, taxId: null, bank: null },
  },
}

describe("cash_in events", () => {
  it("are accepted by core's schema", () => {
    fc.assert(requestsAreAccepted(Events.CashIn, cashInEvent()), { numRuns: 500 })
  })

  it("are encoded and decoded without loss", () => {
    fc.assert(valuesSurviveTheWire(Events.CashIn, cashInEvent()), { numRuns: 500 })
  })

  it("have their fields in the order of the wire", () => {
    fc.assert(
      fc.property(cashInEvent(), (event) => {
        expect(Object.keys(event)).toEqual(Object.keys(Events.CashIn.fields))
        const order = Object.keys(Events.CashInTransaction.fields)
        expect(Object.keys(event.transaction)).toEqual(order.filter((field) => field in event.transaction))
      }),
    )
  })

  it("tell of a transfer if confirmed, and of an error if failed", () => {
    fc.assert(
      fc.property(cashInEvent(), ({ transaction }) => {
        const isConfirmed = transaction.status === "CONFIRMED"
        expect(transaction.confirmedAt !== null).toBe(isConfirmed)
        expect(transaction.counterpart !== null).toBe(isConfirmed)
        expect(transaction.errorCode === undefined).toBe(isConfirmed)
        expect(transaction.errorMessage === undefined).toBe(isConfirmed)
        expect(transaction.clabe !== null && Clabe.isClabe(transaction.clabe)).toBe(true)
      }),
    )
  })

  it.for(["CONFIRMED", "FAILED"] as const)("can be of the outcome %s only", (status) => {
    fc.assert(fc.property(cashInEvent({ status }), ({ transaction }) => transaction.status === status))
  })

  it("shrink to the least that an event can say, from an example too", () => {
    expect(minimalOf(cashInEvent({ status: "CONFIRMED" }), () => true)).toEqual(smallest)
    const mine: Events.CashIn = {
      event: "cash_in",
      eventId: "evt_0193f0c0-0000-7000-8000-000000000001",
      deliveryId: "dlv_0193f0c0-0000-7000-8000-000000000002",
      transaction: {
        id: 1,
        transactionId: "0193f0c0-0000-7000-8000-000000000003",
        externalId: "order-1",
        status: "CONFIRMED",
        amountCentavos: 15_000,
        clabe: "846000001000000014",
        claveRastreo: "PSR20260131ABC",
        paymentMethod: "SPEI",
        confirmedAt: "2026-01-31T12:00:00.000Z",
        counterpart: { name: "María Fernández", taxId: null, bank: { code: "072", name: "BANORTE" } },
      },
    }
    const minimal = minimalFrom(cashInEvent(), mine, ({ transaction }) => transaction.amountCentavos > 100)
    expect(minimal.transaction.amountCentavos).toBe(101)
    expect(minimal.transaction.externalId).toBe(null)
  })
})

describe("nearly valid cash_in events", () => {
  it("are refused for one field each", () => {
    fc.assert(requestsAreRefused(Events.CashIn, nearlyValidCashInEvent()), { numRuns: 3_000 })
  })

  it("have every reason, and put every field at fault", () => {
    expect(reasonsOf(nearlyValidCashInEvent())).toEqual([
      "another_kind",
      "malformed",
      "missing",
      "not_whole",
      "wrong_type",
    ])
    const paths = new Set(fc.sample(nearlyValidCashInEvent(), 5_000).map(({ why }) => why.path))
    const expected = [
      "",
      ...Object.keys(Events.CashIn.fields),
      ...Object.keys(Events.CashInTransaction.fields).map((field) => `transaction.${field}`),
      ...Object.keys(Events.Counterpart.fields).map((field) => `transaction.counterpart.${field}`),
    ]
    expect(expected.filter((path) => !paths.has(path))).toEqual([])
  })
})
