/** The merchant of examples/node-merchant, with each webhook that it prints kept and counted. */
import { createServer } from "node:net"
import { makeMerchant, type Merchant } from "@pesoreal/example-node-merchant"
import { Effect } from "effect"

/** One webhook request. */
export interface Arrival {
  readonly outcome: "refused" | "handled" | "duplicate" | "other"
  readonly deliveryId: string
}

export interface WatchedMerchant {
  /** In order of arrival. */
  readonly arrivals: ReadonlyArray<Arrival>
  readonly orders: Merchant["orders"]
}

const outcomes: ReadonlyArray<readonly [beginning: string, outcome: Arrival["outcome"]]> = [
  ["failing on purpose", "refused"],
  ["paid", "handled"],
  ["duplicate", "duplicate"],
  // Came while the first copy was being handled.
  ["in_flight", "duplicate"],
]

const arrivalOf = (line: string): Arrival => ({
  outcome: outcomes.find(([beginning]) => line.startsWith(beginning))?.[1] ?? "other",
  deliveryId: /dlv_[0-9a-f-]+/u.exec(line)?.[0] ?? "",
})

/** The address has to be known before the secret is, and the merchant needs the secret to start. */
export const freePort: Effect.Effect<number> = Effect.callback((resume) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const address = probe.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    probe.close(() => resume(Effect.succeed(port)))
  })
})

/** Listens until the scope closes; answers the first webhook with a 500. */
export const startMerchant = Effect.fn("startMerchant")(function* (port: number, secret: string) {
  const arrivals: Array<Arrival> = []
  const merchant = makeMerchant({ secrets: secret, failFirst: 1, print: (line) => arrivals.push(arrivalOf(line)) })
  yield* Effect.acquireRelease(
    Effect.tryPromise(() => merchant.listen(port)),
    () => Effect.promise(() => merchant.stop()),
  )
  return { arrivals, orders: merchant.orders } satisfies WatchedMerchant
})
