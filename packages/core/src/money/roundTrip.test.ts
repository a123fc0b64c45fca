/** No centavo is lost on the way to text, to a JSON number, or back: the amounts that the issue of this package asks for. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Brl from "./Brl.ts"
import * as Centavos from "./Centavos.ts"

/** What came back changed, or nothing. */
const lostOf = (centavos: number): string | undefined => {
  const text = Centavos.format(centavos)
  const read = Centavos.parse(text)
  if (!read.ok || read.value !== centavos) return `${centavos} as the text ${text}`
  const json = JSON.stringify(Brl.toNumber(centavos))
  const back = Brl.fromNumber(Number(JSON.parse(json)), { maximumCentavos: Centavos.MAX_CENTAVOS })
  return back.ok && back.value === centavos ? undefined : `${centavos} as the JSON ${json}`
}

/** Amounts of 1 to 15 digits, as often of each length, from a generator (Mulberry32) that a seed determines. */
function* randomAmounts(seed: number, count: number): Generator<number> {
  let state = seed
  const draw = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  for (let made = 0; made < count; made++) {
    const below53Bits = (draw() >>> 11) * 2 ** 32 + draw()
    yield below53Bits % 10 ** ((made % 15) + 1)
  }
}

/** These loops take seconds, and on a machine that is busy with other things as many times more. */
const PATIENCE_MS = 180_000

describe("an amount comes back from text and from JSON as it was", () => {
  it(
    "if it is any from 0 to 10,000.00",
    () => {
      const lost: Array<string> = []
      for (let centavos = 0; centavos <= 1_000_000; centavos++) {
        const found = lostOf(centavos)
        if (found !== undefined) lost.push(found)
      }
      expect(lost).toEqual([])
    },
    PATIENCE_MS,
  )

  it(
    "if it is any of a million random ones up to the largest",
    () => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          for (const centavos of randomAmounts(seed, 100_000)) {
            const found = lostOf(centavos)
            if (found !== undefined) throw new Error(found)
          }
        }),
        { numRuns: 10 },
      )
    },
    PATIENCE_MS,
  )

  it("if it stands at a bound, or where a number begins to lose digits", () => {
    const bounds = [Brl.MAX_BRL_CENTAVOS, Centavos.MAX_CENTAVOS, 2 ** 31, 2 ** 32, 10 ** 12, 2 ** 49, 10 ** 14]
    const near = bounds.flatMap((bound) => [bound - 1, bound, bound + 1]).filter(Centavos.isCentavos)
    expect(near.map(lostOf).filter((found) => found !== undefined)).toEqual([])
  })
})
