import { once } from "node:events"
import { Agent, type ClientRequest, type IncomingMessage, request, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { afterEach, assert, describe, it } from "vitest"
import { DrainingServer } from "./DrainingServer.ts"

const agent = new Agent({ keepAlive: true, timeout: 0 })
const servers: Array<Server> = []
afterEach(() => {
  agent.destroy()
  for (const server of servers) server.closeAllConnections()
})

/** Answers once the body has arrived, as the service does. */
const start = async () => {
  // Longer than any test takes: nothing here ends because of it.
  const server = new DrainingServer({ keepAliveTimeout: 600_000, headersTimeout: 600_000, requestTimeout: 600_000 })
  servers.push(server)
  server.on("request", (incoming, response) => incoming.resume().once("end", () => response.end("ok")))
  server.on("checkContinue", (incoming, response) => {
    response.writeContinue()
    incoming.resume().once("end", () => response.end("ok"))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return { server, port: (server.address() as AddressInfo).port } // Safe: it listens on a port.
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()))

const answerTo = async (sent: ClientRequest): Promise<number | undefined> => {
  const [answer] = (await once(sent, "response")) as [IncomingMessage] // Safe: that is what Node emits.
  await once(answer.resume(), "end")
  return answer.statusCode
}

describe("a draining server", () => {
  it.each([{}, { expect: "100-continue" }])(
    "answers the request under way, and then ends the connection that its client would keep: %j",
    async (headers) => {
      const { server, port } = await start()
      const asked = once(server, "expect" in headers ? "checkContinue" : "request")
      const sent = request({ port, agent, method: "POST", headers: { "content-length": 2, ...headers } })
      sent.flushHeaders()
      await asked
      const closed = close(server)
      sent.end("{}")
      assert.strictEqual(await answerTo(sent), 200)
      await closed
    },
  )

  it("ends connections on which nothing was asked, now or lately", async () => {
    const { server, port } = await start()
    assert.strictEqual(await answerTo(request({ port, agent }).end()), 200)
    const accepted = once(server, "connection")
    const silent = connect(port, "127.0.0.1")
    const ended = once(silent, "close")
    await accepted
    await close(server)
    await ended
    assert.isTrue(silent.destroyed)
  })
})
