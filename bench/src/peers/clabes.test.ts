import { Clabe } from "@pesoreal/core"
import fc from "fast-check"
import { assert, it } from "vitest"
import { withCheckDigit } from "./clabes.ts"

it("ends a CLABE in the check digit that Pesoreal's rule gives", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{17}$/), (first17) => {
      assert.strictEqual(withCheckDigit(first17), first17 + Clabe.checkDigit(first17))
    }),
  )
})
