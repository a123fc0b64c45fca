import { once } from "node:events"
import { createServer, type IncomingMessage, request as httpRequest, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { afterEach, assert, describe, it, vi } from "vitest"
import { cashIn, delivery, SECRET, signatureOf } from "../../test/deliveries.ts"
import type { ReceiverProblem } from "../answer.ts"
import type { MexicoCashIn } from "../eventTypes.ts"
import { createReceiver } from "../receiver.ts"
import type { ReceiverOptions } from "../settings.ts"
import { nodeAdapter } from "./node.ts"

const servers: Array<Server> = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Middleware = (request: IncomingMessage & { body?: unknown }) => unknown

/** A real server with one receiver, behind a middleware that may spoil the request. */
const setUp = async (options: Partial<ReceiverOptions> = {}, before: Middleware = () => {}) => {
  const cashIns = vi.fn<(event: MexicoCashIn) => void>()
  const problems: Array<ReceiverProblem> = []
  const onError = (problem: ReceiverProblem) => problems.push(problem)
  const receiver = createReceiver({ secrets: SECRET, handlers: { cash_in: cashIns }, onError, ...options })
  const adapter = nodeAdapter(receiver)
  const listen = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await before(request)
    await adapter(request, response)
  }
  const server = createServer((request, response) => void listen(request, response))
  servers.push(server)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo // Safe: it listens on a port, not on a pipe.
  return { cashIns, problems, receiver, server, port, url: `http://127.0.0.1:${port}/webhooks` }
}

const post = (url: string, event = cashIn()) => fetch(url, { method: "POST", ...delivery(event) })

