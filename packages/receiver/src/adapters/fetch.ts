/**
 * Mounts a receiver where requests are `Request` and answers are `Response`: Bun, Deno, workers, Hono, Next.js routes.
 *
 * It reads the body itself, as bytes and under a limit, and never one that somebody else has read already.
 */
import type { UnreadBody } from "../answer.ts"
import type { Receiver } from "../receiver.ts"
import { gatherBody, interrupted } from "./body.ts"

const alreadyRead: UnreadBody = {
  code: "body_already_read",
  message:
    "The request's body was read before the webhook receiver saw it, and its signature covers those exact bytes. " +
    "Call the receiver before request.json() or request.text(), or give it a request.clone() made before them.",
}

const readBody = async (request: Request, limit: number): Promise<Uint8Array | UnreadBody> => {
  if (request.bodyUsed || request.body?.locked) return alreadyRead
  const body = gatherBody(limit)
  try {
    // Leaving the loop early cancels the stream.
    for await (const piece of request.body ?? []) if (!body.add(piece)) break
  } catch {
    return interrupted
  }
  return body.bytes()
}

/**
 * Makes the function that takes a `Request` to its `Response`. It never rejects.
 *
 * @example
 * ```ts
 * import { createReceiver, sign } from "@pesoreal/receiver"
 * import { fetchAdapter } from "@pesoreal/receiver/fetch"
 *
 * const receiver = createReceiver({ secrets: "whsec_example", handlers: { cash_in: async (event) => {} } })
 * const POST = fetchAdapter(receiver)
 *
 * const body = '{"event":"chargeback","eventId":"evt_1","deliveryId":"dlv_1","transaction":{}}'
 * const headers = { "X-Service-Delivery": "dlv_1", "X-Service-Signature": await sign(body, "whsec_example") }
 * const response = await POST(new Request("https://merchant.example/webhooks", { method: "POST", headers, body }))
 * response.status // => 200
 * await response.json() // => { code: "ignored" }
 * ```
 */
export const fetchAdapter =
  (receiver: Receiver) =>
  async (request: Request): Promise<Response> => {
    const { method } = request
    const { status, headers, body } = await receiver.handle({
      method,
      headers: (name) => request.headers.get(name),
      body: method === "POST" ? await readBody(request, receiver.maxBodyBytes) : new Uint8Array(),
    })
    return new Response(JSON.stringify(body), { status, headers })
  }
