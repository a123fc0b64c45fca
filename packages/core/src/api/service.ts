/** What the operations about the service itself answer: health, metrics, keys, documents (decisions, section 8). */
import { Schema } from "effect"

/** Answer of both questions about health. */
export const Health = Schema.Struct({
  status: Schema.Literal("ok").annotate({ description: "Anything else is another HTTP status" }),
}).annotate({
  identifier: "Health",
  description: "Yes",
})

/** A public key that verifies tokens (RFC 7517). */
export const JsonWebKey = Schema.Struct({
  kty: Schema.Literals(["EC", "OKP"]).annotate({ description: "Kind of key: EC for ES256, OKP for EdDSA" }),
  crv: Schema.String.annotate({ description: "Curve: P-256 or Ed25519" }),
  x: Schema.String.annotate({ description: "The point's x, or the whole key of Ed25519, base64url" }),
  y: Schema.optionalKey(Schema.String).annotate({ description: "The point's y, base64url; only of EC" }),
  kid: Schema.String.annotate({ description: "The `kid` in the header of the tokens that it verifies" }),
  alg: Schema.Literals(["ES256", "EdDSA"]).annotate({ description: "How tokens are signed with it" }),
  use: Schema.Literal("sig").annotate({ description: "It verifies signatures, and nothing else" }),
}).annotate({ identifier: "JsonWebKey", description: "A public key (RFC 7517)" })
/** A public key that verifies tokens. */
export type JsonWebKey = typeof JsonWebKey.Type

/** Answer of `GET /.well-known/jwks.json`. */
export const JsonWebKeySet = Schema.Struct({
  keys: Schema.Array(JsonWebKey).annotate({ description: "Every key that verifies a token that is still valid" }),
}).annotate({ identifier: "JsonWebKeySet", description: "The keys that verify tokens (RFC 7517)" })
/** Answer of `GET /.well-known/jwks.json`. */
export type JsonWebKeySet = typeof JsonWebKeySet.Type
