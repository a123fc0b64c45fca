import { once } from "node:events"
import { createServer, type Socket } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient } from "effect/sql"
import { ServerConfig } from "../config.ts"
import { describeOnPostgres, testPostgresUrl } from "../testing/databases.ts"
import { Database, DatabaseInfo } from "./Database.ts"
import { connectPostgres } from "./Postgres.ts"

const failure = (url: string) =>
  Effect.flip(connectPostgres({ url: Redacted.make(url), poolSize: 2 })).pipe(
    Effect.scoped,
    Effect.provide(Reactivity.layer),
    Effect.tap((error) => Effect.sync(() => assert.notInclude(error.message, "secret"))),
  )

const changed = (url: string, change: (url: URL) => void): string => {
  const copy = new URL(url)
  change(copy)
  return copy.href
}

/** Something that listens on a port of this machine until the scope closes. Answers the port. */
const listener = (serve: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer((socket) => serve(socket.on("error", () => {}))).listen(0, "127.0.0.1")
      await once(server, "listening")
      return server
    }),
    (server) => Effect.sync(() => server.close()),
  ).pipe(
    Effect.map((server) => {
      const address = server.address()
      return typeof address === "object" && address !== null ? address.port : assert.fail("no port")
    }),
  )

describe("a database that cannot be used ends the start with one sentence", () => {
  it.live("when DATABASE_URL is no such URL", () =>
    Effect.gen(function* () {
      for (const url of ["secret", "mysql://u:secret@host/db", "", "postgres//u:secret@host/db"]) {
        const error = yield* failure(url)
        assert.strictEqual(error.reason, "invalid-url")
        assert.match(error.message, /^DATABASE_URL is no PostgreSQL URL\. It looks like postgres:\/\//u)
      }
    }),
  )

  it.live("when nothing listens there", () =>
    Effect.gen(function* () {
      const port = yield* Effect.scoped(listener(() => {}))
      const error = yield* failure(`postgres://u:secret@127.0.0.1:${port}/payments`)
      assert.strictEqual(error.reason, "unreachable")
      assert.include(error.message, `Nothing answers at 127.0.0.1:${port}/payments: is PostgreSQL running there?`)
    }),
  )

  it.live("when the host is not known", () =>
    Effect.gen(function* () {
      const error = yield* failure("postgres://u:secret@no-such-host.invalid/payments")
      assert.strictEqual(error.reason, "unreachable")
      assert.strictEqual(error.message, "The host no-such-host.invalid of DATABASE_URL is not known.")
    }),
  )

  it.live("when what answers is no PostgreSQL", () =>
    Effect.gen(function* () {
      const port = yield* listener((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))
      const error = yield* failure(`postgres://u:secret@127.0.0.1:${port}/payments`)
      assert.strictEqual(error.reason, "unreachable")
      assert.match(
        error.message,
        /^PostgreSQL at 127\.0\.0\.1:\d+\/payments cannot be reached: .*\. Check DATABASE_URL\.$/u,
      )
    }),
  )

  it.live("when it refuses the password", () =>
    Effect.gen(function* () {
      const refusal = 'SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user "u"\0\0'
      const port = yield* listener((socket) => socket.end(message("E", Buffer.from(refusal))))
      const error = yield* failure(`postgres://u:secret@127.0.0.1:${port}/payments`)
      assert.strictEqual(error.reason, "refused")
      assert.strictEqual(
        error.message,
        `PostgreSQL at 127.0.0.1:${port}/payments refuses the password of user u. Check DATABASE_URL.`,
      )
    }),
  )

  it.live("when it is too old", () =>
    Effect.gen(function* () {
      const port = yield* listener((socket) =>
        socket.on("data", (bytes) => socket.write(bytes[0] === 0 ? greeting : answerOfVersion14)),
      )
      const error = yield* failure(`postgres://u:secret@127.0.0.1:${port}/payments`)
      assert.strictEqual(error.reason, "too-old")
      assert.strictEqual(
        error.message,
        `PostgreSQL at 127.0.0.1:${port}/payments is version 14.9; Pesoreal needs 15 or newer.`,
      )
    }),
  )
})

describeOnPostgres("a PostgreSQL server", () => {
  it.live("without that database or user says so", () =>
    Effect.gen(function* () {
      const url = yield* testPostgresUrl("empty")
      const { host } = new URL(url)
      const absent = yield* failure(changed(url, (each) => (each.pathname = "/absent")))
      assert.strictEqual(absent.reason, "no-such-database")
      assert.strictEqual(
        absent.message,
        `There is no database absent at ${host}/absent. Create it (createdb absent), or correct DATABASE_URL.`,
      )
      const stranger = yield* failure(changed(url, (each) => (each.username = "stranger")))
      assert.strictEqual(stranger.reason, "refused")
      assert.match(stranger.message, /does not let user stranger in: .*"stranger" does not exist/u)
    }),
  )

  it.live("serves the whole layer, described without the password", () =>
    Effect.gen(function* () {
      const url = changed(yield* testPostgresUrl("empty"), (each) => (each.password = "secret"))
      const config = ServerConfig.layerOf({ databaseUrl: Option.some(Redacted.make(url)), poolSize: 3 })
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { kind, description, soleOwner } = yield* DatabaseInfo
        assert.strictEqual(kind, "postgres")
        assert.isFalse(soleOwner)
        const { host, pathname } = new URL(url)
        assert.match(description, /^PostgreSQL \d+\.\d+ at /u)
        assert.isTrue(description.endsWith(` at ${host}${pathname}`), description)
        assert.deepStrictEqual(yield* sql`SELECT * FROM accounts`, [])
        assert.deepStrictEqual(
          yield* sql`SELECT application_name AS name FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
          [{ name: "pesoreal" }],
        )
      }).pipe(Effect.provide(Database.layer.pipe(Layer.provide(config))))
    }),
  )

  it.live("that ends a session fails its statement as retryable, and the next one works", () =>
    Effect.gen(function* () {
      const url = yield* testPostgresUrl("empty")
      const { client } = yield* connectPostgres({ url: Redacted.make(url), poolSize: 2 })
      const end = client`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
      const waiting = Effect.flip(client`SELECT pg_sleep(60)`)
      const whenAsleep = Effect.gen(function* () {
        const asleep = client`SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(%' AND state = 'active'
          AND datname = current_database() AND pid <> pg_backend_pid()`
        while ((yield* asleep).length === 0) yield* Effect.sleep("5 millis")
        yield* end
      })
      const [error] = yield* Effect.all([waiting, whenAsleep], { concurrency: "unbounded" })
      assert.isTrue(error.isRetryable)
      assert.strictEqual(error.reason._tag, "ConnectionError")
      assert.deepStrictEqual(yield* client`SELECT 1 AS n`, [{ n: 1 }])

      const inside = Effect.andThen(
        client`CREATE TABLE half (n int)`,
        client`SELECT pg_terminate_backend(pg_backend_pid())`,
      )
      assert.isTrue(Exit.isFailure(yield* Effect.exit(client.withTransaction(inside))))
      assert.deepStrictEqual(yield* client`SELECT to_regclass('half') AS half`, [{ half: null }])
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer)),
  )
})

const message = (type: string, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

const int16 = (n: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(n)
  return bytes
}

const int32 = (n: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(n)
  return bytes
}

/** AuthenticationOk, BackendKeyData, ReadyForQuery. */
const greeting = Buffer.concat([
  message("R", int32(0)),
  message("K", int32(1), int32(1)),
  message("Z", Buffer.from("I")),
])

const column = (name: string, type: number): Buffer =>
  Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(1)])

const debianVersion = Buffer.from("14.9 (Debian 14.9-1)")

/** To the question of `connectPostgres`: one row of an int4 and a text, in binary. */
const answerOfVersion14 = Buffer.concat([
  message("1"),
  message("2"),
  message("T", int16(2), column("number", 23), column("version", 25)),
  message("D", int16(2), int32(4), int32(140_009), int32(debianVersion.length), debianVersion),
  message("C", Buffer.from("SELECT 1\0")),
  message("Z", Buffer.from("I")),
])
