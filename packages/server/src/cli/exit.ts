/** How the command ends. */
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { visible } from "./visible.ts"

/** The exit codes that are not 0. */
export const EXIT = {
  /** What was checked is not valid, or nothing valid can be made of what was given. */
  invalid: 1,
  /** The command was used wrongly, or was given what it cannot read. */
  usage: 2,
  /** Something else failed, such as writing to a full disk. */
  failure: 3,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends the process with this exit code. Whatever there is to say was said. */
export class ExitWith extends Data.TaggedError("ExitWith")<{ readonly code: ExitCode }> {}

/** Says why on standard error, and ends the process. */
export const endWith = (code: ExitCode, sentence: string): Effect.Effect<never, ExitWith> =>
  Effect.andThen(Console.error(visible(`pesoreal: ${sentence}`)), new ExitWith({ code }))

/** What a failure says of itself. */
export const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
