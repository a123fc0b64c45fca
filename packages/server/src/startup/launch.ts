/**
 * The process that is the service, for `npm start` and `pesoreal serve` alike: reads configuration, launches it, says where it
 * listens. Ctrl-C or SIGTERM drains it and exits 0; a start that fails says why in one sentence, and exits 1.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { existsSync } from "node:fs"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Exit, Layer, Schema } from "effect"
import { HttpServer } from "effect/http"
import { ServerConfig, type ServerSettings, settings } from "../config.ts"
import { DatabaseInfo } from "../database/Database.ts"
import * as Service from "../Service.ts"
import { banner } from "./banner.ts"
import * as SandboxAccount from "./SandboxAccount.ts"
import { sentenceOf, settingSentence } from "./startupError.ts"

const anyAddress = new Set(["0.0.0.0", "::"])

const baseUrlOf = (address: HttpServer.HttpServer["Service"]["address"], host: string): string => {
  const port = "port" in address ? address.port : 0
  const name = anyAddress.has(host) ? "localhost" : host.includes(":") ? `[${host}]` : host
  return `http://${name}:${port}`
}

const announce = Layer.effectDiscard(
  Effect.gen(function* () {
    const { environment, host } = yield* ServerConfig
    const { address } = yield* HttpServer.HttpServer
    const account = environment === "sandbox" ? yield* SandboxAccount.ensure() : null
    yield* Console.log(
      banner({
        environment,
        baseUrl: baseUrlOf(address, host),
        database: (yield* DatabaseInfo).description,
        account,
        inRepository: existsSync(new URL("../../../../examples/node-merchant/package.json", import.meta.url)),
      }),
    )
  }),
)

/** The sentence was printed; what is left is to exit 1. */
class NotStarted extends Schema.TaggedError<NotStarted>()("NotStarted", {}) {}

const complain = (sentence: string) => Effect.andThen(Console.error(sentence), new NotStarted())

const launch = (read: ServerSettings) =>
  Layer.launch(announce.pipe(Layer.provide(Service.layer), Layer.provide(ServerConfig.layerOf(read)))).pipe(
    Effect.catchCauseIf(
      (cause) => !Cause.hasInterruptsOnly(cause),
      (cause) => complain(sentenceOf(cause, read) ?? Cause.pretty(cause)),
    ),
  )

const main = settings.pipe(
  Effect.catch((error) => Effect.flatMap(settingSentence(error), complain)),
  Effect.flatMap(launch),
)

/** Runs the service as this process's main program, until a signal ends it. */
export const runService = (): void =>
  NodeRuntime.runMain(main, {
    disableErrorReporting: true,
    // Being asked to stop is no failure: a drained process exits 0.
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1),
  })
