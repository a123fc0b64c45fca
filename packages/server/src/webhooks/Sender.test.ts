import { createSecretKey } from "node:crypto"
import { readFileSync } from "node:fs"
import * as http from "node:http"
import * as net from "node:net"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { bodyOf, type SignatureVector } from "../../../core/test/vectors/signatures.ts"
import { excerptBytes, maximumAnswerBytes, Sender, type SendOutcome, type SendRequest } from "./Sender.ts"

const secret = `whsec_${"a".repeat(43)}`
const body = Buffer.from('{"event":"cash_in","deliveryId":"dlv_1"}')

/** Short enough for a test to wait for; the exact value is never asserted. */
const testDeadlineMs = 500

const readVectors = (): ReadonlyArray<SignatureVector> =>
  JSON.parse(readFileSync(new URL("../../../core/test/vectors/signatures.json", import.meta.url), "utf8"))

const portOf = (server: net.Server): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

const listening = <S extends net.Server>(make: () => S) =>
  Effect.acquireRelease(
    Effect.callback<S>((resume) => {
      const server = make()
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        if (server instanceof http.Server) server.closeAllConnections()
      }),
  )

/** A server that answers whatever it is sent with the given bytes. */
const rawServer = (onData: (socket: net.Socket) => void) =>
  Effect.gen(function* () {
    const sockets = new Set<net.Socket>()
    const server = yield* listening(() =>
      net.createServer((socket) => {
        sockets.add(socket)
        socket.on("error", () => {})
        socket.once("data", () => onData(socket))
      }),
    )
    yield* Effect.addFinalizer(() => Effect.sync(() => sockets.forEach((socket) => socket.destroy())))
    return `http://127.0.0.1:${portOf(server)}/hooks`
  })

const httpServer = (handler: http.RequestListener) =>
  Effect.map(
    listening(() => http.createServer(handler)),
    (server) => `http://127.0.0.1:${portOf(server)}/hooks`,
  )

const send = (url: string, more: Partial<SendRequest> = {}) =>
  Effect.flatMap(Sender, (sender) =>
    sender.send({ url, deliveryId: "dlv_1", bytes: body, key: createSecretKey(Buffer.from(secret)), ...more }),
  )

const outcomeOf = (url: string, more: Partial<SendRequest> = {}) =>
  Effect.map(send(url, more), ({ durationMs, ...outcome }): SendOutcome => {
    assert.isAtLeast(durationMs, 0)
    assert.isTrue(Number.isInteger(durationMs))
    return outcome
  })

