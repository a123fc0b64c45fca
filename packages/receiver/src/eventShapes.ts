/**
 * What a body must look like to be an event, as data, and the one function that compares. It looks at fields and their
 * types, never at the format of a text or the bounds of a number: those are the service's, and may grow.
 */
import type {
  Confirmed,
  Counterpart,
  EventKind,
  EventOf,
  Failed,
  PixCounterpart,
  PixRefund,
  RefundOf,
  SpeiTransaction,
} from "./eventTypes.ts"

/** An id becomes a key of the store, so it has an end; ours are 40 characters long. */
const MAX_ID_LENGTH = 128

const TEXT = "a string"
const WHOLE = "a whole number"
const NUMBER = "a number"
const ID = `a string of 1 to ${MAX_ID_LENGTH} characters`

const isText = (value: unknown): value is string => typeof value === "string"

/** The words that stand for a type, in the words of its fault. Any other word stands for itself, and so does null. */
const tests: Readonly<Record<string, (value: unknown) => boolean>> = {
  [TEXT]: isText,
  [WHOLE]: Number.isSafeInteger,
  // JSON has no other numbers, but 1e400 is read as Infinity.
  [NUMBER]: Number.isFinite,
  [ID]: (value) => isText(value) && value !== "" && value.length <= MAX_ID_LENGTH,
}

/** A word or null; the fields of an object; or, in brackets, either of them or null. */
type Check = string | null | Shape | readonly [string | Shape]

/** The fields that an object must have. It may have others. */
interface Shape {
  readonly [field: string]: Check
}

/** The fields of a transaction with one outcome. */
export interface TransactionShape extends Shape {
  readonly status: string
}

/** What checks a type: it makes the tables below fit the interfaces that they stand for. */
type CheckOf<T> = [T] extends [null]
  ? null
  : null extends T
    ? readonly [CheckOf<Exclude<T, null>>]
    : [T] extends [string]
      ? string extends T
        ? typeof TEXT
        : T
      : [T] extends [number]
        ? typeof WHOLE | typeof NUMBER
        : ShapeOf<T>

type ShapeOf<T> = { readonly [Field in keyof T]-?: CheckOf<T[Field]> }

/** One shape for each variant of a union. */
type AnyShapeOf<T> = T extends unknown ? ShapeOf<T> : never

const textOrNull = [TEXT] as const

const party = {
  name: textOrNull,
  taxId: textOrNull,
  bank: [{ code: TEXT, name: TEXT }],
} as const satisfies ShapeOf<Counterpart>

const pixParty = {
  name: textOrNull,
  document: textOrNull,
  bank: [{ bankISPB: TEXT, bankName: TEXT, bankCode: TEXT, accountBranch: TEXT, accountNumber: TEXT }],
} as const satisfies ShapeOf<PixCounterpart>

const confirmed = {
  status: "CONFIRMED",
  confirmedAt: TEXT,
  counterpart: party,
} as const satisfies ShapeOf<Confirmed<Counterpart>>

const failed = {
  status: "FAILED",
  confirmedAt: null,
  counterpart: party,
  errorCode: TEXT,
  errorMessage: TEXT,
} as const satisfies ShapeOf<Failed<"FAILED", Counterpart>>

const pixConfirmed = { ...confirmed, counterpart: pixParty } as const
const pixFailed = { ...failed, status: "ERROR", counterpart: pixParty } as const

const spei = {
  id: WHOLE,
  transactionId: TEXT,
  externalId: textOrNull,
  amountCentavos: WHOLE,
  clabe: TEXT,
  claveRastreo: textOrNull,
  paymentMethod: "SPEI",
} as const satisfies ShapeOf<SpeiTransaction>

const refund = {
  originalTransactionId: TEXT,
  providerTransactionId: TEXT,
} as const satisfies ShapeOf<RefundOf>

const credit = {
  transactionId: TEXT,
  externalId: TEXT,
  value: NUMBER,
  feeAmount: NUMBER,
  finalAmount: NUMBER,
  movementType: "CREDIT",
  endToEndId: TEXT,
} as const

const debit = { ...credit, movementType: "DEBIT" } as const

const pixRefund = { ...refund, externalId: textOrNull, endToEndId: TEXT } as const satisfies ShapeOf<PixRefund>

/**
 * The transactions of the kinds that this version has a type for: one shape for each outcome. Where two have the same
 * status, the one without a `clabe` comes first.
 */
export const transactions: {
  readonly [Kind in EventKind]: ReadonlyArray<AnyShapeOf<EventOf<Kind>["transaction"]>>
} = {
  cash_in: [
    { ...spei, ...confirmed, clabe: null, barcode: TEXT, claveRastreo: null, paymentMethod: TEXT },
    { ...spei, ...confirmed },
    { ...spei, ...failed, counterpart: [party] },
  ],
  cash_out: [
    { ...spei, ...confirmed },
    { ...spei, ...failed },
  ],
  refund_in: [
    { ...spei, ...refund, ...confirmed },
    { ...spei, ...refund, ...failed },
  ],
  refund_out: [{ ...spei, ...refund, ...confirmed }],
  CashIn: [
    { ...credit, ...pixConfirmed },
    { ...credit, ...pixFailed, endToEndId: textOrNull, counterpart: [pixParty] },
  ],
  CashOut: [
    { ...debit, ...pixConfirmed },
    { ...debit, ...pixFailed },
  ],
  RefundIn: [
    { ...debit, ...pixRefund, ...pixConfirmed },
    { ...debit, ...pixRefund, ...pixFailed },
  ],
  RefundOut: [{ ...credit, ...pixRefund, ...pixConfirmed }],
}

/** What every body must be, whatever its kind. */
export const envelope = { event: ID, eventId: ID, deliveryId: ID, transaction: {} } as const

/** Why verified bytes are no event. */
export interface EventFault {
  readonly ok: false
  readonly code: "body_not_utf8" | "body_not_json" | "event_malformed"
  /** The first field at fault, such as `transaction.amountCentavos`; empty when it is the whole body. */
  readonly path: string
  /** What would be right there. */
  readonly expected: string
}

/** Makes a fault; of the whole body, unless it has a path. */
export const refuse = (code: EventFault["code"], expected: string, path = ""): EventFault => ({
  ok: false,
  code,
  path,
  expected,
})

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isOrNull = (check: Check): check is readonly [string | Shape] => Array.isArray(check)

/** Compares a value with a check, and answers null, or the first field at fault. */
export const faultOf = (check: Check, value: unknown, path = "", orNull = ""): EventFault | null => {
  if (isOrNull(check)) return value === null ? null : faultOf(check[0], value, path, " or null")
  if (check === null || isText(check)) {
    const isGood = tests[`${check}`]?.(value) ?? value === check
    return isGood ? null : refuse("event_malformed", check + orNull, path)
  }
  if (!isRecord(value)) return refuse("event_malformed", `an object${orNull}`, path)
  for (const [name, inner] of Object.entries(check)) {
    const fault = faultOf(inner, value[name], path ? `${path}.${name}` : name)
    if (fault) return fault
  }
  return null
}
