import { Email } from "@pesoreal/core"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { fingerprint, formats } from "./chargeRequest.ts"

/** Near addresses: what the rule is about, and what it refuses. */
const nearAddress = fc
  .array(
    fc.constantFrom(
      "a",
      "Z",
      "7",
      ".",
      "-",
      "_",
      "+",
      "@",
      " ",
      "ñ",
      "é",
      "中",
      "🦤",
      "\u200b",
      "\u0000",
      "x".repeat(30),
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(""))
const address = fc.tuple(nearAddress, nearAddress).map(([local, domain]) => `${local}@${domain}`)

describe("the peer's request", () => {
  it("takes an e-mail address exactly where Pesoreal's rule does", () => {
    fc.assert(
      fc.property(fc.oneof(address, nearAddress, fc.emailAddress()), (text) => {
        // The total length is left to the schema.
        fc.pre(Array.from(text).length <= Email.MAX_EMAIL_LENGTH)
        assert.strictEqual(formats["payer-email"](text), Email.isEmail(text), JSON.stringify(text))
      }),
      { numRuns: 5000 },
    )
  })

  it("gives absent and null fields, and fields in another order, the same fingerprint", () => {
    const sparse = fingerprint({ amountCentavos: 1000, customerName: "Ana", customerEmail: "a@b.mx" })
    const full = fingerprint({ description: null, customerEmail: "a@b.mx", customerName: "Ana", amountCentavos: 1000 })
    assert.strictEqual(full, sparse)
    assert.notStrictEqual(fingerprint({ amountCentavos: 1001, customerName: "Ana", customerEmail: "a@b.mx" }), sparse)
  })
})
