/** Webhook secrets as the service makes them: `whsec_` and 32 bytes in base64url. All of it is the key. */
import { Signature } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, textOf } from "../internal/characters.ts"

/** 32 bytes are 256 bits: 42 characters of 6 bits, and a last one of which only the upper 4 bits are used. */
const body = fc.tuple(
  textOf(characterIn(["a", "z"], ["A", "Z"], ["0", "9"], "-_"), 42, 42),
  characterIn("AEIMQUYcgkosw048"),
)

/**
 * Webhook secrets.
 *
 * @example
 * ```ts
 * import { webhookSecret } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(webhookSecret(), 100).every((secret) => /^whsec_[\w-]{43}$/.test(secret)) // => true
 * ```
 */
export const webhookSecret = (): fc.Arbitrary<string> =>
  body.map(
    ([most, last]) => Signature.SECRET_PREFIX + most + last,
    (secret) => {
      if (typeof secret !== "string" || !secret.startsWith(Signature.SECRET_PREFIX)) throw new TypeError("Not a secret")
      return [secret.slice(Signature.SECRET_PREFIX.length, -1), secret.slice(-1)]
    },
  )
