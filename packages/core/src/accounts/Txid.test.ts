import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Txid from "./Txid.ts"

const reasonsOf = (text: string): ReadonlyArray<string> => {
  const parsed = Txid.parse(text)
  return parsed.ok ? [] : parsed.errors.map(({ reason }) => reason)
}

describe("a txid", () => {
  it("is for what its length says", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\dA-Za-z]{0,40}$/u), (text) => {
        const kind = text.length >= 26 ? "dynamic" : "static"
        const isGood = text.length > 0 && text.length <= 35
        expect(reasonsOf(text)).toEqual(isGood ? [] : ["length"])
        const parsed = Txid.parse(text)
        expect(parsed.ok ? parsed.value : undefined).toEqual(isGood ? { text, kind } : undefined)
        expect(Txid.isDynamicTxid(text)).toBe(isGood && kind === "dynamic")
        expect(Txid.isStaticTxid(text)).toBe(isGood && kind === "static")
      }),
      { numRuns: 1_000 },
    )
  })

  it("may be missing from a static code, which has *** then", () => {
    expect(Txid.parse("***")).toEqual({ ok: true, value: { text: "***", kind: "none" }, warnings: [] })
    expect(Txid.isStaticTxid("***")).toBe(true)
    expect(Txid.isDynamicTxid("***")).toBe(false)
  })

  it.each([
    "**",
    "****",
    "RP12345678-2019",
    "a b",
    "a\n",
    "ａ",
    "é",
    "😀",
    "\ud800",
    " ".repeat(26),
    `${"a".repeat(26)}\n`,
  ])("is not %j", (text) => {
    expect(reasonsOf(text)).toEqual(["characters"])
    expect(Txid.isDynamicTxid(text) || Txid.isStaticTxid(text)).toBe(false)
  })

  it("is made of a UUID, and of nothing like one", () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        const text = uuid.replaceAll("-", "")
        expect(Txid.fromUuid(uuid)).toEqual({ ok: true, value: { text, kind: "dynamic" }, warnings: [] })
      }),
    )
    for (const uuid of ["", "7978c0c97ea847e78e8849634473c1f1", "7978c0c9-7ea8-47e7-8e88-49634473c1fg"]) {
      expect(Txid.fromUuid(uuid)).toMatchObject({ ok: false, errors: [{ reason: "uuid" }] })
    }
  })

  it("is made of a prefix and a number, another for each number", () => {
    const numbers = fc.nat({ max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z]{0,9}$/u),
        fc.constantFrom("dynamic", "static"),
        numbers,
        numbers,
        (prefix, kind, a, b) => {
          const texts = [a, b].map((sequence) => {
            const made = Txid.fromParts({ kind, prefix, sequence })
            return made.ok && made.value.kind === kind ? made.value.text : ""
          })
          expect(texts.every((text) => text.startsWith(prefix) && text !== "")).toBe(true)
          expect(texts[0] === texts[1]).toBe(a === b)
        },
      ),
    )
  })

  it.each([
    [{ kind: "static", prefix: "A".repeat(25), sequence: 1 }, "length"],
    [{ kind: "static", prefix: "A".repeat(40), sequence: 1 }, "length"],
    [{ kind: "dynamic", prefix: "A".repeat(35), sequence: 1 }, "length"],
    [{ kind: "dynamic", prefix: "LOJA-1", sequence: 1 }, "characters"],
    [{ kind: "dynamic", prefix: "", sequence: -1 }, "sequence"],
    [{ kind: "dynamic", prefix: "", sequence: 1.5 }, "sequence"],
    [{ kind: "dynamic", prefix: "", sequence: 2 ** 53 }, "sequence"],
    [{ kind: "dynamic", prefix: "", sequence: Number.NaN }, "sequence"],
  ] as const)("is not made of %j", (parts, reason) => {
    expect(Txid.fromParts(parts)).toMatchObject({ ok: false, errors: [{ reason }] })
  })

  it("is refused at any length", () => {
    for (const piece of ["a", "*", "-", "😀"]) expect(Txid.parse(piece.repeat(500_000)).ok).toBe(false)
  })
})
