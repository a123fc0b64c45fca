/**
 * Part of `npm run check`: nothing in core or server reads a clock behind the Time service's back. SQL text may not ask
 * the database for the time (`now()`, `CURRENT_TIMESTAMP`, column defaults of them), because two clocks disagree and a
 * sandbox account's time is moved; and code may not write `new Date()` or `Date()`. (`Date.now` is oxlint's.)
 * It reads files and prints findings; it changes nothing.
 */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseSync } from "vite"

/** The one place that may ask the database for its time: it measures how far that is from ours. */
const exempt = new Set(["packages/server/src/Time.ts"])
const sources = ["packages/core/src/**/*.ts", "packages/server/src/**/*.ts", "packages/server/src/**/*.sql"]

const sqlClocks = [
  /(?<![.\w])(now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\(\s*\)/giu,
  /(?<![.\w$-])(current_timestamp|current_date|current_time|localtimestamp|localtime)(?![\w-])/giu,
  /'(now|today|tomorrow|yesterday)'/giu,
]

export interface Finding {
  readonly line: number
  readonly text: string
}

interface Piece {
  readonly start: number
  readonly text: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** Every node of a syntax tree. */
function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item)
  else if (isNode(value)) {
    yield value
    for (const child of Object.values(value)) if (typeof child === "object") yield* nodesOf(child)
  }
}

const argumentCount = (node: Node): number =>
  "arguments" in node && Array.isArray(node.arguments) ? node.arguments.length : 0

const callsDate = (node: Node): boolean =>
  (node.type === "NewExpression" || node.type === "CallExpression") &&
  argumentCount(node) === 0 &&
  "callee" in node &&
  isNode(node.callee) &&
  node.callee.type === "Identifier" &&
  "name" in node.callee &&
  node.callee.name === "Date"

const isText = (source: string, node: Node): boolean =>
  node.type === "TemplateElement" || (node.type === "Literal" && /["']/u.test(source.charAt(node.start)))

/** Strings and template texts of a module, where SQL may stand, and its own calls to the clock. */
const piecesOf = (path: string, source: string): { readonly texts: Array<Piece>; readonly dates: Array<Piece> } => {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} could not be parsed: ${errors[0]?.message ?? ""}`)
  const nodes = [...nodesOf(program)]
  const piece = (node: Node) => ({ start: node.start, text: source.slice(node.start, node.end) })
  return {
    texts: nodes.filter((node) => isText(source, node)).map(piece),
    dates: nodes.filter(callsDate).map(piece),
  }
}

/** What reads a clock in one file; a `.sql` file is SQL from end to end, but for its comments. */
export const findClocks = (path: string, source: string): ReadonlyArray<Finding> => {
  const sql = source.replace(/--[^\n]*/gu, (comment) => " ".repeat(comment.length))
  const { texts, dates } = path.endsWith(".sql")
    ? { texts: [{ start: 0, text: sql }], dates: [] }
    : piecesOf(path, source)
  const inSql = texts.flatMap(({ start, text }) =>
    sqlClocks.flatMap((clock) => [...text.matchAll(clock)].map((hit) => ({ start: start + hit.index, text: hit[0] }))),
  )
  return [...inSql, ...dates]
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, text }) => ({ line: source.slice(0, start).split("\n").length, text }))
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "../..")
  const paths = globSync(sources, { cwd: root })
    .filter((path) => !path.endsWith(".test.ts") && !exempt.has(path))
    .toSorted()
  const findings = paths.flatMap((path) =>
    findClocks(path, readFileSync(join(root, path), "utf8")).map(({ line, text }) => `${path}:${line}: ${text}`),
  )
  for (const finding of findings) console.error(finding)
  if (findings.length > 0) {
    console.error("Nothing reads a clock but the Time service: take the instant as a parameter.")
    process.exitCode = 1
  }
}
