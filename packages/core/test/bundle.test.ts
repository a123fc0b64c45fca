/** What a browser or an edge function pays for one function of core: the plain modules stand apart from Effect. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { bundle } from "../../../scripts/testing/bundle.ts"

const source = fileURLToPath(new URL("../src/", import.meta.url))

const directory = fileURLToPath(new URL(".", import.meta.url))

const isOfEffect = (module: string) => module.includes("/node_modules/effect/")

/** Modules that are Schemas, need them, or are Effects. All the others are plain. */
const effectful = /Schema\.ts$|^api\/|^text\/|^index\.ts$|^webhooks\/(?:events|deliverySchedule)\.ts$/u

const plainModules = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !effectful.test(file))
  .map((file) => file.replace(/\.ts$/u, ""))

describe("a bundle", () => {
  it("of Clabe's parse has no module of Effect and less than 1 kB, compressed", async () => {
    const { bytes, modules } = await bundle(directory, 'export { parse } from "@pesoreal/core/accounts/Clabe"')
    expect(modules.some((module) => module.endsWith("/accounts/Clabe.ts"))).toBe(true)
    expect(modules.filter(isOfEffect)).toEqual([])
    expect(bytes).toBeLessThan(1_000)
  })

  it.for(plainModules)("of everything in %s has no module of Effect", async (module) => {
    const { modules } = await bundle(directory, `export * from "@pesoreal/core/${module}"`)
    expect(modules.filter(isOfEffect)).toEqual([])
  })

  it("of a Schema has modules of Effect, so this test can tell", async () => {
    const { modules } = await bundle(directory, 'export { ClabeFormat } from "@pesoreal/core/accounts/ClabeSchema"')
    expect(modules.some(isOfEffect)).toBe(true)
  })

  it("of a plain function taken from the main entry has no module of Effect either", async () => {
    const { modules } = await bundle(
      directory,
      'import { Clabe } from "@pesoreal/core"\nexport const parse = Clabe.parse',
    )
    expect(modules.filter(isOfEffect)).toEqual([])
  })
})

describe("the import graph", () => {
  it.for(plainModules)("of %s imports nothing by name at run time", (module) => {
    const text = readFileSync(join(source, `${module}.ts`), "utf8")
    const specifiers = Array.from(
      text.matchAll(/^(?:import|export)\b(?! type)[^\n]*? from "([^"]+)"/gmu),
      ([, name]) => name,
    )
    expect(specifiers.filter((name) => !name?.startsWith("."))).toEqual([])
  })
})
