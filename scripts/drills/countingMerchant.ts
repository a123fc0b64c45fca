/**
 * The merchant of a drill: @pesoreal/receiver on node:http, with a handler that counts. What it counts is what the drill
 * asserts, so it lives in the process that asserts, and is never killed.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { createReceiver } from "@pesoreal/receiver"
import { nodeAdapter } from "@pesoreal/receiver/node"
import type { Random } from "./random.ts"

/** A handler does something: long enough for a kill to fall between its end and the server's knowing of it. */
const longestWorkMs = 40

export interface CountingMerchant {
  readonly url: string
  /** Takes deliveries from now on, signed with this secret; until then they are answered 500. */
  readonly open: (secret: string) => void
  /** How often the handler ran, by deliveryId. */
  readonly handled: ReadonlyMap<string, number>
  /** Transactions whose handler has run. */
  readonly paid: ReadonlySet<string>
  /** Every delivery that was answered, by the code of the answer. */
  readonly answers: ReadonlyMap<string, number>
  readonly stop: () => Promise<void>
}

const increment = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

export const startMerchant = async (random: Random): Promise<CountingMerchant> => {
  const handled = new Map<string, number>()
  const paid = new Set<string>()
  const answers = new Map<string, number>()
  let mounted: ReturnType<typeof nodeAdapter> | undefined

  const open = (secret: string): void => {
    const receiver = createReceiver({
      secrets: secret,
      handlers: {
        cash_in: async ({ deliveryId, transaction }) => {
          increment(handled, deliveryId)
          await sleep(random.between(0, longestWorkMs))
          paid.add(transaction.transactionId)
        },
      },
      onError: () => {},
    })
    mounted = nodeAdapter({
      ...receiver,
      handle: async (request) => {
        const answer = await receiver.handle(request)
        increment(answers, answer.body.code)
        return answer
      },
    })
  }

  const server = createServer((request, response) => {
    if (mounted !== undefined) return void mounted(request, response)
    response.writeHead(500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo // Safe: it listens on a port, not on a pipe.
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    open,
    handled,
    paid,
    answers,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
