/**
 * The packages as npm would publish them, for tests of what reaches a consumer. Everything happens in a temporary copy: the
 * checkout, and the `dist` directories that other tests or a build may be using, are neither read nor written. No network.
 */
import { spawnSync } from "node:child_process"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../../", import.meta.url))
const installed = join(root, "node_modules")

/** Ends with the output of a command that failed, which is what its reader needs. */
export const run = (directory: string, command: string, ...args: ReadonlyArray<string>): string => {
  const done = spawnSync(command, args, { cwd: directory, encoding: "utf8", shell: process.platform === "win32" })
  if (done.status === 0) return done.stdout
  throw new Error(
    `${basename(command)} ${args.join(" ")} failed: ${done.error?.message ?? `${done.stdout}${done.stderr}`}`,
  )
}

/** Links every package of `names` into the `node_modules` of `directory`. */
export const link = (directory: string, names: ReadonlyArray<string>): void => {
  for (const name of names) {
    const path = join(directory, "node_modules", name)
    mkdirSync(join(path, ".."), { recursive: true })
    symlinkSync(join(installed, name), path, "junction")
  }
}

/** What is installed at the root, scoped packages by their full names, without our own. */
const installedNames = (): ReadonlyArray<string> =>
  readdirSync(installed)
    .filter((name) => !name.startsWith(".") && name !== "@pesoreal")
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(installed, name)).map((inner) => `${name}/${inner}`) : name,
    )

/** The packages that are published, by the names of their directories. */
export const published = readdirSync(join(root, "packages")).filter((name) => {
  const manifest = join(root, "packages", name, "package.json")
  // Safe: npm itself reads the file, and only one optional field of it is looked at.
  return existsSync(manifest) && (JSON.parse(readFileSync(manifest, "utf8")) as { private?: boolean }).private !== true
})

export interface Packed {
  /** A temporary directory, which the caller removes. */
  readonly directory: string
  /** The tarball of each package, by the name of its directory. */
  readonly tarballs: Readonly<Record<string, string>>
}

/** Every package's sources and manifests, laid out as in the checkout, with what is installed there. */
const copyPackages = (directory: string): void => {
  cpSync(join(root, "tsconfig.base.json"), join(directory, "tsconfig.base.json"))
  mkdirSync(join(directory, "node_modules/@pesoreal"), { recursive: true })
  for (const name of published) {
    const from = join(root, "packages", name)
    const to = join(directory, "packages", name)
    mkdirSync(to, { recursive: true })
    for (const file of readdirSync(from)) {
      if (file === "node_modules") symlinkSync(join(from, file), join(to, file), "junction")
      // What is hidden is some tool's own, and no part of a package.
      else if (file !== "dist" && !file.startsWith(".")) cpSync(join(from, file), join(to, file), { recursive: true })
    }
    symlinkSync(to, join(directory, "node_modules/@pesoreal", name), "junction")
  }
  link(directory, installedNames())
}

const packInto = (directory: string, names: ReadonlyArray<string>): Packed["tarballs"] => {
  copyPackages(directory)
  const projects = names.map((name) => `packages/${name}/tsconfig.src.json`)
  run(directory, join(installed, ".bin/tsc"), "-b", ...projects)
  const destination = join(directory, "tarballs")
  mkdirSync(destination)
  const paths = names.map((name) => `./packages/${name}`)
  run(directory, "npm", "pack", "--ignore-scripts", "--loglevel=error", `--pack-destination=${destination}`, ...paths)
  const files = readdirSync(destination)
  const tarball = (name: string) => {
    const file = files.find((candidate) => candidate.startsWith(`pesoreal-${name}-`))
    if (file === undefined) throw new Error(`npm pack made no tarball of ${name}, but ${files.join(", ")}`)
    return join(destination, file)
  }
  return Object.fromEntries(names.map((name) => [name, tarball(name)]))
}

/**
 * Compiles packages with the projects that `npm run build` compiles, and packs them with npm. Scripts of packages do not run:
 * the server's would fill a database into its tarball.
 */
export const pack = (names: ReadonlyArray<string> = published): Packed => {
  const directory = mkdtempSync(join(tmpdir(), "pesoreal-pack-"))
  try {
    return { directory, tarballs: packInto(directory, names) }
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
}

/** Whether the `exports` of a package close a subpath (`./internal/a`) by a null: for itself, or for its directory. */
export const isClosed = (exports: Readonly<Record<string, unknown>>, subpath: string): boolean =>
  Object.entries(exports).some(
    ([key, target]) => target === null && (key.endsWith("*") ? subpath.startsWith(key.slice(0, -1)) : key === subpath),
  )

/** Puts a tarball where `npm install` would, into the `node_modules` of `directory`. */
export const unpack = (tarball: string, directory: string, name: string): void => {
  const path = join(directory, "node_modules", name)
  mkdirSync(path, { recursive: true })
  run(path, "tar", "-xzf", tarball, "--strip-components=1")
}
