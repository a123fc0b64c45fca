/** The node listener: which address, and how long a peer may take. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Duration, Effect, Layer } from "effect"
import { ServerConfig } from "../config.ts"
import { DrainingServer } from "./DrainingServer.ts"

/** A peer that sends its headers, or a whole request, slower than this is dropped (Node's own limits are 60 s and 300 s). */
const headersTimeoutMs = 10_000
const requestTimeoutMs = 30_000
/** How often Node looks for such peers. */
const connectionsCheckingIntervalMs = 5_000
/** Longer than the idle time of common proxies, so that it is they who close. */
const keepAliveTimeoutMs = 65_000

export const layer = Layer.unwrap(
  Effect.gen(function* () {
    const { host, port, drainMs } = yield* ServerConfig
    const server = new DrainingServer({
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: connectionsCheckingIntervalMs,
      keepAliveTimeout: keepAliveTimeoutMs,
    })
    // Comes after the requests under way were given their time: what is still open then has used it up.
    const cutOff = Layer.effectDiscard(Effect.addFinalizer(() => Effect.sync(() => server.closeAllConnections())))
    return cutOff.pipe(
      Layer.provideMerge(
        NodeHttpServer.layer(() => server, { host, port, gracefulShutdownTimeout: Duration.millis(drainMs) }),
      ),
    )
  }),
)
