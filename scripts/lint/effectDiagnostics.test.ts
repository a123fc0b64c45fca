/** tsc knows Effect's rules only while it is patched and tsconfig.base.json names the plugin: this fails when it does not. */
import { spawnSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

const root = join(import.meta.dirname, "../..")

const planted = {
  "src/floating.ts":
    'export const a = Effect.gen(function* () {\n  Effect.log("lost")\n  return yield* Effect.succeed(1)\n})',
  "src/v3Name.ts": 'export const a = Effect.catchAll(Effect.fail("x"), () => Effect.void)',
  "src/tryCatch.ts": "export const a = Effect.gen(function* () {\n  try {\n    yield* Effect.void\n  } catch {}\n})",
  "src/random.ts": "export const a = Effect.sync(() => Math.random())",
  "src/environment.ts": 'export const a = Effect.sync(() => process.env["A"])',
  "src/clean.ts": "export const a = Effect.succeed(1)",
  "src/environment.test.ts": 'export const a = Effect.sync(() => process.env["A"])',
  "test/environment.ts": 'export const a = Effect.sync(() => process.env["A"])',
}

describe("Effect's diagnostics in tsc", () => {
  const directory = mkdtempSync(join(tmpdir(), "pesoreal-effect-"))
  let output = ""

  beforeAll(() => {
    mkdirSync(join(directory, "src"))
    mkdirSync(join(directory, "test"))
    symlinkSync(join(root, "node_modules"), join(directory, "node_modules"))
    copyFileSync(join(root, "tsconfig.base.json"), join(directory, "tsconfig.base.json"))
    writeFileSync(join(directory, "package.json"), '{ "type": "module" }')
    const compilerOptions = {
      noEmit: true,
      composite: false,
      incremental: false,
      declaration: false,
      declarationMap: false,
    }
    writeFileSync(
      join(directory, "tsconfig.json"),
      JSON.stringify({
        extends: "./tsconfig.base.json",
        compilerOptions: { ...compilerOptions, types: ["node"] },
        include: ["src", "test"],
      }),
    )
    for (const [path, source] of Object.entries(planted)) {
      writeFileSync(join(directory, path), `import { Effect } from "effect"\n\n${source}\n`)
    }
    const done = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", directory], { cwd: directory, encoding: "utf8" })
    output = done.stdout
    assert.notStrictEqual(done.status, 0, "tsc must fail on what was planted")
  })

  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  it.each([
    ["src/floating.ts", "floatingEffect"],
    ["src/v3Name.ts", "outdatedApi"],
    ["src/tryCatch.ts", "tryCatchInEffectGen"],
    ["src/random.ts", "globalRandom"],
    ["src/environment.ts", "processEnv"],
  ])("%s is refused by %s", (path, rule) => {
    const lines = output.split("\n").filter((line) => line.startsWith(path))
    assert.isTrue(
      lines.some((line) => line.includes(`effect(${rule}`) && line.includes("error TS")),
      output,
    )
  })

  it.each(["src/clean.ts", "src/environment.test.ts", "test/environment.ts"])("%s passes", (path) => {
    assert.notInclude(output, path)
  })
})
