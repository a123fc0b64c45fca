/** The outcomes of Mexico's events: the `transaction` of each (core's `Events.MexicoCashIn`, …), by kind and status. */
import type { Events } from "@pesoreal/core"
import { characterIn, textOf } from "../internal/characters.ts"
import { clabe } from "./clabe.ts"
import {
  amountCentavos,
  anyText,
  confirmedWith,
  exceptNull,
  failedWith,
  fieldOf,
  formatted,
  nested,
  nothing,
  objectOf,
  orNull,
  positiveId,
  refundIdentity,
  textOfLength,
  uuidAfter,
  wordOf,
} from "./eventFields.ts"
import { taxId } from "./taxId.ts"

const capital = ["A", "Z"] as const
const digit = ["0", "9"] as const

const counterpart = nested(
  objectOf<Events.Counterpart>({
    name: orNull(anyText),
    taxId: orNull(fieldOf(taxId())),
    bank: orNull(
      nested(
        objectOf({
          code: fieldOf(textOf(characterIn(digit), 3, 3)),
          name: fieldOf(textOf(characterIn(capital, " "), 1, 40)),
        }),
      ),
    ),
  }),
)

const confirmed = confirmedWith(counterpart)
const failed = failedWith(counterpart)
const isConfirmed = { status: wordOf("CONFIRMED", "PENDING", "EXPIRED", "ERROR") }
const isFailed = { status: wordOf("FAILED", "PENDING", "EXPIRED", "ERROR") }

const identity = {
  id: positiveId,
  transactionId: uuidAfter(""),
  externalId: orNull(textOfLength(1, 100)),
}

const spei = {
  amountCentavos,
  clabe: formatted(
    clabe({ prefix: "846" }),
    "",
    "84600000100000001",
    "8460000010000000141",
    "84600000100000001x",
    "846 000 00100000001 4",
  ),
  claveRastreo: orNull(formatted(textOf(characterIn(capital, digit), 1, 30), "", "A".repeat(31))),
  paymentMethod: wordOf("SPEI", "OXXO"),
}

/** Mexico's outcomes, by kind and status. */
export const mexicoOutcomes = {
  cash_in: {
    CONFIRMED: [
      objectOf<Events.MexicoCashInConfirmed>({
        ...identity,
        ...isConfirmed,
        ...spei,
        // Without its CLABE it is taken for a payment at a store, in which other fields are wrong.
        clabe: exceptNull(spei.clabe),
        ...confirmed,
      }),
      objectOf<Events.MexicoCashInRetail>({
        ...identity,
        ...isConfirmed,
        amountCentavos,
        clabe: nothing,
        barcode: textOfLength(1, 255),
        claveRastreo: nothing,
        paymentMethod: formatted(textOf(characterIn(capital), 5, 12), "", "oxxo", "A".repeat(65)),
        ...confirmed,
      }),
    ],
    FAILED: [
      objectOf<Events.MexicoCashInFailed>({
        ...identity,
        ...isFailed,
        ...spei,
        ...failed,
        counterpart: orNull(counterpart),
      }),
    ],
  },
  cash_out: {
    CONFIRMED: [objectOf<Events.MexicoCashOutConfirmed>({ ...identity, ...isConfirmed, ...spei, ...confirmed })],
    FAILED: [objectOf<Events.MexicoCashOutFailed>({ ...identity, ...isFailed, ...spei, ...failed })],
  },
  refund_in: {
    CONFIRMED: [
      objectOf<Events.MexicoRefundInConfirmed>({
        ...identity,
        ...refundIdentity,
        ...isConfirmed,
        ...spei,
        ...confirmed,
      }),
    ],
    FAILED: [
      objectOf<Events.MexicoRefundInFailed>({ ...identity, ...refundIdentity, ...isFailed, ...spei, ...failed }),
    ],
  },
  refund_out: {
    CONFIRMED: [
      objectOf<Events.MexicoRefundOutConfirmed>({
        ...identity,
        ...refundIdentity,
        ...isConfirmed,
        ...spei,
        ...confirmed,
      }),
    ],
  },
} as const
