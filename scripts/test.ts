/**
 * `npm test`: starts a throw-away PostgreSQL, runs vitest on the sources, and ends with one line, `N passed, N failed`.
 * Arguments go to vitest (`npm test -- packages/core`). A database of your own is used instead when
 * PESOREAL_TEST_DATABASE_URL names one. Where neither is to be had the rest still runs, except in CI.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findPostgres, postgresMissing, startPostgres, type PostgresServer } from "./postgres.ts"
import { type Report, summarise } from "./testSummary.ts"

const root = join(import.meta.dirname, "..")
const inCi = process.env["CI"] === "true"

/** What vitest wrote, or undefined when it wrote nothing readable. */
const readReport = (path: string): Report | undefined => {
  try {
    // Safe: vitest's own JSON reporter wrote it, and summarise treats every field as possibly absent.
    return JSON.parse(readFileSync(path, "utf8")) as Report
  } catch {
    return undefined
  }
}

/** Runs vitest to its end. Interrupts reach it directly from the terminal; a signal sent to us is passed on. */
const runVitest = (reportPath: string, databaseUrl: string | undefined): Promise<number> =>
  new Promise((resolve) => {
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportPath}`]
    const child = spawn(
      process.execPath,
      [join(root, "node_modules/vitest/vitest.mjs"), "run", ...reporters, ...process.argv.slice(2)],
      {
        cwd: root,
        stdio: "inherit",
        env: { ...process.env, ...(databaseUrl === undefined ? {} : { PESOREAL_TEST_DATABASE_URL: databaseUrl }) },
      },
    )
    process.on("SIGINT", () => undefined)
    process.on("SIGTERM", () => child.kill("SIGTERM"))
    child.once("error", () => resolve(1))
    child.once("close", (code) => resolve(code ?? 1))
  })

const fail = (sentence: string): number => {
  console.error(sentence)
  console.log("0 passed, 1 failed")
  return 1
}

const testAgainst = async (databaseUrl: string | undefined): Promise<number> => {
  const directory = mkdtempSync(join(tmpdir(), "pesoreal-test-"))
  const reportPath = join(directory, "report.json")
  try {
    const exitCode = await runVitest(reportPath, databaseUrl)
    const summary = summarise(readReport(reportPath), exitCode, inCi, root)
    if (databaseUrl === undefined) console.log(postgresMissing)
    for (const note of summary.notes) console.log(note)
    console.log(`${summary.passed} passed, ${summary.failed} failed`)
    return summary.failed === 0 ? 0 : 1
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const main = async (): Promise<number> => {
  const given = process.env["PESOREAL_TEST_DATABASE_URL"]
  if (given !== undefined && given !== "") return testAgainst(given)
  const binaries = findPostgres()
  if (binaries === undefined) return inCi ? fail(postgresMissing) : testAgainst(undefined)
  let server: PostgresServer
  try {
    server = await startPostgres(binaries)
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
  try {
    return await testAgainst(server.url)
  } finally {
    await server.stop()
  }
}

process.exitCode = await main()
