#!/usr/bin/env node
/**
 * The command `pesoreal`. In the published package it runs what was built; in a clone of the repository it runs the sources,
 * which need the Node that the repository pins and a condition that only a new process can be given. Any Node from 20 runs
 * this file.
 */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import * as modules from "node:module"
import { fileURLToPath } from "node:url"

const condition = "--conditions=@pesoreal/source"
const url = (path) => new URL(path, import.meta.url)
// The published package has no tsconfig.json.
const inClone = existsSync(url("../tsconfig.json"))

if (!inClone || process.execArgv.includes(condition)) {
  // Node keeps what it has compiled, which makes every start but the first a third faster.
  modules.enableCompileCache?.()
  await import(inClone ? "../src/cli/main.ts" : "../dist/cli/main.js")
} else {
  const node = fileURLToPath(url(`../../../node_modules/node/bin/node${process.platform === "win32" ? ".exe" : ""}`))
  if (!existsSync(node)) {
    process.stderr.write("pesoreal: the Node that this repository pins is not installed: run `npm ci` in it first.\n")
    process.exit(3)
  }
  const child = spawn(node, [condition, fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" })
  // Whoever stops this process means that one. A terminal tells both, and being told twice changes nothing.
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"]
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on("close", (code, signal) => {
    for (const name of signals) process.removeAllListeners(name)
    if (signal === null) process.exitCode = code
    else process.kill(process.pid, signal)
  })
}
