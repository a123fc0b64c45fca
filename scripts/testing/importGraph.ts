/** What a source file loads at run time, file by file: for tests of what a module may never reach. */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseSync } from "vite"

export interface ImportGraph {
  /** Absolute paths: the file itself, and every file that it reaches by relative imports. */
  readonly files: ReadonlySet<string>
  /** What those files import by name: packages and their subpaths. */
  readonly names: ReadonlySet<string>
}

/**
 * The specifiers that stay in a file when its types are erased, dynamic imports included. `import { type A }` keeps its
 * import (`verbatimModuleSyntax`), so only what begins with `import type` or `export type` is left out.
 */
export const runtimeImports = (source: string): ReadonlyArray<string> => {
  const { module } = parseSync("module.ts", source, { sourceType: "module" })
  const isErased = (statement: { readonly start: number }) =>
    /^(?:import|export)\s+type\s+[\w{*]/u.test(source.slice(statement.start, statement.start + 80))
  const imported = module.staticImports
    .filter((statement) => !isErased(statement))
    .map(({ moduleRequest }) => moduleRequest.value)
  const exported = module.staticExports
    .filter((statement) => !isErased(statement))
    .flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []))
  const dynamic = module.dynamicImports.map(({ moduleRequest }) =>
    source.slice(moduleRequest.start, moduleRequest.end).replaceAll(/["'`]/gu, ""),
  )
  return Array.from(new Set([...imported, ...exported, ...dynamic]))
}

/** Whether a source text has nothing left to give when its types are erased. */
export const isTypesOnly = (source: string): boolean =>
  parseSync("module.ts", source, { sourceType: "module" }).module.staticExports.every(({ entries }) =>
    entries.every(({ isType }) => isType),
  )

/** Follows the relative imports of a file to their end. */
export const importGraph = (file: string): ImportGraph => {
  const files = new Set<string>()
  const names = new Set<string>()
  const visit = (path: string): void => {
    if (files.has(path)) return
    files.add(path)
    for (const specifier of runtimeImports(readFileSync(path, "utf8"))) {
      if (specifier.startsWith(".")) visit(join(dirname(path), specifier))
      else names.add(specifier)
    }
  }
  visit(file)
  return { files, names }
}
