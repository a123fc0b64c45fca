import { expect, it } from "vitest"
import { kinds, traits } from "./eventKinds.ts"

it("lists every kind, Mexico's first", () => {
  expect(kinds).toEqual(Object.keys(traits))
  expect(kinds.map((kind) => traits[kind].area)).toEqual([...Array(4).fill("mexico"), ...Array(4).fill("pix")])
})

it("credits what comes in, and debits what goes out", () => {
  for (const kind of kinds) {
    const { direction, movementType } = traits[kind]
    expect(movementType).toBe(direction === "in" ? "CREDIT" : "DEBIT")
  }
})

it("has the directions of the documents: refunds of what came in go out, and sends that came back come in", () => {
  const going = (direction: "in" | "out") => kinds.filter((kind) => traits[kind].direction === direction)
  expect(going("in")).toEqual(["cash_in", "refund_out", "CashIn", "RefundOut"])
  expect(going("out")).toEqual(["cash_out", "refund_in", "CashOut", "RefundIn"])
})

it("announces a failure in the word of the area, and none of a returned send", () => {
  for (const kind of kinds) {
    const failure = traits[kind].area === "mexico" ? "FAILED" : "ERROR"
    const isReturned = kind === "refund_out" || kind === "RefundOut"
    expect(traits[kind].statuses).toEqual(isReturned ? ["CONFIRMED"] : ["CONFIRMED", failure])
  }
})
