/** The service as a process of its own: the real one, on a free port, with its embedded database in a temporary directory. */
import { fileURLToPath } from "node:url"
import { Deferred, Effect, Stream } from "effect"
import { ChildProcess } from "effect/process"
import { DemoFailed } from "./failure.ts"

const main = fileURLToPath(new URL("../../../packages/server/src/main.ts", import.meta.url))
/** Of what the service has said, the end explains why it stopped. */
const keptCharacters = 4_000

export interface Service {
  readonly pid: number
  readonly baseUrl: string
  /** Asks it to stop, and answers its exit code when it has. */
  readonly stop: Effect.Effect<number, DemoFailed>
  /** Never succeeds; fails when the service ends by itself. */
  readonly watch: Effect.Effect<never, DemoFailed>
}

const environment = (dataDirectory: string) => ({
  // Nothing of the person's own settings: the demo is the same everywhere.
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  PORT: "0",
  PESOREAL_DATA_DIR: dataDirectory,
})

const asFailure = (error: { readonly message: string }) => new DemoFailed({ message: error.message })

/** Starts it, and waits until it listens. It is stopped with the scope, however that closes. */
export const startService = Effect.fn("startService")(function* (dataDirectory: string) {
  const child = yield* ChildProcess.make(process.execPath, ["--conditions=@pesoreal/source", main], {
    env: environment(dataDirectory),
    stdin: "ignore",
    forceKillAfter: "20 seconds",
  })
  const listening = yield* Deferred.make<string>()
  let said = ""
  yield* child.all.pipe(
    Stream.decodeText,
    Stream.runForEach((text) => {
      said = (said + text).slice(-keptCharacters)
      const baseUrl = /is listening on (http\S+)/u.exec(said)?.[1]
      return baseUrl === undefined ? Effect.void : Deferred.succeed(listening, baseUrl)
    }),
    Effect.ignore,
    Effect.forkScoped,
  )
  const watch = child.exitCode.pipe(
    Effect.exit,
    // What it said last is read a moment after it has ended.
    Effect.delay("100 millis"),
    Effect.flatMap(() =>
      Effect.fail(new DemoFailed({ message: `the service has ended: ${said.trim() || "it said nothing"}` })),
    ),
  )
  const baseUrl = yield* Effect.raceFirst(Deferred.await(listening), watch).pipe(
    Effect.timeoutOrElse({
      duration: "40 seconds",
      orElse: () =>
        Effect.fail(new DemoFailed({ message: `the service does not listen: ${said.trim() || "it says nothing"}` })),
    }),
  )
  const stop = Effect.mapError(Effect.andThen(child.kill(), child.exitCode), asFailure)
  return { pid: child.pid, baseUrl, stop, watch } satisfies Service
})
