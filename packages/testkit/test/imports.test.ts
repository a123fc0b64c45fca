/** What the package stands on: any runtime and any test runner, one copy of fast-check, and never the server. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as testkit from "@pesoreal/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"

const source = fileURLToPath(new URL("../src/", import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
)

const allowed = /^(?:\.\.?\/.*\.ts|effect|fast-check|@pesoreal\/core(?:\/api\/\w+)?|@pesoreal\/receiver)$/u

/** Contracts and receivers are known by their types only. */
const typesOnly = /^@pesoreal\/(?:core\/api\/\w+|receiver)$/u

const specifiersOf = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/^(?:import|export|\}).* from "([^"]+)"$/gmu), ([, specifier = ""]) => specifier)

it.for(files)("%s imports nothing of a platform, of a test runner or of the server", (file) => {
  const text = readFileSync(join(source, file), "utf8")
  expect(specifiersOf(text).filter((specifier) => !allowed.test(specifier))).toEqual([])
  const atRunTime = text.replaceAll(/^import type [^"]*"[^"]+"$/gmu, "")
  expect(specifiersOf(atRunTime).filter((specifier) => typesOnly.test(specifier))).toEqual([])
})

it("exports no copy of fast-check", () => {
  const shared = Object.entries(testkit).filter(([, value]) => Object.values<unknown>(fc).includes(value))
  expect(shared).toEqual([])
})

it("exports a twin for every arbitrary of what is sent", () => {
  const names = Object.keys(testkit)
  const sent = names.filter((name) => /(?:Request|Event|Scenario)$/u.test(name) && !name.startsWith("nearlyValid"))
  expect(sent.length).toBeGreaterThan(4)
  const twins = sent.map((name) => `nearlyValid${name.charAt(0).toUpperCase()}${name.slice(1)}`)
  expect(twins.filter((name) => !names.includes(name))).toEqual([])
})
