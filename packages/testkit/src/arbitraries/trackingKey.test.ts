import { TrackingKey, TrackingKeySchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { nearlyValidTrackingKey, trackingKey } from "./trackingKey.ts"

describe("tracking keys", () => {
  it("are accepted by parse, and by the schemas of both levels", () => {
    fc.assert(inputsAreParsed(TrackingKey.parse, trackingKey()))
    fc.assert(requestsAreAccepted(TrackingKeySchema.TrackingKeyStrict, trackingKey()))
    fc.assert(requestsAreAccepted(TrackingKeySchema.TrackingKeyContract, trackingKey()))
  })

  it("have 30 characters now and then, and shrink to one", () => {
    expect(fc.sample(trackingKey(), 500).some(({ length }) => length === 30)).toBe(true)
    expect(minimalOf(trackingKey(), () => true)).toBe("0")
    expect(minimalOf(trackingKey(), ({ length }) => length === 30)).toBe("0".repeat(30))
  })
})

describe("nearly valid tracking keys", () => {
  it("are refused by parse and by the schema, for the reason that they name", () => {
    fc.assert(inputsAreRefused(TrackingKey.parse, nearlyValidTrackingKey()), { numRuns: 1_000 })
    fc.assert(requestsAreRefused(TrackingKeySchema.TrackingKeyStrict, nearlyValidTrackingKey()), { numRuns: 1_000 })
    expect(reasonsOf(nearlyValidTrackingKey())).toEqual(["characters", "length"])
  })
})
