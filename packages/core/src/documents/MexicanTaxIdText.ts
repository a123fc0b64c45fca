/**
 * What RFC and CURP share: the weights of their check digits, how a part that is at fault is named, and what else to look at.
 *
 * Plumbing of `Rfc.ts` and `Curp.ts`.
 */
import type { Problem } from "../Parsed.ts"

/** Words that a number should not begin with, of four letters each. */
export interface ForbiddenWords {
  /** What no person's RFC begins with. */
  readonly rfc: ReadonlyArray<string>
  /** What no CURP begins with. */
  readonly curp: ReadonlyArray<string>
}

/** What else to look at. */
export interface Options {
  /** Warn of these words, such as those of `MexicanTaxIdWords`. Default: none is looked for. */
  readonly words?: ForbiddenWords
}

/** The sum that a check digit completes: the last character counts twice, the one before it three times, and so on. */
export const weigh = (text: string, valueOf: (character: string) => number): number =>
  Array.from(text).reduce((total, character, index) => total + valueOf(character) * (text.length + 1 - index), 0)

/**
 * A part of a text: whether it is good; and if not, why, where it begins in bytes, what is needed there, and its name where that
 * is not the reason. Where the whole text is at fault, its name is empty; and where that is nowhere in particular, it begins at -1.
 */
export type Part<R extends string> = readonly [
  isGood: boolean,
  reason: R,
  offset: number,
  needed: string,
  path?: string,
]

/** What is needed in place of the parts that are not good. */
export const faultsOf = <R extends string>(parts: ReadonlyArray<Part<R>>): ReadonlyArray<Problem<R>> =>
  parts.flatMap(([isGood, reason, offset, needed, path = reason]) =>
    isGood ? [] : { reason, message: `needs ${needed}`, ...(path && { path }), ...(offset >= 0 && { offset }) },
  )
