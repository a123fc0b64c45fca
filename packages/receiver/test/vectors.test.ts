/**
 * The golden vectors of signatures, which the domain package keeps. The service signs with other cryptography than this
 * package; these vectors hold the two together.
 */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { sign, verify } from "@pesoreal/receiver"

interface Vector {
  readonly name: string
  readonly secret: string
  readonly body: { readonly encoding: "utf8" | "base64"; readonly text: string; readonly times?: number }
  readonly header: string
}

const file = new URL("../../core/test/vectors/signatures.json", import.meta.url)
const vectors = JSON.parse(readFileSync(file, "utf8")) as ReadonlyArray<Vector> // Safe: it is our own file.

const bodyOf = ({ body }: Vector) =>
  Buffer.concat(Array.from({ length: body.times ?? 1 }, () => Buffer.from(body.text, body.encoding)))

describe("the golden vectors", () => {
  it("exist", () => assert.isAbove(vectors.length, 0))

  it.each(vectors.map((vector) => [vector.name, vector] as const))("sign and verify %s", async (_, vector) => {
    const body = bodyOf(vector)
    const { secret, header } = vector
    assert.strictEqual(await sign(body, secret), header)
    assert.deepEqual(await verify({ body, signature: header, secrets: secret }), { ok: true })
    const other = await verify({ body, signature: header, secrets: `${secret}x` })
    assert.deepEqual(other, { ok: false, code: "signature_mismatch" })
  })
})
