/**
 * The fields that events are made of: each with its good values, and with what may be wrong with it. Every outcome of every
 * kind is a table of these (core's `Events`).
 */
import fc from "fast-check"
import { characterIn, textOf } from "../internal/characters.ts"
import { type Fault, field, type FieldRules, nearlyValidObject } from "../internal/faults.ts"
import { nearly } from "../internal/nearly.ts"
import { brl, type BrlReason, nearlyValidBrl } from "./brl.ts"
import { centavos, type CentavosReason, nearlyValidCentavos } from "./centavos.ts"
import { nearlyValidText, text, type TextReason } from "./text.ts"

/**
 * What may be wrong in an event, beside a missing field or one of another type: a text that does not have its format or its
 * length, a number out of its bounds or that is no whole one, an event of another kind.
 */
export type EventReason = "malformed" | "another_kind" | CentavosReason | BrlReason | TextReason

/**
 * Whether a reason is one that only a schema with formats and bounds finds: every field is there and of its type, so a
 * receiver takes it.
 */
export const isOfFormat = (reason: string): boolean =>
  !["missing", "wrong_type", "not_whole", "not_finite", "another_kind"].includes(reason)

/** What is good in one field, and what is nearly so. */
export interface EventField<A> {
  readonly good: fc.Arbitrary<A>
  readonly fault: Fault<EventReason>
  /** In how many places something may be wrong, itself included: what lies deep inside is drawn as often as what does not. */
  readonly places: number
}

/** The fields of an object, in the order that they have on the wire. */
export type EventFields<T> = { readonly [Field in keyof T]-?: EventField<T[Field]> }

/** A field of good values, and of what its rules do not allow. */
export const fieldOf = <A>(good: fc.Arbitrary<A>, rules: FieldRules<EventReason> = {}): EventField<A> => ({
  good,
  fault: field(rules),
  places: 1,
})

/** An object of such fields. A fault of it is a fault in one of them, or no object at all. */
export const objectOf = <T extends object>(fields: EventFields<T>): EventField<T> => {
  const table = new Map(Object.entries<EventField<unknown>>(fields))
  const each = <A>(of: (one: EventField<unknown>) => A) =>
    Object.fromEntries(Array.from(table, ([name, one]) => [name, of(one)]))
  // Safe, both: they have, under every name of T, what the field of that name has.
  const record = fc.record(
    each(({ good }) => good),
    { noNullPrototype: true },
  ) as fc.Arbitrary<unknown> as fc.Arbitrary<T>
  const faults = each(({ fault }) => fault) as { readonly [Field in keyof T]-?: Fault<EventReason> }
  const placesIn = (name: string) => table.get(name)?.places ?? 1
  return {
    good: record,
    fault: nearlyValidObject(record, faults, placesIn),
    places: Array.from(table.values()).reduce((sum, { places }) => sum + places, 1),
  }
}

/** Any of several, each as often as the others. They shrink towards the first. */
export const anyOf = <A>(...several: ReadonlyArray<EventField<A>>): EventField<A> => ({
  good: fc.oneof({ withCrossShrink: true }, ...several.map(({ good }) => good)),
  fault: fc.oneof(...several.map(({ fault }) => fault)),
  places: Math.max(...several.map(({ places }) => places)),
})

/** An object as a field of another: it may also be missing, or null. */
export const nested = <T>({ good, fault, places }: EventField<T>): EventField<T> => ({
  good,
  fault: fc.oneof({ weight: places, arbitrary: fault }, { weight: 1, arbitrary: field({ wrongTypes: [] }) }),
  places: places + 1,
})

/** A field whose faults do not have null among them. */
export const exceptNull = <A>({ good, fault, places }: EventField<A>): EventField<A> => ({
  good,
  fault: fault.filter(({ value }) => value !== null),
  places,
})

/** A field that may be null too. */
export const orNull = <A>(one: EventField<A>): EventField<A | null> => ({
  ...exceptNull(one),
  good: fc.option(one.good),
})

/** Values of the right type that have another format. */
const malformed = (...values: ReadonlyArray<unknown>): Fault<EventReason> =>
  nearly(fc.constantFrom(...values), "malformed")

