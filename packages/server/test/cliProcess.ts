/** The command `pesoreal` as a process, for tests: the launcher of the package, run with the condition that finds the sources. */
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"

export const launcher = join(import.meta.dirname, "../bin/pesoreal.mjs")

/** What makes the launcher run the sources in its own process, and not in a second one. */
export const sources = "--conditions=@pesoreal/source"

export interface CommandRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What a process says and how it ends. */
export const outcomeOf = (child: ChildProcess): Promise<CommandRun> => {
  const said = { stdout: "", stderr: "" }
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (said.stdout += text))
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (said.stderr += text))
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) => resolve({ code, ...said }))
  })
}

/** Starts the command with the arguments. `node` are options of Node's. */
export const startCommand = (args: ReadonlyArray<string>, node: ReadonlyArray<string> = []): ChildProcess =>
  spawn(process.execPath, [sources, ...node, launcher, ...args], { stdio: ["pipe", "pipe", "pipe"] })

/** Runs the command to its end, with this on standard input. */
export const runCommand = (
  args: ReadonlyArray<string>,
  input: string | Uint8Array = "",
  node: ReadonlyArray<string> = [],
): Promise<CommandRun> => {
  const child = startCommand(args, node)
  const outcome = outcomeOf(child)
  // A command that does not read its input may be gone before it is written.
  child.stdin?.on("error", () => {}).end(input)
  return outcome
}
