/** Before anything is timed: does everyone give the same answers? Only what both sides get right is timed. */
import type { Answer, Case, Comparison, Contender, Peer } from "./comparison.ts"

export interface LeftOut {
  readonly because: string
  readonly inputs: number
}

/** The inputs of a comparison with one peer, after its known differences were taken out. */
export interface Agreement<Input> {
  readonly inputs: ReadonlyArray<Input>
  readonly leftOut: ReadonlyArray<LeftOut>
  /** Sentences about answers that nobody expected. */
  readonly wrong: ReadonlyArray<string>
}

/** Whether two answers say the same, as far as both speak: a function that only says yes has no parts to differ in. */
export const isSame = (a: Answer, b: Answer): boolean => {
  if (a === null || b === null) return a === b
  return Object.entries(a).every(([part, text]) => b[part] === undefined || b[part] === text)
}

const shownInput = (input: unknown): string => JSON.stringify(typeof input === "string" ? input : String(input))

/** Sentences about cases of which one of ours says other than their source. */
export const errorsOfOurs = <Input>({ title, cases, ours }: Comparison<Input>): ReadonlyArray<string> =>
  ours.flatMap((contender) =>
    cases
      .filter(({ input, isValid }) => (contender.answer(input) !== null) !== isValid)
      .map(
        ({ input, isValid }) =>
          `${title}: ${contender.title} of core ${isValid ? "refuses" : "accepts"} ${shownInput(input)}`,
      ),
  )

/** A peer that throws has refused. */
const answerOf = <Input>(contender: Contender<Input>, input: Input): Answer => {
  try {
    return contender.answer(input)
  } catch {
    return null
  }
}

export const agreement = <Input>(
  title: string,
  cases: ReadonlyArray<Case<Input>>,
  ours: Contender<Input>,
  peer: Peer<Input>,
): Agreement<Input> => {
  const inputs: Array<Input> = []
  const wrong: Array<string> = []
  const counts = new Map((peer.differences ?? []).map((difference) => [difference, 0]))
  for (const { input } of cases) {
    const right = ours.answer(input)
    const theirs = answerOf(peer, input)
    const difference = peer.differences?.find(({ concerns }) => concerns(input))
    if (isSame(right, theirs)) inputs.push(input)
    else if (difference !== undefined) counts.set(difference, (counts.get(difference) ?? 0) + 1)
    else {
      wrong.push(
        `${title}: ${peer.name} says ${JSON.stringify(theirs)} of ${shownInput(input)}, core ${JSON.stringify(right)}`,
      )
    }
  }
  const leftOut = Array.from(counts, ([{ because }, count]) => ({ because, inputs: count }))
  for (const { because, inputs: count } of leftOut) {
    if (count === 0) wrong.push(`${title}: ${peer.name} no longer differs here: ${because}`)
  }
  if (inputs.length === 0) wrong.push(`${title}: nothing is left to compare ${peer.name} with`)
  return { inputs, leftOut, wrong }
}
