import { assert, describe, it } from "vitest"
import { completeLockfile, findLockfileFaults, findManifestFaults } from "./lockfile.ts"

describe("the lint on the lockfile", () => {
  it("accepts hashed packages and links to workspaces", () => {
    const packages = {
      "": {},
      "packages/core": {},
      "node_modules/effect": { integrity: "sha512-x" },
      "node_modules/@pesoreal/core": { resolved: "packages/core", link: true },
    }
    assert.deepStrictEqual(findLockfileFaults(packages), [])
  })

  it("refuses a host and a missing hash, in nested packages too", () => {
    const packages = {
      "node_modules/a": { integrity: "sha512-x", resolved: "https://registry.example/a.tgz" },
      "packages/server/node_modules/b": {},
    }
    assert.deepStrictEqual(findLockfileFaults(packages), [
      "node_modules/a names the host it came from: https://registry.example/a.tgz",
      "packages/server/node_modules/b has no integrity hash",
    ])
  })

  it("refuses a lockfile without the builds for other platforms, and completes it", () => {
    const packages = {
      "node_modules/linter": {
        integrity: "sha512-x",
        dev: true,
        optionalDependencies: { "@linter/linux-x64-musl": "1.2.3", "@linter/windows-64": "1.2.3" },
      },
      "node_modules/zod": { integrity: "sha512-y" },
    }
    assert.match(findLockfileFaults(packages).join("\n"), /^node_modules\/linter lacks .*linux-x64-musl.*--fix/u)
    const completed = completeLockfile(packages)
    assert.deepStrictEqual(findLockfileFaults(completed), [])
    assert.deepStrictEqual(completed["node_modules/@linter/linux-x64-musl"], {
      version: "1.2.3",
      cpu: ["x64"],
      dev: true,
      libc: ["musl"],
      optional: true,
      os: ["linux"],
    })
    assert.deepStrictEqual(completed["node_modules/@linter/windows-64"]?.os, ["win32"])
    assert.deepStrictEqual(Object.keys(completed).toSorted(), Object.keys(completed))
  })

  it("finds an optional dependency that is installed inside its parent", () => {
    const packages = {
      "node_modules/a": { integrity: "sha512-x", optionalDependencies: { b: "1.0.0" } },
      "node_modules/a/node_modules/b": { integrity: "sha512-y" },
    }
    assert.deepStrictEqual(findLockfileFaults(packages), [])
  })

  it("does not guess a platform that a name does not tell", () => {
    const packages = { "node_modules/a": { integrity: "sha512-x", optionalDependencies: { fsevents: "2.3.3" } } }
    assert.throws(() => completeLockfile(packages), /fsevents/u)
  })

  it("compares what the manifests declare, in any order, and which manifests there are", () => {
    const core = { dependencies: { a: "1.0.0", b: "1.0.0" } }
    const packages = { "": {}, "packages/core": core, "packages/gone": {}, "node_modules/a": {} }
    const manifests = { "": {}, "packages/core": { dependencies: { b: "1.0.0", a: "1.0.0" } }, "packages/gone": {} }
    assert.deepStrictEqual(findManifestFaults(packages, manifests), [])
    const parted = { "": {}, "packages/core": { devDependencies: { a: "1.0.0" } }, "packages/new": {} }
    assert.deepStrictEqual(
      findManifestFaults(packages, parted),
      ["packages/core", "packages/gone", "packages/new"].map(
        (path) => `${path}/package.json and the lockfile differ: run \`npm install\``,
      ),
    )
  })
})
