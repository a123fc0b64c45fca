import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { refusalsOf } from "./refusals.ts"

const atLeast = (minimum: number) =>
  Schema.Number.check(Schema.isGreaterThanOrEqualTo(minimum, { message: `must be at least ${minimum}` }))

describe("of a union", () => {
  const Paid = Schema.Struct({ status: Schema.Literal("PAID"), amount: atLeast(1), at: Schema.String })
  const Free = Schema.Struct({ status: Schema.Literal("PAID"), amount: Schema.Null, why: Schema.String })
  const Failed = Schema.Struct({ status: Schema.Literal("FAILED"), code: Schema.String })
  const Order = Schema.Struct({ order: Schema.Union([Paid, Free, Failed]) })

  it("are those of the member that the value comes closest to", () => {
    expect(refusalsOf(Order, { order: { status: "PAID", amount: 0, at: "noon" } })).toEqual([
      { path: "order.amount", kind: "rule", message: "must be at least 1" },
    ])
    expect(refusalsOf(Order, { order: { status: "PAID", amount: null } })).toEqual([
      { path: "order.why", kind: "missing", message: expect.any(String) },
    ])
  })

  it("are all of them, where that member has several", () => {
    const refusals = refusalsOf(Order, { order: { status: "PAID", amount: 0, at: 7 } })
    expect(refusals.map(({ path, kind }) => `${path} ${kind}`)).toEqual(["order.amount rule", "order.at wrong_type"])
  })

  it("are at the field that tells the members apart, where it fits none of them", () => {
    const refusedFor = (order: unknown) => refusalsOf(Order, { order }).map(({ path, kind }) => `${path} ${kind}`)
    expect(refusedFor({ status: "LOST", amount: 1 })).toEqual(["order.status wrong_type"])
    expect(refusedFor({ status: null })).toEqual(["order.status wrong_type"])
    expect(refusedFor({ amount: 1 })).toEqual(["order.status missing"])
    expect(refusedFor({})).toEqual(["order.status missing"])
    const Orders = Schema.Struct({ orders: Schema.Array(Order) })
    expect(refusalsOf(Orders, { orders: [{ order: { status: "LOST" } }] })).toMatchObject([
      { path: "orders[0].order.status", kind: "wrong_type" },
    ])
  })

  it("are of the value as a whole, where it is nothing that has such a field, or the members have none", () => {
    for (const order of [null, [], "PAID", 7]) {
      expect(refusalsOf(Order, { order })).toMatchObject([{ path: "order", kind: "wrong_type" }])
    }
    const either = Schema.Union([Schema.String, Schema.Number])
    expect(refusalsOf(either, true)).toMatchObject([{ path: "", kind: "wrong_type" }])
    expect(refusalsOf(Schema.Array(either), [1, {}])).toMatchObject([{ path: "[1]", kind: "wrong_type" }])
  })

  it("are none, where a member takes the value", () => {
    expect(refusalsOf(Order, { order: { status: "PAID", amount: null, why: "a gift" } })).toEqual([])
  })

  it("have the words of the union, where it has some", () => {
    const named = Schema.Union([Paid, Failed]).annotate({ message: "must be PAID or FAILED" })
    expect(refusalsOf(named, { status: "LOST" })).toEqual([
      { path: "status", kind: "wrong_type", message: "must be PAID or FAILED" },
    ])
  })
})

it("are found in lists and objects alike, each at its own place", () => {
  const schema = Schema.Struct({ list: Schema.Array(Schema.Struct({ amount: atLeast(1) })), name: Schema.String })
  const refusals = refusalsOf(schema, { list: [{ amount: 1 }, { amount: 0 }, {}] })
  expect(refusals.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
    "list[1].amount rule",
    "list[2].amount missing",
    "name missing",
  ])
})
