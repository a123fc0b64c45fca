/**
 * Core's schemas of events and grammar of signatures, and the receiver's own, held against each other.
 *
 * The parsers of events are not meant to be the same. The receiver lets through what it only hands on: the formats of texts
 * and the bounds of numbers, which may grow, and events of kinds that it has no type for. Those exceptions stand here, and no
 * others.
 */
import { Events, Signature } from "@pesoreal/core"
import { parseEvent, verify } from "@pesoreal/receiver"
import type * as Receiver from "@pesoreal/receiver"
import * as Verify from "@pesoreal/receiver/verify"
import { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, expectTypeOf, it } from "vitest"
import { isOfFormat } from "../src/arbitraries/eventFields.ts"
import { bytesOf, event, eventOf, nearlyValidEvent, type Refusal, refusalsOf, tamperedDelivery } from "../src/index.ts"
import { mutated } from "./mutations.ts"

const parse = (json: unknown) => parseEvent(bytesOf(JSON.stringify(json)))

const valueAt = (json: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => {
    if (typeof value !== "object" || value === null) return undefined
    return Object.entries(value).find(([name]) => name === key)?.[1]
  }, json)

const isId = (value: unknown): value is string => typeof value === "string" && value !== "" && value.length <= 128

/** Rules that the receiver does not have: of texts and numbers. But it wants whole numbers, and ids that fit a store. */
const isLetThrough = (json: unknown, { path, kind }: Refusal): boolean => {
  if (kind !== "rule") return false
  const value = valueAt(json, path)
  if (typeof value === "number") return !/\.(?:id|amountCentavos)$/u.test(path) || Number.isSafeInteger(value)
  return path.startsWith("transaction.") || isId(value)
}

/** What core refuses of a body and the receiver must refuse too. */
const refusedBy = (schema: Schema.ConstraintDecoder<unknown>, json: unknown): ReadonlyArray<string> =>
  refusalsOf(schema, json)
    .filter((refusal) => !isLetThrough(json, refusal))
    .map(({ path }) => path)

/** One schema for each outcome of a kind: which of them a body is taken for is not asked here. */
const outcomesOf = (kind: Events.EventKind): ReadonlyArray<Schema.ConstraintDecoder<unknown>> => {
  const { fields } = Events.eventOf(kind)
  const { transaction } = fields
  const outcomes = "members" in transaction ? transaction.members : [transaction]
  return outcomes.map((outcome) => Schema.Struct({ ...fields, transaction: outcome }))
}

const isKnown = (kind: unknown): kind is Events.EventKind => Events.kinds.some((known) => known === kind)

/** What the receiver may say, by what core says. It stops at the first field at fault, and core names all of them. */
const allowedVerdicts = (json: unknown): ReadonlyArray<string> => {
  const kind = valueAt(json, "event")
  if (isKnown(kind)) {
    const refused = outcomesOf(kind).map((outcome) => refusedBy(outcome, json))
    const isGood = refused.some((paths) => paths.length === 0)
    return isGood ? ["accepted"] : refused.flat().map((path) => `refused: ${path}`)
  }
  const inEnvelope = refusedBy(Events.MexicoCashIn, json).filter((path) => !path.includes(".") && path !== "event")
  const refused = isId(kind) ? inEnvelope : ["event", ...inEnvelope]
  return refused.length === 0 ? ["another kind"] : refused.map((path) => `refused: ${path}`)
}

const verdictOn = (json: unknown): string => {
  const parsed = parse(json)
  if (!parsed.ok) return `refused: ${parsed.path}`
  return parsed.event.event === "unknown" ? "another kind" : "accepted"
}

