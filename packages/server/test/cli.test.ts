/** The command `pesoreal` as whoever types it meets it: real processes, what they print, and how they end. */
import { spawn } from "node:child_process"
import { mkdtempSync, openSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { environmentOf } from "../../../scripts/drills/serverProcess.ts"
import { within } from "../../../scripts/drills/waiting.ts"
import { kinds } from "../src/cli/kinds.ts"
import { launcher, outcomeOf, runCommand, sources, startCommand } from "./cliProcess.ts"

const limitMs = 60_000
const clabe = "646180110400000007"

describe("pesoreal check", { concurrent: true, timeout: limitMs }, () => {
  it("prints the parts as a table", async () => {
    const { stdout } = await runCommand(["check", "cpf", "390.533.447-05"])
    assert.strictEqual(stdout, "valid cpf\n\n  digits       39053344705\n  checkDigits  05\n")
  })

  it("says what is wrong and where, and exits 1", async () => {
    const { code, stdout, stderr } = await runCommand(["check", "cpf", "390.533.447-06"])
    assert.deepEqual({ code, stderr }, { code: 1, stderr: "" })
    assert.include(stdout, "invalid cpf\n")
    assert.include(stdout, "error check_digits, at checkDigits, byte 12: ")
    assert.include(stdout, `    390.533.447-06\n    ${" ".repeat(12)}^\n`)
  })

  it("prints with --json what --jsonl answers, one line of it", async () => {
    for (const input of [clabe, "012180001234567890", 'a "b" \\ c\n\u001B[2J']) {
      const [one, many] = await Promise.all([
        runCommand(["check", "--json", "clabe", input]),
        runCommand(["check", "--jsonl"], JSON.stringify({ kind: "clabe", input })),
      ])
      assert.strictEqual(one.stdout, many.stdout)
      assert.strictEqual(one.stdout.indexOf("\n"), one.stdout.length - 1)
      assert.strictEqual(many.code, 0)
    }
  })

  it.each([
    ["with spaces and quotes", ["check", "cpf", `3905 '33"44`, "--json"], `3905 '33"44`],
    ["that is empty", ["check", "cpf", "", "--json"], ""],
    ["that is a number below zero", ["check", "--json", "cpf", "-390"], "-390"],
    ["that begins with a hyphen, after two", ["check", "--json", "cpf", "--", "--help"], "--help"],
    ["that another flag would take for its own", ["check", "cpf", "--json", "1"], "1"],
    ["that is a command", ["check", "cpf", "cnpj", "--json"], "cnpj"],
  ])("takes a value %s", async (_, args, input) => {
    const { code, stdout } = await runCommand(args)
    assert.strictEqual(code, 1)
    assert.deepInclude(JSON.parse(stdout), { kind: "cpf", input, valid: false })
  })

  it("reads a value from standard input, without the line end of its last line", async () => {
    for (const end of ["", "\n", "\r\n"]) {
      const { code, stdout } = await runCommand(["check", "clabe", "-", "--json"], `${clabe}${end}`)
      assert.strictEqual(code, 0)
      assert.deepInclude(JSON.parse(stdout), { input: clabe })
    }
    const { stdout } = await runCommand(["check", "clabe", "-", "--json"], ` ${clabe}\n\n`)
    assert.deepInclude(JSON.parse(stdout), { input: ` ${clabe}\n`, valid: false })
    const binary = await runCommand(["check", "clabe", "-"], Uint8Array.of(0xff, 0xfe))
    assert.deepInclude(binary, { code: 2, stdout: "", stderr: "pesoreal: standard input is not UTF-8\n" })
  })

  it.each([
    [["check"], "Name the kind of the text, or use --jsonl"],
    [["check", "cpf"], "Missing required argument: value"],
    [["check", "cfp", "1"], 'Unknown kind "cfp"; did you mean cpf, '],
    [["check", "\u001B[2J", "1"], 'Unknown kind "\\u001b[2J"'],
    [["check", "cpf", "1", "2"], 'Unexpected positional argument: "2"'],
    [["check", "cpf", "-x"], "Unrecognized flag: -x"],
    [["check", "--jsonl", "--nope"], "--nope"],
    [["check", "--jsonl", "cpf", "1"], "--jsonl"],
    [["chekc"], 'Unknown command "chekc"; did you mean check?'],
  ])("is used wrongly by %j: exits 2, and says so on standard error alone", async (args, words) => {
    const { code, stdout, stderr } = await runCommand(args)
    assert.deepEqual({ code, stdout }, { code: 2, stdout: "" })
    assert.include(stderr, words)
    assert.match(stderr, /^pesoreal[ a-z]*: [^\n]+\nSee pesoreal[ a-z]* --help\.\n$/u)
  })

  it("explains itself", async () => {
    const { code, stdout, stderr } = await runCommand(["check", "--help"])
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" })
    for (const { name, title } of kinds)
      assert.match(stdout, new RegExp(`\n +${name}\\S* .*${title.slice(0, 12)}`, "u"))
    const { stdout: help } = await runCommand(["check", "cnpj", "--help"])
    assert.include(help, "pesoreal check cnpj '12.ABC.345/01DE-35'")
    assert.notInclude(help, "[=boolean]")
    assert.match((await runCommand(["--version"])).stdout, /^pesoreal v\d+\.\d+\.\d+\n$/u)
    assert.include((await runCommand([])).stdout, "serve")
  })

  it("loads neither the service nor what other kinds need", async () => {
    const log = `import { registerHooks } from "node:module"; registerHooks({ load: (url, context, next) => (process.stderr.write(url + "\\n"), next(url, context)) })`
    const { stderr } = await runCommand(["check", "cpf", "1"], "", [
      `--import=data:text/javascript,${encodeURIComponent(log)}`,
    ])
    const loaded = stderr.split("\n")
    assert.isTrue(loaded.some((url) => url.endsWith("/core/src/documents/Cpf.ts")))
    for (const part of [
      "/startup/",
      "/database/",
      "/emv/",
      "/qr/",
      "libphonenumber",
      "/core/src/index.",
      "/effect/dist/index.",
    ]) {
      assert.deepEqual(
        loaded.filter((url) => url.includes(part)),
        [],
        part,
      )
    }
  })
})

describe("pesoreal check --jsonl", { concurrent: true, timeout: limitMs }, () => {
  const good = `{"kind":"cpf","input":"39053344705"}\n`
  const bad = `{"kind":"cpf","input":"1"}\n`

  it("exits 0 when every line could be checked, valid or not, and 2 when one could not", async () => {
    assert.deepInclude(await runCommand(["check", "--jsonl"], good + bad), { code: 0, stderr: "" })
    assert.deepInclude(await runCommand(["check", "--jsonl"], ""), { code: 0, stdout: "", stderr: "" })
    const { code, stdout } = await runCommand(["check", "--jsonl"], `${good}nonsense\n${good}`)
    assert.strictEqual(code, 2)
    assert.lengthOf(stdout.trimEnd().split("\n"), 3)
  })

  it("answers a line before the next one comes", async () => {
    const child = startCommand(["check", "--jsonl"])
    const outcome = outcomeOf(child)
    let answers = 0
    child.stdout?.on("data", () => {
      answers++
      child.stdin?.[answers < 3 ? "write" : "end"](answers < 3 ? bad : "")
    })
    child.stdin?.write(good)
    const { code, stdout } = await within("three answers", limitMs, outcome)
    assert.strictEqual(code, 0)
    assert.lengthOf(stdout.trimEnd().split("\n"), 3)
  })

  it("needs no more memory for more lines", async () => {
    const lines = 200_000
    // All of them held, as questions or as answers, would be more than this.
    const { code, stdout } = await runCommand(["check", "--jsonl"], bad.repeat(lines), ["--max-old-space-size=40"])
    assert.strictEqual(code, 0)
    assert.strictEqual(stdout.split("\n").length - 1, lines)
  })

  it("ends quietly when nobody reads its answers any more", async () => {
    const child = startCommand(["check", "--jsonl"])
    const outcome = outcomeOf(child)
    child.stdin?.on("error", () => {})
    child.stdout?.once("data", () => child.stdout?.destroy())
    const timer = setInterval(() => child.stdin?.write(good.repeat(1000)), 10)
    const { code, stderr } = await within("the command to end", limitMs, outcome)
    clearInterval(timer)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" })
  })

  it.skipIf(process.platform !== "linux")("says so when its answers cannot be written, and exits 3", async () => {
    const full = spawn(process.execPath, [sources, launcher, "check", "--jsonl"], {
      stdio: ["pipe", openSync("/dev/full", "w"), "pipe"],
    })
    const outcome = outcomeOf(full)
    full.stdin?.end(good)
    const { code, stderr } = await outcome
    assert.strictEqual(code, 3)
    assert.match(stderr, /^pesoreal: standard input or output failed: ENOSPC.*\n$/u)
  })

  it("is ended by a signal, as any command is", async () => {
    const child = startCommand(["check", "--jsonl"])
    const outcome = outcomeOf(child)
    child.stdin?.write(good)
    child.stdout?.once("data", () => child.kill("SIGINT"))
    assert.deepInclude(await within("the command to end", limitMs, outcome), { code: 130, stderr: "" })
  })
})

describe("the launcher in a clone", { concurrent: true, timeout: limitMs }, () => {
  const directories: Array<string> = []
  afterAll(() => {
    for (const directory of directories) rmSync(directory, { recursive: true, force: true })
  })

  /** As a user runs it: with no options of Node's, so that a second process does the work. */
  const launch = (args: ReadonlyArray<string>, settings: Readonly<Record<string, string>> = {}) =>
    spawn(process.execPath, [launcher, ...args], { env: environmentOf(settings), stdio: ["pipe", "pipe", "pipe"] })

  it("hands standard input, output and the exit code through", async () => {
    const child = launch(["check", "--jsonl"])
    const outcome = outcomeOf(child)
    child.stdin.end(`{"kind":"clabe","input":"${clabe}"}\nnonsense\n`)
    const { code, stdout } = await outcome
    assert.strictEqual(code, 2)
    assert.lengthOf(stdout.trimEnd().split("\n"), 2)
  })

  it("starts the service, which drains and exits 0 when it is asked to stop", async () => {
    const directory = mkdtempSync(join(tmpdir(), "pesoreal-cli-"))
    directories.push(directory)
    const child = launch(["serve"], { PORT: "0", PESOREAL_DATA_DIR: join(directory, "data") })
    const outcome = outcomeOf(child)
    const listening = new Promise<string>((resolve) => {
      let words = ""
      child.stdout.on("data", (text: string) => {
        words += text
        const url = /is listening on (http\S+)[\s\S]*Ctrl-C/u.exec(words)?.[1]
        if (url !== undefined) resolve(url)
      })
    })
    const url = await within("the service to listen", limitMs, listening)
    assert.strictEqual((await fetch(`${url}/health/ready`)).status, 200)
    child.kill("SIGTERM")
    assert.deepInclude(await within("the service to end", limitMs, outcome), { code: 0, stderr: "" })
  })

  it("passes on the one sentence of a start that fails, and its exit code", async () => {
    const { code, stdout, stderr } = await outcomeOf(launch(["serve"], { PORT: "abc" }))
    assert.deepEqual({ code, stdout }, { code: 1, stdout: "" })
    assert.match(stderr, /^PORT is "abc", and must be [^\n]*\n$/u)
  })
})
