/** Request headers that several operations take. Header names are lowercase, as HTTP servers hand them over. */
import { Schema } from "effect"

/** Grammar of an Idempotency-Key: 1 to 255 visible ASCII characters. */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,255}$/u, { message: "must be 1 to 255 visible ASCII characters, without spaces" }),
).annotate({
  description:
    "For clients without an externalId: the same key and an equal body answer the same resource for 24 h; the same key with another body is a 422",
})

/** Headers of every creation that moves money (decisions, sections 4 and 10). */
export const creationHeaders = {
  "idempotency-key": Schema.optionalKey(IdempotencyKey),
  "x-sandbox-scenario": Schema.optionalKey(
    Schema.String.annotate({
      description:
        "Sandbox accounts only: which outcome to simulate, e.g. `success`, `error:invalid-clabe`, `delayed:5s`",
    }),
  ),
}
