import { createHmac } from "node:crypto"
import fc from "fast-check"
import { expect, it } from "vitest"
import { hmacSha256 } from "./hmacSha256.ts"

const bytes = fc.uint8Array({ maxLength: 300, size: "max" })

it("gives what the platform's HMAC gives, for keys and messages around the size of a block", () => {
  fc.assert(
    fc.property(bytes, bytes, (key, message) => {
      expect(hmacSha256(key, message)).toEqual(new Uint8Array(createHmac("sha256", key).update(message).digest()))
    }),
  )
})

it.for([0, 55, 56, 63, 64, 65, 119, 120, 128, 100_000])("pads a message of %i bytes", (length) => {
  const message = new Uint8Array(length).fill(0x61)
  const key = new Uint8Array(length % 130).fill(0x62)
  expect(hmacSha256(key, message)).toEqual(new Uint8Array(createHmac("sha256", key).update(message).digest()))
})

it("gives the digests of RFC 4231", () => {
  const utf8 = new TextEncoder()
  const hex = (digest: Uint8Array) => Buffer.from(digest).toString("hex")
  // Test cases 2 and 6: a short key, and one longer than a block.
  expect(hex(hmacSha256(utf8.encode("Jefe"), utf8.encode("what do ya want for nothing?")))).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  )
  expect(
    hex(
      hmacSha256(new Uint8Array(131).fill(0xaa), utf8.encode("Test Using Larger Than Block-Size Key - Hash Key First")),
    ),
  ).toBe("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
})
