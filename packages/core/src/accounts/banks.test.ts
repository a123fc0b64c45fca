import { describe, expect, it } from "vitest"
import { publishedVectors } from "../../test/vectors/publishedVectors.ts"
import { extend, table } from "./banks.ts"

describe("the table of banks", () => {
  it("has three digits and a name for every bank, and never 000", () => {
    const codes = Object.keys(table.banks)
    expect(codes.length).toBe(145)
    expect(codes.filter((code) => !/^\d{3}$/u.test(code))).toEqual([])
    expect(codes).not.toContain("000")
    const odd = Object.entries(table.banks).filter(([code, { name, fullName = name, banxicoCode = code }]) => {
      // A CLABE has the last three digits of the bank's code at Banco de México.
      const isCode = new RegExp(`^(?:2|37|40|90)?${code}$`, "u").test(banxicoCode)
      return !isCode || !/^\S.*\S$/u.test(name) || !/^\S.*\S$/u.test(fullName)
    })
    expect(odd).toEqual([])
  })

  it("has a day of the calendar", () => {
    expect(new Date(table.asOf).toISOString().slice(0, 10)).toBe(table.asOf)
  })

  it("has the banks of all published CLABEs", () => {
    const valid = publishedVectors("clabe").filter((row) => row.valid)
    expect(valid.length).toBeGreaterThan(0)
    expect(valid.filter(({ input }) => !(input.slice(0, 3) in table.banks))).toEqual([])
  })

  it("knows STP and its test prefix apart, and who takes no part in SPEI any more", () => {
    expect(table.banks["646"]).toEqual({
      name: "STP",
      fullName: "Sistema de Transferencias y Pagos STP, SOFOM E.N.R.",
      banxicoCode: "90646",
    })
    expect(table.banks["846"]).toEqual({ name: "STP", test: true })
    expect(table.banks["032"]).toEqual({ name: "IXE", fullName: "IXE Banco" })
  })

  it("can be extended and cut, and stays as it was", () => {
    const before = structuredClone(table)
    const other = extend(table, {
      asOf: "2030-01-01",
      banks: { "012": { name: "BBVA" }, "032": null, "170": { name: "X" } },
    })
    expect(other.asOf).toBe("2030-01-01")
    expect(other.banks).toMatchObject({ "012": { name: "BBVA" }, "170": { name: "X" }, "646": { name: "STP" } })
    expect(other.banks).not.toHaveProperty("032")
    expect(table).toEqual(before)
  })
})
