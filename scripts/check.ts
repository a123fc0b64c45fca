/**
 * `npm run check`: types with Effect's diagnostics, lint, format, and the project's own small lints.
 * With paths (`npm run check -- packages/core`) the first three run on those alone, uncached.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { runTurbo } from "./turbo.ts"

const root = join(import.meta.dirname, "..")

const tool = (name: string, ...args: ReadonlyArray<string>) =>
  spawnSync(join(root, "node_modules/.bin", name), args, { cwd: root, encoding: "utf8" })

/** Runs every check even after one has failed, so that one run shows everything. */
const checkPaths = (paths: ReadonlyArray<string>): number => {
  const runs = [
    ...paths.map((path) => ["tsc", "-b", path] as const),
    ["oxlint", ...paths] as const,
    ["oxfmt", "--check", ...paths] as const,
  ]
  const failures = runs.filter(([name, ...args]) => {
    const done = tool(name, ...args)
    process.stdout.write(done.stdout)
    process.stderr.write(done.stderr)
    return done.status !== 0
  })
  console.log(failures.length === 0 ? "All checks passed." : `Failed: ${failures.map(([name]) => name).join(", ")}`)
  return failures.length === 0 ? 0 : 1
}

const main = (paths: ReadonlyArray<string>): number => {
  if (!tool("tsc", "--version").stdout.includes("effect-tsgo")) {
    console.error("tsc lacks Effect's diagnostics. Run `npx effect-tsgo patch` to see why.")
    return 1
  }
  return paths.length > 0
    ? checkPaths(paths)
    : runTurbo(["types", "lint", "lint:clocks", "lint:lockfile", "format:check", "--continue"])
}

process.exitCode = main(process.argv.slice(2))
