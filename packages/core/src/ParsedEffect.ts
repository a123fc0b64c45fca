/**
 * The answers of plain functions as Effects: a value, or a typed failure with every reason.
 */
import { Data, Effect } from "effect"
import type { Parsed, Problem } from "./Parsed.ts"

/** An input that was refused. `errors` has at least one entry; `message` joins them, for logs. */
export class Refused<E extends string, W extends string = never> extends Data.TaggedError("Refused")<{
  readonly errors: readonly [Problem<E>, ...ReadonlyArray<Problem<E>>]
  readonly warnings: ReadonlyArray<Problem<W>>
}> {
  override get message(): string {
    return this.errors.map(({ message }) => message).join("; ")
  }
}

/**
 * An answer as an Effect. Its warnings are dropped when the value was accepted; who wants them reads the plain answer.
 *
 * @example
 * ```ts
 * import { Clabe, ParsedEffect } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * const bank = ParsedEffect.fromParsed(Clabe.parse("646180110400000007")).pipe(Effect.map((clabe) => clabe.bank))
 * Effect.runSync(bank) // => "646"
 * ```
 */
export const fromParsed = <A, E extends string, W extends string>(
  parsed: Parsed<A, E, W>,
): Effect.Effect<A, Refused<E, W>> => (parsed.ok ? Effect.succeed(parsed.value) : Effect.fail(new Refused(parsed)))

/**
 * The effectful face of a plain function that may refuse its input.
 *
 * @example
 * ```ts
 * import { Clabe, ParsedEffect } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * const parse = ParsedEffect.lift(Clabe.parse)
 * const reason = parse("012180001234567890").pipe(
 *   Effect.as("accepted"),
 *   Effect.catchTag("Refused", ({ errors }) => Effect.succeed(errors[0].reason)),
 * )
 * Effect.runSync(reason) // => "check_digit"
 * ```
 */
export const lift =
  <Input extends ReadonlyArray<unknown>, A, E extends string, W extends string>(
    parse: (...input: Input) => Parsed<A, E, W>,
  ): ((...input: Input) => Effect.Effect<A, Refused<E, W>>) =>
  (...input) =>
    Effect.suspend(() => fromParsed(parse(...input)))
