import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { describe, expect, it } from "vitest"
import { importGraph, isTypesOnly, runtimeImports } from "./importGraph.ts"

describe("the imports of a source text", () => {
  it.each([
    ['import { a } from "x"', ["x"]],
    ['import "x"', ["x"]],
    ['import * as a from "x"\nimport b from "x"', ["x"]],
    ['export { a } from "x"', ["x"]],
    ['export * from "x"\nexport * as y from "y"', ["x", "y"]],
    ['const load = () => import("x")', ["x"]],
    // Erased only when the whole statement is of types: otherwise the import itself stays.
    ['import { type A } from "x"', ["x"]],
    ['import { type A, b } from "x"', ["x"]],
    ['import type { A } from "x"', []],
    ['import type * as A from "x"', []],
    ['export type { A } from "x"\nexport type * from "y"', []],
    ['export type A = import("x").A', []],
    ["export const text = 'import { a } from \"x\"'", []],
  ])("of %j at run time are %j", (source, expected) => {
    expect(runtimeImports(source)).toEqual(expected)
  })
})

it.each([
  ["export interface A {}\nexport type B = 1\nexport type * from 'x'", true],
  ["const a = 1\nexport type { A } from 'x'", true],
  ["export type A = 1\nexport const a = 1", false],
  ["export * from 'x'", false],
])("whether %j has types only: %j", (source, expected) => {
  expect(isTypesOnly(source)).toBe(expected)
})

describe("the import graph of a file", () => {
  it("goes through every relative import, circles included, and stops at packages", () => {
    const directory = mkdtempSync(join(tmpdir(), "pesoreal-graph-"))
    try {
      writeFileSync(join(directory, "a.ts"), 'import "./b.ts"\nimport type { C } from "./c.ts"\nimport "one"')
      writeFileSync(join(directory, "b.ts"), 'export * from "./a.ts"\nexport { two } from "two/deep"')
      const { files, names } = importGraph(join(directory, "a.ts"))
      expect(Array.from(files, (file) => basename(file))).toEqual(["a.ts", "b.ts"])
      expect(Array.from(names).toSorted()).toEqual(["one", "two/deep"])
    } finally {
      rmSync(directory, { recursive: true, force: true })
    }
  })
})
