import { Text } from "@pesoreal/core"
import fc from "fast-check"
import { describe, it } from "vitest"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { externalId, nearlyValidExternalId } from "./externalId.ts"

describe("externalIds", () => {
  it("are texts of 1 to 100 characters, and nearly valid ones are not", () => {
    fc.assert(requestsAreAccepted(Text.text(1, 100), externalId()))
    fc.assert(requestsAreRefused(Text.text(1, 100), nearlyValidExternalId()), { numRuns: 500 })
  })
})
