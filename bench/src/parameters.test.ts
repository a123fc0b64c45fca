import { assert, describe, it } from "vitest"
import { parameters } from "./parameters.ts"

describe("the command line of the bench", () => {
  it("shortens a quick run, and lets every number be said", () => {
    const full = parameters([])
    const quick = parameters(["--quick", "--rounds", "3"])
    assert.isBelow(quick.warmUpSeconds, full.warmUpSeconds)
    assert.strictEqual(quick.rounds, 3)
  })

  it("says what a number must be", () => {
    assert.throws(() => parameters(["--rounds", "0"]), /--rounds takes a whole number from 1, and was given "0"/)
    assert.throws(() => parameters(["--seed", "x"]), /--seed/)
    assert.throws(() => parameters(["--fast"]), /--fast/)
  })
})
