/**
 * Runs before `npm start`, `npm test` and their like, so that a fresh clone needs no other step: installs the
 * dependencies when they are not those of package-lock.json, and gives tsc Effect's diagnostics.
 * It needs no dependency, runs on any Node, and does nothing when nothing has changed. It never edits a tracked file.
 */
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, "node_modules")
const oldestNodeMajor = 20
/** An install that takes longer than this has hung, and the next process stops waiting for it. */
const installWaitMs = 10 * 60_000

/** Ends the command with one sentence for the person who ran it. */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"))
  } catch {
    return undefined
  }
}

/** Says which lockfile node_modules was installed from; npm leaves it alone, and a clean install removes it. */
const stampPath = join(modules, ".pesoreal-lockfile")

function lockfileHash() {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex")
}

/**
 * Whether node_modules holds what the lockfile says: we installed from this very lockfile, or npm's own account of the
 * tree, which it leaves as its last step, has the same versions (after an `npm install` by hand). Dates mean nothing
 * after a clone.
 */
function isInstalled() {
  const wanted = readJson(join(root, "package-lock.json"))
  const found = readJson(join(modules, ".package-lock.json"))
  if (wanted === undefined) {
    fail("package-lock.json is missing or is not JSON: restore it with `git checkout package-lock.json`.")
  }
  if (found === undefined) return false
  if (existsSync(stampPath) && readFileSync(stampPath, "utf8") === lockfileHash()) return true
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) return true
    const installed = found.packages[path]
    // Packages of other platforms are optional, and stay out.
    if (installed === undefined) return entry.optional === true || entry.devOptional === true
    return installed.version === entry.version && installed.integrity === entry.integrity
  })
}

const lockPath = join(tmpdir(), `pesoreal-install-${createHash("sha256").update(root).digest("hex").slice(0, 16)}`)

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

/** `npm start` and `npm run demo` may be typed into two terminals of a fresh clone: one installs, the other waits. */
function takeInstallLock() {
  const deadline = Date.now() + installWaitMs
  while (Date.now() < deadline) {
    try {
      writeFileSync(lockPath, String(process.pid), { flag: "wx" })
      process.on("exit", () => rmSync(lockPath, { force: true }))
      return
    } catch (error) {
      if (error.code !== "EEXIST") fail(`Could not write the install lock ${lockPath}: ${error.message}`)
    }
    const owner = Number(existsSync(lockPath) ? readFileSync(lockPath, "utf8") : "")
    if (owner > 0 && !isRunning(owner)) rmSync(lockPath, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250)
  }
  fail(
    `Another process has been installing the dependencies for too long. If none is, delete ${lockPath} and try again.`,
  )
}

function install() {
  takeInstallLock()
  if (isInstalled()) return
  console.log("Installing dependencies from the lockfile (once)…")
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"]
  // npm itself says where it is; its own Node runs it, since the pinned one is about to be replaced.
  const npm = process.env.npm_execpath
  const done = npm
    ? spawnSync(process.env.npm_node_execpath || process.execPath, [npm, ...args], {
        cwd: root,
        stdio: ["ignore", "ignore", "inherit"],
      })
    : spawnSync("npm", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" })
  if (done.error) fail(`npm could not be started: ${done.error.message}`)
  if (done.status !== 0) {
    fail(
      `\`npm ci\` failed (${done.signal || `exit code ${done.status}`}): see above. It needs the npm registry, or a filled npm cache.`,
    )
  }
  writeFileSync(stampPath, lockfileHash())
}

/** The repository's own Node comes by an install script, which a careful npm configuration may have switched off. */
function checkPinnedNode() {
  const name = process.platform === "win32" ? "node.exe" : "node"
  if (existsSync(join(modules, "node", "bin", name))) return
  fail(
    "The Node that this repository pins was not installed: npm is set to skip install scripts. Run `npm rebuild node --ignore-scripts=false` and try again.",
  )
}

function firstSize(directory) {
  for (const name of existsSync(directory) ? readdirSync(directory) : []) {
    if (name === "tsc" || name === "tsc.exe") return statSync(join(directory, name)).size
  }
  return undefined
}

/**
 * Effect's diagnostics come as a build of tsc that replaces TypeScript's own. Where it cannot be put in place, only
 * `npm run check` suffers, and that one says so itself.
 */
function patchTypeScript() {
  const platform = `${process.platform}-${process.arch}`
  const plain = firstSize(join(modules, "@typescript", `typescript-${platform}`, "lib"))
  const effects = firstSize(join(modules, "@effect", `tsgo-${platform}`, "lib"))
  if (plain === undefined || plain === effects) return
  const done = spawnSync(process.execPath, [join(modules, "@effect", "tsgo", "dist", "effect-tsgo.cjs"), "patch"], {
    cwd: root,
    encoding: "utf8",
  })
  if (done.status !== 0) console.error(`Effect's diagnostics could not be added to tsc: ${(done.stderr || "").trim()}`)
}

if (Number(process.versions.node.split(".")[0]) < oldestNodeMajor) {
  fail(`Pesoreal needs Node ${oldestNodeMajor} or newer to install its own; this is ${process.version}.`)
}
if (!isInstalled()) install()
checkPinnedNode()
patchTypeScript()