describe("the receiver's parser of events", () => {
  it.for(Events.kinds)("accepts what core's schema of %s accepts, and reads the same out of it", (kind) => {
    fc.assert(
      fc.property(eventOf(kind), (one) => {
        expect(parse(one)).toEqual({ ok: true, event: Schema.decodeUnknownSync(Events.eventOf(kind))(one) })
      }),
      { numRuns: 200 },
    )
  })

  it.for(Events.kinds)("reads core's examples of %s", (kind) => {
    for (const example of Events.examples[kind]) expect(parse(example)).toEqual({ ok: true, event: example })
  })

  it("refuses what is nearly valid, at the same path, but for formats and other kinds", () => {
    fc.assert(
      fc.property(nearlyValidEvent(), ({ value, why }) => {
        const expected = isOfFormat(why.reason) ? "accepted" : `refused: ${why.path}`
        expect(verdictOn(value)).toBe(why.reason === "another_kind" ? "another kind" : expected)
      }),
      { numRuns: 5_000 },
    )
  })

  it("agrees with core on events in which anything was changed", () => {
    const verdicts = { accepted: 0, "another kind": 0, refused: 0 }
    fc.assert(
      fc.property(mutated(event()), (json) => {
        const verdict = verdictOn(json)
        verdicts[verdict === "accepted" || verdict === "another kind" ? verdict : "refused"]++
        expect(allowedVerdicts(json)).toContain(verdict)
      }),
      { numRuns: 10_000 },
    )
    // A property about nothing would hold as well.
    expect(Math.min(...Object.values(verdicts))).toBeGreaterThan(50)
  })

  it("keeps fields that this version does not know, which the schema drops", () => {
    const [one] = fc.sample(event(), 1)
    const newer = { ...one, version: 2 }
    expect(parse(newer)).toEqual({ ok: true, event: newer })
    expect(Schema.decodeUnknownSync(Events.Event)(newer)).toEqual(one)
  })
})

describe("the receiver's types of events", () => {
  it("are the encoded side of core's schemas", () => {
    expectTypeOf<Receiver.MexicoCashIn>().toEqualTypeOf<typeof Events.MexicoCashIn.Encoded>()
    expectTypeOf<Receiver.MexicoCashOut>().toEqualTypeOf<typeof Events.MexicoCashOut.Encoded>()
    expectTypeOf<Receiver.MexicoRefundIn>().toEqualTypeOf<typeof Events.MexicoRefundIn.Encoded>()
    expectTypeOf<Receiver.MexicoRefundOut>().toEqualTypeOf<typeof Events.MexicoRefundOut.Encoded>()
    expectTypeOf<Receiver.PixCashIn>().toEqualTypeOf<typeof Events.PixCashIn.Encoded>()
    expectTypeOf<Receiver.PixCashOut>().toEqualTypeOf<typeof Events.PixCashOut.Encoded>()
    expectTypeOf<Receiver.PixRefundIn>().toEqualTypeOf<typeof Events.PixRefundIn.Encoded>()
    expectTypeOf<Receiver.PixRefundOut>().toEqualTypeOf<typeof Events.PixRefundOut.Encoded>()
    expectTypeOf<Receiver.KnownEvent>().toEqualTypeOf<typeof Events.Event.Encoded>()
    expectTypeOf<Receiver.EventKind>().toEqualTypeOf<Events.EventKind>()
  })

  it("are so outcome by outcome, and in what stands on the other side", () => {
    expectTypeOf<Receiver.Counterpart>().toEqualTypeOf<typeof Events.Counterpart.Encoded>()
    expectTypeOf<Receiver.PixCounterpart>().toEqualTypeOf<typeof Events.PixCounterpart.Encoded>()
    expectTypeOf<Receiver.PixBank>().toEqualTypeOf<typeof Events.PixBank.Encoded>()
    expectTypeOf<Receiver.MexicoCashInConfirmed>().toEqualTypeOf<typeof Events.MexicoCashInConfirmed.Encoded>()
    expectTypeOf<Receiver.MexicoCashInRetail>().toEqualTypeOf<typeof Events.MexicoCashInRetail.Encoded>()
    expectTypeOf<Receiver.MexicoCashInFailed>().toEqualTypeOf<typeof Events.MexicoCashInFailed.Encoded>()
    expectTypeOf<Receiver.MexicoCashOutConfirmed>().toEqualTypeOf<typeof Events.MexicoCashOutConfirmed.Encoded>()
    expectTypeOf<Receiver.MexicoCashOutFailed>().toEqualTypeOf<typeof Events.MexicoCashOutFailed.Encoded>()
    expectTypeOf<Receiver.MexicoRefundInConfirmed>().toEqualTypeOf<typeof Events.MexicoRefundInConfirmed.Encoded>()
    expectTypeOf<Receiver.MexicoRefundInFailed>().toEqualTypeOf<typeof Events.MexicoRefundInFailed.Encoded>()
    expectTypeOf<Receiver.MexicoRefundOutConfirmed>().toEqualTypeOf<typeof Events.MexicoRefundOutConfirmed.Encoded>()
    expectTypeOf<Receiver.PixCashInConfirmed>().toEqualTypeOf<typeof Events.PixCashInConfirmed.Encoded>()
    expectTypeOf<Receiver.PixCashInFailed>().toEqualTypeOf<typeof Events.PixCashInFailed.Encoded>()
    expectTypeOf<Receiver.PixCashOutConfirmed>().toEqualTypeOf<typeof Events.PixCashOutConfirmed.Encoded>()
    expectTypeOf<Receiver.PixCashOutFailed>().toEqualTypeOf<typeof Events.PixCashOutFailed.Encoded>()
    expectTypeOf<Receiver.PixRefundInConfirmed>().toEqualTypeOf<typeof Events.PixRefundInConfirmed.Encoded>()
    expectTypeOf<Receiver.PixRefundInFailed>().toEqualTypeOf<typeof Events.PixRefundInFailed.Encoded>()
    expectTypeOf<Receiver.PixRefundOutConfirmed>().toEqualTypeOf<typeof Events.PixRefundOutConfirmed.Encoded>()
  })

  it("are compared by something that sees a missing readonly, an optional key and a wider union", () => {
    type Failed = Receiver.MexicoCashInFailed
    type Writable = { -readonly [Field in keyof Failed]: Failed[Field] }
    type WithoutCode = Omit<Failed, "errorCode">
    expectTypeOf<Writable>().not.toEqualTypeOf<Failed>()
    expectTypeOf<WithoutCode & { readonly errorCode?: string }>().not.toEqualTypeOf<Failed>()
    expectTypeOf<WithoutCode & { readonly errorCode: string | null }>().not.toEqualTypeOf<Failed>()
    expectTypeOf<Omit<Failed, "clabe"> & { readonly clabe: string | null }>().not.toEqualTypeOf<Failed>()
    expectTypeOf<Exclude<Receiver.KnownEvent, Receiver.PixRefundOut>>().not.toEqualTypeOf<Receiver.KnownEvent>()
  })
})

