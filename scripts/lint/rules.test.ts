/**
 * The lint rules are themselves tested: each is shown a file that breaks it, and one nearby that does not. A rule whose
 * pattern has gone wrong would otherwise stay silent for ever.
 */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")

interface Planted {
  readonly path: string
  readonly source: string
  /** The rule that must fire; undefined where nothing may. */
  readonly rule?: string
}

const importing = (specifier: string) => `import { x } from "${specifier}"\n\nexport { x }\n`
const restricted = "eslint(no-restricted-imports)"
const refused = (path: string, specifier: string): Planted => ({ path, source: importing(specifier), rule: restricted })
const allowed = (path: string, specifier: string): Planted => ({ path, source: importing(specifier) })
const inCore = "packages/core/src/money/a.ts"
const inApi = "packages/core/src/api/a.ts"
const inReceiver = "packages/receiver/src/adapters/a.ts"
const inServer = "packages/server/src/http/a.ts"

const imports: ReadonlyArray<Planted> = [
  ...["node:fs", "fs", "uuid", "@effect/platform-node/NodeHttpServer", "@pesoreal/receiver", "effect/http"].map(
    (name) => refused(inCore, name),
  ),
  ...[
    "effect/http-api",
    "effect/http/HttpRouter",
    "effect/testing",
    "effects",
    "../api/b.ts",
    "../../src/api/b.ts",
  ].map((name) => refused(inCore, name)),
  refused("packages/core/src/index.ts", "./api/PesorealApi.ts"),
  refused(inCore, "../../../receiver/src/verify.ts"),
  ...["effect", "effect/Schema", "./b.ts", "../documents/Cpf.ts"].map((name) => allowed(inCore, name)),
  ...["node:fs", "effect/sql", "@effect/sql-pg/PgClient", "@pesoreal/server", "uuid"].map((name) =>
    refused(inApi, name),
  ),
  ...[
    "effect",
    "effect/Schema",
    "effect/http",
    "effect/http/Headers",
    "effect/http-api",
    "./b.ts",
    "../money/Brl.ts",
  ].map((name) => allowed(inApi, name)),
  ...["effect", "effect/Schema", "@effect/vitest", "@pesoreal/core", "express", "pg"].map((name) =>
    refused(inReceiver, name),
  ),
  ...["node:crypto", "../verify.ts"].map((name) => allowed(inReceiver, name)),
  {
    path: inReceiver,
    source: 'import type { Effect } from "effect"\n\nexport type A = Effect.Effect<1>\n',
    rule: restricted,
  },
  { path: inReceiver, source: 'import type { Request } from "express"\n\nexport type A = Request\n' },
  ...["@pesoreal/server", "@pesoreal/server/testing"].map((name) => refused("packages/testkit/src/models/a.ts", name)),
  refused("packages/testkit/src/a.test.ts", "@pesoreal/server"),
  ...["@pesoreal/core", "@pesoreal/receiver", "fast-check", "effect"].map((name) =>
    allowed("packages/testkit/src/models/a.ts", name),
  ),
  ...["@pesoreal/testkit", "@pesoreal/testkit/arbitraries/clabe", "@pesoreal/receiver/verify"].map((name) =>
    refused(inServer, name),
  ),
  ...[
    "@effect/platform-node",
    "@effect/sql-pg",
    "../../../core/src/index.ts",
    "../../../../packages/core/src/a.ts",
  ].map((name) => refused(inServer, name)),
  ...["@pesoreal/core", "effect/sql", "@effect/platform-node/NodeHttpServer", "node:crypto", "../payments/b.ts"].map(
    (name) => allowed(inServer, name),
  ),
  ...["packages/server/src/http/a.test.ts", "packages/server/test/a.ts", "packages/server/src/testing/a.ts"].map(
    (path) => allowed(path, "@pesoreal/testkit"),
  ),
  allowed("packages/server/src/http/a.test.ts", "../../../core/test/vectors/signatures.ts"),
  allowed("packages/receiver/src/a.test.ts", "../../core/test/vectors/signatures.ts"),
  refused("packages/server/src/http/a.test.ts", "../../../core/src/index.ts"),
  refused("packages/receiver/src/a.test.ts", "../../core/src/index.ts"),
  refused("packages/core/src/a.test.ts", "@pesoreal/testkit"),
  refused("examples/demo/src/a.ts", "../../../packages/core/src/index.ts"),
]

const lines = (count: number) => Array.from({ length: count }, (_, index) => `  total += ${index}`).join("\n")

