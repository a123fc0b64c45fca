/** What the demo shows: a line per step with its time, a countdown, and a table. Colours and moving lines only on a terminal. */
import { styleText } from "node:util"
import { Cause, Clock, Effect } from "effect"
import { DemoFailed, sentenceOf } from "./failure.ts"

const isTerminal = process.stdout.isTTY
/** Back to the start of the line, and nothing on it. */
const clearLine = "\r\u001B[K"

const write = (text: string) => Effect.sync(() => void process.stdout.write(text))
/** node:util knows NO_COLOR, and whether this is a terminal. */
const paint = (colour: "green" | "dim" | "bold", text: string): string =>
  styleText(colour, text, { stream: process.stdout })

/** A line that the next one replaces; on something that is no terminal, nothing. */
const passing = (text: string) => (isTerminal ? write(`${clearLine}${paint("dim", text)}`) : Effect.void)

export const line = (text: string) => write(`${isTerminal ? clearLine : ""}${text}\n`)
export const title = (text: string) => line(paint("bold", text))
export const aside = (text: string) => line(paint("dim", `             ${text}`))

/** Runs a step, and shows it with its time: `  ✓    1.2 s  …`. A failure names the step. */
export const step = <A, E, R>(
  doing: string,
  effect: Effect.Effect<A, E, R>,
  done: (result: A) => string,
): Effect.Effect<A, DemoFailed, R> =>
  Effect.gen(function* () {
    yield* passing(`  …         ${doing}`)
    const begunMs = yield* Clock.currentTimeMillis
    const result = yield* Effect.mapError(
      effect,
      (error) => new DemoFailed({ message: `${doing}: ${sentenceOf(Cause.fail(error))}` }),
    )
    const seconds = ((yield* Clock.currentTimeMillis) - begunMs) / 1000
    yield* line(`  ${paint("green", "✓")} ${seconds.toFixed(1).padStart(6)} s  ${done(result)}`)
    return result
  })

/** Counts down to an instant while `effect` waits for what comes then. */
export const countingDown = <A, E, R>(
  toMs: number,
  text: (seconds: number) => string,
  effect: Effect.Effect<A, E, R>,
) => {
  const secondsLeft = Effect.map(Clock.currentTimeMillis, (now) => Math.max(0, Math.ceil((toMs - now) / 1000)))
  const tick = Effect.flatMap(secondsLeft, (seconds) => passing(`             ${text(seconds)}`))
  // What is no terminal gets one line, once.
  const counting = isTerminal
    ? Effect.forever(Effect.andThen(tick, Effect.sleep("250 millis")))
    : Effect.andThen(
        Effect.flatMap(secondsLeft, (seconds) => aside(text(seconds))),
        Effect.never,
      )
  return Effect.raceFirst(effect, counting)
}

/** A table whose numbers stand under each other. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number>>) => {
  const all = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const show = (row: ReadonlyArray<string>, index: number) =>
    row
      .map((cell, column) =>
        typeof rows[Math.max(0, index - 1)]?.[column] === "number"
          ? cell.padStart(widths[column] ?? 0)
          : cell.padEnd(widths[column] ?? 0),
      )
      .join("   ")
      .trimEnd()
  return Effect.forEach(
    all,
    (row, index) => line(`  ${index === 0 ? paint("bold", show(row, index)) : show(row, index)}`),
    {
      discard: true,
    },
  )
}
