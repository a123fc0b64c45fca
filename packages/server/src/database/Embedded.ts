/** The embedded database: PGlite in the data directory, for a server that was given no DATABASE_URL. */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, type Scope } from "effect"
import type { Reactivity } from "effect/reactivity"
import { type DataDirectoryOptions, openDataDirectory } from "./DataDirectory.ts"
import { type DataDirectoryInUse, DataDirectoryUnusable } from "./DataDirectoryErrors.ts"
import * as PgliteClient from "./PgliteClient.ts"

/** Takes the directory and opens PGlite in it; both end with the scope. */
export const openEmbedded = Effect.fnUntraced(function* (
  options: DataDirectoryOptions,
): Effect.fn.Return<
  PgClient.PgClient,
  DataDirectoryInUse | DataDirectoryUnusable,
  Scope.Scope | Reactivity.Reactivity
> {
  const cluster = yield* openDataDirectory(options)
  return yield* Effect.mapError(
    PgliteClient.make({ dataDir: cluster }),
    (error) =>
      new DataDirectoryUnusable({
        directory: options.directory,
        reason: "not-opened",
        message:
          `The embedded database in ${cluster} does not open: ${error.message}. ` +
          "Restore the directory from a backup, or move it away to begin anew.",
      }),
  )
})
