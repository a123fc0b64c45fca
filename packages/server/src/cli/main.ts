/** Entry point of the command `pesoreal`. It imports little, so that `check` starts fast: `serve` loads the service. */
import { readFileSync } from "node:fs"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as CliConfig from "effect/cli/CliConfig"
import type * as CliError from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { EXIT, ExitWith } from "./exit.ts"
import { pesoreal } from "./pesoreal.ts"
import { tellFailuresToCallbacks } from "./stdio.ts"
import { visible } from "./visible.ts"

const version = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"))
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : ""
}

/** Help names the type of a flag that takes a value, and our switches take none. */
const withoutSwitchTypes = <Flag extends { readonly type: string }>(flags: ReadonlyArray<Flag> | undefined) =>
  (flags ?? []).map((flag) => (flag.type === "[=boolean]" ? { ...flag, type: "boolean" } : flag))

const sentenceOf = (error: CliError.NonShowHelpErrors): string => {
  if (error._tag !== "UnknownSubcommand") return error.message
  // To who types it, the kind of a text is no command.
  const what = error.parent?.at(-1) === "check" ? "kind" : "command"
  const meant = error.suggestions.length === 0 ? "" : `; did you mean ${error.suggestions.join(", ")}?`
  return `Unknown ${what} ${JSON.stringify(error.subcommand)}${meant}`
}

/** Help goes to standard output, where it was asked for. A wrong use is a few words on standard error. */
const presenter: CliOutput.Presenter = {
  present: (event) => {
    if (event._tag === "Version") return CliOutput.defaultPresenter.present(event)
    if (event._tag === "Help") {
      const { helpDoc } = event
      const flags = withoutSwitchTypes(helpDoc.flags)
      const inheritedFlags = withoutSwitchTypes(helpDoc.inheritedFlags)
      return CliOutput.defaultPresenter.present({ ...event, helpDoc: { ...helpDoc, flags, inheritedFlags } })
    }
    const command = event.commandPath.join(" ")
    const lines = event.errors.map((error) => visible(`${command}: ${sentenceOf(error)}`))
    return Console.error([...lines, `See ${command} --help.`].join("\n"))
  },
}

const isExpected = (cause: Cause.Cause<unknown>): boolean =>
  Cause.hasInterruptsOnly(cause) || Cause.squash(cause) instanceof ExitWith

const main = Command.run(pesoreal, { version: version() }).pipe(
  Effect.catchTag("ShowHelp", ({ errors }) =>
    errors.length === 0 ? Effect.void : Effect.fail(new ExitWith({ code: EXIT.usage })),
  ),
  Effect.tapCause((cause) => (isExpected(cause) ? Effect.void : Console.error(Cause.pretty(cause)))),
  Effect.provide(NodeServices.layer),
  Effect.provideService(CliOutput.Presenter, presenter),
  Effect.provideService(CliConfig.CliConfig, {
    builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions],
  }),
)

/** As a shell has it for what Ctrl-C ended. */
const INTERRUPTED = 130

const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  if (Cause.hasInterruptsOnly(exit.cause)) return INTERRUPTED
  const failure = Cause.squash(exit.cause)
  return failure instanceof ExitWith ? failure.code : EXIT.failure
}

tellFailuresToCallbacks()
NodeRuntime.runMain(main, {
  disableErrorReporting: true,
  // Where writes to a pipe are not immediate, what is still on its way out would be cut off.
  teardown: (exit, onExit) => process.stdout.write("", () => onExit(codeOf(exit))),
})
