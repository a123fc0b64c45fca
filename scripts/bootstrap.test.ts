/** Runs the real bootstrap in an invented repository, with a stand-in for npm that writes down what it was asked. */
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"

const bootstrap = readFileSync(join(import.meta.dirname, "bootstrap.mjs"), "utf8")

const lockOf = (version: string) =>
  JSON.stringify({
    packages: {
      "": { name: "house" },
      "packages/core": { version: "0.0.0" },
      "node_modules/a": { version, integrity: `sha512-${version}` },
      "node_modules/for-another-platform": { version: "1.0.0", optional: true },
    },
  })

/** Installs what the lockfile says, or fails when told to, and appends its arguments to npm-calls. */
const fakeNpm = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
appendFileSync("npm-calls", process.argv.slice(2).join(" ") + "\\n")
if (process.env.NPM_FAILS) process.exit(7)
mkdirSync("node_modules/node/bin", { recursive: true })
if (!process.env.NPM_SKIPS_SCRIPTS) writeFileSync("node_modules/node/bin/node", "")
const lock = JSON.parse(readFileSync("package-lock.json", "utf8"))
delete lock.packages[process.env.NPM_LEAVES_OUT]
writeFileSync("node_modules/.package-lock.json", JSON.stringify(lock))
`

describe("the bootstrap", () => {
  let house = ""
  const at = (path: string) => join(house, path)
  const run = (env: Readonly<Record<string, string>> = {}) =>
    spawnSync(process.execPath, [at("scripts/bootstrap.mjs")], {
      cwd: house,
      encoding: "utf8",
      env: { ...process.env, npm_execpath: at("npm.mjs"), npm_node_execpath: process.execPath, ...env },
    })
  const npmCalls = () => (existsSync(at("npm-calls")) ? readFileSync(at("npm-calls"), "utf8") : "")

  beforeEach(() => {
    house = mkdtempSync(join(tmpdir(), "pesoreal-bootstrap-"))
    mkdirSync(at("scripts"))
    writeFileSync(at("scripts/bootstrap.mjs"), bootstrap)
    writeFileSync(at("npm.mjs"), fakeNpm)
    writeFileSync(at("package-lock.json"), lockOf("1.0.0"))
  })
  afterEach(() => rmSync(house, { recursive: true, force: true }))

  it("installs once in a fresh clone, says so in one line, and then does nothing", () => {
    const first = run()
    assert.strictEqual(first.stdout, "Installing dependencies from the lockfile (once)…\n")
    assert.strictEqual(first.status, 0, first.stderr)
    const second = run()
    assert.strictEqual(second.stdout + second.stderr, "")
    assert.strictEqual(second.status, 0)
    assert.strictEqual(npmCalls(), "ci --no-audit --no-fund --loglevel=error\n")
  })

  it("installs again when the lockfile wants another version, whatever the dates say", () => {
    run()
    writeFileSync(at("package-lock.json"), lockOf("2.0.0"))
    run()
    assert.strictEqual(npmCalls().split("\n").length - 1, 2)
  })

  it("does not install for ever when the lockfile has entries that npm leaves out", () => {
    run({ NPM_LEAVES_OUT: "node_modules/a" })
    run({ NPM_LEAVES_OUT: "node_modules/a" })
    assert.strictEqual(npmCalls().split("\n").length - 1, 1)
  })

  it("accepts what `npm install` by hand has brought to the lockfile's versions", () => {
    run()
    writeFileSync(at("package-lock.json"), lockOf("2.0.0"))
    writeFileSync(at("node_modules/.package-lock.json"), lockOf("2.0.0"))
    run()
    assert.strictEqual(npmCalls().split("\n").length - 1, 1)
  })

  it("passes on npm's failure with a sentence", () => {
    const failed = run({ NPM_FAILS: "1" })
    assert.strictEqual(failed.status, 1)
    assert.include(failed.stderr, "`npm ci` failed (exit code 7)")
  })

  it("says what to do when npm skips install scripts", () => {
    const failed = run({ NPM_SKIPS_SCRIPTS: "1" })
    assert.strictEqual(failed.status, 1)
    assert.include(failed.stderr, "npm rebuild node --ignore-scripts=false")
  })

  it("says that a lockfile cannot be read", () => {
    writeFileSync(at("package-lock.json"), "<<<<<<< HEAD")
    const failed = run()
    assert.strictEqual(failed.status, 1)
    assert.include(failed.stderr, "package-lock.json is missing or is not JSON")
  })
})
