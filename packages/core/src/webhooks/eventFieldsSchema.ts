/**
 * Schemas of what the events of both areas are made of: identifiers, instants, and who stands on the other side (decisions,
 * sections 3 and 9; mexico.md, "Webhook delivery payload"; pix.md, "Transaction search item"). Nothing here transforms: the
 * decoded value is the JSON.
 */
import { Schema } from "effect"
import { text } from "../text/Text.ts"

/** UUID in its canonical lowercase form. */
const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"

const isUuidAfter = (prefix: string) =>
  Schema.isPattern(new RegExp(`^${prefix}${uuid}$`, "u"), {
    message: `must be ${prefix === "" ? "" : `${prefix} and `}a UUID in lowercase`,
  })

/** `evt_` + UUID: the same for every delivery of one event, redrives included. */
export const EventId = Schema.String.check(isUuidAfter("evt_")).annotate({
  description: "`evt_` + UUID; the same for every delivery of one event, redrives included",
})

/** `dlv_` + UUID: unique per delivery, the same on automatic retries. */
export const DeliveryId = Schema.String.check(isUuidAfter("dlv_")).annotate({
  description: "`dlv_` + UUID; unique per delivery, the same on its automatic retries; equal to the delivery header",
})

/** A transaction's UUID. */
export const TransactionId = Schema.String.annotate({ format: "uuid" }).check(isUuidAfter("")).annotate({
  description: "The same value as in the creation's answer",
})

/** What a refund gives back, and what a returned send was. */
export const OriginalTransactionId = TransactionId.annotate({
  description: "`transactionId` of the payment that is given back",
})

/** The id of a refund at the provider, the same as in the refund's answer (pix.md, "Refund"). */
export const ProviderTransactionId = text(1, 255).annotate({ description: "The provider's id of the refund" })

const written = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/u

/** The calendar takes the 31st of February for the 3rd of March, and then writes that. */
const exists = (instant: string): boolean => {
  const date = new Date(instant)
  return !Number.isNaN(date.getTime()) && date.toISOString() === instant
}

/**
 * An instant in UTC, with milliseconds, on a day that the calendar has.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(Events.Instant)
 * accepts("2026-01-31T12:00:00.000Z") // => true
 * accepts("2026-02-30T12:00:00.000Z") // => false
 * accepts("2026-01-31T06:00:00.000-06:00") // => false
 * ```
 */
export const Instant: Schema.String = Schema.String.annotate({ format: "date-time" }).check(
  Schema.isPattern(written, { message: "must be an instant in UTC, as 2026-01-31T12:00:00.000Z" }),
  // What is not even written as an instant has its sentence already.
  Schema.makeFilter(
    (instant: string) => !written.test(instant) || exists(instant) || "must be a day that the calendar has",
    {
      expected: "a day that the calendar has",
      // It adds nothing, but without it the schema's description would be left out.
      toJsonSchema: () => ({}),
      // A hint for generated samples only: every month has 28 days.
      arbitraryConstraint: {
        patterns: [
          {
            source:
              "^20[2-9]\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$",
            flags: "u",
          },
        ],
      },
    },
  ),
)

/**
 * One word, in a variant of a union. Suspended, because then it is `status` alone that selects the variants: a wrong word
 * here is reported as one, and not as a transaction that fits nothing.
 */
export const word = <const Word extends string>(only: Word) => Schema.suspend(() => Schema.Literal(only))

/** Why a transaction failed, as a name for programs: the sandbox's slug in upper snake case, or the provider's reason. */
export const ErrorCode = Schema.String.check(
  Schema.isPattern(/^[A-Z0-9_]{1,64}$/u, { message: "must be 1 to 64 of A to Z, 0 to 9 and _" }),
).annotate({ description: "Why it failed, for programs: `INVALID_CLABE`" })

/**
 * Who stands on the other side of a transfer in Mexico. What the rail does not tell is null.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * Schema.is(Events.Counterpart)({ name: "María Fernández", taxId: null, bank: { code: "072", name: "BANORTE" } }) // => true
 * ```
 */
export const Counterpart = Schema.Struct({
  name: Schema.NullOr(Schema.String),
  taxId: Schema.NullOr(Schema.String).annotate({ description: "RFC or CURP" }),
  bank: Schema.NullOr(
    Schema.Struct({
      code: Schema.String.annotate({ description: "The bank's digits of a CLABE: `072`" }),
      name: Schema.String,
    }),
  ),
}).annotate({
  identifier: "Counterpart",
  description: "Who stands on the other side. What the rail does not tell is null; at a store there is no bank",
})
/** Who stands on the other side of a transfer in Mexico. */
export type Counterpart = typeof Counterpart.Type

/**
 * A CPF or CNPJ as it is shown: punctuated, with the ends covered; a document of any other kind is covered whole (pix.md;
 * decisions, section 11).
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(Events.MaskedDocument)
 * accepts("***.456.789-**") // => true
 * accepts("**.345.678/****-**") // => true
 * accepts("123.456.789-01") // => false
 * ```
 */
export const MaskedDocument: Schema.String = Schema.String.check(
  Schema.isPattern(/^(?:\*{3}\.\d{3}\.\d{3}-\*{2}|\*{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/\*{4}-\*{2}|\*+)$/u, {
    message: "must be a masked CPF or CNPJ, as ***.456.789-** or **.345.678/****-**",
  }),
).annotate({ description: "CPF or CNPJ, punctuated and masked: `***.456.789-**`" })

/** A participant of PIX, and the account there (pix.md, "Transaction search item"). */
export const PixBank = Schema.Struct({
  bankISPB: Schema.String.annotate({ description: "The participant's ISPB: `60701190`" }),
  bankName: Schema.String,
  bankCode: Schema.String.annotate({ description: "The bank's number at the clearing house: `341`" }),
  accountBranch: Schema.String,
  accountNumber: Schema.String,
}).annotate({ identifier: "PixBank", description: "A participant of PIX, and the account there" })
/** A participant of PIX, and the account there. */
export type PixBank = typeof PixBank.Type

/**
 * Who stands on the other side of a PIX transaction. What the rail does not tell is null.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * Schema.is(Events.PixCounterpart)({ name: "João da Silva", document: "***.456.789-**", bank: null }) // => true
 * Schema.is(Events.PixCounterpart)({ name: "João da Silva", document: "12345678909", bank: null }) // => false
 * ```
 */
export const PixCounterpart = Schema.Struct({
  name: Schema.NullOr(Schema.String),
  document: Schema.NullOr(MaskedDocument),
  bank: Schema.NullOr(PixBank),
}).annotate({
  identifier: "PixCounterpart",
  description: "Who stands on the other side. What the rail does not tell is null",
})
/** Who stands on the other side of a PIX transaction. */
export type PixCounterpart = typeof PixCounterpart.Type
