import { EndToEndId, EndToEndIdSchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { endToEndId, nearlyValidEndToEndId } from "./endToEndId.ts"

const { EndToEndIdContract, EndToEndIdStrict } = EndToEndIdSchema

describe("endToEndIds", () => {
  it("are accepted by parse, and by the schemas of both levels", () => {
    fc.assert(inputsAreParsed(EndToEndId.parse, endToEndId()))
    fc.assert(requestsAreAccepted(EndToEndIdContract, endToEndId()))
    fc.assert(requestsAreAccepted(EndToEndIdStrict, endToEndId()))
  })

  it("are of payments and of returns, or of one of them", () => {
    const letters = (options: Parameters<typeof endToEndId>[0]) =>
      Array.from(new Set(fc.sample(endToEndId(options), 100).map((id) => id.charAt(0)))).toSorted()
    expect(letters({})).toEqual(["D", "E"])
    expect(letters({ kind: "payment" })).toEqual(["E"])
    expect(letters({ kind: "return" })).toEqual(["D"])
  })

  it("shrink to zeros but for what makes them fail, and to the first day of Pix", () => {
    expect(minimalOf(endToEndId(), () => true)).toBe("E0000000020201116000000000000000")
    const published = "D12345678202009091000abcde123456".replace("20200909", "20210909")
    expect(minimalFrom(endToEndId(), published, (id) => id.endsWith("6"))).toBe("E0000000020201116000000000000006")
  })
})

describe("nearly valid endToEndIds", () => {
  it("are refused by parse, for the reason that they name first", () => {
    fc.assert(inputsAreRefused(EndToEndId.parse, nearlyValidEndToEndId()), { numRuns: 1_000 })
  })

  it("are refused by the schemas, in the words that they name", () => {
    fc.assert(requestsAreRefused(EndToEndIdStrict, nearlyValidEndToEndId()), { numRuns: 1_000 })
    fc.assert(requestsAreRefused(EndToEndIdContract, nearlyValidEndToEndId({ level: "contract" })), { numRuns: 1_000 })
  })

  it("have every reason", () => {
    expect(reasonsOf(nearlyValidEndToEndId())).toEqual(["at", "characters", "ispb", "kind", "length"])
  })
})
