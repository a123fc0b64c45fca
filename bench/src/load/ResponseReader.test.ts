import { assert, describe, it } from "vitest"
import { ResponseReader } from "./ResponseReader.ts"

const body = '{"name":"Íñigo"}'
const text = `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const bytes = Buffer.from(text)

describe("reading answers", () => {
  it("finds the answer wherever its bytes are cut in two", () => {
    for (let cut = 1; cut < bytes.length; cut++) {
      const reader = new ResponseReader()
      assert.isUndefined(reader.push(bytes.subarray(0, cut)))
      assert.deepStrictEqual(reader.push(bytes.subarray(cut)), { status: 201, body })
    }
  })

  it("reads one answer after another", () => {
    const reader = new ResponseReader()
    assert.strictEqual(reader.push(bytes)?.status, 201)
    assert.strictEqual(reader.push(Buffer.from(text.replace("201", "409")))?.status, 409)
  })

  it("refuses what it does not know: chunked answers, and more than was asked for", () => {
    assert.throws(
      () => new ResponseReader().push(Buffer.from("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")),
      /without Content-Length/,
    )
    assert.throws(() => new ResponseReader().push(Buffer.concat([bytes, bytes])), /More came/)
  })
})
