/**
 * Writes the table of modules in packages/core/README.md: what each is, by the first sentence of its own documentation, and what
 * it costs in a bundle, by making one.
 *
 * Run it from the root: node --conditions=@pesoreal/source packages/core/scripts/modules.ts
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundle } from "../../../scripts/testing/bundle.ts"
import { importGraph } from "../../../scripts/testing/importGraph.ts"

/** The page that has the table. */
export const page = new URL("../README.md", import.meta.url)

/** How to run this script. */
export const command = "node --conditions=@pesoreal/source packages/core/scripts/modules.ts"

const source = fileURLToPath(new URL("../src/", import.meta.url))
const directory = fileURLToPath(new URL("..", import.meta.url))

interface Module {
  /** Its name in the main entry; null for what stands apart from it. */
  readonly namespace: string | null
  readonly subpath: string
}

/** The modules of the main entry, and those that stand apart because they bring a library. */
const modules = (): ReadonlyArray<Module> => {
  const index = readFileSync(join(source, "index.ts"), "utf8")
  const named = Array.from(
    index.matchAll(/^export \* as (\w+) from "\.\/(.+)\.ts"$/gmu),
    ([, namespace = "", subpath = ""]) => ({ namespace, subpath }),
  )
  const apart = ["contact/PhonePlan", "contact/PhonePlanSchema"].map((subpath) => ({ namespace: null, subpath }))
  return [...named, ...apart].toSorted((a, b) => (a.subpath < b.subpath ? -1 : 1))
}

/** The first sentence of a module's own documentation, on one line, without the sources of rules that stand in brackets. */
export const firstSentence = (code: string): string => {
  const text = /^\/\*\*(.*?)\*\//su.exec(code)?.[1] ?? ""
  const paragraph =
    text
      .replaceAll(/^\s*\* ?/gmu, "")
      .trim()
      .split("\n\n")[0] ?? ""
  const line = paragraph
    .replaceAll("\n", " ")
    .replaceAll("|", "\\|")
    .replaceAll(/ \((?:decisions|mexico\.md|pix\.md)\b[^)]*\)/gu, "")
  return (/^.*?[.](?= |$)/u.exec(line)?.[0] ?? line).replace(/\.$/u, "")
}

/** Minified and compressed, rounded up to a tenth of a kilobyte; or the package that it brings. */
const cost = async (subpath: string): Promise<string> => {
  const { names } = importGraph(join(source, `${subpath}.ts`))
  const packages = new Set(Array.from(names, (name) => name.split("/")[0] ?? name))
  if (packages.size > 0) return `needs ${Array.from(packages).join(", ")}`
  const { bytes } = await bundle(directory, `export * from "@pesoreal/core/${subpath}"`)
  return `${(Math.ceil(bytes / 100) / 10).toFixed(1)} kB`
}

const begin = `<!-- Written by ${command}: do not edit. -->`
const end = "<!-- The end of what the script writes. -->"

/** The page with its table as it should be. */
export const render = async (): Promise<string> => {
  const text = readFileSync(page, "utf8")
  const [head, rest] = text.split(begin)
  const tail = rest?.split(end)[1]
  if (head === undefined || tail === undefined)
    throw new Error(`${fileURLToPath(page)} has lost the marks of its table`)
  const rows = await Promise.all(
    modules().map(async ({ namespace, subpath }) => {
      const what = firstSentence(readFileSync(join(source, `${subpath}.ts`), "utf8"))
      return `| ${namespace === null ? "" : `\`${namespace}\``} | \`${subpath}\` | ${what} | ${await cost(subpath)} |`
    }),
  )
  const table = ["| namespace | subpath | what it is | costs |", "|---|---|---|---|", ...rows].join("\n")
  return `${head}${begin}\n\n${table}\n\n${end}${tail}`
}

if (import.meta.main) {
  writeFileSync(page, await render())
  process.stdout.write(`Wrote ${fileURLToPath(page)}\n`)
}
