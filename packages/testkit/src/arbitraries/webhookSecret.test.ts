import fc from "fast-check"
import { expect, it } from "vitest"
import { minimalOf } from "../../test/minimal.ts"
import { webhookSecret } from "./webhookSecret.ts"

it("webhook secrets are whsec_ and 32 bytes in canonical base64url", () => {
  fc.assert(
    fc.property(webhookSecret(), (secret) => {
      const bytes = Buffer.from(secret.slice("whsec_".length), "base64url")
      expect(bytes).toHaveLength(32)
      expect(`whsec_${bytes.toString("base64url")}`).toBe(secret)
    }),
  )
})

it("webhook secrets shrink to letters", () => {
  expect(minimalOf(webhookSecret(), () => true)).toBe(`whsec_${"a".repeat(42)}A`)
})
