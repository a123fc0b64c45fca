/**
 * What a "nearly valid" arbitrary yields: a value with exactly one thing wrong with it, and what that is.
 *
 * A test that only knows that such a value is refused would pass for the wrong reason as well. This one can tell.
 */

/** Why a value is refused. */
export interface Why<Reason extends string = string> {
  /** The field at fault, as error answers write it (`customerEmail`, `events[1]`); empty for the value as a whole. */
  readonly path: string
  /**
   * A name for programs. Where core or the receiver has a plain function with reasons (`Clabe.parse`, `Scenarios.parse`,
   * `verify`, `parseEvent`), it is the first of those; for schemas it names the rule that is broken.
   */
  readonly reason: Reason
  /**
   * The sentence that core's schema reports at `path`. Absent where the words are not core's own: a missing field, another
   * type, a format without a sentence, and wherever no schema is asked.
   */
  readonly message?: string
}

/** A value that is refused for one reason only. */
export interface NearlyValid<A, Reason extends string = string> {
  readonly value: A
  readonly why: Why<Reason>
}

/** The same for JSON that is to be an object: a body may be no object at all, lack a field, or have one of another type. */
export type NearlyValidJson<Reason extends string = never> = NearlyValid<unknown, Reason | "missing" | "wrong_type">
