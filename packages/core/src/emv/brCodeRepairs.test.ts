import { describe, expect, it } from "vitest"
import * as BrCode from "./BrCode.ts"
import { suggestRepairs } from "./brCodeRepairs.ts"

const code =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"

/** A code whose sum is 09C3 (published with qrcode_pix_ruby), one of 3 hexadecimal digits without its zero. */
const zeroSum =
  "00020101021226600014BR.GOV.BCB.PIX0138pedro.felipe.azevedo.furtado@gmail.com52040000530398654041.025802BR5913PEDRO FURTADO6009SAO PAULO62070503***630409C3"

/** Names and texts of the suggestions, and whether they are safe. */
const suggested = (text: string) =>
  suggestRepairs(text).map(
    (repair) => [repair.steps.map(({ name }) => name).join(" "), repair.text, repair.isSafe] as const,
  )

describe("a repair", () => {
  it.for([
    // Of the published vectors: a space before, a line break inside, a sum in lower case, lengths in bytes, a lost zero.
    ["spaces", ` ${code}`, code],
    ["spaces", code.replace("52040000", "52040000\n"), code],
    ["crc_case", code.slice(0, -4) + code.slice(-4).toLowerCase(), code],
    ["prefix", code.slice(1), code],
    ["prefix", code.slice(3), code],
    ["crc_zeros", zeroSum.replace("630409C3", "63049C3"), zeroSum],
    ["crc_zeros crc_case", zeroSum.replace("630409C3", "63049c3"), zeroSum],
    ["spaces crc_zeros", `${zeroSum.replace("630409C3", "63049C3")}\r\n`, zeroSum],
    ["spaces", `\ufeff${code}\u00a0`, code],
    ["spaces", code.replace("52040000", "5204 0000 "), code],
    ["spaces", code.replace("63041D3D", "6304 1D 3D"), code],
    ["spaces", code.replace("de Tal6008", "de Tal\t6008"), code],
    // A mail that breaks lines at spaces has taken one with it.
    ["spaces", code.replace("Fulano de", "Fulano\nde"), code],
    ["spaces", code.replace("Fulano de", "Fulano \r\n de"), code],
    [
      "byte_lengths",
      "00020126580014BR.GOV.BCB.PIX0136928de119-2645-4acb-863f-6d46021ffdd452040000530398654041.005802BR5923Ronaldo Fortunato Lopes6010São Paulo63041D56",
      "00020126580014BR.GOV.BCB.PIX0136928de119-2645-4acb-863f-6d46021ffdd452040000530398654041.005802BR5923Ronaldo Fortunato Lopes6009São Paulo63043CCB",
    ],
  ] as const)("%s of %j is safe", ([steps, text, repaired]) => {
    expect(suggested(text)).toEqual([[steps, repaired, true]])
    expect(BrCode.parse(text)).not.toMatchObject({ ok: true, warnings: [] })
    expect(BrCode.parse(repaired).ok).toBe(true)
  })

  it.for([
    ["a sum that is wrong", `${code.slice(0, -4)}ABCD`],
    ["a sum that was cut off", code.slice(0, -4)],
    ["a sum of which a digit was cut off", code.slice(0, -1)],
    ["a sum that was never there", code.slice(0, -8)],
    ["a key that was mistyped", code.replace("123e4567", "123e4576")],
  ] as const)("of %s is a new sum, and is not safe", ([, text]) => {
    const suggestions = suggested(text)
    expect(suggestions).toHaveLength(1)
    expect(suggestions[0]?.[0]).toMatch(/new_crc$/u)
    expect(suggestions[0]?.[2]).toBe(false)
    expect(BrCode.parse(suggestions[0]?.[1] ?? "").ok).toBe(true)
  })

  it("never takes the spaces out of a name", () => {
    const shop = BrCode.encodeStatic({ key: "a@b.c", merchantName: "Loja 24 7", merchantCity: "Sao Paulo" })
    const text = shop.ok ? shop.value : ""
    expect(suggestRepairs(text)).toEqual([])
    expect(suggested(`${text}\n`)).toEqual([["spaces", text, true]])
  })

  it("says what it does", () => {
    expect(suggestRepairs(` ${code}`)[0]?.steps).toEqual([{ name: "spaces", message: "leaves out spaces" }])
  })

  it("is not suggested where there is nothing to repair", () => {
    expect(suggestRepairs(code)).toEqual([])
    expect(suggestRepairs(zeroSum)).toEqual([])
  })

  it.for(["", " ", "not a code", "000201", "0".repeat(70_000), `${code}${" ".repeat(70_000)}`, `${code}\ud800`])(
    "is not suggested for what is no code",
    (text) => {
      expect(suggestRepairs(text)).toEqual([])
    },
  )

  it("is not suggested for a length that is wrong, which may be wrong in many ways", () => {
    expect(suggestRepairs(code.replace("5913", "5914"))).toEqual([])
  })
})
