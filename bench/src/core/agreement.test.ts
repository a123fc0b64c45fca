import { assert, describe, it } from "vitest"
import { agreement, errorsOfOurs, isSame } from "./agreement.ts"
import { type Peer, yesOrNo } from "./comparison.ts"

const isEven = yesOrNo("isEven", (input: number) => input % 2 === 0)
const cases = [1, 2, 3, 4].map((input) => ({ input, isValid: input % 2 === 0 }))
const peer = (use: (input: number) => boolean, rest: Partial<Peer<number>> = {}): Peer<number> => ({
  name: "even",
  ...yesOrNo("even", use),
  ...rest,
})

describe("answers", () => {
  it("are the same when both refuse, or agree on every part that both name", () => {
    assert.isTrue(isSame(null, null))
    assert.isTrue(isSame({ bank: "012" }, {}))
    assert.isTrue(isSame({ bank: "012", plaza: "180" }, { bank: "012", account: "1" }))
    assert.isFalse(isSame({ bank: "012" }, { bank: "12" }))
    assert.isFalse(isSame({}, null))
  })
})

describe("agreement", () => {
  it("takes every input of a peer that agrees", () => {
    const agreed = agreement(
      "numbers",
      cases,
      isEven,
      peer((input) => input % 2 === 0),
    )
    assert.deepEqual(agreed, { inputs: [1, 2, 3, 4], leftOut: [], wrong: [] })
  })

  it("says which input a peer answers otherwise, and counts an exception as a refusal", () => {
    const odd = peer((input) => {
      if (input === 1) throw new Error("one")
      return input === 2 || input === 3
    })
    const { inputs, wrong } = agreement("numbers", cases, isEven, odd)
    assert.deepEqual(inputs, [1, 2])
    assert.deepEqual(wrong, ['numbers: even says {} of "3", core null', 'numbers: even says null of "4", core {}'])
  })

  it("leaves out what a peer is known for, counts it, and says when that is over", () => {
    const differences = [{ because: "it knows no 4", concerns: (input: number) => input === 4 }]
    const without4 = peer((input) => input === 2, { differences })
    const agreed = agreement("numbers", cases, isEven, without4)
    assert.deepEqual(agreed, {
      inputs: [1, 2, 3],
      leftOut: [{ because: "it knows no 4", inputs: 1 }],
      wrong: [],
    })
    const cured = peer(isEven.use as (input: number) => boolean, { differences })
    assert.deepEqual(agreement("numbers", cases, isEven, cured).wrong, [
      "numbers: even no longer differs here: it knows no 4",
    ])
  })

  it("holds core itself to the verdicts of the sources", () => {
    const wrong = errorsOfOurs({
      title: "numbers",
      cases,
      ours: [yesOrNo("all", () => true)],
      peers: [],
      goal: () => 1,
    })
    assert.deepEqual(wrong, ['numbers: all of core accepts "1"', 'numbers: all of core accepts "3"'])
  })
})
