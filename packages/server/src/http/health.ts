/** Handlers of liveness and readiness. */
import { Context, Effect, Layer, Ref } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { maximumOffsetMs, Time } from "../Time.ts"
import { failWith } from "./failures.ts"
import type { ServedApi } from "./served.ts"

/** A database that does not answer this quickly is not one to send requests to. */
const databaseDeadline = "2 seconds"

/** Whether this process still takes work. It turns false before anything is closed. */
export class Draining extends Context.Service<Draining, Ref.Ref<boolean>>()("@pesoreal/server/http/Draining") {
  static readonly layer = Layer.effect(Draining, Ref.make(false))
}

const ok = { status: "ok" } as const

export const layer = (api: ServedApi) =>
  HttpApiBuilder.group(api, "health", (handlers) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* Time
      const draining = yield* Draining
      return handlers.handleAll({
        live: () => Effect.succeed(ok),
        ready: () =>
          Effect.gen(function* () {
            if (yield* Ref.get(draining)) return yield* failWith("UNAVAILABLE", "This process is shutting down")
            const offset = yield* time.offsetMs
            if (Math.abs(offset) > maximumOffsetMs) {
              return yield* failWith("UNAVAILABLE", `This process's clock is ${offset} ms away from the database's`)
            }
            yield* sql`SELECT 1`.pipe(
              Effect.timeout(databaseDeadline),
              Effect.catch(() => failWith("UNAVAILABLE", "The database does not answer")),
            )
            return ok
          }),
      })
    }),
  )
