/** How the demo fails: with one sentence, in time, and never with a stack for what could be foreseen. */
import { Cause, type Duration, Effect, Option, Schema } from "effect"

export class DemoFailed extends Schema.TaggedError<DemoFailed>()("DemoFailed", { message: Schema.String }) {}

/** The sentence in a failure; where nobody foresaw it, the whole of it. */
export const sentenceOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  return failure instanceof Error && failure.message !== "" ? failure.message : Cause.pretty(cause)
}

/** Looks again and again until there is something to see, and fails with a sentence when that takes too long. */
export const eventually = <A, E, R>(
  what: string,
  duration: Duration.Input,
  look: Effect.Effect<A | undefined, E, R>,
): Effect.Effect<A, E | DemoFailed, R> =>
  Effect.gen(function* () {
    for (;;) {
      const seen = yield* look
      if (seen !== undefined) return seen
      yield* Effect.sleep("50 millis")
    }
  }).pipe(
    Effect.timeoutOrElse({
      duration,
      orElse: () => Effect.fail(new DemoFailed({ message: `waited in vain for ${what}` })),
    }),
  )