/** The whole text of a body, as a parser would read it. */
const readAll = async (request: IncomingMessage): Promise<string> => {
  const pieces: Array<Buffer> = []
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

describe("nodeAdapter", () => {
  it("answers with JSON", async () => {
    const { url, cashIns } = await setUp()
    const response = await post(url)
    assert.strictEqual(response.status, 200)
    assert.strictEqual(response.headers.get("content-type"), "application/json")
    assert.deepEqual(await response.json(), { code: "handled" })
    assert.deepEqual(await (await post(url)).json(), { code: "duplicate", duplicate: true })
    assert.lengthOf(cashIns.mock.calls, 1)
  })

  it("is a listener of a server as it is", async () => {
    const { receiver } = await setUp()
    // oxlint-disable-next-line typescript/no-misused-promises -- The promise never rejects.
    const server = createServer(nodeAdapter(receiver)).listen(0, "127.0.0.1")
    servers.push(server)
    await once(server, "listening")
    const { port } = server.address() as AddressInfo // Safe: it listens on a port, not on a pipe.
    assert.strictEqual((await post(`http://127.0.0.1:${port}`)).status, 200)
  })

  it("puts the bytes together as they were, however they arrive", async () => {
    const { port } = await setUp()
    const { headers, body } = delivery(cashIn())
    const request = httpRequest({ port, method: "POST", headers })
    for (let at = 0; at < body.length; at += 50) {
      request.write(body.subarray(at, at + 50))
      await new Promise((resolve) => setImmediate(resolve))
    }
    request.end()
    const [response] = (await once(request, "response")) as [IncomingMessage] // Safe: that is what the event carries.
    assert.strictEqual(await readAll(response), '{"code":"handled"}')
  })

  it("answers a body that is too large without reading it to its end, and closes the connection", async () => {
    const { port, cashIns } = await setUp({ maxBodyBytes: 1_000 })
    const socket = connect(port, "127.0.0.1")
    socket.write(`POST / HTTP/1.1\r\nHost: merchant\r\nContent-Length: 1000000000\r\n\r\n${"x".repeat(5_000)}`)
    let answer = ""
    socket.on("data", (piece) => (answer += piece.toString()))
    await once(socket, "end")
    assert.match(answer, /^HTTP\/1.1 413 /)
    assert.match(answer, /connection: close/i)
    assert.match(answer, /body_too_large/)
    assert.lengthOf(cashIns.mock.calls, 0)
  })

  it("takes a body of just the limit", async () => {
    const { length } = delivery(cashIn()).body
    assert.strictEqual((await post((await setUp({ maxBodyBytes: length })).url)).status, 200)
    assert.strictEqual((await post((await setUp({ maxBodyBytes: length - 1 })).url)).status, 413)
  })

  it.each<[string, Middleware]>([
    [
      "express.json()",
      async (request) => {
        request.body = JSON.parse(await readAll(request))
      },
    ],
    [
      "express.text()",
      async (request) => {
        request.body = await readAll(request)
      },
    ],
    ["a parser that keeps the result for itself", readAll],
    ["a framework that has set a body and left the stream", (request) => (request.body = {})],
    ["setEncoding", (request) => request.setEncoding("utf8")],
  ])("says at once what to do about a body taken by %s", async (_, before) => {
    const { url, cashIns, problems } = await setUp({}, before)
    const response = await post(url)
    assert.strictEqual(response.status, 500)
    assert.match(await response.text(), /body_already_read.*before express\.json\(\).*express\.raw\(/)
    assert.lengthOf(cashIns.mock.calls, 0)
    assert.deepEqual(
      problems.map(({ code }) => code),
      ["body_already_read"],
    )
  })

  it("takes the bytes that express.raw() leaves", async () => {
    const { url } = await setUp({}, async (request) => {
      request.body = Buffer.from(await readAll(request))
    })
    assert.deepEqual(await (await post(url)).json(), { code: "handled" })
  })

  it("takes a body that has arrived whole but that nobody has read", async () => {
    const { url } = await setUp({}, () => new Promise((resolve) => setTimeout(resolve, 20)))
    assert.deepEqual(await (await post(url)).json(), { code: "handled" })
  })

  it.each<[string, Middleware]>([
    ["in the middle of the body", () => {}],
    [
      "before the adapter sees the request",
      (request) => new Promise((resolve) => request.socket.once("close", resolve)),
    ],
  ])("survives a sender that hangs up %s", async (_, before) => {
    const { port, url, problems, cashIns } = await setUp({}, before)
    const socket = connect(port, "127.0.0.1")
    const { headers } = delivery(cashIn())
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST / HTTP/1.1\r\nHost: merchant\r\nContent-Length: 500\r\n${lines.join("")}\r\n{"event":`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    socket.destroy()
    await vi.waitUntil(() => problems.length > 0)
    assert.deepEqual(
      problems.map(({ code }) => code),
      ["body_interrupted"],
    )
    assert.lengthOf(cashIns.mock.calls, 0)
    if (before.length === 0) assert.strictEqual((await post(url)).status, 200)
  })

  it("finishes the work of a sender that hangs up while the handler runs", async () => {
    let enter = () => {}
    let finish = () => {}
    const entered = new Promise<void>((resolve) => (enter = resolve))
    const finished = new Promise<void>((resolve) => (finish = resolve))
    const handler = vi.fn<() => Promise<void>>(() => {
      enter()
      return finished
    })
    const { url, receiver, server } = await setUp({ handlers: { cash_in: handler } })
    const abort = new AbortController()
    const first = fetch(url, { method: "POST", ...delivery(cashIn()), signal: abort.signal }).catch(() => "gone")
    await entered
    abort.abort()
    assert.strictEqual(await first, "gone")
    await vi.waitUntil(() => new Promise((resolve) => server.getConnections((_, count) => resolve(count === 0))))
    finish()
    await receiver.idle()
    assert.deepEqual(await (await post(url)).json(), { code: "duplicate", duplicate: true })
    assert.lengthOf(handler.mock.calls, 1)
  })

  it("answers other methods, with Allow", async () => {
    const { url } = await setUp()
    const response = await fetch(url)
    assert.deepEqual([response.status, response.headers.get("allow")], [405, "POST"])
    assert.strictEqual((await fetch(url, { method: "PUT", body: "…" })).status, 405)
    assert.strictEqual((await fetch(url, { method: "HEAD" })).status, 405)
  })

  it("refuses a signature header that came twice", async () => {
    const { port } = await setUp()
    const { headers, body } = delivery(cashIn())
    const twice = { ...headers, "x-service-signature": [signatureOf(body), signatureOf(body)] }
    const request = httpRequest({ port, method: "POST", headers: twice }).end(body)
    const [response] = (await once(request, "response")) as [IncomingMessage] // Safe: that is what the event carries.
    assert.match(await readAll(response), /signature_malformed/)
  })

  it("leaves a response alone that somebody else has begun", async () => {
    const { receiver } = await setUp()
    const server = createServer((request, response) => {
      response.writeHead(418).end("mine")
      void nodeAdapter(receiver)(request, response)
    }).listen(0, "127.0.0.1")
    servers.push(server)
    await once(server, "listening")
    const { port } = server.address() as AddressInfo // Safe: it listens on a port, not on a pipe.
    const response = await post(`http://127.0.0.1:${port}`)
    assert.deepEqual([response.status, await response.text()], [418, "mine"])
    await receiver.idle()
  })
})
