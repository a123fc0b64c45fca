import * as fc from "fast-check"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as TrackingKey from "./TrackingKey.ts"
import { TrackingKeyContract, TrackingKeyStrict } from "./TrackingKeySchema.ts"

const keys = fc.stringMatching(/^[\dA-Za-z]{1,30}$/u)
const texts = fc.oneof(keys, fc.string({ unit: "binary", maxLength: 40 }))

const reasonsOf = (text: string): ReadonlyArray<TrackingKey.ParseReason> => {
  const parsed = TrackingKey.parse(text)
  return parsed.ok ? [] : parsed.errors.map(({ reason }) => reason)
}

describe("TrackingKey", () => {
  it("takes 1 to 30 letters and digits of ASCII", () => {
    fc.assert(
      fc.property(keys, (text) => {
        expect(TrackingKey.parse(text)).toEqual({ ok: true, value: { text }, warnings: [] })
      }),
    )
  })

  it.each([
    ["", ["length"]],
    ["A".repeat(31), ["length"]],
    ["CR-1564969083", ["characters"]],
    ["CR1564969083\n", ["characters"]],
    [" CR1564969083", ["characters"]],
    ["CLAVEÑ", ["characters"]],
    ["ＣＲ１", ["characters"]],
    ["CR\u0000", ["characters"]],
    ["\ud800", ["characters"]],
    ["-".repeat(31), ["length", "characters"]],
    // Thirty characters, though twice as many units of UTF-16.
    ["🦤".repeat(30), ["characters"]],
    ["🦤".repeat(31), ["length", "characters"]],
  ])("refuses %j for %j", (text, reasons) => {
    expect(reasonsOf(text)).toEqual(reasons)
  })

  it("agrees with itself and with its schemas, on any text", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { ok } = TrackingKey.parse(text)
        expect(TrackingKey.isTrackingKey(text)).toBe(ok)
        expect(Schema.is(TrackingKeyStrict)(text)).toBe(ok)
        expect(!ok || Schema.is(TrackingKeyContract)(text)).toBe(true)
      }),
    )
  })

  it("is made of a UUID, which can be read out of it again", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.stringMatching(/^[\dA-Za-z]{0,5}$/u), (uuid, prefix) => {
        const made = TrackingKey.fromUuid(uuid, prefix)
        if (!made.ok) throw new Error(made.errors[0].message)
        const { text } = made.value
        expect(TrackingKey.isTrackingKey(text)).toBe(true)
        expect(text.length).toBe(prefix.length + 25)
        expect(TrackingKey.fromUuid(uuid.toUpperCase(), prefix)).toEqual(made)
        const bits = Array.from(text.slice(prefix.length)).reduce(
          (sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)),
          0n,
        )
        expect(bits.toString(16).padStart(32, "0")).toBe(uuid.replaceAll("-", ""))
      }),
    )
  })

  it("fits the largest UUID into 30 characters, and pads the smallest", () => {
    expect(TrackingKey.fromUuid("ffffffff-ffff-ffff-ffff-ffffffffffff", "ABCDE")).toMatchObject({
      value: { text: "ABCDEF5LXX1ZZ5PNORYNQGLHZMSP33" },
    })
    expect(TrackingKey.fromUuid("00000000-0000-0000-0000-000000000001")).toMatchObject({
      value: { text: `${"0".repeat(24)}1` },
    })
  })

  it.each([
    ["", "", "uuid"],
    ["01890a5dac96774bbcceb302099a8057", "", "uuid"],
    ["01890a5d-ac96-774b-bcce-b302099a8057\n", "", "uuid"],
    ["01890a5d-ac96-774b-bcce-b302099a8057", "ABCDEF", "prefix"],
    ["01890a5d-ac96-774b-bcce-b302099a8057", "A-", "prefix"],
  ])("is not made of %j and %j: %s", (uuid, prefix, reason) => {
    expect(TrackingKey.fromUuid(uuid, prefix)).toMatchObject({ ok: false, errors: [{ reason }] })
  })
})
