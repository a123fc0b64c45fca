import * as RequestHeaders from "@pesoreal/core/api/requestHeaders"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { idempotencyKey, nearlyValidIdempotencyKey } from "./idempotencyKey.ts"

describe("idempotency keys", () => {
  it("are accepted, and nearly valid ones are refused", () => {
    fc.assert(requestsAreAccepted(RequestHeaders.IdempotencyKey, idempotencyKey()), { numRuns: 500 })
    fc.assert(requestsAreRefused(RequestHeaders.IdempotencyKey, nearlyValidIdempotencyKey()), { numRuns: 1_000 })
  })

  it("can be sent as a header", () => {
    fc.assert(
      fc.property(idempotencyKey(), (key) => new Headers({ "idempotency-key": key }).get("idempotency-key") === key),
    )
  })

  it("are at both bounds, and shrink to a letter", () => {
    const lengths = new Set(fc.sample(idempotencyKey(), 500).map((key) => key.length))
    expect([1, 36, 255].filter((length) => !lengths.has(length))).toEqual([])
    expect(minimalOf(idempotencyKey(), () => true)).toBe("a")
    expect(minimalFrom(idempotencyKey(), "Order-0001", (key) => key.length > 3)).toBe("aaaa")
  })

  it("are nearly valid for every reason", () => {
    expect(reasonsOf(nearlyValidIdempotencyKey())).toEqual(["empty", "forbidden_character", "too_long"])
  })
})
