/**
 * Events of the kind `cash_in`: the signed content of a webhook, as it is on the wire (mexico.md; core's `Events`).
 *
 * A confirmed one has its transfer (tracking key, payer, time); a failed one has its error instead.
 */
import type { Events } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, textOf } from "../internal/characters.ts"
import { type Fault, field, nearlyValidObject } from "../internal/faults.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValidJson } from "../NearlyValid.ts"
import { centavos } from "./centavos.ts"
import { clabe } from "./clabe.ts"
import { externalId } from "./externalId.ts"
import { taxId } from "./taxId.ts"
import { text } from "./text.ts"

/** Which events. */
export interface CashInEventOptions {
  /** Only this outcome. Default: both. */
  readonly status?: "CONFIRMED" | "FAILED"
}

const prefixedUuid = (prefix: string): fc.Arbitrary<string> =>
  fc.uuid().map(
    (uuid) => prefix + uuid,
    (id) => {
      if (typeof id !== "string" || !id.startsWith(prefix)) throw new TypeError(`Not ${prefix} and a UUID`)
      return id.slice(prefix.length)
    },
  )

/** Instants in the lifetime of the service, written as it writes them. */
const instant = fc
  .date({ min: new Date("2024-01-01T00:00:00.000Z"), max: new Date("2099-12-31T23:59:59.999Z"), noInvalidDate: true })
  .map(
    (date) => date.toISOString(),
    (written) => {
      if (typeof written !== "string") throw new TypeError("Not an instant")
      const date = new Date(written)
      if (Number.isNaN(date.getTime()) || date.toISOString() !== written) throw new TypeError("Not an instant in UTC")
      return date
    },
  )

const counterpart = fc.record(
  {
    name: fc.option(text(1, 255)),
    taxId: fc.option(taxId()),
    bank: fc.option(
      fc.record(
        { code: textOf(characterIn(["0", "9"]), 3, 3), name: textOf(characterIn(["A", "Z"], " "), 1, 40) },
        { noNullPrototype: true },
      ),
    ),
  },
  { noNullPrototype: true },
)

/** What every charge has, however it ended. */
const charge = {
  id: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  transactionId: fc.uuid(),
  externalId: fc.option(externalId()),
}

const confirmed: fc.Arbitrary<Events.CashInTransaction> = fc.record(
  {
    ...charge,
    status: fc.constant("CONFIRMED" as const),
    amountCentavos: centavos({ minimum: 1 }),
    clabe: clabe({ prefix: "846" }),
    claveRastreo: fc.option(textOf(characterIn(["A", "Z"], ["0", "9"]), 1, 30)),
    paymentMethod: fc.constant("SPEI"),
    confirmedAt: instant,
    counterpart,
  },
  { noNullPrototype: true },
)

const failed: fc.Arbitrary<Events.CashInTransaction> = fc.record(
  {
    ...charge,
    status: fc.constant("FAILED" as const),
    amountCentavos: centavos({ minimum: 1 }),
    clabe: clabe({ prefix: "846" }),
    claveRastreo: fc.constant(null),
    paymentMethod: fc.constant("SPEI"),
    confirmedAt: fc.constant(null),
    counterpart: fc.constant(null),
    errorCode: textOf(characterIn(["A", "Z"], ["0", "9"], "_"), 1, 64),
    errorMessage: text(1, 255),
  },
  { noNullPrototype: true },
)

const transactions = { CONFIRMED: confirmed, FAILED: failed }

/**
 * `cash_in` events, in the order of fields that they have on the wire.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { cashInEvent } from "@pesoreal/testkit"
 * import { Schema } from "effect"
 * import fc from "fast-check"
 *
 * const failures = fc.sample(cashInEvent({ status: "FAILED" }), 100)
 * failures.every(Schema.is(Events.CashIn)) // => true
 * failures.every(({ transaction }) => transaction.confirmedAt === null) // => true
 * ```
 */
