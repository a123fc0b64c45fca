/** Every example in core's documentation comments runs, every export has such a comment, and the runner itself can fail. */
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import {
  findExamples,
  findMarkdownExamples,
  testDocComments,
  testDocExamples,
  toModule,
  undocumentedExports,
} from "../../../scripts/testing/docExamples.ts"

const packageDirectory = fileURLToPath(new URL("..", import.meta.url))

testDocExamples(packageDirectory)
testDocComments(packageDirectory)

describe("the runner of examples", () => {
  const source = [
    "/**",
    " * Doubles.",
    " *",
    " * ```ts",
    " * notAnExample() // => 1",
    " * ```",
    " * @example",
    " * ```ts",
    " * double(",
    " *   2,",
    " * ) // => {",
    " * //   four: 4 }",
    " * ```",
    " * @since 1",
    " */",
    "export const double = 2",
    "export const bare = 3, naked = 4",
    "export type Open = string",
  ].join("\n")
  const example = (code: string) => ({ file: "a.ts", line: 7, code })

  it("finds the blocks of @example sections only, with their lines", () => {
    expect(findExamples("a.ts", source)).toEqual([
      { file: "a.ts", line: 9, code: "double(\n  2,\n) // => {\n//   four: 4 }" },
    ])
  })

  it("finds the blocks of Markdown that state a result", () => {
    const markdown = "# A\n\n```ts\nlisten()\n```\n\n```ts\nf() // => 1\n```\n\n```sh\nx // => 1\n```\n"
    expect(findMarkdownExamples("README.md", markdown)).toEqual([{ file: "README.md", line: 8, code: "f() // => 1\n" }])
  })

  it("turns an expression with its result into an assertion, on however many lines", () => {
    expect(toModule(example("const a = 1\nf(\n  a) // => {\n// b: 2 }\na // => 1"))).toBe(
      'import { deepStrictEqual as __equals } from "node:assert/strict"; ' +
        "const a = 1\n__equals(f(\n  a), ({\n b: 2 }));\n__equals(a, (1));\n",
    )
  })

  it("refuses a result that follows no expression, naming the line", () => {
    expect(() => toModule(example("1\nconst a = 1 // => 1"))).toThrow('a.ts:8 "// =>" must stand right behind')
  })

  it("refuses a block that is never closed, and one that is no TypeScript", () => {
    expect(() => findExamples("a.ts", "/**\n * @example\n * ```ts\n * 1\n */")).toThrow("a.ts:4")
    expect(() => toModule(example("const = 1"))).toThrow("a.ts:7")
  })

  it("names the exports that have no documentation comment", () => {
    expect(undocumentedExports(source)).toEqual(["bare", "naked", "Open"])
  })
})
