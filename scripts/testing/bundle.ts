/** What a bundler makes of a few lines that import a package: for tests of size, of what comes along, and of browsers. */
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build, type Rolldown } from "vite"

export interface Bundle {
  /** Minified and compressed. */
  readonly bytes: number
  /** The minified code: a module, or for `iife` a script that leaves its exports in the global `bundled`. */
  readonly code: string
  /** Every module in it, but the lines themselves. */
  readonly modules: ReadonlyArray<string>
  /** What stays an import. */
  readonly imports: ReadonlyArray<string>
}

/** Bundles `code` for browsers, as a file of `directory`, from which packages can be imported by name. Nothing is written. */
export const bundle = async (directory: string, code: string, format: "es" | "iife" = "es"): Promise<Bundle> => {
  const entry = join(directory, "entry.js")
  const built = await build({
    configFile: false,
    logLevel: "silent",
    resolve: { conditions: ["@pesoreal/source", "browser", "import", "module", "default"] },
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict", output: { format, name: "bundled" } },
    },
    plugins: [
      {
        name: "entry",
        enforce: "pre",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
  })
  const outputs: ReadonlyArray<Rolldown.RolldownOutput> = Array.isArray(built)
    ? built
    : "output" in built
      ? [built]
      : []
  const chunks = outputs.flatMap(({ output }) => output.filter((file) => file.type === "chunk"))
  const bundled = chunks.map((chunk) => chunk.code).join("")
  return {
    bytes: gzipSync(bundled).length,
    code: bundled,
    modules: chunks.flatMap((chunk) => Object.keys(chunk.modules)).filter((module) => module !== entry),
    imports: chunks.flatMap((chunk) => chunk.imports),
  }
}
