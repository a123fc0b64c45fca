/** The outcomes of PIX events: the `transaction` of each (core's `Events.PixCashIn`, …), by kind and status. */
import { Brl, type Events } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, textOf } from "../internal/characters.ts"
import {
  anyText,
  confirmedWith,
  type EventField,
  type EventFields,
  failedWith,
  fieldOf,
  formatted,
  instant,
  nested,
  objectOf,
  orNull,
  reais,
  refundIdentity,
  textOfLength,
  uuidAfter,
  wordOf,
} from "./eventFields.ts"

const digit = characterIn(["0", "9"])
const digitOrCapital = characterIn(["0", "9"], ["A", "Z"])

const digits = (minimum: number, maximum: number) => fieldOf(textOf(digit, minimum, maximum))

/** Parts in a row, mapped both ways: `pattern` has a group for each of them, and finds them in a text again. */
const inARow = (pattern: RegExp, ...parts: ReadonlyArray<fc.Arbitrary<string>>): fc.Arbitrary<string> =>
  fc.tuple(...parts).map(
    (drawn) => drawn.join(""),
    (text) => {
      const found = typeof text === "string" ? pattern.exec(text) : null
      if (found === null) throw new TypeError("Not made of these parts")
      return found.slice(1)
    },
  )

const document = formatted(
  fc.oneof(
    inARow(
      /^(\*{3}\.)(\d{3})(\.)(\d{3})(-\*{2})$/u,
      fc.constant("***."),
      textOf(digit, 3, 3),
      fc.constant("."),
      textOf(digit, 3, 3),
      fc.constant("-**"),
    ),
    inARow(
      /^(\*{2}\.)([0-9A-Z]{3})(\.)([0-9A-Z]{3})(\/\*{4}-\*{2})$/u,
      fc.constant("**."),
      textOf(digitOrCapital, 3, 3),
      fc.constant("."),
      textOf(digitOrCapital, 3, 3),
      fc.constant("/****-**"),
    ),
  ),
  "",
  "123.456.789-09",
  "12345678909",
  "***456789**",
  "12.345.678/0001-95",
)

const counterpart = nested(
  objectOf<Events.PixCounterpart>({
    name: orNull(anyText),
    document: orNull(document),
    bank: orNull(
      nested(
        objectOf<Events.PixBank>({
          bankISPB: digits(8, 8),
          bankName: anyText,
          bankCode: digits(3, 3),
          accountBranch: digits(1, 4),
          accountNumber: digits(1, 13),
        }),
      ),
    ),
  }),
)

const confirmed = confirmedWith(counterpart)
const failed = failedWith(counterpart)
const isConfirmed = { status: wordOf("CONFIRMED", "PENDING", "EXPIRED", "FAILED") }
const isFailed = { status: wordOf("ERROR", "PENDING", "EXPIRED", "FAILED") }

/** A minute in UTC, as `yyyyMMddHHmm`. */
const minute = instant.good.map(
  (text) => text.slice(0, 16).replaceAll(/\D/gu, ""),
  (text) => {
    if (typeof text !== "string") throw new TypeError("Not a minute")
    return text.replace(/^(....)(..)(..)(..)(..)$/u, "$1-$2-$3T$4:$5:00.000Z")
  },
)

const endToEndId = (letter: "E" | "D"): EventField<string> => {
  const good = inARow(
    /^([ED])([0-9A-Z]{8})(\d{12})([0-9A-Za-z]{11})$/u,
    fc.constant(letter),
    textOf(digitOrCapital, 8, 8),
    minute,
    textOf(characterIn(["0", "9"], ["A", "Z"], ["a", "z"]), 11, 11),
  )
  const other = letter === "E" ? "D" : "E"
  const rest = "12345678202601311200a1B2c3D4e5F"
  const bad = [`${other}${rest}`, `X${rest}`, `${letter}${rest.slice(1)}`, `${letter}${rest}0`, `${letter}${rest} `]
  return formatted(good, "", ...bad)
}

/** What an account gains or loses: `finalAmount` is always what the others make. */
const money = <Movement extends "CREDIT" | "DEBIT">(movementType: Movement) => ({
  value: reais("value"),
  feeAmount: reais("amount"),
  finalAmount: reais("amount"),
  movementType: wordOf(movementType, movementType === "CREDIT" ? "DEBIT" : "CREDIT"),
})

interface Money {
  readonly value: number
  readonly feeAmount: number
  readonly finalAmount: number
  readonly movementType: "CREDIT" | "DEBIT"
}

/** Fees that are over the value are the value. */
const settled = <T extends Money>(transaction: T): T => {
  const centavos = Brl.fromNumber(transaction.value)
  const asked = Brl.fromNumber(transaction.feeAmount)
  if (!centavos.ok) throw new TypeError("Not a value in reais")
  const fee = asked.ok ? Math.min(asked.value, centavos.value) : centavos.value
  const final = centavos.value + (transaction.movementType === "CREDIT" ? -fee : fee)
  return { ...transaction, feeAmount: Brl.toNumber(fee), finalAmount: Brl.toNumber(final) }
}

/** An outcome whose amounts add up. */
const outcomeOf = <T extends Money>(fields: EventFields<T>): EventField<T> => {
  const { good, ...rest } = objectOf<T>(fields)
  const unsettled = (value: unknown): T => {
    // Safe: the record's own arbitrary looks at every field before it shrinks.
    const transaction = value as T
    const { feeAmount, finalAmount } = settled(transaction)
    if (feeAmount !== transaction.feeAmount || finalAmount !== transaction.finalAmount) {
      throw new TypeError("Amounts that do not add up")
    }
    return transaction
  }
  return { ...rest, good: good.map(settled, unsettled) }
}

const identity = { transactionId: uuidAfter(""), externalId: textOfLength(1, 255) }
const refund = { ...identity, externalId: orNull(identity.externalId), ...refundIdentity }
const credit = money("CREDIT")
const debit = money("DEBIT")
const e2e = { payment: { endToEndId: endToEndId("E") }, refund: { endToEndId: endToEndId("D") } }

/** The outcomes of PIX, by kind and status. */
export const pixOutcomes = {
  CashIn: {
    CONFIRMED: [
      outcomeOf<Events.PixCashInConfirmed>({
        ...identity,
        ...isConfirmed,
        ...credit,
        ...e2e.payment,
        ...confirmed,
      }),
    ],
    ERROR: [
      outcomeOf<Events.PixCashInFailed>({
        ...identity,
        ...isFailed,
        ...credit,
        endToEndId: orNull(e2e.payment.endToEndId),
        ...failed,
        counterpart: orNull(counterpart),
      }),
    ],
  },
  CashOut: {
    CONFIRMED: [
      outcomeOf<Events.PixCashOutConfirmed>({ ...identity, ...isConfirmed, ...debit, ...e2e.payment, ...confirmed }),
    ],
    ERROR: [outcomeOf<Events.PixCashOutFailed>({ ...identity, ...isFailed, ...debit, ...e2e.payment, ...failed })],
  },
  RefundIn: {
    CONFIRMED: [
      outcomeOf<Events.PixRefundInConfirmed>({ ...refund, ...isConfirmed, ...debit, ...e2e.refund, ...confirmed }),
    ],
    ERROR: [outcomeOf<Events.PixRefundInFailed>({ ...refund, ...isFailed, ...debit, ...e2e.refund, ...failed })],
  },
  RefundOut: {
    CONFIRMED: [
      outcomeOf<Events.PixRefundOutConfirmed>({ ...refund, ...isConfirmed, ...credit, ...e2e.refund, ...confirmed }),
    ],
  },
} as const
