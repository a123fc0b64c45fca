/**
 * `SqlClient` and `PgClient` over one PGlite in this process: sql-pg's own client with `PgliteServer` where the socket
 * would be. It has one connection, so statements and transactions queue for it in order of arrival; a transaction that
 * waits for anything but SQL stops everybody.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import type { Notification } from "@effect/sql-pg/PgConnection"
import type { PGlite } from "@electric-sql/pglite"
import { Cause, Duration, Effect, Queue, Schema, type Scope } from "effect"
import type { Reactivity } from "effect/reactivity"
import { SqlError } from "effect/sql"
import { PgliteServer, quoteIdentifier } from "./PgliteServer.ts"

/** PGlite could not open its directory. */
export class PgliteStartError extends Schema.TaggedError<PgliteStartError>()("PgliteStartError", {
  message: Schema.String,
}) {}

export interface PgliteOptions {
  /** A cluster on disk, which nobody else may have open; in memory without one. */
  readonly dataDir?: string
  /** In memory only: the tar of a cluster to begin with, instead of an empty one. */
  readonly loadDataDir?: Blob
}

/** PGlite's own limit, and PostgreSQL's, for the name of a channel. */
const maximumChannelBytes = 63
/** Notifications are signals to look: of a listener that fell this far behind, the oldest are dropped. */
const maximumPendingNotifications = 1_024
/** Of what PGlite prints, the end explains why it did not start. */
const keptLogLines = 5

/** Opens PGlite, and closes it (with a checkpoint) when the scope closes. */
export const make = Effect.fnUntraced(function* (
  options: PgliteOptions = {},
): Effect.fn.Return<PgClient.PgClient, PgliteStartError | SqlError.SqlError, Scope.Scope | Reactivity.Reactivity> {
  return yield* over(yield* Effect.acquireRelease(open(options), close))
})

/** A client over a PGlite that the caller opened, uses for nothing else, and closes. */
export const over = Effect.fnUntraced(function* (
  db: PGlite,
): Effect.fn.Return<PgClient.PgClient, SqlError.SqlError, Scope.Scope | Reactivity.Reactivity> {
  const server = new PgliteServer(db)
  const client = yield* PgClient.make({
    stream: server.connect,
    username: "postgres",
    database: "postgres",
    applicationName: "pesoreal",
    minConnections: 1,
    maxConnections: 1,
    idleTimeout: Duration.infinity,
    // A connection waits for the one before it, which may be in a transaction; no peer can be unreachable.
    connectTimeout: Duration.infinity,
  })
  // sql-pg's own two would wait for a second connection, which PGlite has not.
  return Object.assign(client, {
    listen: (channel: string) => listen(client, server, channel),
    notify: (channel: string, payload: string) => Effect.asVoid(client`SELECT pg_notify(${channel}, ${payload})`),
  })
})

/** Loaded on first use: a server on PostgreSQL never pays for it. */
const open = Effect.fnUntraced(function* (options: PgliteOptions): Effect.fn.Return<PGlite, PgliteStartError> {
  const log: Array<string> = []
  return yield* Effect.tryPromise({
    try: async () => {
      const { PGlite } = await import("@electric-sql/pglite")
      return PGlite.create({
        ...options,
        // As on PostgreSQL: a plan that was made for all parameters while a table was empty stays slow when it is full.
        startParams: [...PGlite.defaultStartParams, "-c", "plan_cache_mode=force_custom_plan"],
        onStderr: (line) => {
          log.push(line)
          if (log.length > keptLogLines) log.shift()
          return false
        },
      })
    },
    catch: (cause) => new PgliteStartError({ message: [errorMessage(cause), ...log].join(" | ") }),
  })
})

const close = (db: PGlite) =>
  Effect.ignore(
    Effect.tryPromise(() => db.close()),
    { log: "Debug", message: "PGlite did not close cleanly" },
  )

/**
 * Differs from PostgreSQL's in one thing: within a transaction, LISTEN takes effect when that commits. UNLISTEN is never
 * said: a channel without listeners costs nothing here, and the names are few.
 */
const listen = Effect.fnUntraced(function* (
  client: PgClient.PgClient,
  server: PgliteServer,
  channel: string,
): Effect.fn.Return<Queue.Dequeue<Notification, SqlError.SqlError>, SqlError.SqlError, Scope.Scope> {
  if (Buffer.byteLength(channel) > maximumChannelBytes) {
    const error = `PostgreSQL channel names must not exceed ${maximumChannelBytes} UTF-8 bytes`
    return yield* new SqlError.SqlError({
      reason: new SqlError.UnknownError({ cause: new Error(error), message: error, operation: "listen" }),
    })
  }
  const queue = yield* Effect.acquireRelease(
    Queue.sliding<Notification, SqlError.SqlError>(maximumPendingNotifications),
    Queue.shutdown,
  )
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      server.subscribe(channel, {
        onNotification: (notification) => Queue.offerUnsafe(queue, notification),
        onFailure: (cause) => Queue.failCauseUnsafe(queue, connectionFailure(cause)),
      }),
    ),
    (unsubscribe) => Effect.sync(unsubscribe),
  )
  yield* client.unsafe(`LISTEN ${quoteIdentifier(channel)}`)
  return queue
})

const connectionFailure = (cause: Error) =>
  Cause.fail(
    new SqlError.SqlError({
      reason: new SqlError.ConnectionError({ cause, message: cause.message, operation: "listen" }),
    }),
  )

const errorMessage = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
