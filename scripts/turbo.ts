/**
 * Runs root tasks through turbo, which skips those whose inputs have not changed. Telemetry is off, the cache stays on
 * this machine, and nothing here reaches the network. `node scripts/turbo.ts compile` is `npm run build`.
 */
import { spawnSync } from "node:child_process"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** Turbo's exit code, or 1 when it could not be started. */
export const runTurbo = (tasks: ReadonlyArray<string>): number => {
  const turbo = join(root, "node_modules/turbo/bin/turbo")
  const done = spawnSync(
    process.execPath,
    [turbo, "run", ...tasks, "--output-logs=new-only", "--log-order=grouped", "--log-prefix=none"],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" },
    },
  )
  return done.status ?? 1
}

if (import.meta.main) process.exitCode = runTurbo(process.argv.slice(2))
