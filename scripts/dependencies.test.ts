import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"

const root = join(import.meta.dirname, "..")
const page = readFileSync(join(root, "docs/dependencies.md"), "utf8")

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Everything that any package of the repository depends on, but for the packages themselves. */
const declared = new Set(
  globSync(["package.json", "packages/*/package.json", "examples/*/package.json", "bench/package.json"], { cwd: root })
    // Safe: npm refuses a manifest of another shape.
    .map((path) => JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest)
    .flatMap((manifest) => [manifest.dependencies, manifest.peerDependencies, manifest.devDependencies])
    .flatMap((group) => Object.keys(group ?? {}))
    .filter((name) => !name.startsWith("@pesoreal/")),
)

describe("docs/dependencies.md", () => {
  it.each([...declared].toSorted())("has a reason for %s", (name) => {
    assert.include(page, `\`${name}\``)
  })

  it("has no row for what is not depended on", () => {
    const rows = page.split("\n").filter((line) => line.startsWith("| `"))
    const names = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)`/gu)].map((hit) => hit[1]))
    assert.isNotEmpty(names)
    assert.deepStrictEqual(
      names.filter((name) => name === undefined || !declared.has(name)),
      [],
    )
  })
})
