import { readFileSync } from "node:fs"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { cadenaOriginal, fields, type Order } from "./cadenaOriginal.ts"

interface Vector {
  readonly kind: string
  readonly input: Order & { readonly monto: number }
  readonly source: string
  readonly expected: string
}

// Safe for the one kind that is asked for here.
const domain = JSON.parse(
  readFileSync(new URL("../../test/vectors/domain.json", import.meta.url), "utf8"),
) as ReadonlyArray<Vector>
const vectors = domain.filter(({ kind }) => kind === "stpCadenaOriginal")

const textOf = (order: Order): string => {
  const made = cadenaOriginal(order)
  if (!made.ok) throw new Error(made.errors[0].message)
  return made.value
}

const reasonsOf = (order: Order): ReadonlyArray<string> => {
  const made = cadenaOriginal(order)
  return made.ok ? [] : made.errors.map(({ path, reason }) => `${path}: ${reason}`)
}

describe("the cadena original", () => {
  it("has a published example", () => {
    expect(vectors.length).toBe(1)
  })

  it.for(vectors)("is that of $source", ({ input, expected }) => {
    // The published order has its amount in pesos, as a float; ours are in centavos.
    expect(textOf({ ...input, monto: Math.round(input.monto * 100) })).toBe(expected)
  })

  it("has 34 fields between bars, in order, and nothing else", () => {
    expect(new Set(fields).size).toBe(34)
    expect(textOf({})).toBe(`||${"|".repeat(33)}||`)
    const orders = fc.record(
      Object.fromEntries(
        fields.map((field) => [
          field,
          field === "monto" || field === "iva"
            ? fc.option(fc.integer({ min: 0, max: 999_999_999_999_999 }))
            : fc.option(
                fc.oneof(
                  fc.maxSafeInteger(),
                  fc.string({ unit: "grapheme", maxLength: 20 }).filter((text) => !/[|\p{Cc}]/u.test(text)),
                ),
              ),
        ]),
      ),
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(orders, (order) => {
        const text = textOf(order)
        expect(text.startsWith("||") && text.endsWith("||")).toBe(true)
        const values = text.slice(2, -2).split("|")
        expect(values.length).toBe(34)
        expect(values).toEqual(
          fields.map((field) => {
            const value = order[field]
            const isAmount = (field === "monto" || field === "iva") && typeof value === "number"
            return isAmount ? `${BigInt(value) / 100n}.${String(value % 100).padStart(2, "0")}` : String(value ?? "")
          }),
        )
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    [120, "1.20"],
    [1, "0.01"],
    [0, "0.00"],
    [29, "0.29"],
    [999_999_999_999_999, "9999999999999.99"],
  ])("writes %d centavos as %s", (monto, written) => {
    expect(textOf({ monto, iva: monto })).toBe(`||${"|".repeat(6)}${written}${"|".repeat(27)}${written}||`)
  })

  it("names every field at fault", () => {
    expect(
      reasonsOf({
        monto: 1.2,
        iva: -1,
        tipoPago: 1.5,
        prioridad: NaN,
        conceptoPago: "a|b",
        nombreBeneficiario: "a\nb",
      }),
    ).toEqual([
      "monto: amount",
      "tipoPago: integer",
      "nombreBeneficiario: characters",
      "conceptoPago: characters",
      "prioridad: integer",
      "iva: amount",
    ])
    expect(reasonsOf({ usuario: "\ud800", empresa: "\u0000" })).toEqual(["empresa: characters", "usuario: characters"])
  })

  it("leaves accents, which are signed as UTF-8, and does not read what is no field", () => {
    const order = { nombreBeneficiario: "Ñandú 😀", other: "|" }
    expect(textOf(order)).toContain("|Ñandú 😀|")
  })
})
