import { assert, describe, it } from "vitest"
import { summarise } from "./testSummary.ts"

const file = (status: string, ...tests: ReadonlyArray<string>) => ({
  name: "/repo/packages/core/src/a.test.ts",
  status,
  assertionResults: tests.map((each, index) => ({ status: each, fullName: `test ${index}` })),
})

const counts = ({ passed, failed }: { readonly passed: number; readonly failed: number }) => `${passed}/${failed}`

describe("the summary of a test run", () => {
  it("counts tests that passed and failed over all files", () => {
    const report = { testResults: [file("passed", "passed", "passed"), file("failed", "failed", "passed")] }
    assert.strictEqual(counts(summarise(report, 1, true, "/repo")), "3/1")
  })

  it("counts a file that does not load as a failure, and names it", () => {
    const summary = summarise({ testResults: [file("passed", "passed"), file("failed")] }, 1, false, "/repo")
    assert.strictEqual(counts(summary), "1/1")
    assert.deepStrictEqual(summary.notes, ["Did not run to its end: packages/core/src/a.test.ts"])
  })

  it("counts a file whose hook failed after its tests passed", () => {
    assert.strictEqual(counts(summarise({ testResults: [file("failed", "passed")] }, 1, false, "/repo")), "1/1")
  })

  it("fails when nothing ran, when nothing was reported, and when vitest failed by itself", () => {
    assert.strictEqual(counts(summarise({ testResults: [] }, 0, false, "/repo")), "0/1")
    assert.strictEqual(counts(summarise(undefined, 0, false, "/repo")), "0/1")
    assert.strictEqual(counts(summarise({ testResults: [file("passed", "passed")] }, 1, false, "/repo")), "1/1")
  })

  it("lets skipped tests pass on a desk, and names them as failures in CI", () => {
    const report = { testResults: [file("passed", "passed", "skipped", "todo")] }
    assert.strictEqual(counts(summarise(report, 0, false, "/repo")), "1/0")
    const inCi = summarise(report, 0, true, "/repo")
    assert.strictEqual(counts(inCi), "1/2")
    assert.include(inCi.notes.join("\n"), "packages/core/src/a.test.ts: test 1")
  })
})
