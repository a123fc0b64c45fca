/** A merchant's endpoint for tests: a real HTTP server on loopback that keeps what it was sent and answers as it is told. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import { Effect, type Scope } from "effect"

export interface ReceivedDelivery {
  readonly deliveryId: string
  readonly signature: string
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
}

export interface TestMerchant {
  readonly url: string
  /** In order of arrival. */
  readonly received: ReadonlyArray<ReceivedDelivery>
  /** The largest number of requests that were open at the same time. */
  readonly mostAtOnce: () => number
  /** Answers every request from now on; one that leaves the response alone hangs. */
  readonly answer: (respond: (response: ServerResponse, delivery: ReceivedDelivery) => void) => void
}

/** Listens until the scope closes. Answers 200 until told otherwise. */
export const testMerchant: Effect.Effect<TestMerchant, never, Scope.Scope> = Effect.gen(function* () {
  const received: Array<ReceivedDelivery> = []
  let respond: (response: ServerResponse, delivery: ReceivedDelivery) => void = (response) => response.end("ok")
  let open = 0
  let mostAtOnce = 0
  const server = createServer((request, response) => {
    open += 1
    mostAtOnce = Math.max(mostAtOnce, open)
    response.on("close", () => {
      open -= 1
    })
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const delivery: ReceivedDelivery = {
        deliveryId: String(request.headers["x-service-delivery"]),
        signature: String(request.headers["x-service-signature"]),
        body: Buffer.concat(chunks),
        headers: request.headers,
      }
      received.push(delivery)
      respond(response, delivery)
    })
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    mostAtOnce: () => mostAtOnce,
    answer: (next) => {
      respond = next
    },
  }
})