describe("the receiver's reading of signature headers", () => {
  const characters = (text: string) => fc.constantFrom(...Array.from(text))
  const hex = fc.string({ unit: characters("0123456789abcdef"), minLength: 64, maxLength: 64 })
  const headers = fc.oneof(
    hex.map((digest) => `sha256=${digest}`),
    tamperedDelivery().map(({ value }) => value.headers[Signature.SIGNATURE_HEADER] ?? null),
    fc.constantFrom(null, undefined, ""),
    fc.string({ unit: characters("sha256=0123456789abcdefABCDEF \n"), maxLength: 80 }),
    hex.map((digest) => `sha256=${digest}\n`),
  )

  it("is that of core", async () => {
    const codes = { missing: "signature_missing", malformed: "signature_malformed" }
    await fc.assert(
      fc.asyncProperty(headers, async (signature) => {
        const read = Signature.parseSignature(signature)
        const verified = await verify({ body: "a body", signature, secrets: "whsec_example" })
        const expected = read.ok ? "signature_mismatch" : codes[read.errors[0].reason]
        expect(verified).toEqual({ ok: false, code: expected })
      }),
      { numRuns: 1_000 },
    )
  })

  it("looks for them under the names of core", () => {
    const names = [Verify.DELIVERY_HEADER, Verify.SIGNATURE_HEADER, Verify.PREVIOUS_SIGNATURE_HEADER]
    const ours = [Signature.DELIVERY_HEADER, Signature.SIGNATURE_HEADER, Signature.PREVIOUS_SIGNATURE_HEADER]
    expect(names).toEqual(ours.map((name) => name.toLowerCase()))
  })
})
