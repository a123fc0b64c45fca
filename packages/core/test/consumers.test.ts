/**
 * Core as its consumers get it: from the tarball, installed beside effect, under every TypeScript and every Node that it
 * promises to work with.
 */
import { spawn, spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { importGraph } from "../../../scripts/testing/importGraph.ts"
import { isClosed, link, pack, type Packed, unpack } from "../../../scripts/testing/pack.ts"

const programs = fileURLToPath(new URL("consumers/", import.meta.url))
const installed = fileURLToPath(new URL("../../../node_modules/", import.meta.url))

let packed: Packed | undefined
/** Apart from the packed packages, above which everything that the repository has installed would be found. */
const consumers = mkdtempSync(join(tmpdir(), "pesoreal-consumers-"))
/** Who has core's peers installed, and who has core alone. */
type Consumer = "with-peers" | "bare"
const directoryOf = (consumer: Consumer) => join(consumers, consumer)
const distOf = (consumer: Consumer) => join(directoryOf(consumer), "node_modules/@pesoreal/core/dist")

/** Every module of the tarball that can be imported. */
const everyModule = (): ReadonlyArray<string> => {
  const manifest = readFileSync(join(distOf("with-peers"), "../package.json"), "utf8")
  // Safe: npm packed it, and a field of another shape fails the tests.
  const { exports } = JSON.parse(manifest) as { exports: Record<string, unknown> }
  return readdirSync(distOf("with-peers"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .map((file) => file.replaceAll("\\", "/").replace(/\.js$/u, ""))
    .filter((module) => !isClosed(exports, `./${module}`))
    .toSorted()
}

const needsPackages = (module: string): boolean =>
  importGraph(join(distOf("with-peers"), `${module}.js`)).names.size > 0

const everythingOf = (modules: ReadonlyArray<string>): string =>
  modules.map((name, at) => `export * as m${at} from "@pesoreal/core/${name}"\n`).join("")

beforeAll(() => {
  packed = pack(["core"])
  for (const consumer of ["with-peers", "bare"] as const) {
    cpSync(programs, directoryOf(consumer), { recursive: true })
    unpack(packed.tarballs["core"] ?? "", directoryOf(consumer), "@pesoreal/core")
    writeFileSync(join(directoryOf(consumer), "package.json"), JSON.stringify({ type: "module", private: true }))
  }
  link(directoryOf("with-peers"), ["effect", "libphonenumber-js"])
  writeFileSync(join(directoryOf("with-peers"), "everything.ts"), everythingOf(["index", ...everyModule()]))
  const plain = everyModule().filter((module) => !needsPackages(module))
  writeFileSync(join(directoryOf("bare"), "everything.ts"), everythingOf(plain))
}, 120_000)

afterAll(() => {
  if (packed !== undefined) rmSync(packed.directory, { recursive: true, force: true })
  rmSync(consumers, { recursive: true, force: true })
})

/** Answers what the program printed, both ways, and its exit code. */
const execute = (
  consumer: Consumer,
  command: string,
  args: ReadonlyArray<string>,
): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve, reject) => {
    // Without the conditions under which the tests themselves run: a consumer has none of them.
    const env = { ...process.env, NODE_OPTIONS: "" }
    const child = spawn(command, args, { cwd: directoryOf(consumer), env, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text))
    child.once("error", reject)
    child.once("close", (code) => resolve({ code, output }))
  })

const modes = {
  nodenext: { module: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
}

interface Compilation {
  readonly compiler: string
  readonly mode: keyof typeof modes
  readonly skipLibCheck: boolean
}

const compile = (consumer: Consumer, files: ReadonlyArray<string>, { compiler, mode, skipLibCheck }: Compilation) => {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck,
    target: "es2022",
    lib: ["es2023", "dom"],
    types: [],
    ...modes[mode],
  }
  const project = `tsconfig.${compiler}.${mode}.json`
  writeFileSync(join(directoryOf(consumer), project), JSON.stringify({ compilerOptions, files }))
  return execute(consumer, process.execPath, [join(installed, compiler, "bin/tsc"), "-p", project])
}

describe.concurrent("TypeScript", { timeout: 120_000 }, () => {
  // The oldest and the newest look at all declarations, effect's too, which takes seconds; the others at what is used.
  it.for([
    { version: "5.9", compiler: "typescript-5", mode: "nodenext", skipLibCheck: false },
    { version: "5.9", compiler: "typescript-5", mode: "bundler", skipLibCheck: true },
    { version: "6.0", compiler: "typescript-6", mode: "nodenext", skipLibCheck: true },
    { version: "6.0", compiler: "typescript-6", mode: "bundler", skipLibCheck: true },
    { version: "7", compiler: "typescript", mode: "nodenext", skipLibCheck: false },
    { version: "7", compiler: "typescript", mode: "bundler", skipLibCheck: true },
  ] as const)("$version accepts the program, resolving as $mode", async (compilation) => {
    const answer = await compile("with-peers", ["embedding.ts", "everything.ts"], compilation)
    expect(answer).toEqual({ code: 0, output: "" })
  })

  it("knows every plain module where effect is not installed", async () => {
    const compilation = { compiler: "typescript", mode: "nodenext", skipLibCheck: false } as const
    expect(await compile("bare", ["everything.ts"], compilation)).toEqual({ code: 0, output: "" })
  })
})

/** The Nodes of this machine that core promises to run on, by their versions: this one, and what the PATH has. */
const nodes = (): ReadonlyArray<readonly [version: string, path: string]> => {
  const name = process.platform === "win32" ? "node.exe" : "node"
  const found = new Map([[process.version, process.execPath]])
  const places = (process.env["PATH"] ?? "").split(delimiter).map((directory) => join(directory, name))
  for (const path of [process.env["npm_node_execpath"] ?? "", ...places]) {
    if (!existsSync(path)) continue
    const version = spawnSync(path, ["--version"], { encoding: "utf8" }).stdout.trim()
    const [major = 0, minor = 0] = version.replace("v", "").split(".").map(Number)
    if (!found.has(version) && (major > 20 || (major === 20 && minor >= 19))) found.set(version, path)
  }
  return Array.from(found)
}

describe.concurrent.each(nodes())("plain JavaScript on Node %s", { timeout: 60_000 }, (_, node) => {
  const load = `for (const name of process.argv.slice(1)) await import("@pesoreal/core/" + name)`
  const loading = (modules: ReadonlyArray<string>) => ["--input-type=module", "--eval", load, ...modules]

  it.each(["plain.mjs", "plain.cjs"])("runs %s", async (program) => {
    expect(await execute("with-peers", node, [program])).toEqual({ code: 0, output: "" })
  })

  it("loads every module of the package", async () => {
    expect(await execute("with-peers", node, loading(everyModule()))).toEqual({ code: 0, output: "" })
  })

  it("loads every plain module where effect is not installed, and no other", async () => {
    const plain = everyModule().filter((module) => !needsPackages(module))
    expect(plain).toContain("accounts/Clabe")
    expect(await execute("bare", node, loading(plain))).toEqual({ code: 0, output: "" })
    const { code, output } = await execute("bare", node, loading(["accounts/ClabeSchema"]))
    expect(output).toContain("Cannot find package 'effect'")
    expect(code).toBe(1)
  })
})
