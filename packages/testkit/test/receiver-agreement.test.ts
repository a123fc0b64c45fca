/**
 * Core's schema of events and grammar of signatures, and the receiver's own, held against each other.
 *
 * The parsers of events are not meant to be the same. The receiver lets through what it only hands on: the format of ids and instants, which
 * may grow, and events of kinds that it has no type for. Those exceptions stand here, and no others.
 */
import { Events, Signature } from "@pesoreal/core"
import { parseEvent, verify } from "@pesoreal/receiver"
import type { CashInEvent, CashInTransaction, Counterpart } from "@pesoreal/receiver"
import * as Verify from "@pesoreal/receiver/verify"
import { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, expectTypeOf, it } from "vitest"
import { bytesOf, cashInEvent, nearlyValidCashInEvent, refusalsOf, tamperedDelivery } from "../src/index.ts"
import { mutated } from "./mutations.ts"

const parse = (json: unknown) => parseEvent(bytesOf(JSON.stringify(json)))

/** Texts whose format core's schema states, and the receiver does not look at. */
const formatsLetThrough = new Set(["eventId", "deliveryId", "transaction.transactionId", "transaction.confirmedAt"])

const valueAt = (json: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => {
    if (typeof value !== "object" || value === null) return undefined
    return Object.entries(value).find(([name]) => name === key)?.[1]
  }, json)

/** Ids become keys of a store, so the receiver wants 1 to 128 UTF-16 units of them. */
const isLetThrough = (json: unknown, path: string, kind: string): boolean => {
  if (kind !== "rule" || !formatsLetThrough.has(path)) return false
  const value = valueAt(json, path)
  return path.startsWith("transaction.") || (typeof value === "string" && value !== "" && value.length <= 128)
}

/** What core refuses and the receiver must refuse too. */
const sharedRefusals = (json: unknown): ReadonlyArray<string> =>
  refusalsOf(Events.CashIn, json)
    .filter(({ path, kind }) => !isLetThrough(json, path, kind))
    .map(({ path }) => path)

const isOfAnotherKind = (json: unknown): boolean => {
  const kind = valueAt(json, "event")
  return typeof kind === "string" && kind !== "" && kind.length <= 128 && kind !== "cash_in"
}

/** What the receiver may say, by what core says. It stops at the first field at fault, and core names all of them. */
const allowedVerdicts = (json: unknown): ReadonlyArray<string> => {
  const refused = sharedRefusals(json)
  const isEnvelopeGood = !["", "eventId", "deliveryId", "transaction"].some((path) => refused.includes(path))
  if (isOfAnotherKind(json)) {
    return isEnvelopeGood
      ? ["another kind"]
      : refused.filter((path) => path !== "event").map((path) => `refused: ${path}`)
  }
  return refused.length === 0 ? ["accepted"] : refused.map((path) => `refused: ${path}`)
}

const verdictOn = (json: unknown): string => {
  const parsed = parse(json)
  if (!parsed.ok) return `refused: ${parsed.path}`
  return parsed.event.event === "unknown" ? "another kind" : "accepted"
}

describe("the receiver's parser of events", () => {
  it("accepts what core's schema accepts, and reads the same out of it", () => {
    fc.assert(
      fc.property(cashInEvent(), (event) => {
        expect(parse(event)).toEqual({ ok: true, event: Schema.decodeUnknownSync(Events.CashIn)(event) })
      }),
      { numRuns: 1_000 },
    )
  })

  it("refuses what is nearly valid, at the same path, but for formats and other kinds", () => {
    const exceptions = new Map<string, string>([
      ["malformed", "accepted"],
      ["another_kind", "another kind"],
    ])
    fc.assert(
      fc.property(nearlyValidCashInEvent(), ({ value, why }) => {
        expect(verdictOn(value)).toBe(exceptions.get(why.reason) ?? `refused: ${why.path}`)
      }),
      { numRuns: 3_000 },
    )
  })

  it("agrees with core on events in which anything was changed", () => {
    const verdicts = { accepted: 0, "another kind": 0, refused: 0 }
    fc.assert(
      fc.property(mutated(cashInEvent()), (json) => {
        const verdict = verdictOn(json)
        verdicts[verdict === "accepted" || verdict === "another kind" ? verdict : "refused"]++
        expect(allowedVerdicts(json)).toContain(verdict)
      }),
      { numRuns: 5_000 },
    )
    // A property about nothing would hold as well.
    expect(Math.min(...Object.values(verdicts))).toBeGreaterThan(50)
  })

  it("keeps fields that this version does not know, which the schema drops", () => {
    const [event] = fc.sample(cashInEvent(), 1)
    const newer = { ...event, version: 2 }
    expect(parse(newer)).toEqual({ ok: true, event: newer })
    expect(Schema.decodeUnknownSync(Events.CashIn)(newer)).toEqual(event)
  })
})

describe("the receiver's type of cash_in events", () => {
  it("is the encoded side of core's schema", () => {
    expectTypeOf<CashInEvent>().toEqualTypeOf<typeof Events.CashIn.Encoded>()
    expectTypeOf<CashInTransaction>().toEqualTypeOf<typeof Events.CashInTransaction.Encoded>()
    expectTypeOf<Counterpart>().toEqualTypeOf<typeof Events.Counterpart.Encoded>()
  })

  it("is compared by something that sees a missing readonly, an optional key and a wider union", () => {
    type Writable = { -readonly [Field in keyof CashInTransaction]: CashInTransaction[Field] }
    type WithoutError = Omit<CashInTransaction, "errorCode">
    expectTypeOf<Writable>().not.toEqualTypeOf<CashInTransaction>()
    expectTypeOf<WithoutError & { readonly errorCode: string }>().not.toEqualTypeOf<CashInTransaction>()
    expectTypeOf<WithoutError & { readonly errorCode?: string | undefined }>().not.toEqualTypeOf<CashInTransaction>()
    expectTypeOf<Omit<CashInTransaction, "clabe"> & { readonly clabe: string }>().not.toEqualTypeOf<CashInTransaction>()
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
