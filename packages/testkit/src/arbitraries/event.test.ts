import { Brl, Clabe, EventKinds, Events } from "@pesoreal/core"
import { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { requestsAreAccepted, requestsAreRefused, valuesSurviveTheWire } from "../checks/schemas.ts"
import { event, eventOf, nearlyValidEvent, nearlyValidEventOf } from "./event.ts"

const { kinds } = Events

/** The order of a kind's fields on the wire, as its examples have them. */
const orderOf = (kind: Events.EventKind): ReadonlySet<string> =>
  new Set(
    Events.examples[kind].map(({ transaction }) =>
      Object.keys(transaction)
        .filter((field) => field !== "barcode")
        .join(),
    ),
  )

/** Every field of a kind, with those inside its counterpart. */
const fieldsOf = (kind: Events.EventKind): ReadonlyArray<string> => {
  const inside = (value: unknown, path: string): ReadonlyArray<string> =>
    typeof value === "object" && value !== null
      ? [
          path,
          ...Object.entries(value).flatMap(([name, member]) => inside(member, path === "" ? name : `${path}.${name}`)),
        ]
      : [path]
  return Array.from(new Set(Events.examples[kind].flatMap((example) => inside(example, ""))))
}

describe.for(kinds)("events of the kind %s", (kind) => {
  const schema = Events.eventOf(kind)

  it("are accepted by core's schema, and go over the wire without loss", () => {
    fc.assert(requestsAreAccepted(schema, eventOf(kind)), { numRuns: 200 })
    fc.assert(valuesSurviveTheWire(Events.Event, eventOf(kind)), { numRuns: 200 })
  })

  it("have every outcome of their kind, and only the one that is asked for", () => {
    const drawn = new Set(fc.sample(eventOf(kind), 200).map(({ transaction }) => transaction.status))
    expect(drawn).toEqual(new Set(EventKinds.traits[kind].statuses))
    for (const status of EventKinds.traits[kind].statuses) {
      // Safe: it is one of this kind's own.
      const options = { status } as { status: "CONFIRMED" }
      fc.assert(fc.property(eventOf(kind, options), ({ transaction }) => transaction.status === status))
    }
  })

  it("have their fields in the order of the wire", () => {
    const orders = orderOf(kind)
    fc.assert(
      fc.property(eventOf(kind), (one) => {
        expect(Object.keys(one)).toEqual(["event", "eventId", "deliveryId", "transaction"])
        const fields = Object.keys(one.transaction).filter((field) => field !== "barcode")
        expect(orders).toContain(fields.join())
      }),
    )
  })

  it("have a twin that is refused for one field each, by the kind's schema and by that of any event", () => {
    fc.assert(requestsAreRefused(schema, nearlyValidEventOf(kind)), { numRuns: 1_000 })
    const ofThisKind = nearlyValidEventOf(kind).filter(({ why }) => why.reason !== "another_kind")
    fc.assert(requestsAreRefused(Events.Event, ofThisKind), { numRuns: 300 })
  })

  it("have a twin that puts every field at fault", () => {
    const paths = new Set(fc.sample(nearlyValidEventOf(kind), 2_500).map(({ why }) => why.path))
    expect(fieldsOf(kind).filter((path) => !paths.has(path))).toEqual([])
  })
})

describe("events", () => {
  it("are of every kind", () => {
    expect(new Set(fc.sample(event(), 1_000).map((one) => one.event))).toEqual(new Set(kinds))
    expect(new Set(fc.sample(nearlyValidEvent(), 1_000).map(({ value }) => typeof value))).toContain("object")
    fc.assert(fc.property(event(), Schema.is(Events.Event)))
  })

  it("tell of a settlement if confirmed, and of an error if failed", () => {
    fc.assert(
      fc.property(event(), ({ transaction }) => {
        const isConfirmed = transaction.status === "CONFIRMED"
        expect(transaction.confirmedAt !== null).toBe(isConfirmed)
        expect("errorCode" in transaction || "errorMessage" in transaction).toBe(!isConfirmed)
      }),
    )
  })

  it("of Mexico have CLABEs of the sandbox, or a barcode in their place", () => {
    fc.assert(
      fc.property(eventOf("cash_in"), ({ transaction }) => {
        const { clabe } = transaction
        expect("barcode" in transaction).toBe(clabe === null)
        expect(clabe === null || (Clabe.isClabe(clabe) && clabe.startsWith("846"))).toBe(true)
      }),
    )
    const methods = fc.sample(eventOf("cash_in"), 300).map(({ transaction }) => transaction.paymentMethod)
    expect(methods.includes("SPEI") && methods.some((method) => method !== "SPEI")).toBe(true)
  })

  it("of PIX add up", () => {
    const centavosOf = (reais: number) => {
      const read = Brl.fromNumber(reais, { maximumCentavos: 10 ** 13 })
      if (!read.ok) throw new Error(`${reais} is no amount`)
      return read.value
    }
    const pix = fc.oneof(eventOf("CashIn"), eventOf("CashOut"), eventOf("RefundIn"), eventOf("RefundOut"))
    fc.assert(
      fc.property(pix, ({ event: kind, transaction: { value, feeAmount, finalAmount, movementType } }) => {
        expect(movementType).toBe(EventKinds.traits[kind].movementType)
        const fee = movementType === "CREDIT" ? -centavosOf(feeAmount) : centavosOf(feeAmount)
        expect(centavosOf(finalAmount)).toBe(centavosOf(value) + fee)
      }),
    )
  })

  it("shrink to the least that they can say", () => {
    expect(minimalOf(eventOf("cash_in", { status: "CONFIRMED" }), () => true)).toEqual({
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
    })
    const { transaction } = minimalOf(eventOf("CashOut", { status: "ERROR" }), () => true)
    expect(transaction).toMatchObject({ externalId: "a", value: 0.01, feeAmount: 0, finalAmount: 0.01, errorCode: "A" })
  })

  it("shrink from an example too", () => {
    const [mine] = Events.examples.cash_in
    const minimal = minimalFrom(eventOf("cash_in"), mine, ({ transaction }) => transaction.amountCentavos > 100)
    expect(minimal.transaction.amountCentavos).toBe(101)
    expect(minimal.transaction.externalId).toBe(null)
    const [sent] = Events.examples.CashOut
    const smaller = minimalFrom(eventOf("CashOut"), sent, ({ transaction }) => transaction.finalAmount > 1)
    expect(smaller.transaction.finalAmount).toBe(1.01)
  })
})

describe("nearly valid events", () => {
  it("have every reason", () => {
    expect(reasonsOf(nearlyValidEvent())).toEqual([
      "above_maximum",
      "another_kind",
      "below_minimum",
      "lone_surrogate",
      "malformed",
      "missing",
      "not_whole",
      "nul",
      "too_long",
      "too_many_decimals",
      "too_short",
      "wrong_type",
    ])
  })
})