export const cashInEvent = ({ status }: CashInEventOptions = {}): fc.Arbitrary<Events.CashIn> =>
  fc.record(
    {
      event: fc.constant("cash_in" as const),
      eventId: prefixedUuid("evt_"),
      deliveryId: prefixedUuid("dlv_"),
      transaction: status === undefined ? fc.oneof(confirmed, failed) : transactions[status],
    },
    { noNullPrototype: true },
  )

/**
 * What may be wrong in an event, beside a missing field or one of another type: a text that does not have its format, a
 * number that is no safe integer, an event of another kind.
 */
export type CashInEventReason = "malformed" | "not_whole" | "another_kind"

const because = <const Reason extends CashInEventReason>(
  reason: Reason,
  ...values: ReadonlyArray<unknown>
): Fault<Reason> => nearly(fc.constantFrom(...values), reason)

const someUuid = "0193f0c0-0000-7000-8000-00000000000a"

const malformedId = (prefix: string): Fault<CashInEventReason> =>
  because(
    "malformed",
    `${prefix}1`,
    `${prefix}${someUuid.slice(1)}`,
    `${prefix}${someUuid.toUpperCase()}`,
    `${prefix}${someUuid}\n`,
    ` ${prefix}${someUuid}`,
  )

const wholeNumber = field({ broken: because("not_whole", 1.5, 2 ** 53, 1e21), wrongTypes: ["1", true, [1], {}] })

const nearlyValidCounterpart = nearlyValidObject(counterpart, {
  name: field({ mayBeNull: true }),
  taxId: field({ mayBeNull: true }),
  bank: field({ mayBeNull: true, wrongTypes: ["072", 72, [], true] }),
})

const nearlyValidTransaction = nearlyValidObject<Events.CashInTransaction, CashInEventReason>(
  fc.oneof(confirmed, failed),
  {
    id: wholeNumber,
    transactionId: field({ broken: malformedId("") }),
    externalId: field({ mayBeNull: true }),
    status: field({ wrongTypes: ["PENDING", "EXPIRED", "confirmed", "", 1] }),
    amountCentavos: wholeNumber,
    clabe: field({ mayBeNull: true }),
    claveRastreo: field({ mayBeNull: true }),
    paymentMethod: field({}),
    confirmedAt: field({
      broken: because(
        "malformed",
        "",
        "2026-01-31",
        "2026-01-31T12:00:00Z",
        "2026-01-31T12:00:00.000",
        "2026-01-31T06:00:00.000-06:00",
      ),
      mayBeNull: true,
    }),
    counterpart: field({
      // Nothing at all is a good counterpart.
      broken: nearlyValidCounterpart.filter(({ value }) => value !== null),
      mayBeNull: true,
      wrongTypes: ["", 1],
    }),
    errorCode: field({ mayBeMissing: true }),
    errorMessage: field({ mayBeMissing: true }),
  },
)

/**
 * Bodies that core's `Events.CashIn` refuses, for one field each. The receiver's `parseEvent` refuses them too, at the same
 * path, with two exceptions: it does not look into the format of texts (`malformed`), and it hands on an event of
 * `another_kind` as one that it has no type for.
 *
 * @example
 * ```ts
 * import { nearlyValidCashInEvent } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const paths = fc.sample(nearlyValidCashInEvent(), 500).map(({ why }) => why.path)
 * paths.includes("deliveryId") && paths.includes("transaction.status") // => true
 * ```
 */
export const nearlyValidCashInEvent = (): fc.Arbitrary<NearlyValidJson<CashInEventReason>> =>
  nearlyValidObject<Events.CashIn, CashInEventReason>(cashInEvent(), {
    event: field({ broken: because("another_kind", "cash_out", "CashIn", "CASH_IN"), wrongTypes: ["", 1] }),
    eventId: field({ broken: malformedId("evt_") }),
    deliveryId: field({ broken: malformedId("dlv_") }),
    transaction: field({ broken: nearlyValidTransaction, wrongTypes: [] }),
  })
