import { Txid, TxidSchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { nearlyValidTxid, txid } from "./txid.ts"

describe.for([
  { kind: "dynamic", schema: TxidSchema.DynamicTxid, minimum: 26, maximum: 35 },
  { kind: "static", schema: TxidSchema.StaticTxid, minimum: 1, maximum: 25 },
] as const)("txids that are $kind", ({ kind, schema, minimum, maximum }) => {
  it("are accepted by parse and by their schema", () => {
    fc.assert(inputsAreParsed(Txid.parse, txid({ kind })))
    fc.assert(requestsAreAccepted(schema, txid({ kind })))
  })

  it("are of the least and of the greatest length", () => {
    const lengths = fc.sample(txid({ kind }), 1_000).map(({ length }) => length)
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([minimum, maximum])
  })

  it("shrink to zeros", () => {
    expect(minimalOf(txid({ kind }), (text) => text !== "***")).toBe("0".repeat(minimum))
    const example = "7978c0c97ea847e78e8849634473c1f1".slice(-maximum).slice(0, maximum)
    expect(minimalFrom(txid({ kind }), example, (text) => text.includes("c"))).toMatch(/^0*c0*$/)
  })

  it("are refused by their schema when they are nearly valid, in the words that they name", () => {
    fc.assert(requestsAreRefused(schema, nearlyValidTxid({ kind })), { numRuns: 1_000 })
    expect(reasonsOf(nearlyValidTxid({ kind }))).toEqual(["characters", "length"])
  })

  it("are refused by parse when they are nearly valid, unless they are right for the other kind", () => {
    const others = nearlyValidTxid({ kind }).filter(
      ({ value }) => !Txid.isDynamicTxid(value) && !Txid.isStaticTxid(value),
    )
    fc.assert(inputsAreRefused(Txid.parse, others), { numRuns: 1_000 })
  })
})
