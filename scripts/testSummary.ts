/**
 * Counts a test run from vitest's JSON report. It errs to the strict side: a file that does not load, an error outside
 * any test, and a run without tests all count as failures. It prints nothing.
 */
import { relative } from "node:path"

interface Assertion {
  readonly status?: string
  readonly fullName?: string
}

interface Suite {
  readonly name?: string
  readonly status?: string
  readonly message?: string
  readonly assertionResults?: ReadonlyArray<Assertion>
}

/** The part of vitest's (Jest-shaped) report that is read here. */
export interface Report {
  readonly testResults?: ReadonlyArray<Suite>
}

export interface Summary {
  readonly passed: number
  readonly failed: number
  /** Sentences for the reader, to be printed before the last line. */
  readonly notes: ReadonlyArray<string>
}

/** More names than this say no more than their number does. */
const namesShown = 20

/** Statuses of tests that did not run: skip, todo, and those that a filter by name (`-t`) left out. */
const leftOut = new Set(["skipped", "pending", "todo", "disabled"])

const skippedInCi = (names: ReadonlyArray<string>): ReadonlyArray<string> => [
  `In CI every test must run, and these were skipped (${names.length}):`,
  ...names.slice(0, namesShown).map((name) => `  ${name}`),
  ...(names.length > namesShown ? [`  and ${names.length - namesShown} more`] : []),
]

/**
 * @param report what vitest wrote; undefined when it wrote nothing
 * @param exitCode vitest's own verdict, which may know of failures that no test has
 * @param inCi whether a skipped test is a failure
 * @param root the directory that file names are shown relative to
 */
export const summarise = (report: Report | undefined, exitCode: number, inCi: boolean, root: string): Summary => {
  const suites = report?.testResults ?? []
  const tests = suites.flatMap((suite) =>
    (suite.assertionResults ?? []).map((test) => ({
      status: test.status,
      name: `${relative(root, suite.name ?? "")}: ${test.fullName ?? ""}`,
    })),
  )
  const passed = tests.filter((test) => test.status === "passed").length
  const failedTests = tests.filter((test) => test.status === "failed").length
  // Such a file has no failed test of its own: it could not be loaded, or a hook around its tests failed.
  const brokenFiles = suites.filter(
    (suite) => suite.status === "failed" && !(suite.assertionResults ?? []).some((test) => test.status === "failed"),
  )
  const skipped = tests.filter((test) => test.status !== undefined && leftOut.has(test.status)).map((test) => test.name)
  const notes = brokenFiles.map((suite) => `Did not run to its end: ${relative(root, suite.name ?? "")}`)
  let failed = failedTests + brokenFiles.length
  if (inCi && skipped.length > 0) {
    notes.push(...skippedInCi(skipped))
    failed += skipped.length
  }
  if (passed + failed === 0) {
    notes.push("No test ran.")
    failed = 1
  }
  if (failed === 0 && exitCode !== 0) {
    notes.push(`vitest ended with exit code ${exitCode} although no test failed: see the errors above.`)
    failed = 1
  }
  return { passed, failed, notes }
}
