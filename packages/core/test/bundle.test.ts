/**
 * What a browser or an edge function pays for one module of core: that module. Modules are found in the file system, so a new
 * one has a budget from its first day.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { bundle } from "../../../scripts/testing/bundle.ts"
import { importGraph, isTypesOnly } from "../../../scripts/testing/importGraph.ts"

const source = fileURLToPath(new URL("../src/", import.meta.url))

const directory = fileURLToPath(new URL(".", import.meta.url))

const isOfEffect = (module: string) => module.includes("/node_modules/effect/")

const modules = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => file.replace(/\.ts$/u, ""))
  .toSorted()

/** Modules that are Schemas, need them, or are Effects. All the others are plain. */
const effectful = modules.filter((module) =>
  /(?:Schema|Effect)$|^api\/|^text\/|^index$|^webhooks\/(?:events|deliverySchedule)$/u.test(module),
)

/** What knows numbering plans brings a library with a table of them; it says so in its documentation. */
const withLibrary = ["api/strictLevel", "contact/PhonePlan", "contact/PhonePlanSchema"]

const plain = modules.filter((module) => !effectful.includes(module) && !withLibrary.includes(module))

/** Bytes, minified and compressed, of everything that a module exports, where it may be more than 1 kB. */
const budgets: Readonly<Record<string, number>> = {
  // The whole of it: parser and encoder. Their files bring one another.
  "emv/BrCode": 4_000,
  ...Object.fromEntries(plain.filter((module) => module.startsWith("emv/brCode")).map((module) => [module, 4_000])),
  // All of that, and what it suggests for a code that was copied badly.
  "emv/brCodeRepairs": 4_500,
  "emv/tlv": 1_200,
  // Either of two identifiers, by the modules of both.
  "documents/MexicanTaxId": 2_000,
  // Tables: of every bank, and of every scenario with a sentence about it.
  "accounts/banks": 3_500,
  "sandbox/scenarios": 1_800,
}
const usualBudget = 1_000

/** The files of core that a module loads, and the packages, by their names. */
const loads = (module: string) => {
  const { files, names } = importGraph(join(source, `${module}.ts`))
  return { files: Array.from(files, (file) => relative(source, file).replace(/\.ts$/u, "")), names: Array.from(names) }
}

describe("a bundle", () => {
  it.for(plain.map((module) => [module, budgets[module] ?? usualBudget] as const))(
    "of everything in %s has less than %d bytes, and nothing from outside",
    async ([module, budget]) => {
      const { bytes, modules: bundled, imports } = await bundle(directory, `export * from "${join(source, module)}.ts"`)
      expect(bundled.filter((path) => !path.includes("/packages/core/src/"))).toEqual([])
      expect(imports).toEqual([])
      expect(bytes).toBeLessThan(budget)
    },
  )

  it("of a Schema has modules of Effect, so this test can tell", async () => {
    const { modules: bundled } = await bundle(
      directory,
      'export { ClabeContract } from "@pesoreal/core/accounts/ClabeSchema"',
    )
    expect(bundled.some(isOfEffect)).toBe(true)
  })

  it("of a plain function taken from the main entry has no module of Effect either", async () => {
    const {
      bytes,
      modules: bundled,
      imports,
    } = await bundle(directory, 'import { Clabe } from "@pesoreal/core"\nexport const parse = Clabe.parse')
    expect(bundled.some((path) => path.endsWith("/accounts/Clabe.ts"))).toBe(true)
    expect(bundled.filter((path) => !path.includes("/packages/core/src/"))).toEqual([])
    expect(imports).toEqual([])
    expect(bytes).toBeLessThan(usualBudget)
  })

  it("has a budget of its own only where there is such a module", () => {
    expect(Object.keys(budgets).filter((module) => !plain.includes(module))).toEqual([])
  })
})

describe("the import graph", () => {
  it.for(plain)("of %s has no package", (module) => {
    expect(loads(module).names).toEqual([])
  })

  it("has a library in the modules of numbering plans, and nowhere else", () => {
    const found = modules.filter((module) => loads(module).names.includes("libphonenumber-js/max"))
    expect(found).toEqual(withLibrary)
  })

  const schemasAndEffects = effectful.filter((module) => /^(?!api\/).*(?:Schema|Effect)$/u.test(module))
  it.for(schemasAndEffects.filter((module) => !withLibrary.includes(module)))(
    "of %s has effect, and no other package",
    (module) => {
      expect(loads(module).names).toEqual(["effect"])
    },
  )

  it("of the main entry has effect alone, and neither the HTTP contract nor numbering plans", () => {
    const { files, names } = loads("index")
    expect(names).toEqual(["effect"])
    expect(files.filter((file) => file.startsWith("api/"))).toEqual([])
    expect(files.filter((file) => withLibrary.includes(file))).toEqual([])
  })

  it("of the main entry has every other module", () => {
    const { files } = loads("index")
    const others = modules.filter((module) => !module.startsWith("api/") && !withLibrary.includes(module))
    const missing = others.filter((module) => !files.includes(module))
    expect(missing.filter((module) => !isTypesOnly(readFileSync(join(source, `${module}.ts`), "utf8")))).toEqual([])
  })

  it("of the HTTP contract has Effect's own modules only", () => {
    const contract = modules.filter((module) => module.startsWith("api/") && !withLibrary.includes(module))
    const names = new Set(contract.flatMap((module) => loads(module).names))
    expect(Array.from(names).filter((name) => !/^effect(?:\/http|\/http-api)?$/u.test(name))).toEqual([])
  })
})
