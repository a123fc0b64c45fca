/** How the commands describe themselves, and how they answer a misuse that no single flag or argument shows. */
import * as Effect from "effect/Effect"
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"

/** Lines of a description, as help indents them. */
export const lines = (...of: ReadonlyArray<string>): string => of.join("\n  ")

/** A switch. It never takes the word after it for its value: `check cpf --json 1` asks about the text `1`. */
export const switchFlag = (name: string, description: string): Flag.Flag<boolean> =>
  Flag.Boolean(name).pipe(
    Flag.withOptionalValue("true"),
    Flag.withoutNegation,
    Flag.withDefault(false),
    Flag.withDescription(description),
  )

/** The command was used wrongly: says so, and where its help is. */
export const misused = (command: string, message: string): Effect.Effect<never, CliError.ShowHelp> =>
  Effect.fail(
    new CliError.ShowHelp({ commandPath: command.split(" "), errors: [new CliError.ValidationError({ message })] }),
  )
