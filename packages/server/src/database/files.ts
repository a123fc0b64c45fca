/** The file operations of this room, with one typed error that keeps the code (`ENOENT`, …) of what the system said. */
import { Data, Effect } from "effect"

export class FileError extends Data.TaggedError("FileError")<{
  readonly code: string
  readonly message: string
}> {}

export const file = <A>(operation: () => Promise<A>): Effect.Effect<A, FileError> =>
  Effect.tryPromise({
    try: operation,
    catch: (cause) => {
      const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "UNKNOWN"
      return new FileError({ code, message: cause instanceof Error ? cause.message : String(cause) })
    },
  })

/** Answers with `instead` where there is no such file. */
export const orIfAbsent = <A, B>(operation: Effect.Effect<A, FileError>, instead: B): Effect.Effect<A | B, FileError> =>
  Effect.catchIf(
    operation,
    (error) => error.code === "ENOENT",
    () => Effect.succeed(instead),
  )
