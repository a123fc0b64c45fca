/**
 * Mounts a receiver on `node:http`, and on whatever hands on its requests (Express, Connect, Next.js pages).
 *
 * It reads the body itself, as bytes and under a limit. It never guesses the bytes of a body that a parser has read.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { UnreadBody } from "../answer.ts"
import type { Receiver } from "../receiver.ts"
import { gatherBody, interrupted } from "./body.ts"

const alreadyRead: UnreadBody = {
  code: "body_already_read",
  message:
    "The request's body was parsed before the webhook receiver saw it, and its signature covers the exact bytes. " +
    "Mount the receiver before express.json() and other body parsers, or give its route express.raw({ type: '*/*' }).",
}

/** What a middleware before us has left on the request: `express.raw` leaves bytes, `express.json` an object. */
const bodyLeftBy = (request: IncomingMessage): unknown => ("body" in request ? request.body : undefined)

const readBody = (request: IncomingMessage, limit: number): Promise<Uint8Array | UnreadBody> =>
  new Promise((resolve) => {
    const left = bodyLeftBy(request)
    if (left instanceof Uint8Array) return resolve(left)
    // With an encoding set, the stream gives strings, in which bytes that are not UTF-8 are lost.
    if (left !== undefined || request.readableEnded || request.readableEncoding !== null) return resolve(alreadyRead)
    if (request.destroyed) return resolve(interrupted)

    const body = gatherBody(limit)
    const take = (piece: Uint8Array): void => {
      if (body.add(piece)) return
      // The stream keeps flowing, so that the answer can be sent, but nobody keeps what it brings.
      request.off("data", take)
      resolve(body.bytes())
    }
    request.on("data", take)
    request.on("end", () => resolve(body.bytes()))
    request.on("error", () => resolve(interrupted))
    request.on("close", () => resolve(interrupted))
  })

/**
 * Makes the listener of a `node:http` server, or the handler of a route. Its promise never rejects.
 *
 * @example
 * ```ts
 * import { createServer } from "node:http"
 * import { createReceiver } from "@pesoreal/receiver"
 * import { nodeAdapter } from "@pesoreal/receiver/node"
 *
 * const receiver = createReceiver({ secrets: "whsec_example", handlers: { cash_in: async (event) => {} } })
 * const server = createServer(nodeAdapter(receiver))
 *
 * server.listenerCount("request") // => 1
 * ```
 */
export const nodeAdapter =
  (receiver: Receiver) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const method = request.method ?? ""
    const { status, headers, body } = await receiver.handle({
      method,
      headers: (name) => request.headers[name]?.toString() ?? null,
      body: method === "POST" ? await readBody(request, receiver.maxBodyBytes) : new Uint8Array(),
    })
    // The sender has gone, or somebody else has answered.
    if (response.destroyed || response.headersSent) return
    // The rest of a body that is too large is not worth receiving.
    if (body.code === "body_too_large") response.setHeader("connection", "close")
    response.writeHead(status, { ...headers }).end(JSON.stringify(body))
  }
