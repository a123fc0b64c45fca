import { Scenarios } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { nearlyValidSandboxScenario, sandboxScenario } from "./sandboxScenario.ts"

describe.for([...Scenarios.operations])("sandbox scenarios of %s", (operation) => {
  const parse = (header: string) => Scenarios.parse(header, operation)

  it("are accepted, and nearly valid ones are refused for the reason that they name", () => {
    fc.assert(inputsAreParsed(parse, sandboxScenario(operation)), { numRuns: 500 })
    fc.assert(inputsAreRefused(parse, nearlyValidSandboxScenario(operation)), { numRuns: 500 })
  })

  it("are all that fit it, and nearly valid ones are all that do not", () => {
    const drawn = new Set(fc.sample(sandboxScenario(operation), 2_000))
    const refused = new Set(fc.sample(nearlyValidSandboxScenario(operation), 2_000).map(({ value }) => value))
    for (const { examples, fits } of Scenarios.catalogue) {
      const expected = fits.includes(operation) ? drawn : refused
      expect(examples.filter((value) => !expected.has(value))).toEqual([])
    }
    expect(reasonsOf(nearlyValidSandboxScenario(operation))).toEqual(["bad_duration", "does_not_fit", "unknown"])
  })

  it("can be sent as a header", () => {
    fc.assert(
      fc.property(sandboxScenario(operation), (value) => {
        expect(new Headers({ [Scenarios.SCENARIO_HEADER]: value }).get(Scenarios.SCENARIO_HEADER)).toBe(value)
      }),
    )
  })
})

describe("durations of sandbox scenarios", () => {
  const delays = sandboxScenario("spei-cash-in").filter((value) => value.startsWith("delayed:"))
  const delayMs = (value: string) => {
    const parsed = Scenarios.parse(value, "spei-cash-in")
    return parsed.ok && parsed.value.kind === "delayed" ? parsed.value.delayMs : Number.NaN
  }

  it("go up to 24 hours and no further, and shrink", () => {
    const drawn = fc.sample(delays, 2_000).map(delayMs)
    expect(drawn.filter((ms) => !(ms >= 0 && ms <= Scenarios.MAX_DELAY_MS))).toEqual([])
    expect(drawn).toContain(Scenarios.MAX_DELAY_MS)
    expect(minimalFrom(sandboxScenario("refund"), "delayed:23h", (value) => delayMs(value) >= 7_200_000)).toBe(
      "delayed:2h",
    )
  })

  it("miss 24 hours by one", () => {
    const tooLong = nearlyValidSandboxScenario("refund").filter(({ value }) => /^delayed:\d+h$/u.test(value))
    expect(minimalOf(tooLong, () => true).value).toBe("delayed:25h")
  })
})
