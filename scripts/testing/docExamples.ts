/**
 * Runs the examples in a package's documentation comments and README, and in guides, each as a test of its own, so that none
 * can go stale.
 *
 * An example is a ```ts block in an `@example` section. A comment `// => value` at the end of an expression statement asserts
 * that the expression (awaited, if it says so) equals the value by `assert.deepStrictEqual`; a long value may go on in the
 * comment lines right below. A ```ts block without any such comment is run, and must not throw. Examples import packages by
 * name, and run as modules of their own. They are not type-checked here.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parseSync } from "vite"
import { afterAll, describe, expect, it } from "vitest"

/** One ```ts block. */
export interface DocExample {
  /** The source file, relative to the package's directory. */
  readonly file: string
  /** The line of that file on which the code begins, from 1. */
  readonly line: number
  readonly code: string
}

const sourceFiles = (packageDirectory: string): ReadonlyArray<string> =>
  readdirSync(join(packageDirectory, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => join("src", file))
    .toSorted()

/** Every example in one source text, in its order. */
export const findExamples = (file: string, source: string): ReadonlyArray<DocExample> => {
  const found: Array<DocExample> = []
  let inExample = false
  let block: { readonly line: number; readonly lines: Array<string> } | undefined
  source.split("\n").forEach((text, index) => {
    // Inside a documentation comment every line begins with a star; anything else ends the section.
    const content = /^\s*\*(?!\/) ?(.*)$/u.exec(text)?.[1]
    if (content === undefined) {
      if (block !== undefined) throw new Error(`${file}:${block.line} an example's \`\`\`ts block is never closed`)
      inExample = false
    } else if (block !== undefined) {
      if (content.trimEnd() !== "```") return void block.lines.push(content)
      found.push({ file, line: block.line, code: block.lines.join("\n") })
      block = undefined
    } else if (content.startsWith("@")) inExample = content.startsWith("@example")
    else if (inExample && content.trimEnd() === "```ts") block = { line: index + 2, lines: [] }
  })
  return found
}

/**
 * The ```ts blocks of a Markdown text that state a result by `// =>`. The others are left alone: a README also shows servers
 * that listen and commands of other tools.
 */
export const findMarkdownExamples = (file: string, markdown: string): ReadonlyArray<DocExample> =>
  Array.from(markdown.matchAll(/^```ts\n(.*?)^```$/gmsu), (match) => ({
    file,
    line: markdown.slice(0, match.index).split("\n").length + 1,
    code: match[1] ?? "",
  })).filter(({ code }) => code.includes("// =>"))

interface Assertion {
  readonly start: number
  readonly end: number
  readonly expected: string
}

/** Each `// =>` comment, with the lines of plain comment that go on right below it. */
const expectations = (code: string, comments: ReadonlyArray<{ value: string; start: number; end: number }>) => {
  const found: Array<Assertion> = []
  for (const { value, start, end } of comments) {
    const last = found.at(-1)
    if (value.trimStart().startsWith("=>")) found.push({ start, end, expected: value.replace("=>", "").trim() })
    else if (last !== undefined && /^\n[ \t]*$/u.test(code.slice(last.end, start))) {
      found[found.length - 1] = { start: last.start, end, expected: `${last.expected}\n${value}` }
    }
  }
  return found
}

/**
 * The code of an example with its `// =>` comments turned into assertions. Lines keep their numbers, so that a failure
 * points into the example.
 */
export const toModule = (example: Pick<DocExample, "file" | "line" | "code">): string => {
  const { code } = example
  const { comments, errors, program } = parseSync("example.ts", code, { sourceType: "module" })
  const [syntaxError] = errors
  if (syntaxError !== undefined) {
    throw new Error(`${example.file}:${example.line} the example cannot be parsed: ${syntaxError.message}`)
  }
  let module = ""
  let copied = 0
  for (const { start, end, expected } of expectations(code, comments)) {
    const statement = program.body.findLast((node) => node.end <= start)
    if (statement?.type !== "ExpressionStatement" || code.slice(statement.end, start).trim() !== "") {
      const line = example.line + code.slice(0, start).split("\n").length - 1
      throw new Error(`${example.file}:${line} "// =>" must stand right behind an expression, on its last line`)
    }
    const expression = code.slice(statement.start, statement.end).replace(/;$/u, "")
    module += `${code.slice(copied, statement.start)}__equals(${expression}, (${expected}));`
    copied = end
  }
  return `import { deepStrictEqual as __equals } from "node:assert/strict"; ${module}${code.slice(copied)}\n`
}

/** A place from which the packages of this repository, and what they depend on, can be imported by name. */
const moduleDirectory = fileURLToPath(new URL("../../node_modules/.cache/doc-examples/", import.meta.url))

/** Registers one test per example. They run as modules in a directory whose name begins with `name`. */
const testExamples = (name: string, examples: ReadonlyArray<DocExample>): void => {
  const directory = join(moduleDirectory, `${name}-${process.pid}`)
  mkdirSync(directory, { recursive: true })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  describe("the examples of the documentation", () => {
    it("exist", () => expect(examples.length).toBeGreaterThan(0))
    it.for(examples)("$file:$line gives what it says", async (example) => {
      const file = join(directory, `${example.file.replaceAll(/[^\w]/gu, "_")}_${example.line}.ts`)
      writeFileSync(file, toModule(example))
      await import(/* @vite-ignore */ pathToFileURL(file).href)
    })
  })
}

/** Registers one test per example of the package that lives in `packageDirectory`: in its sources, and in its README. */
export const testDocExamples = (packageDirectory: string): void => {
  const read = (file: string) => readFileSync(join(packageDirectory, file), "utf8")
  testExamples(basename(packageDirectory), [
    ...sourceFiles(packageDirectory).flatMap((file) => findExamples(file, read(file))),
    ...(existsSync(join(packageDirectory, "README.md")) ? findMarkdownExamples("README.md", read("README.md")) : []),
  ])
}

/** Registers one test per example of a Markdown page that shows results. */
export const testPageExamples = (page: string): void =>
  testExamples(basename(page, ".md"), findMarkdownExamples(basename(page), readFileSync(page, "utf8")))

/**
 * The exports of a source text that no documentation comment stands before, by name. Re-exports are left out: they are
 * documented where they are made.
 */
export const undocumentedExports = (source: string): ReadonlyArray<string> => {
  const { comments, program } = parseSync("module.ts", source, { sourceType: "module" })
  return program.body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration" || !node.declaration) return []
    const isDocumented = comments.some(
      ({ end, type, value }) =>
        type === "Block" &&
        value.startsWith("*") &&
        end <= node.start &&
        /^\n[ \t]*$/u.test(source.slice(end, node.start)),
    )
    if (isDocumented) return []
    const { declaration } = node
    if (declaration.type === "VariableDeclaration") {
      return declaration.declarations.map(({ id }) => source.slice(id.start, id.end))
    }
    return "id" in declaration && declaration.id ? [source.slice(declaration.id.start, declaration.id.end)] : []
  })
}

/** Registers one test per source file of the package: everything it exports has a documentation comment. */
export const testDocComments = (packageDirectory: string): void => {
  describe("documentation comments", () => {
    it.for(sourceFiles(packageDirectory))("stand before every export of %s", (file) => {
      expect(undocumentedExports(readFileSync(join(packageDirectory, file), "utf8"))).toEqual([])
    })
  })
}
