import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { assert, describe, it } from "vitest"
import { type LoadResult, runClosedLoop } from "./closedLoop.ts"

type Answer = (externalId: string, body: string, response: ServerResponse) => void

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request.setEncoding("utf8")) text += chunk
  return text
}

/** Load on a server that answers so. */
const loadOn = async (answer: Answer): Promise<LoadResult> => {
  const server = createServer((request, response) => {
    void textOf(request).then((body) => answer(JSON.parse(body).externalId, body, response))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  try {
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    return await runClosedLoop({
      port,
      token: "token",
      connections: 4,
      durationMs: 50,
      seed: 1,
      prefix: "test",
      scenario: null,
    })
  } finally {
    server.close()
  }
}

const end = (response: ServerResponse, status: number, externalId: string) => {
  const body = JSON.stringify({ externalId })
  response.writeHead(status, { "content-length": Buffer.byteLength(body) }).end(body)
}

describe("the closed loop", () => {
  it("counts every 201, and sends another externalId and body every time", async () => {
    const bodies = new Set<string>()
    const result = await loadOn((externalId, body, response) => {
      bodies.add(body)
      end(response, 201, externalId)
    })
    assert.isAtLeast(result.created, 4)
    assert.strictEqual(result.created, bodies.size)
    assert.isAtMost(result.completed, result.created)
    assert.deepStrictEqual(result.failures, {})
  })

  it("counts apart what is no 201, and shows one", async () => {
    const result = await loadOn((externalId, _, response) => end(response, 503, externalId))
    assert.strictEqual(result.created, 0)
    assert.deepStrictEqual(Object.keys(result.failures), ["503"])
    assert.include(result.failure, "503")
  })

  it("notices an answer to another request", async () => {
    const result = await loadOn((externalId, _, response) => end(response, 201, `${externalId}0`))
    assert.strictEqual(result.created, 0)
    assert.deepStrictEqual(Object.keys(result.failures), ["wrong"])
  })

  it("notices a connection that the server closes", async () => {
    const result = await loadOn((_, __, response) => response.destroy())
    assert.deepStrictEqual(result.failures, { broken: 4 })
  })
})
