import { Buffer } from "node:buffer"
import { Effect } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { fromPem } from "./pem.ts"
import { x509 } from "./x509.ts"

const { PemConverter } = await Effect.runPromise(x509)
const toPem = (label: string, der: Uint8Array) => PemConverter.encode(Uint8Array.from(der), label)

describe("pem", () => {
  it("reads what the library writes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => {
        const text = toPem("THING", bytes)
        assert.deepStrictEqual(Buffer.from(fromPem(["OTHER", "THING"], text) ?? []), Buffer.from(bytes))
      }),
    )
  })

  it("reads carriage returns and blanks around the block", () => {
    const text = toPem("THING", new Uint8Array(100)).replaceAll("\n", "\r\n")
    assert.strictEqual(fromPem(["THING"], `\n  ${text} \n`)?.length, 100)
  })

  it("refuses everything but one block of the label", () => {
    const block = toPem("THING", Uint8Array.of(1, 2, 3))
    for (const text of [
      "",
      "AQID",
      `${block}\n${block}`,
      block + block,
      `hello\n${block}`,
      `${block}\nhello`,
      block.replaceAll("THING", "OTHER"),
      block.replace("AQID", ""),
      block.replace("AQID", "AQI"),
      block.replace("AQID", "AQ=D"),
      block.replace("AQID", "AQ_D"),
      block.replace("-----END", "-----BEGIN"),
      "-----BEGIN THING-----END THING-----",
    ]) {
      assert.strictEqual(fromPem(["THING"], text), undefined, JSON.stringify(text))
    }
  })
})
