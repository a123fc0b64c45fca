/** What `docs/guide/check.md` shows is what the command prints: its examples are run in a shell, as they are printed. */
import { execFile } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { environmentOf } from "../../../scripts/drills/serverProcess.ts"
import { kinds } from "../src/cli/kinds.ts"
import { launcher, sources } from "./cliProcess.ts"

const guide = readFileSync(new URL("../../../docs/guide/check.md", import.meta.url), "utf8")

interface Example {
  readonly command: string
  readonly output: string
}

/** Blocks of the guide in which every line after `$ ` is a command, and what follows is what it prints. */
const examples = [...guide.matchAll(/^```console\n([\s\S]*?)^```$/gmu)].flatMap(([, block = ""]) =>
  block
    .split(/^\$ /mu)
    .slice(1)
    .map((text): Example => {
      const [command = "", ...output] = text.split("\n")
      return { command, output: output.join("\n").trimEnd() }
    }),
)

describe.skipIf(process.platform === "win32")("the guide to check", { timeout: 60_000 }, () => {
  const directory = mkdtempSync(join(tmpdir(), "pesoreal-guide-"))
  beforeAll(() => {
    const path = join(directory, "pesoreal")
    writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${sources}' '${launcher}' "$@"\n`)
    chmodSync(path, 0o755)
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  /** Standard output and standard error, as a terminal shows them. */
  const printed = (command: string): Promise<string> =>
    new Promise((resolve) => {
      const env = environmentOf({ PATH: `${directory}${delimiter}${process.env["PATH"] ?? ""}` })
      execFile("sh", ["-c", `{ ${command}\n} 2>&1`], { env, cwd: directory }, (_, stdout) => resolve(stdout))
    })

  it("shows something of every command", () => {
    for (const part of ["check brcode", "check --jsonl", "--json", "qr encode", "qr decode", "$?"]) {
      assert.isTrue(
        examples.some(({ command }) => command.includes(part)),
        part,
      )
    }
  })

  it("lists every kind with its parts", () => {
    for (const { name, parts } of kinds) {
      assert.include(guide, `| \`${name}\` |`)
      const row = guide.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? ""
      for (const part of parts) assert.include(row, `\`${part}\``, name)
    }
  })

  // In order, because one may read what another wrote.
  it.each(examples)("$command", { concurrent: false }, async ({ command, output }) => {
    assert.strictEqual((await printed(command)).trimEnd(), output)
  })
})
