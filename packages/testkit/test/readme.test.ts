/** The README's examples for test runners are run by those runners. */
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { afterAll, describe, expect, it } from "vitest"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

/** The example under a heading. */
const exampleOf = (heading: string): string => {
  const example = readme.split(`\n## ${heading}\n`)[1]?.match(/```ts\n(.*?)```/su)?.[1]
  if (example === undefined) throw new Error(`The README has no example under "${heading}"`)
  return example
}

/** A place from which the packages can be imported by name. */
const directory = fileURLToPath(new URL(`../../../node_modules/.cache/readme-${process.pid}/`, import.meta.url))
mkdirSync(directory, { recursive: true })
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe("the README's example for vitest", async () => {
  const file = join(directory, "vitest.example.ts")
  writeFileSync(file, exampleOf("With vitest"))
  // Its tests become tests of this suite.
  await import(/* @vite-ignore */ pathToFileURL(file).href)
})

describe("the README's example for node:test", () => {
  it("passes", () => {
    const file = join(directory, "node.test.mjs")
    writeFileSync(file, stripTypeScriptTypes(exampleOf("With node:test")))
    const { stdout, status } = spawnSync(
      process.execPath,
      ["--conditions=@pesoreal/source", "--test", "--test-reporter=tap", file],
      // Under the variable of an outer runner, node:test would report to it and not to us.
      { encoding: "utf8", env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
    )
    expect(stdout).toMatch(/^# pass 1$/mu)
    expect(status).toBe(0)
  })
})
