/** What a bundler makes of a few lines that import a package: for tests of size, and of what comes along. */
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build, type Rolldown } from "vite"

export interface Bundle {
  /** Minified and compressed. */
  readonly bytes: number
  /** Every module in it, but the lines themselves. */
  readonly modules: ReadonlyArray<string>
  /** What stays an import. */
  readonly imports: ReadonlyArray<string>
}

/** Bundles `code` as a file of `directory`, from which packages can be imported by name. Nothing is written. */
export const bundle = async (directory: string, code: string): Promise<Bundle> => {
  const entry = join(directory, "entry.js")
  const built = await build({
    configFile: false,
    logLevel: "silent",
    resolve: { conditions: ["@pesoreal/source", "import", "module", "default"] },
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict" },
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
  return {
    bytes: gzipSync(chunks.map((chunk) => chunk.code).join("")).length,
    modules: chunks.flatMap((chunk) => Object.keys(chunk.modules)).filter((module) => module !== entry),
    imports: chunks.flatMap((chunk) => chunk.imports),
  }
}
