import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

/** Tests run from source, by the same condition as `npm start`, so no build comes first. */
const source = "@pesoreal/source"

export default defineConfig({
  ssr: {
    resolve: {
      // For what vitest transforms, which is the code of this repository; Node's own conditions and no bundler's.
      conditions: [source, "node"],
      // For what Node loads by itself: vitest starts its workers with `--conditions`.
      externalConditions: [source],
    },
  },
  test: {
    include: [
      "packages/*/{src,test}/**/*.test.ts",
      "examples/*/**/*.test.ts",
      "bench/**/*.test.ts",
      "scripts/**/*.test.ts",
    ],
    exclude: ["**/node_modules/**", "**/dist/**"],
    // vitest would leave one core idle; much of the time here is spent waiting for a database.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