const habits: ReadonlyArray<Planted> = [
  ...["Date.now()", "Math.random()", "globalThis.fetch"].map((code) => ({
    path: inCore,
    source: `export const a = ${code}\n`,
    rule: "eslint(no-restricted-properties)",
  })),
  ...["fetch", "process", "setTimeout", "performance", "crypto"].map((code) => ({
    path: inCore,
    source: `export const a: unknown = ${code}\n`,
    rule: "eslint(no-restricted-globals)",
  })),
  ...["Date.now()", "Math.random()"].map((code) => ({
    path: inServer,
    source: `export const a = ${code}\n`,
    rule: "eslint(no-restricted-properties)",
  })),
  { path: "packages/core/src/a.test.ts", source: "export const a = Date.now()\n" },
  { path: inServer, source: "export default 1\n", rule: "import(no-default-export)" },
  { path: "some.config.ts", source: "export default 1\n" },
  { path: inServer, source: "export const a = (x: any) => x\n", rule: "typescript(no-explicit-any)" },
  { path: inServer, source: "export const a = (x?: number) => x!\n", rule: "typescript(no-non-null-assertion)" },
  { path: inServer, source: "console.log(1)\nexport const a = 1\n", rule: "eslint(no-console)" },
  { path: "scripts/a.ts", source: "console.log(1)\nexport const a = 1\n" },
  {
    path: inServer,
    source: "const a = async () => 1\nexport const b = () => {\n  a()\n}\n",
    rule: "typescript(no-floating-promises)",
  },
  { path: inServer, source: `${"// line\n".repeat(400)}export const a = 1\n`, rule: "eslint(max-lines)" },
  {
    path: inServer,
    source: `export const a = () => {\n  let total = 0\n${lines(70)}\n  return total\n}\n`,
    rule: "eslint(max-lines-per-function)",
  },
  {
    path: "packages/server/src/a.test.ts",
    source: 'import { it } from "vitest"\n\nit("proves nothing", () => undefined)\n',
    rule: "vitest(expect-expect)",
  },
]

interface Diagnostic {
  readonly code: string
  readonly filename: string
}

describe("the lint rules", () => {
  const planted = [...imports, ...habits]
  const directory = mkdtempSync(join(tmpdir(), "pesoreal-lint-"))
  const fired = new Map<number, ReadonlyArray<string>>()
  /** Each planted file has a name of its own, so that one run of the linter judges them all. */
  const placeOf = (index: number) =>
    (planted[index]?.path ?? "").replace(/(\.test|\.config)?\.ts$/u, (ending) => `${index}${ending}`)

  beforeAll(() => {
    cpSync(join(root, ".oxlintrc.json"), join(directory, ".oxlintrc.json"))
    const options = { module: "nodenext", target: "es2023", strict: true, skipLibCheck: true, types: [] }
    writeFileSync(join(directory, "tsconfig.json"), JSON.stringify({ compilerOptions: options }))
    for (const [index, { source }] of planted.entries()) {
      mkdirSync(join(directory, dirname(placeOf(index))), { recursive: true })
      writeFileSync(join(directory, placeOf(index)), source)
    }
    // A cycle takes two files.
    writeFileSync(join(directory, "cycleA.ts"), 'import { b } from "./cycleB.ts"\n\nexport const a = () => b\n')
    writeFileSync(join(directory, "cycleB.ts"), 'import { a } from "./cycleA.ts"\n\nexport const b = () => a\n')
    const done = spawnSync(join(root, "node_modules/.bin/oxlint"), ["-f", "json"], { cwd: directory, encoding: "utf8" })
    // Safe: a report of another shape fails every test below.
    const report = JSON.parse(done.stdout) as { readonly diagnostics: ReadonlyArray<Diagnostic> }
    const codesIn = (path: string) =>
      report.diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code)
    for (const index of planted.keys()) fired.set(index, codesIn(placeOf(index)))
    fired.set(-1, codesIn("cycleA.ts"))
  })

  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  it.each(
    planted.map((each, index) => ({ ...each, index, code: each.source.trim(), verdict: each.rule ?? "allowed" })),
  )("$path: $code → $verdict", ({ index, rule }) => {
    const codes = fired.get(index) ?? []
    if (rule === undefined) assert.deepStrictEqual(codes, [])
    else assert.include(codes, rule)
  })

  it("refuses a cycle between files", () => {
    assert.include(fired.get(-1) ?? [], "import(no-cycle)")
  })
})
