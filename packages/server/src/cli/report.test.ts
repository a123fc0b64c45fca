/** What a person sees of a verdict, and that no text can do more to a terminal than be seen. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { report } from "./report.ts"
import type { Finding, Verdict } from "./verdict.ts"
import { visible } from "./visible.ts"

const valid: Verdict = { valid: true, errors: [], warnings: [] }

const refusedFor = (finding: Partial<Finding>): Verdict => ({
  valid: false,
  errors: [{ code: "odd", path: "", message: "is odd", ...finding }],
  warnings: [],
})

describe("a report", () => {
  it("has the parts in a table", () => {
    const parts = { bank: "646", checkDigit: "7", alphanumeric: false }
    assert.strictEqual(
      report("clabe", "…", { ...valid, parts }),
      ["valid clabe", "", "  bank          646", "  checkDigit    7", "  alphanumeric  false", ""].join("\n"),
    )
  })

  it("has every finding with its place, errors first, and then the repairs", () => {
    const verdict: Verdict = {
      valid: false,
      decodable: true,
      acceptable: false,
      errors: [{ code: "length", path: "", message: "is short" }],
      warnings: [{ code: "charset", path: "59", offset: 3, message: "has é" }],
      repairs: [
        {
          steps: [
            { name: "spaces", message: "leaves out spaces" },
            { name: "crc_case", message: "writes its CRC in upper case" },
          ],
          text: "abcd",
          isSafe: true,
        },
        { steps: [{ name: "new_crc", message: "makes a new CRC" }], text: "abce", isSafe: false },
      ],
    }
    assert.strictEqual(
      report("brcode", "abcé", verdict),
      [
        "invalid brcode, though its fields and its check sum can be read",
        "",
        "  error length: is short",
        "",
        "  warning charset, at 59, byte 3: has é",
        "    abcé",
        "       ^",
        "",
        "  repair (spaces, crc_case): leaves out spaces, writes its CRC in upper case",
        "    abcd",
        "",
        "  repair, which nothing vouches for (new_crc): makes a new CRC",
        "    abce",
        "",
      ].join("\n"),
    )
  })

  it("says how far an invalid code is from a valid one", () => {
    const [acceptable] = report("brcode", "", { ...refusedFor({}), acceptable: true, decodable: true }).split("\n")
    assert.strictEqual(acceptable, "invalid brcode at the strict level, though it has no errors")
  })

  it("points by bytes into a text that has wide and long characters", () => {
    const input = "ção 👀 日本 x"
    const offset = new TextEncoder().encode("ção 👀 日本 ").length
    const lines = report("cpf", input, refusedFor({ offset })).split("\n")
    assert.deepEqual(lines.slice(3, 5), ["    ção 👀 日本 x", `    ${" ".repeat(12)}^`])
  })

  it("shows what is around the place in a long text", () => {
    const input = `${"a".repeat(100)}X${"b".repeat(100)}`
    const lines = report("cpf", input, refusedFor({ offset: 100 })).split("\n")
    assert.deepEqual(lines.slice(3, 5), [`    …${"a".repeat(36)}X${"b".repeat(35)}…`, `    ${" ".repeat(37)}^`])
  })

  it("does not cut a character in two", () => {
    const input = "👀".repeat(60)
    for (const offset of [4 * 30, 4 * 31, 4 * 32]) {
      assert.notInclude(report("cpf", `x${input}`, refusedFor({ offset: offset + 1 })), "\\u{d")
    }
  })

  it("points behind the end where something is missing there", () => {
    for (const offset of [3, 99]) {
      assert.deepEqual(report("cpf", "abc", refusedFor({ offset })).split("\n").slice(3, 5), ["    abc", "       ^"])
    }
  })
})

describe("text on a terminal", () => {
  it("is shown with what does not show escaped", () => {
    assert.strictEqual(visible("São Paulo 👀"), "São Paulo 👀")
    assert.strictEqual(visible("\u001B[2J\u0000\r\n\u007F"), "\\x1b[2J\\x00\\x0d\\x0a\\x7f")
    assert.strictEqual(visible("a\u00A0b\u202Ec\u200B\uFEFF\uD800"), "a\\xa0b\\u{202e}c\\u{200b}\\u{feff}\\u{d800}")
  })

  it("never has a control character, wherever it stands in a verdict", () => {
    const text = fc.string({ unit: "binary" })
    fc.assert(
      fc.property(text, text, text, fc.nat(200), (input, message, part, offset) => {
        const said = report("cpf", input, { ...refusedFor({ message, path: part, offset }), parts: { part } })
        assert.notMatch(said.replaceAll("\n", ""), /(?! )[\p{C}\p{Z}]/u)
      }),
    )
  })
})
