/**
 * A running service for tests: the real one, on a test database and a free port, with its own temporary data directory,
 * and a few calls that every HTTP test makes.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AccessToken, Account } from "@pesoreal/core/api/accounts"
import { Context, Effect, Layer, Schema } from "effect"
import { HttpServer } from "effect/http"
import { ServerConfig, type ServerSettings } from "../config.ts"
import * as Service from "../Service.ts"
import type { TestDatabase } from "./databases.ts"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The parsed body; null for an empty one. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert on its fields
  readonly body: any
}

export interface Call {
  readonly method?: string
  readonly body?: unknown
  /** Sent as it is, in place of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Record<string, string>
}

export class TestService extends Context.Service<
  TestService,
  {
    readonly baseUrl: string
    readonly call: (path: string, call?: Call) => Effect.Effect<Answer>
    readonly signUp: (fields?: Record<string, unknown>) => Effect.Effect<Account>
    readonly tokenOf: (account: Account) => Effect.Effect<string>
    /** A new sandbox account with a token, as headers. */
    readonly bearer: Effect.Effect<Record<string, string>>
  }
>()("@pesoreal/server/testing/TestService") {}

export const signUpBody = {
  holderName: "Comercio de Prueba",
  holderTaxIdPrimary: "XAXX010101000",
  holderTaxIdPrimaryType: "RFC",
  accountType: "PJ",
  isSandbox: true,
}

export const cashInBody = { amountCentavos: 15_000, customerName: "Ana López", customerEmail: "ana@example.mx" }

const temporaryDirectory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "pesoreal-test-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true })),
)

const makeCalls = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  const baseUrl = `http://127.0.0.1:${"port" in address ? address.port : 0}`
  const call = (path: string, { method, body, raw, headers }: Call = {}) =>
    Effect.promise(async (): Promise<Answer> => {
      const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
      const response = await fetch(baseUrl + path, {
        method: method ?? (payload === undefined ? "GET" : "POST"),
        headers: { ...(payload === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(payload === undefined ? {} : { body: payload }),
      })
      const text = await response.text()
      const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false
      const parsed: unknown = text === "" ? null : isJson ? JSON.parse(text) : text
      return { status: response.status, headers: response.headers, body: parsed }
    })
  const signUp = (fields: Record<string, unknown> = {}) =>
    Effect.flatMap(call("/api/signup", { body: { ...signUpBody, ...fields } }), (answer) =>
      Effect.orDie(Schema.decodeUnknownEffect(Account)(answer.body)),
    )
  const tokenOf = (account: Account) =>
    call("/api/auth/token", {
      headers: { "x-ssl-client-cert": encodeURIComponent(account.certificate?.pem ?? "") },
      body: account.credentials,
    }).pipe(
      Effect.flatMap((answer) => Effect.orDie(Schema.decodeUnknownEffect(AccessToken)(answer.body))),
      Effect.map((token) => token.access_token),
    )
  return TestService.of({
    baseUrl,
    call,
    signUp,
    tokenOf,
    bearer: Effect.map(Effect.flatMap(signUp(), tokenOf), (token) => ({ authorization: `Bearer ${token}` })),
  })
})

/** The service, built anew each time the layer is. */
export const testService = (database: TestDatabase, settings: Partial<ServerSettings> = {}) =>
  Layer.effect(TestService, makeCalls).pipe(
    Layer.provideMerge(Service.layerOn(database.layer)),
    Layer.provide(
      Layer.unwrap(
        Effect.map(temporaryDirectory, (dataDirectory) =>
          ServerConfig.layerOf({ port: 0, dataDirectory, drainMs: 2_000, ...settings }),
        ),
      ),
    ),
  )
