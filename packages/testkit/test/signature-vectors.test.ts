/** Core's golden vectors of signatures, through the receiver's verification and through this package's own signing. */
import { readFileSync } from "node:fs"
import { sign, verify } from "@pesoreal/receiver"
import { expect, it } from "vitest"
import { signatureOf } from "../src/index.ts"

interface Vector {
  readonly name: string
  readonly secret: string
  readonly body: { readonly encoding: "utf8" | "base64"; readonly text: string; readonly times?: number }
  readonly header: string
}

const file = new URL("../../core/test/vectors/signatures.json", import.meta.url)
// Safe: core's own test reads the file by the same shape.
const vectors = JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<Vector>

const bodyOf = ({ body: { encoding, text, times = 1 } }: Vector): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(Array.from({ length: times }, () => Buffer.from(text, encoding))))

it("there are vectors", () => expect(vectors.length).toBeGreaterThan(5))

it.for(vectors)("$name", async (vector) => {
  const body = bodyOf(vector)
  const { secret, header } = vector
  expect(signatureOf(body, secret)).toBe(header)
  expect(await sign(body, secret)).toBe(header)
  expect(await verify({ body, signature: header, secrets: secret })).toEqual({ ok: true })
  const altered = new Uint8Array([...body, 0])
  expect(await verify({ body: altered, signature: header, secrets: secret })).toMatchObject({ ok: false })
})
