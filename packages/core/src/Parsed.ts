/**
 * The answer of every plain function of this package that may refuse its input: a value, or the reasons why not.
 *
 * A refusal is data, never an exception, so that a caller needs neither Effect nor try/catch. Nothing here throws.
 */

/** Where in an input a problem stands. */
export interface Place {
  /** The part at fault, by the name it has in the parsed value (`bank`), or its tags in a BR Code (`26.01`). */
  readonly path?: string
  /** Where the part at fault begins, in bytes of UTF-8 from the beginning of the input. */
  readonly offset?: number
}

/**
 * One thing wrong with an input.
 *
 * `reason` is for programs: a closed set per function, safe to switch on. `message` is for people: what is wrong and what
 * would be right. Its place is given where the problem is about a part, and not about the input as a whole.
 */
export interface Problem<R extends string> extends Place {
  readonly reason: R
  readonly message: string
}

/**
 * Either an accepted value, or at least one error.
 *
 * Warnings come with both: they say what is odd about an input without refusing it. `E` names the possible errors and `W`
 * the possible warnings; a function that never warns has no `W`.
 *
 * @example
 * ```ts
 * import { Clabe } from "@pesoreal/core"
 *
 * const parsed = Clabe.parse("012180001234567890")
 * parsed.ok // => false
 * parsed.ok ? [] : parsed.errors.map((error) => error.reason) // => ["check_digit"]
 * ```
 */
export type Parsed<A, E extends string, W extends string = never> =
  | { readonly ok: true; readonly value: A; readonly warnings: ReadonlyArray<Problem<W>> }
  | {
      readonly ok: false
      readonly errors: readonly [Problem<E>, ...ReadonlyArray<Problem<E>>]
      readonly warnings: ReadonlyArray<Problem<W>>
    }

/** An accepted value, with its warnings if there are any. */
export const accept = <A, W extends string = never>(
  value: A,
  warnings: ReadonlyArray<Problem<W>> = [],
): { readonly ok: true; readonly value: A; readonly warnings: ReadonlyArray<Problem<W>> } => ({
  ok: true,
  value,
  warnings,
})

/** A refusal for one reason. */
export const refuse = <E extends string>(
  reason: E,
  message: string,
  place: Place = {},
): {
  readonly ok: false
  readonly errors: readonly [Problem<E>]
  readonly warnings: readonly []
} => ({ ok: false, errors: [{ reason, message, ...place }], warnings: [] })
