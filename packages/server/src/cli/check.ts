/** `pesoreal check`: whether a text is valid, what it is made of, and what is wrong with it. */
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { EXIT, ExitWith } from "./exit.ts"
import { checkLines } from "./jsonl.ts"
import { type Kind, kinds } from "./kinds.ts"
import { report } from "./report.ts"
import { readValue, say, withStdio, write } from "./stdio.ts"
import { lines, misused, switchFlag } from "./usage.ts"
import { jsonOf } from "./verdict.ts"

/** Says what there is to say about a text, and ends with 1 if it is not valid. */
export const checkValue = Effect.fnUntraced(function* (kind: Kind, input: string, json: boolean) {
  const check = yield* Effect.promise(kind.load)
  const verdict = check(input)
  yield* say(json ? `${jsonOf(kind.name, input, verdict)}\n` : report(kind.name, input, verdict))
  if (!verdict.valid) return yield* new ExitWith({ code: EXIT.invalid })
})

const base = Command.make(
  "check",
  {
    jsonl: switchFlag(
      "jsonl",
      'Read lines of {"kind","input"} on standard input, and answer each with a line of JSON; blank lines are skipped',
    ),
  },
  Effect.fnUntraced(function* ({ jsonl }) {
    if (!jsonl) return yield* misused("pesoreal check", "Name the kind of the text, or use --jsonl")
    const { unreadable } = yield* withStdio(() => checkLines(process.stdin, write))
    if (unreadable > 0) return yield* new ExitWith({ code: EXIT.usage })
  }),
).pipe(Command.withSharedFlags({ json: switchFlag("json", "Print one line of JSON") }))

const commandOf = (kind: Kind) => {
  const command = Command.make(
    kind.name,
    {
      value: Argument.String("value").pipe(
        Argument.withDescription(
          "The text to check; - reads it from standard input; put -- before one that begins with -",
        ),
      ),
    },
    Effect.fnUntraced(function* ({ value }) {
      const { json } = yield* base
      yield* checkValue(kind, value === "-" ? yield* readValue : value, json)
    }),
  ).pipe(
    Command.withDescription(
      lines(
        `${kind.title}.`,
        "Exits 0 if it is valid, by the rules that the rails enforce, and 1 if it is not.",
        `Parts: ${kind.parts.join(", ")}`,
      ),
    ),
    Command.withShortDescription(kind.title),
    Command.withExamples([{ command: `pesoreal check ${kind.name} '${kind.example}'` }]),
  )
  return kind.alias === undefined ? command : command.pipe(Command.withAlias(kind.alias))
}

export const check = base.pipe(
  Command.withSubcommands(kinds.map(commandOf)),
  Command.withDescription(
    lines(
      "Check a payment code, an account, a document or a key: valid or not, its parts, and every error and warning",
      "with its place. Valid means what the rails enforce; a warning does not make a text invalid, except of a BR Code.",
      "Exits 0 if it is valid, 1 if it is not, 2 if the command was used wrongly. With --jsonl: 0 if every line could be",
      "checked, valid or not, and 2 if one could not.",
    ),
  ),
  Command.withShortDescription("Check a payment code, an account, a document or a key"),
  Command.withExamples([
    { command: "pesoreal check clabe 646180110400000007", description: "Check an account number" },
    { command: "pbpaste | pesoreal check brcode -", description: "Check what is in the clipboard" },
    {
      command: `echo '{"kind":"cpf","input":"39053344705"}' | pesoreal check --jsonl`,
      description: "Check many at once",
    },
  ]),
)
