import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { catalogue, knownErrors, MAX_DELAY_MS, type Operation, operations, parse, type Scenario } from "./scenarios.ts"

const all = operations
const charges = ["spei-cash-in", "retail-cash-in", "pix-cash-in"] as const
const sends = ["spei-cash-out", "pix-cash-out"] as const

/** Written out once more, by hand, so that the table cannot change unnoticed. */
const expected: ReadonlyArray<readonly [header: string, fits: ReadonlyArray<Operation>, scenario: Scenario]> = [
  ["success", all, { kind: "success" }],
  ["expired", charges, { kind: "expired" }],
  ["pending", all, { kind: "pending" }],
  ["returned", sends, { kind: "returned" }],
  ["delayed:0ms", all, { kind: "delayed", delayMs: 0 }],
  ["delayed:500ms", all, { kind: "delayed", delayMs: 500 }],
  ["delayed:5s", all, { kind: "delayed", delayMs: 5_000 }],
  ["delayed:30s", all, { kind: "delayed", delayMs: 30_000 }],
  ["delayed:2m", all, { kind: "delayed", delayMs: 120_000 }],
  ["delayed:24h", all, { kind: "delayed", delayMs: MAX_DELAY_MS }],
  ["delayed:86400s", all, { kind: "delayed", delayMs: MAX_DELAY_MS }],
  ["delayed:86400000ms", all, { kind: "delayed", delayMs: MAX_DELAY_MS }],
  ["webhook:duplicate", all, { kind: "webhook", effect: "duplicate" }],
  ["webhook:reorder", sends, { kind: "webhook", effect: "reorder" }],
  ["webhook:late", all, { kind: "webhook", effect: "late" }],
  ["webhook:bad-signature", all, { kind: "webhook", effect: "bad-signature" }],
]

describe("a scenario", () => {
  it.for(expected)("%s fits %s", ([header, fits, scenario]) => {
    for (const operation of operations) {
      const parsed = parse(header, operation)
      expect(parsed.ok ? parsed.value : parsed.errors[0].reason).toEqual(
        fits.includes(operation) ? scenario : "does_not_fit",
      )
    }
  })

  it.for(operations)("is success for %s when none is named", (operation) => {
    expect(parse(undefined, operation)).toEqual({ ok: true, value: { kind: "success" }, warnings: [] })
  })

  it.for(knownErrors)("error:$slug fails with its own message", ({ slug, message }) => {
    for (const operation of operations) {
      expect(parse(`error:${slug}`, operation)).toEqual({
        ok: true,
        value: {
          kind: "error",
          slug,
          errorCode: slug.replaceAll("-", "_").toUpperCase(),
          errorMessage: message,
        },
        warnings: [],
      })
    }
  })

  it("takes any slug as an error", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9-]{1,64}$/u), fc.constantFrom(...operations), (slug, operation) => {
        const parsed = parse(`error:${slug}`, operation)
        if (!parsed.ok || parsed.value.kind !== "error") throw new Error(`${slug} was not taken`)
        expect(parsed.value.errorCode).toMatch(/^[A-Z0-9_]{1,64}$/u)
        expect(parsed.value.errorCode.toLowerCase().replaceAll("_", "-")).toBe(slug)
        expect(parsed.value.errorMessage).not.toBe("")
      }),
    )
  })

  it.each([
    "",
    " success",
    "SUCCESS",
    "success,expired",
    "delayed",
    "error",
    "error:",
    "error:Bank-Rejected",
    "error:bank_rejected",
    "error:bank rejected",
    `error:${"a".repeat(65)}`,
    "webhook:",
    "webhook:twice",
    "toString",
  ])("is not %j", (header) => {
    expect(parse(header, "spei-cash-in")).toMatchObject({ ok: false, errors: [{ reason: "unknown" }] })
  })

  it.each([
    "",
    "5",
    "s",
    "5 s",
    "-5s",
    "1.5s",
    "5S",
    "5d",
    "5sec",
    "1h30m",
    "25h",
    "1441m",
    "86401s",
    "86400001ms",
    "999999999ms",
    "５s",
  ])("cannot be delayed by %j", (duration) => {
    expect(parse(`delayed:${duration}`, "refund")).toMatchObject({ ok: false, errors: [{ reason: "bad_duration" }] })
  })

  it("is refused with a list of what fits the operation, and only that", () => {
    const messageOf = (header: string, operation: Operation) => {
      const parsed = parse(header, operation)
      return parsed.ok ? "" : parsed.errors[0].message
    }
    expect(messageOf("returned", "spei-cash-in")).toBe(
      "returned does not fit spei-cash-in. What fits spei-cash-in: success, error:<slug>, delayed:<duration>, expired, " +
        "pending, webhook:duplicate, webhook:late, webhook:bad-signature",
    )
    for (const header of ["nonsense", "error:A", "delayed:x", "expired"]) {
      expect(messageOf(header, "pix-cash-out")).toContain(
        "What fits pix-cash-out: success, error:<slug>, delayed:<duration>, pending, returned, webhook:duplicate, " +
          "webhook:reorder, webhook:late, webhook:bad-signature",
      )
    }
  })

  it("is quoted short and printable when it is refused", () => {
    const parsed = parse(`${"a".repeat(50_000)}\r\n`, "refund")
    expect(parsed.ok ? "" : parsed.errors[0].message.length).toBeLessThan(400)
    const control = parse("x\r\ny", "refund")
    expect(control.ok ? "" : control.errors[0].message).toMatch(/^"x\\r\\ny" is not a scenario\./u)
  })
})

describe("the catalogue", () => {
  it("holds each value once, with examples that are what they say", () => {
    expect(new Set(catalogue.map(({ value }) => value)).size).toBe(catalogue.length)
    for (const { value, fits, effect, examples } of catalogue) {
      expect(effect).toMatch(/\.$/u)
      expect(examples.length).toBeGreaterThan(0)
      for (const example of examples) {
        for (const operation of operations) expect(parse(example, operation).ok).toBe(fits.includes(operation))
        expect(value === example || value.startsWith(`${example.split(":")[0]}:<`)).toBe(true)
      }
    }
  })

  it("can be sent as JSON", () => {
    expect(JSON.parse(JSON.stringify(catalogue))).toEqual(catalogue)
  })
})
