/**
 * Part of `npm run check`: four things about package-lock.json that npm itself does not look after.
 * It names no registry host, so that any mirror serves it. Every package carries a hash, so that no mirror can change it
 * (only builds for other platforms may lack one). And it lists the builds for every platform: `npm install` leaves out
 * those that its registry does not serve, and `npm ci` then refuses the lockfile everywhere. With `--fix` they are added.
 * And it knows the dependencies that the manifests declare now, of which `npm ci` would only notice a missing one.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: ReadonlyArray<string>
  readonly cpu?: ReadonlyArray<string>
  readonly libc?: ReadonlyArray<string>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

type Packages = Readonly<Record<string, LockedPackage>>

/** Words in the names of platform builds, as npm's fields `os`, `cpu` and `libc` call them. */
const systems: Readonly<Record<string, string>> = { windows: "win32" }
const systemNames = new Set([
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
])
const processors: Readonly<Record<string, string>> = { "64": "x64" }
const processorNames = new Set([
  "arm",
  "arm64",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "x64",
  "wasm32",
])

/** Sentences about hosts and hashes. */
const faultsOf = ([path, entry]: readonly [string, LockedPackage]): ReadonlyArray<string> => {
  if (!path.includes("node_modules/") || entry.link === true) return []
  const forOnePlatform = entry.optional === true && (entry.os !== undefined || entry.cpu !== undefined)
  return [
    ...(entry.resolved === undefined ? [] : [`${path} names the host it came from: ${entry.resolved}`]),
    ...(entry.integrity === undefined && !forOnePlatform ? [`${path} has no integrity hash`] : []),
  ]
}

interface Missing {
  readonly path: string
  readonly parent: string
  readonly version: string
}

/** Optional dependencies that Node would look for from `parent`, and that no entry provides. */
const missingOptional = (packages: Packages): ReadonlyArray<Missing> =>
  Object.entries(packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {}).flatMap(([name, version]) => {
      const places = [`${parent}/node_modules/${name}`, `node_modules/${name}`]
      return places.some((place) => place in packages) ? [] : [{ path: `node_modules/${name}`, parent, version }]
    }),
  )

/** Sentences about the entries that are not as they should be. */
export const findLockfileFaults = (packages: Packages): ReadonlyArray<string> => {
  const byParent = Object.entries(Object.groupBy(missingOptional(packages), ({ parent }) => parent))
  return [
    ...Object.entries(packages).flatMap(faultsOf),
    ...byParent.map(
      ([parent, missing = []]) =>
        `${parent} lacks optional dependencies, such as ${missing[0]?.path}: run \`node scripts/lint/lockfile.ts --fix\``,
    ),
  ]
}

const declared = (manifest: LockedPackage | undefined): string =>
  JSON.stringify(
    [manifest?.dependencies, manifest?.devDependencies, manifest?.optionalDependencies, manifest?.peerDependencies].map(
      (group) => Object.entries(group ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  )

/**
 * Sentences about manifests and lockfile that have parted.
 *
 * @param manifests every package.json of the repository, by its directory; the root's is ""
 */
export const findManifestFaults = (packages: Packages, manifests: Packages): ReadonlyArray<string> => {
  const locked = Object.keys(packages).filter((path) => !path.includes("node_modules/"))
  return [...new Set([...locked, ...Object.keys(manifests)])]
    .filter(
      (path) => !(path in packages && path in manifests && declared(packages[path]) === declared(manifests[path])),
    )
    .map((path) => `${join(path, "package.json")} and the lockfile differ: run \`npm install\``)
}

/** `@oxlint/binding-linux-x64-musl` runs on Linux, on x64, with musl. */
const platformOf = (path: string) => {
  const words = path.split(/[-/]/u)
  const os = words.map((word) => systems[word] ?? word).filter((word) => systemNames.has(word))
  const cpu = words.map((word) => processors[word] ?? word).filter((word) => processorNames.has(word))
  if (os.length === 0 || cpu.length === 0) throw new Error(`The name does not tell the platform: ${path}`)
  const libc = words.includes("musl") ? ["musl"] : words.includes("gnu") ? ["glibc"] : undefined
  return { os, cpu, ...(libc === undefined ? {} : { libc }) }
}

/** Adds what is missing, for platforms that are told by their names; npm then skips them where they do not run. */
export const completeLockfile = (packages: Packages): Packages => {
  const added = missingOptional(packages).map(({ path, parent, version }): readonly [string, LockedPackage] => {
    const dev = packages[parent]?.dev === true ? { dev: true } : {}
    // In npm's order, so that the next `npm install` does not shuffle them.
    const fields = Object.entries({ ...platformOf(path), ...dev, optional: true }).toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    )
    return [path, { version, ...Object.fromEntries(fields) }]
  })
  return Object.fromEntries([...Object.entries(packages), ...added].toSorted(([a], [b]) => a.localeCompare(b, "en")))
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "../..")
  const lockPath = join(root, "package-lock.json")
  // Safe enough: npm wrote it, and a lockfile without packages throws below.
  const lock = JSON.parse(readFileSync(lockPath, "utf8")) as { readonly packages: Packages }
  const packages = process.argv.includes("--fix") ? completeLockfile(lock.packages) : lock.packages
  if (packages !== lock.packages) writeFileSync(lockPath, `${JSON.stringify({ ...lock, packages }, undefined, 2)}\n`)
  const manifests = globSync(
    ["package.json", "packages/*/package.json", "examples/*/package.json", "bench/package.json"],
    {
      cwd: root,
    },
  ).map((path): readonly [string, LockedPackage] => [
    dirname(path).replace(/^\.$/u, ""),
    // Safe: npm refuses a manifest of another shape.
    JSON.parse(readFileSync(join(root, path), "utf8")) as LockedPackage,
  ])
  const faults = [...findLockfileFaults(packages), ...findManifestFaults(packages, Object.fromEntries(manifests))]
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
