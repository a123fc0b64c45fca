/** The peers are installed, and say what core says: what `npm run bench -- core` checks before it times anything. */
import { assert, describe, it } from "vitest"
import { prepareAll } from "./core.ts"
import { corpora } from "./corpora.ts"
import { coreParameters } from "./parameters.ts"

describe("the bench of core", () => {
  it.each([1, 2, 3])("finds everyone of one mind on the inputs of seed %d", (seed) => {
    const { groups, wrong } = prepareAll({ ...coreParameters([]), seed })
    assert.deepEqual(wrong, [])
    assert.isNotEmpty(groups)
  })

  it("says when no comparison was meant", () => {
    assert.deepEqual(prepareAll(coreParameters(["--only", "xyz"])).wrong, ['no comparison has "xyz" in its title'])
  })

  it("makes its inputs again from a seed", () => {
    assert.deepEqual(corpora(7), corpora(7))
    assert.notDeepEqual(corpora(7), corpora(8))
  })

  it("says what an option must be", () => {
    assert.throws(() => coreParameters(["--rounds", "0"]), /--rounds takes a whole number from 1, and was given "0"/)
    assert.throws(() => coreParameters(["clabe"]), /clabe/)
  })
})
