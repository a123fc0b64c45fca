/**
 * A merchant: takes webhooks at `POST /webhooks`, and shows the orders they have paid at `GET /orders`.
 *
 * It keeps everything in memory, so it forgets its orders when it stops; a real one would write them to its database, in the
 * handler. It has no framework: what it does fits any that hands on the requests of node:http.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createReceiver, type MexicoCashIn, type Receiver } from "@pesoreal/receiver"
import { nodeAdapter } from "@pesoreal/receiver/node"

/** What became of one order. */
export interface Order {
  /** The order's own number, given as `externalId` when the charge was made; else the charge's id. */
  readonly order: string
  readonly transactionId: string
  readonly status: "paid" | "failed"
  readonly amountCentavos: number
  readonly payer: string | null
  readonly confirmedAt: string | null
}

/** Settings of `makeMerchant`. */
export interface MerchantOptions {
  readonly secrets: string | ReadonlyArray<string>
  /** Answers 500 to so many deliveries, before they are handled, to see them come again. Default 0. */
  readonly failFirst?: number
  /** Gets one line for each delivery. Default: nobody. */
  readonly print?: (line: string) => void
}

/** A merchant that can be started, asked, and stopped. */
export interface Merchant {
  /** Starts to listen, on this machine only. Port 0 is any free port. Resolves to the address of its webhooks. */
  readonly listen: (port: number) => Promise<string>
  /** How many times each delivery was handled, by its id. More than once would be a mistake. */
  readonly handled: ReadonlyMap<string, number>
  readonly orders: () => ReadonlyArray<Order>
  /** Takes no more requests, and resolves when the last handler has ended. */
  readonly stop: () => Promise<void>
}

const inPesos = (centavos: number): string => `${(centavos / 100).toFixed(2)} MXN`

const orderOf = ({ transaction }: MexicoCashIn): Order => ({
  order: transaction.externalId ?? `charge ${transaction.id}`,
  transactionId: transaction.transactionId,
  status: transaction.status === "CONFIRMED" ? "paid" : "failed",
  amountCentavos: transaction.amountCentavos,
  payer: transaction.counterpart?.name ?? null,
  confirmedAt: transaction.confirmedAt,
})

/** The same receiver, with a line for each answer, and with the first answers spoilt. */
const observed = (receiver: Receiver, failFirst: number, print: (line: string) => void): Receiver => {
  let failuresLeft = failFirst
  return {
    ...receiver,
    handle: async (request) => {
      const delivery = request.headers("x-service-delivery") ?? "no delivery id"
      if (failuresLeft > 0) {
        failuresLeft--
        print(`failing on purpose: ${delivery}`)
        const headers = { "content-type": "application/json" }
        return { status: 500, headers, body: { code: "handler_failed", message: "failing on purpose" } }
      }
      const answer = await receiver.handle(request)
      const { code, message } = answer.body
      if (code !== "handled") print(`${code}: ${delivery}${message === undefined ? "" : `: ${message}`}`)
      return answer
    },
  }
}

/** Makes a merchant. Throws when a secret is empty. */
export const makeMerchant = ({ secrets, failFirst = 0, print = () => {} }: MerchantOptions): Merchant => {
  const orders = new Map<string, Order>()
  const handled = new Map<string, number>()

  const receiver = createReceiver({
    secrets,
    handlers: {
      cash_in: (event) => {
        const order = orderOf(event)
        orders.set(order.transactionId, order)
        handled.set(event.deliveryId, (handled.get(event.deliveryId) ?? 0) + 1)
        print(`${order.status}: ${order.order}, ${inPesos(order.amountCentavos)} (${event.deliveryId})`)
      },
    },
    // The lines that observed() prints say it all.
    onError: () => {},
  })
  const webhooks = nodeAdapter(observed(receiver, failFirst, print))

  const server = createServer((request, response) => {
    const path = request.url?.split("?")[0]
    if (path === "/webhooks") return void webhooks(request, response)
    const isOrders = path === "/orders" && request.method === "GET"
    response.writeHead(isOrders ? 200 : 404, { "content-type": "application/json" })
    response.end(
      JSON.stringify(isOrders ? [...orders.values()] : { message: "There is POST /webhooks and GET /orders" }),
    )
  })

  return {
    handled,
    orders: () => [...orders.values()],
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once("error", reject)
        server.listen(port, "127.0.0.1", () => {
          const address = server.address() as AddressInfo // Safe: it listens on a port, not on a pipe.
          resolve(`http://127.0.0.1:${address.port}/webhooks`)
        })
      }),
    stop: async () => {
      await new Promise((resolve) => server.close(resolve))
      await receiver.idle()
    },
  }
}
