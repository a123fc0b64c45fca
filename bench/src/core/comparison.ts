/** What is compared: functions of core with functions of npm packages that promise the same, on the same inputs. */

/** What a function says of an input: null for a refusal, otherwise the parts that it names, by core's names for them. */
export type Answer = Readonly<Record<string, string>> | null

export interface Contender<Input> {
  /** As it is called: `parse`, `cpf.isValid`. */
  readonly title: string
  /** Does the work and nothing else; this is what is timed. */
  readonly use: (input: Input) => unknown
  /** The same work, and what came of it in the words of all contenders. */
  readonly answer: (input: Input) => Answer
}

/** A place where a peer is known to be wrong, or to do something else. Those inputs are left out of its comparison. */
export interface Difference<Input> {
  /** A sentence, with the source of the rule where the peer breaks one. */
  readonly because: string
  readonly concerns: (input: Input) => boolean
}

export interface Peer<Input> extends Contender<Input> {
  /** Its name on npm. */
  readonly name: string
  readonly differences?: ReadonlyArray<Difference<Input>>
}

export interface Case<Input> {
  readonly input: Input
  /** By its source, or by how it was made; never by asking a contender. */
  readonly isValid: boolean
}

export interface Comparison<Input> {
  readonly title: string
  readonly cases: ReadonlyArray<Case<Input>>
  readonly ours: ReadonlyArray<Contender<Input>>
  readonly peers: ReadonlyArray<Peer<Input>>
  /** How many times as fast as a peer a function of ours has to be, by their names; null where it does more than the peer. */
  readonly goal: (peer: string, ours: string) => number | null
}

/** A function that says yes or no, and names no parts. */
export const yesOrNo = <Input>(title: string, use: (input: Input) => boolean): Contender<Input> => ({
  title,
  use,
  answer: (input) => (use(input) ? {} : null),
})
