/**
 * Node's HTTP server, but one whose closing waits for nothing except requests under way. Node's own `close` ends the
 * connections that are idle at that moment, and leaves two kinds open until a timeout: those whose request is answered
 * after it (the client keeps them, to use them again), and those on which nothing was ever asked (browsers and connection
 * pools open them ahead).
 */
import { type IncomingMessage, Server, type ServerOptions, type ServerResponse } from "node:http"
import type { Socket } from "node:net"

export class DrainingServer extends Server {
  readonly #silent = new Set<Socket>()

  constructor(options: ServerOptions) {
    super(options)
    this.on("connection", (socket: Socket) => {
      this.#silent.add(socket)
      socket.once("close", () => this.#silent.delete(socket))
    })
    const begin = (request: IncomingMessage, response: ServerResponse) => {
      this.#silent.delete(request.socket)
      response.once("close", () => {
        // Not before Node has let go of the connection.
        if (!this.listening) setImmediate(() => this.closeIdleConnections())
      })
    }
    this.on("request", begin).on("checkContinue", begin)
  }

  override close(callback?: (error?: Error) => void): this {
    super.close(callback)
    for (const socket of this.#silent) socket.destroy()
    return this
  }
}
