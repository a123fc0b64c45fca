import { assert, describe, it } from "vitest"
import { findClocks } from "./clocks.ts"

const texts = (source: string, path = "a.ts") => findClocks(path, source).map((finding) => finding.text)

describe("the lint on clocks", () => {
  it.each([
    ["sql`SELECT now()`", "now()"],
    ["sql`CREATE TABLE t (at timestamptz NOT NULL DEFAULT NOW( ))`", "NOW( )"],
    ["sql`CREATE TABLE t (at timestamptz DEFAULT CURRENT_TIMESTAMP)`", "CURRENT_TIMESTAMP"],
    ["sql`UPDATE t SET at = ${x} WHERE due < clock_timestamp()`", "clock_timestamp()"],
    ['const q = "select localtimestamp"', "localtimestamp"],
    ["const q = 'select current_date'", "current_date"],
    ["sql`SELECT 'now'::timestamptz`", "'now'"],
    ["const at = new Date()", "new Date()"],
    ["const at = Date()", "Date()"],
  ])("refuses %s", (source, text) => {
    assert.deepStrictEqual(texts(source), [text])
  })

  it.each([
    ["a clock that is a service", "const at = yield* time.now; const b = Clock.now(); now()"],
    ["a date made from an instant", "const at = new Date(millis)"],
    ["a comment", "// SQL never calls now()\n/* CURRENT_TIMESTAMP */ const a = 1"],
    ["a name that contains the word", "sql`SELECT known(), t.current_time_zone, renow() FROM snow`"],
  ])("lets %s pass", (_, source) => {
    assert.deepStrictEqual(texts(source), [])
  })

  it("reads a .sql file whole, except its comments, and says which line", () => {
    const findings = findClocks("audit.sql", "-- now() is not read\nSELECT 1;\nSELECT now();\n")
    assert.deepStrictEqual(findings, [{ line: 3, text: "now()" }])
  })

  it("counts lines through multi-line templates", () => {
    assert.deepStrictEqual(findClocks("a.ts", "const q = sql`\n  SELECT 1,\n    now()\n`"), [
      { line: 3, text: "now()" },
    ])
  })
})
