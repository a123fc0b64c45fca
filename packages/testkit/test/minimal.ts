/** What a failing property ends at, once fast-check has shrunk it. */
import fc from "fast-check"

/** Many more runs than a test needs on average, because a counterexample must be found every time. */
const numRuns = 20_000

/** Where shrinking ends depends on where it begins: there are several smallest values, each next to the other. */
const seed = 20_261_121

/** The smallest value of the arbitrary for which `fails`, as fast-check finds it. Throws if there is none. */
export const minimalOf = <A>(arbitrary: fc.Arbitrary<A>, fails: (value: A) => boolean): A => {
  const details = fc.check<[A]>(
    fc.property(arbitrary, (value) => !fails(value)),
    { numRuns, seed },
  )
  if (details.counterexample === null) throw new Error(`No such value in ${numRuns} runs, with seed ${details.seed}`)
  return details.counterexample[0]
}

/** The same for a value that somebody has seen fail and hands to fast-check as an example. */
export const minimalFrom = <A>(arbitrary: fc.Arbitrary<A>, example: A, fails: (value: A) => boolean): A => {
  const details = fc.check<[A]>(
    fc.property(arbitrary, (value) => !fails(value)),
    { examples: [[example]], numRuns: 1 },
  )
  if (details.counterexample === null) throw new Error("The example does not fail")
  return details.counterexample[0]
}

/** The reasons that an arbitrary of nearly valid values has given in so many draws. */
export const reasonsOf = <Reason extends string>(
  arbitrary: fc.Arbitrary<{ readonly why: { readonly reason: Reason } }>,
): ReadonlyArray<Reason> => Array.from(new Set(fc.sample(arbitrary, 2_000).map(({ why }) => why.reason))).toSorted()
