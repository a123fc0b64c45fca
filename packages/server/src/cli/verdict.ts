/** What `pesoreal check` says about one text: the same for every kind, on the terminal and in JSON. */
import type { Parsed, Problem } from "@pesoreal/core/Parsed"

/** One thing wrong with a text, or odd about it. */
export interface Finding {
  /** Why, by a name that stays: a reason of the module in core that read the text. */
  readonly code: string
  /** The part at fault, or the tags of a BR Code's field (`26.01`); "" when it is the text as a whole. */
  readonly path: string
  /** Where the part begins, in bytes of UTF-8. */
  readonly offset?: number
  /** For people: what is wrong and what would be right. */
  readonly message: string
}

/** What a text is made of, by name. */
export type Parts = Readonly<Record<string, string | boolean>>

/** A changed text that would be accepted, as a guess at what was meant. */
export interface Repair {
  /** What was done, in this order. */
  readonly steps: ReadonlyArray<{ readonly name: string; readonly message: string }>
  readonly text: string
  /** Whether the text's own check sum vouches for it. If not, somebody must compare what it says with what was meant. */
  readonly isSafe: boolean
}

/** All that is said about one text. */
export interface Verdict {
  /** At the strict level: what the rails will take. */
  readonly valid: boolean
  /** Of a BR Code: it is a text of fields, and its check sum is right. */
  readonly decodable?: boolean
  /** Of a BR Code: it has no errors, though perhaps warnings that make it invalid at the strict level. */
  readonly acceptable?: boolean
  readonly parts?: Parts
  readonly errors: ReadonlyArray<Finding>
  readonly warnings: ReadonlyArray<Finding>
  readonly repairs?: ReadonlyArray<Repair>
}

/** The problems that core found, under the names that `pesoreal check` gives them. */
export const findingsOf = (problems: ReadonlyArray<Problem<string>>): ReadonlyArray<Finding> =>
  problems.map(({ reason, path, offset, message }) => ({
    code: reason,
    path: path ?? "",
    ...(offset === undefined ? {} : { offset }),
    message,
  }))

/** Some of a value's parts, in this order. */
export const pick = <A>(value: Partial<A>, names: ReadonlyArray<keyof A & string>): Parts =>
  Object.fromEntries(
    names.flatMap((name) => {
      const part = value[name]
      return typeof part === "string" || typeof part === "boolean" ? [[name, part]] : []
    }),
  )

/**
 * The verdict of a kind whose warnings do not make a text invalid. `refused` are the parts of a text that was refused, where
 * it has any that can be read.
 */
export const verdictOf = <A>(
  parsed: Parsed<A, string, string>,
  names: ReadonlyArray<keyof A & string>,
  refused?: Partial<A>,
): Verdict => {
  const value = parsed.ok ? parsed.value : refused
  return {
    valid: parsed.ok,
    ...(value === undefined ? {} : { parts: pick(value, names) }),
    errors: parsed.ok ? [] : findingsOf(parsed.errors),
    warnings: findingsOf(parsed.warnings),
  }
}

/** The verdict as one line of JSON, without the line end: what `--json` prints, and `--jsonl` for each of its lines. */
export const jsonOf = (kind: string, input: string, verdict: Verdict): string =>
  JSON.stringify({ kind, input, ...verdict })
