/** Core in a browser: bundled for one, and run where there is nothing but the language, Intl and TextEncoder. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { createContext, runInContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { bundle } from "../../../scripts/testing/bundle.ts"

const directory = fileURLToPath(new URL(".", import.meta.url))
const program = readFileSync(new URL("consumers/browser.js", import.meta.url), "utf8")

/** What the program found, as text: values of another realm have other prototypes. */
const results = (code: string, globals: Record<string, unknown>): unknown => {
  const context = createContext(globals)
  runInContext(code, context)
  return JSON.parse(String(runInContext("JSON.stringify(bundled.results)", context)))
}

describe("a browser bundle of core", () => {
  it("runs without anything of Node", async () => {
    const { code, imports } = await bundle(directory, program, "iife")
    expect(imports).toEqual([])
    expect(results(code, { TextEncoder, TextDecoder })).toEqual({
      clabe: "646 180 11040000000 7",
      refused: ["check_digit"],
      cpf: "390.533.447-05",
      masked: "***.533.447-**",
      code: ["static", "Fulano de Tal"],
      schema: [true, false],
    })
  })

  it("would not run if it needed Node: this context has none of it", () => {
    const names = ["process", "Buffer", "require", "global", "module", "fetch", "setTimeout", "crypto", "performance"]
    const found = names.filter((name) => runInContext(`typeof ${name}`, createContext({ TextEncoder })) !== "undefined")
    expect(found).toEqual([])
  })
})