describe("Sender", () => {
  const live = (name: string, test: Effect.Effect<void, never, Sender | Scope.Scope>) =>
    it.live(name, () => test.pipe(Effect.scoped, Effect.provide(Sender.layerWith({ deadlineMs: testDeadlineMs }))))

  live(
    "posts the stored bytes, signed, and adds no header that was not asked for",
    Effect.gen(function* () {
      const seen: Array<{ readonly request: http.IncomingMessage; readonly bytes: Buffer }> = []
      const url = yield* httpServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          seen.push({ request, bytes: Buffer.concat(chunks) })
          response.writeHead(202).end("taken")
        })
      })
      const parent = Effect.withSpan(outcomeOf(`${url}?shop=1`), "delivery")
      assert.deepStrictEqual(yield* parent, { kind: "answered", status: 202, excerpt: "taken" })
      const { request, bytes } = seen[0] ?? assert.fail("nothing arrived")
      assert.strictEqual(request.method, "POST")
      assert.strictEqual(request.url, "/hooks?shop=1")
      assert.deepStrictEqual(bytes, body)
      assert.deepStrictEqual(Object.keys(request.headers).toSorted(), [
        "connection",
        "content-length",
        "content-type",
        "host",
        "user-agent",
        "x-service-delivery",
        "x-service-signature",
      ])
      assert.strictEqual(request.headers["content-type"], "application/json")
      assert.strictEqual(request.headers["user-agent"], "Pesoreal-Webhooks/1.0")
      assert.strictEqual(request.headers["x-service-delivery"], "dlv_1")
      // openssl dgst -sha256 -hmac "$secret" over the body
      assert.strictEqual(
        request.headers["x-service-signature"],
        "sha256=11a138768cb2fe8b1de82e7c44daadd84fd4f51553d3f89b66a61d5a2234581e",
      )
    }),
  )

  live(
    "signs as the golden vectors say",
    Effect.gen(function* () {
      const signatures: Array<unknown> = []
      const url = yield* httpServer((request, response) => {
        signatures.push(request.headers["x-service-signature"])
        request.resume().on("end", () => response.end())
      })
      const vectors = readVectors()
      assert.isAbove(vectors.length, 3)
      for (const vector of vectors) {
        yield* send(url, { bytes: bodyOf(vector), key: createSecretKey(Buffer.from(vector.secret, "utf8")) })
      }
      assert.deepStrictEqual(
        signatures,
        vectors.map((vector) => vector.header),
      )
    }),
  )

  live(
    "sends a wrong signature that is well formed when asked for one",
    Effect.gen(function* () {
      const signatures: Array<unknown> = []
      const url = yield* httpServer((request, response) => {
        signatures.push(request.headers["x-service-signature"])
        response.end()
      })
      yield* send(url)
      yield* send(url, { wrongSignature: true })
      assert.match(String(signatures[1]), /^sha256=[0-9a-f]{64}$/u)
      assert.notStrictEqual(signatures[0], signatures[1])
    }),
  )

  live(
    "reuses connections",
    Effect.gen(function* () {
      const ports = new Set<number | undefined>()
      const url = yield* httpServer((request, response) => {
        ports.add(request.socket.remotePort)
        response.end("ok")
      })
      for (let i = 0; i < 20; i++) yield* send(url)
      // An attempt that begins in the very turn in which another ended finds its connection not free yet.
      assert.isAtMost(ports.size, 2)
    }),
  )

  live(
    "does not follow a redirect",
    Effect.gen(function* () {
      let requests = 0
      const url = yield* httpServer((_, response) => {
        requests += 1
        response.writeHead(307, { location: "/elsewhere" }).end()
      })
      assert.deepStrictEqual(yield* outcomeOf(url), { kind: "answered", status: 307, excerpt: "" })
      assert.strictEqual(requests, 1)
    }),
  )

  live(
    "gives up a server that accepts and never answers",
    Effect.gen(function* () {
      const url = yield* rawServer(() => {})
      assert.deepStrictEqual(yield* outcomeOf(url), { kind: "timeout" })
    }),
  )

  live(
    "gives up a server whose headers trickle in",
    Effect.gen(function* () {
      const url = yield* rawServer((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n")
        const timer = setInterval(() => socket.write("x-more: 1\r\n"), 20)
        socket.on("close", () => clearInterval(timer))
      })
      assert.deepStrictEqual(yield* outcomeOf(url), { kind: "timeout" })
    }),
  )

  live(
    "gives up a server whose body trickles in, even after a 200, and closes the connection",
    Effect.gen(function* () {
      let closed = false
      const url = yield* rawServer((socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n")
        const timer = setInterval(() => socket.write("."), 20)
        socket.on("close", () => {
          clearInterval(timer)
          closed = true
        })
      })
      assert.deepStrictEqual(yield* outcomeOf(url), { kind: "timeout" })
      while (!closed) yield* Effect.sleep(5)
    }),
  )

  live(
    "stops reading a huge answer, which still counts as the answer",
    Effect.gen(function* () {
      let written = 0
      let closed = false
      const url = yield* httpServer((_, response) => {
        const chunk = Buffer.alloc(64 * 1024, "a")
        response.on("close", () => {
          closed = true
        })
        const more = (): void => {
          while (written < 10 * 1024 * 1024 && !closed) {
            written += chunk.length
            if (!response.write(chunk)) {
              response.once("drain", more)
              return
            }
          }
          response.end()
        }
        more()
      })
      const outcome = yield* outcomeOf(url)
      assert.deepStrictEqual(outcome, { kind: "answered", status: 200, excerpt: "a".repeat(excerptBytes) })
      while (!closed) yield* Effect.sleep(5)
      assert.isBelow(written, 10 * 1024 * 1024)
    }),
  )

  live(
    "reads an answer of just the limit",
    Effect.gen(function* () {
      const url = yield* httpServer((_, response) => response.end(Buffer.alloc(maximumAnswerBytes - 1, "b")))
      assert.propertyVal(yield* outcomeOf(url), "status", 200)
    }),
  )

  live(
    "takes 204, informational answers before the final one, and bodies that are not text",
    Effect.gen(function* () {
      const noContent = yield* httpServer((_, response) => response.writeHead(204).end())
      assert.deepStrictEqual(yield* outcomeOf(noContent), { kind: "answered", status: 204, excerpt: "" })

      const early = yield* httpServer((_, response) => {
        response.writeEarlyHints({ link: "</a>; rel=preload" })
        response.writeProcessing()
        response.writeHead(201).end("x")
      })
      assert.deepStrictEqual(yield* outcomeOf(early), { kind: "answered", status: 201, excerpt: "x" })

      const zipped = gzipSync(Buffer.alloc(1_000_000, "z"))
      const gzip = yield* httpServer((_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(zipped),
      )
      const answered = yield* outcomeOf(gzip)
      assert.propertyVal(answered, "status", 200)
      assert.notInclude(answered.kind === "answered" ? answered.excerpt : "", "zzzz")

      const nul = yield* httpServer((_, response) => response.end(Buffer.from([0x61, 0x00, 0xff, 0x62])))
      assert.deepStrictEqual(yield* outcomeOf(nul), {
        kind: "answered",
        status: 200,
        excerpt: "a\ufffd\ufffdb",
      })
    }),
  )

  live(
    "reports an unasked-for 100 Continue, which undici does not read past, as a broken connection",
    Effect.gen(function* () {
      const url = yield* rawServer((socket) => {
        socket.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok")
      })
      assert.deepStrictEqual(yield* outcomeOf(url), { kind: "connection", error: "UND_ERR_SOCKET" })
    }),
  )

  const brokenAnswers: ReadonlyArray<readonly [string, string | undefined]> = [
    ["garbage", "\u0000\u0001 this is no HTTP\r\n\r\n"],
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n"],
    ["headers beyond the limit", `HTTP/1.1 200 OK\r\nx: ${"h".repeat(64 * 1024)}\r\n\r\n`],
    ["an upgrade", "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"],
    ["a body shorter than it says", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nab"],
    ["a bad chunk size", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
    ["nothing", undefined],
  ]
  for (const [what, answer] of brokenAnswers) {
    live(
      `reports ${what} as a connection error, with a short code`,
      Effect.gen(function* () {
        const url = yield* rawServer((socket) => (answer === undefined ? socket.end() : socket.end(answer, "latin1")))
        const outcome = yield* outcomeOf(url)
        assert.propertyVal(outcome, "kind", "connection")
        assert.match(outcome.kind === "connection" ? outcome.error : "", /^[A-Z0-9_]{3,64}$/u)
      }),
    )
  }

  live(
    "reports a reset, a refused connection, and an address that is none",
    Effect.gen(function* () {
      const reset = yield* rawServer((socket) => socket.resetAndDestroy())
      assert.deepStrictEqual(yield* outcomeOf(reset), { kind: "connection", error: "ECONNRESET" })

      const gone = yield* Effect.scoped(rawServer(() => {}))
      assert.deepStrictEqual(yield* outcomeOf(gone), { kind: "connection", error: "ECONNREFUSED" })

      assert.deepStrictEqual(yield* outcomeOf("no address"), { kind: "connection", error: "ERR_INVALID_URL" })
      assert.propertyVal(yield* outcomeOf("http://127.0.0.1:0/"), "kind", "connection")
    }),
  )

  live(
    "works with a server again after it broke",
    Effect.gen(function* () {
      let requests = 0
      const url = yield* httpServer((request, response) => {
        requests += 1
        if (requests % 2 === 1) request.socket.destroy()
        else response.end("back")
      })
      for (let i = 0; i < 4; i++) {
        const outcome = yield* outcomeOf(url)
        assert.strictEqual(outcome.kind, i % 2 === 0 ? "connection" : "answered")
      }
    }),
  )

  live(
    "lets many attempts at a hanging server leave a healthy one alone",
    Effect.gen(function* () {
      const hanging = yield* rawServer(() => {})
      const healthy = yield* httpServer((_, response) => response.end("ok"))
      const stuck = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 20 }), () => outcomeOf(hanging), { concurrency: "unbounded" }),
      )
      assert.propertyVal(yield* outcomeOf(healthy), "status", 200)
      for (const outcome of yield* Fiber.join(stuck)) assert.strictEqual(outcome.kind, "timeout")
    }),
  )

  live(
    "closes the connection of an attempt that is interrupted",
    Effect.gen(function* () {
      let closed = false
      let asked = false
      const url = yield* rawServer((socket) => {
        asked = true
        socket.on("close", () => {
          closed = true
        })
      })
      const fiber = yield* Effect.forkChild(send(url))
      while (!asked) yield* Effect.sleep(2)
      yield* Fiber.interrupt(fiber)
      while (!closed) yield* Effect.sleep(2)
    }),
  )

  it.effect("keeps its deadline while a TestClock stands still", () =>
    Effect.gen(function* () {
      const url = yield* rawServer(() => {})
      const outcome = yield* outcomeOf(url)
      assert.deepStrictEqual(outcome, { kind: "timeout" })
      assert.strictEqual(yield* TestClock.testClockWith((clock) => clock.currentTimeMillis), 0)
    }).pipe(Effect.scoped, Effect.provide(Sender.layerWith({ deadlineMs: testDeadlineMs }))),
  )
})