const someUuid = "0193f0c0-0000-7000-8000-00000000000a"

/** A UUID in lowercase, behind a prefix. */
export const uuidAfter = (prefix: string): EventField<string> =>
  fieldOf(
    fc.uuid().map(
      (uuid) => prefix + uuid,
      (id) => {
        if (typeof id !== "string" || !id.startsWith(prefix)) throw new TypeError(`Not ${prefix} and a UUID`)
        return id.slice(prefix.length)
      },
    ),
    {
      broken: malformed(
        `${prefix}1`,
        `${prefix}${someUuid.slice(1)}`,
        `${prefix}${someUuid.toUpperCase()}`,
        `${prefix}${someUuid}\n`,
        ` ${prefix}${someUuid}`,
      ),
    },
  )

/** One word. Any other, `others` among them, is as wrong as a value of another type. */
export const wordOf = <const Word extends string>(word: Word, ...others: ReadonlyArray<string>): EventField<Word> =>
  fieldOf(fc.constant(word), { wrongTypes: [...others, word.toLowerCase(), "", 1] })

/** Always null. Texts are not among what is wrong, because some of them would be right in another outcome. */
export const nothing: EventField<null> = fieldOf(fc.constant(null), { mayBeNull: true, wrongTypes: [0, false, [], {}] })

/** Text of so many code points. */
export const textOfLength = (minimum: number, maximum: number): EventField<string> =>
  fieldOf(text(minimum, maximum), { broken: nearlyValidText(minimum, maximum) })

/** Any text at all; these are of 1 to 255 code points. */
export const anyText: EventField<string> = fieldOf(text(1, 255))

/** Text of a format: good, and not quite. */
export const formatted = (good: fc.Arbitrary<string>, ...others: ReadonlyArray<string>): EventField<string> =>
  fieldOf(good, { broken: malformed(...others) })

/** A positive integer id. */
export const positiveId: EventField<number> = fieldOf(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), {
  broken: fc.oneof(
    nearly(fc.constantFrom<unknown>(1.5, 2 ** 53, 1e21), "not_whole"),
    nearly(fc.constantFrom<unknown>(0, -1), "below_minimum", "must be a positive integer"),
  ),
  wrongTypes: ["1", true, [1], {}],
})

/** Centavos, from 1. */
export const amountCentavos: EventField<number> = fieldOf(centavos({ minimum: 1 }), {
  broken: nearlyValidCentavos({ minimum: 1, inJson: true }),
  wrongTypes: [],
  wrongTypeMessage: "must be an integer, counted in centavos",
})

/** Reais: a value from 0.01, or an amount from 0. */
export const reais = (kind: "value" | "amount"): EventField<number> =>
  fieldOf(brl({ kind }), {
    broken: nearlyValidBrl({ kind, inJson: true }),
    wrongTypes: [],
    wrongTypeMessage: "must be a number of reais, such as 1234.56",
  })

/** Instants in the lifetime of the service, written as it writes them. */
const instants = fc
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

/** An instant in UTC. */
export const instant: EventField<string> = formatted(
  instants,
  "",
  "2026-01-31",
  "2026-01-31T12:00:00Z",
  "2026-01-31T12:00:00.000",
  "2026-01-31T06:00:00.000-06:00",
  "2026-02-30T12:00:00.000Z",
  "2026-02-29T12:00:00.000Z",
  "2026-01-31T24:00:00.000Z",
)

/** How a confirmed transaction ended. */
export const confirmedWith = <Counterpart>(counterpart: EventField<Counterpart>) => ({
  confirmedAt: instant,
  counterpart,
})

/** How a failed transaction ended. */
export const failedWith = <Counterpart>(counterpart: EventField<Counterpart>) => ({
  confirmedAt: nothing,
  counterpart,
  errorCode: formatted(textOf(characterIn(["A", "Z"], ["0", "9"], "_"), 1, 64), "", "invalid-clabe", "A".repeat(65)),
  errorMessage: anyText,
})

/** What a refund says of what it gives back. */
export const refundIdentity = {
  originalTransactionId: uuidAfter(""),
  providerTransactionId: textOfLength(1, 255),
}
