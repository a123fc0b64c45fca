/**
 * PostgreSQL by DATABASE_URL: sql-pg's pool, set up for this service, and one query at start, so that a wrong address or
 * password ends the start with one clear sentence instead of failing the first request.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Redacted, Result, Schema, type Scope } from "effect"
import type { Reactivity } from "effect/reactivity"
import type { SqlError } from "effect/sql"

/** The database of DATABASE_URL cannot be used. The message names host, port and database, never the password. */
export class DatabaseUnavailable extends Schema.TaggedError<DatabaseUnavailable>()("DatabaseUnavailable", {
  reason: Schema.Literals(["invalid-url", "unreachable", "refused", "no-such-database", "too-old", "other"]),
  message: Schema.String,
}) {}

/** The floor of the project's SQL. */
const oldestMajor = 15
/** A peer that vanished without a word (a cut cable, a dropped NAT entry) is noticed after this and ten seconds. */
const keepAliveMs = 30_000

export interface PostgresOptions {
  readonly url: Redacted.Redacted
  readonly poolSize: number
  /** How long a connection may take to open. Without it, the URL's `connect_timeout`, or else sql-pg's 5 seconds. */
  readonly connectTimeout?: PgClient.PgPoolConfig["connectTimeout"]
}

export interface PostgresConnection {
  readonly client: PgClient.PgClient
  /** Such as `PostgreSQL 15.18 at 127.0.0.1:5432/pesoreal`. */
  readonly description: string
}

/** Connects, and answers once the server has been seen to be there and new enough. */
export const connectPostgres = Effect.fn("connectPostgres")(function* (
  options: PostgresOptions,
): Effect.fn.Return<PostgresConnection, DatabaseUnavailable, Scope.Scope | Reactivity.Reactivity> {
  const address = yield* Effect.fromResult(parseAddress(Redacted.value(options.url)))
  const client = yield* Effect.mapError(makePool(options), (error) => explain(error, address))
  const versions = yield* Effect.mapError(
    client<{ readonly number: number; readonly version: string }>`
      SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
    (error) => explain(error, address),
  )
  const { number, version } = versions[0] ?? { number: 0, version: "unknown" }
  // Debian appends its own package version after a space.
  const release = version.split(" ", 1).join("")
  if (number < oldestMajor * 10_000) {
    return yield* new DatabaseUnavailable({
      reason: "too-old",
      message: `PostgreSQL at ${address.text} is version ${release}; Pesoreal needs ${oldestMajor} or newer.`,
    })
  }
  return { client, description: `PostgreSQL ${release} at ${address.text}` }
})

/** No statement of the service takes a second: what takes this long waits for something that does not come. */
const statementTimeoutMs = 30_000
/** Longer than any of its transactions holds a lock; an operator's lock answers 503 instead of hanging requests. */
const lockTimeoutMs = 10_000

const makePool = ({ url, poolSize, connectTimeout }: PostgresOptions) =>
  PgClient.make({
    url,
    maxConnections: poolSize,
    applicationName: "pesoreal",
    connectTimeout,
    keepAlive: keepAliveMs,
    // A prepared statement's plan for all parameters, made while a table is empty, reads the whole table when it is full.
    startupParameters: {
      plan_cache_mode: "force_custom_plan",
      statement_timeout: String(statementTimeoutMs),
      lock_timeout: String(lockTimeoutMs),
    },
  })

interface Address {
  readonly user: string
  readonly host: string
  readonly database: string
  /** Host, port and database, as messages name them. */
  readonly text: string
}

const parseAddress = (url: string): Result.Result<Address, DatabaseUnavailable> => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !["postgres:", "postgresql:"].includes(parsed.protocol)) {
    const message = "DATABASE_URL is no PostgreSQL URL. It looks like postgres://user:password@host:5432/database."
    return Result.fail(new DatabaseUnavailable({ reason: "invalid-url", message }))
  }
  const parameter = (name: string) => parsed.searchParams.get(name) ?? undefined
  const user = parameter("user") ?? decode(parsed.username)
  const host = parameter("host") ?? decode(parsed.hostname)
  const port = parameter("port") ?? (parsed.port === "" ? "5432" : parsed.port)
  const database = parameter("dbname") ?? decode(parsed.pathname.slice(1))
  const text = `${host === "" ? "localhost" : host}:${port}/${database === "" ? user : database}`
  return Result.succeed({ user, host, database, text })
}

/** A stray % is an error of the URL, which sql-pg reports; here it is only shown. */
const decode = (part: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(part)),
    () => part,
  )

const explain = (error: SqlError.SqlError, address: Address): DatabaseUnavailable => {
  const { code, message } = systemError(error)
  const sentence = sentences[code]
  if (sentence !== undefined) return new DatabaseUnavailable(sentence(address, message))
  if (error.reason._tag === "ConnectionError") {
    return new DatabaseUnavailable({
      reason: "unreachable",
      message: `PostgreSQL at ${address.text} cannot be reached: ${message}. Check DATABASE_URL.`,
    })
  }
  return new DatabaseUnavailable({
    reason: error.reason._tag === "AuthenticationError" ? "refused" : "other",
    message: `PostgreSQL at ${address.text} cannot be used: ${message}.`,
  })
}

type Sentence = (address: Address, message: string) => ConstructorParameters<typeof DatabaseUnavailable>[0]

const refusedConnection: Sentence = ({ text }) => ({
  reason: "unreachable",
  message: `Nothing answers at ${text}: is PostgreSQL running there? DATABASE_URL says where to look.`,
})

const unknownHost: Sentence = ({ host }) => ({
  reason: "unreachable",
  message: `The host ${host} of DATABASE_URL is not known.`,
})

/** By Node's code or PostgreSQL's SQLSTATE. */
const sentences: Readonly<Record<string, Sentence>> = {
  ECONNREFUSED: refusedConnection,
  ENOENT: refusedConnection,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  "28P01": ({ text, user }) => ({
    reason: "refused",
    message: `PostgreSQL at ${text} refuses the password of user ${user}. Check DATABASE_URL.`,
  }),
  "28000": ({ text, user }, message) => ({
    reason: "refused",
    message: `PostgreSQL at ${text} does not let user ${user} in: ${message}.`,
  }),
  "3D000": ({ text, database }) => ({
    reason: "no-such-database",
    message: `There is no database ${database} at ${text}. Create it (createdb ${database}), or correct DATABASE_URL.`,
  }),
}

/** What the system or the server said, beneath sql-pg's wrapping. */
const systemError = (error: SqlError.SqlError): { readonly code: string; readonly message: string } => {
  const { cause } = error.reason
  if (!(cause instanceof Error)) return { code: "", message: error.message }
  // A name with several addresses: one failure each, and Node gives the whole their common code.
  const code = codeOf(cause) ?? ""
  return { code, message: cause.message === "" ? code : cause.message }
}

const codeOf = (value: unknown): string | undefined =>
  value instanceof Error && "code" in value && typeof value.code === "string" ? value.code : undefined
