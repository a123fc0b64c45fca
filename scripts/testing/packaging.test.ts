/** What would be published, as publint and arethetypeswrong see it. */
import { readFileSync, rmSync } from "node:fs"
import * as attw from "@arethetypeswrong/core"
import { publint } from "publint"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isClosed, pack, type Packed, published } from "./pack.ts"

let packed: Packed | undefined

beforeAll(() => {
  packed = pack()
}, 120_000)

afterAll(() => {
  if (packed !== undefined) rmSync(packed.directory, { recursive: true, force: true })
})

const tarballOf = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(packed?.tarballs[name] ?? ""))

const packageOf = (name: string): attw.Package => attw.createPackageFromTarballData(tarballOf(name))

/** Every entry point that the exports admit: attw does not look behind a pattern by itself. */
const entryPoints = (tarball: attw.Package): ReadonlyArray<string> => {
  const root = `/node_modules/${tarball.packageName}/`
  // Safe: npm packed it, and a field of another shape fails the test.
  const { exports } = JSON.parse(tarball.readFile(`${root}package.json`)) as { exports: Record<string, unknown> }
  const files = tarball.listFiles(`${root}dist`).map((file) => file.slice(`${root}dist/`.length))
  const modules = files.filter((file) => file.endsWith(".js")).map((file) => `./${file.replace(/\.js$/u, "")}`)
  return [
    ...Object.keys(exports).filter((key) => !key.includes("*") && exports[key] !== null && !key.endsWith(".json")),
    ...("./*" in exports ? modules.filter((module) => !isClosed(exports, module)) : []),
  ]
}

/** What attw finds in every package that is ESM only, and why each is right as it is. */
const expected: Readonly<Record<string, string>> = {
  "NoResolution node10": "the packages have `exports` only, which that resolution, of Node 10, does not read",
  "CJSResolvesToESM node16-cjs": "ESM only: `require` of it works on every Node that `engines` names (20.19 and newer)",
}

const nameOf = (problem: attw.Problem): string =>
  "resolutionKind" in problem ? `${problem.kind} ${problem.resolutionKind}` : problem.kind

describe.each(published)("the package %s", (name) => {
  it("has nothing for publint to say", async () => {
    const { messages } = await publint({ pack: { tarball: tarballOf(name).buffer }, strict: true })
    expect(messages).toEqual([])
  })

  it("resolves to types and code that agree, at every entry point", async () => {
    const tarball = packageOf(name)
    const entrypoints = entryPoints(tarball)
    const result = await attw.checkPackage(tarball, { entrypoints: [...entrypoints] })
    expect(result.types).toEqual({ kind: "included" })
    const { problems = [] } = result.types === false ? {} : result
    expect(problems.filter((problem) => expected[nameOf(problem)] === undefined)).toEqual([])
    // Found at every one of them: the check has seen them all.
    const seen = problems.filter(({ kind }) => kind === "CJSResolvesToESM")
    expect(seen).toHaveLength(entrypoints.length)
  })

  it("has its licence and its README, and no test, build record or path of this machine", () => {
    const tarball = packageOf(name)
    const root = `/node_modules/@pesoreal/${name}/`
    const files = tarball.listFiles(root).map((file) => file.slice(root.length))
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json"]))
    expect(files.filter((file) => /\.test\.|tsbuildinfo|^test\/|^scripts\/|node_modules/u.test(file))).toEqual([])
    expect(files.filter((file) => tarball.readFile(root + file).includes(packed?.directory ?? ""))).toEqual([])
  })
})

it("publint would say something about a package whose files are missing", async () => {
  const manifest = { name: "broken", version: "1.0.0", type: "module", exports: "./missing.js" }
  const files = [{ name: "package/package.json", data: JSON.stringify(manifest) }]
  const { messages } = await publint({ pack: { files }, pkgDir: "package" })
  expect(messages.map(({ code }) => code)).toEqual(["FILE_DOES_NOT_EXIST"])
})

it.each([
  ["./internal/a", true],
  ["./internals", false],
  ["./documents/helper", true],
  ["./documents/helpers", false],
  ["./a", false],
])("a null in the exports closes %s: %s", (subpath, closed) => {
  const exports = { ".": "./a.js", "./internal/*": null, "./documents/helper": null, "./*": "./*.js" }
  expect(isClosed(exports, subpath)).toBe(closed)
})
