/** Sign-up and access tokens: the two operations that need no token. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { EmailSchema } from "../contact/EmailSchema.ts"
import { text } from "../text/Text.ts"
import { Instant } from "../webhooks/events.ts"
import { BadRequest, PayloadTooLarge, Unauthorized, Unavailable, UnsupportedMediaType } from "./errors.ts"

/** Body of `POST /api/signup` (mexico.md). A `null` optional field is the same as leaving it out. */
export const SignUpRequest = Schema.Struct({
  holderName: text(3, 255),
  holderTaxIdPrimary: text(10, 20).annotate({ description: "RFC (individual or company) or CURP (individual)" }),
  holderTaxIdPrimaryType: Schema.Literals(["RFC", "CURP"]),
  accountType: Schema.Literals(["PJ", "PF"]).annotate({ description: "PJ: company; PF: individual" }),
  email: Schema.optional(Schema.NullOr(EmailSchema)),
  phone: Schema.optional(
    Schema.NullOr(
      Schema.String.check(
        Schema.isPattern(/^\+[0-9]{7,19}$/u, {
          message: "must be an E.164 number of 8 to 20 characters: + and digits, e.g. +525512345678",
        }),
      ),
    ),
  ),
  isSandbox: Schema.optional(Schema.NullOr(Schema.Boolean)).annotate({
    description: "true creates a sandbox account; default false",
  }),
  csr: Schema.optional(Schema.NullOr(text(1, 8192))).annotate({
    description: "PKCS#10 request in PEM. Without one, the service makes the key pair of a sandbox account",
  }),
}).annotate({ identifier: "SignUpRequest" })
/** Body of `POST /api/signup`. */
export type SignUpRequest = typeof SignUpRequest.Type

/** Answer of `POST /api/signup`. Secrets appear here once and never again. */
export const Account = Schema.Struct({
  accountId: Schema.Int,
  publicId: Schema.String.annotate({ description: "`acc_` + UUID" }),
  mainProvider: Schema.String.annotate({ description: "`sandbox`, or the provider of a production account" }),
  credentials: Schema.Struct({
    clientId: Schema.String,
    clientSecret: Schema.String.annotate({ description: "Shown once; store it safely" }),
  }),
  certificate: Schema.optionalKey(
    Schema.Struct({
      fingerprint: Schema.String.annotate({ description: "`sha256:` + digest of the DER certificate" }),
      expiresAt: Instant,
      pem: Schema.String,
      privateKeyPem: Schema.optionalKey(Schema.String.annotate({ description: "Only without a CSR; shown once" })),
    }),
  ),
  message: Schema.String,
}).annotate({ identifier: "Account" })
/** Answer of `POST /api/signup`. */
export type Account = typeof Account.Type

/** Body of `POST /api/auth/token`. */
export const TokenRequest = Schema.Struct({
  clientId: text(1, 255),
  clientSecret: text(1, 255),
}).annotate({ identifier: "TokenRequest" })

/** Answer of `POST /api/auth/token`. */
export const AccessToken = Schema.Struct({
  access_token: Schema.String.annotate({ description: "JWT" }),
  token_type: Schema.Literal("Bearer"),
  expires_in: Schema.Literal(600).annotate({ description: "Seconds of validity" }),
  scope: Schema.String.annotate({ description: "Granted scopes, space separated" }),
}).annotate({ identifier: "AccessToken" })
/** Answer of `POST /api/auth/token`. */
export type AccessToken = typeof AccessToken.Type

const bodyErrors = [BadRequest, PayloadTooLarge, UnsupportedMediaType, Unavailable] as const

/** Sign-up and tokens. */
export class AccountsGroup extends HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.post("signUp", "/api/signup", {
      payload: SignUpRequest,
      success: Account.pipe(HttpApiSchema.status(201)),
      error: [...bodyErrors],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Create an account",
        description:
          "Creates a sandbox or production account and answers its credentials, once. A sandbox account gets its client certificate at once; a production account gets one when an operator approves it.",
      }),
    ),
    HttpApiEndpoint.post("token", "/api/auth/token", {
      headers: {
        "x-ssl-client-cert": Schema.optionalKey(
          Schema.String.annotate({ description: "Client certificate: PEM, URL-encoded. Required" }),
        ),
      },
      payload: TokenRequest,
      success: AccessToken.pipe(HttpApiSchema.status(201)),
      error: [...bodyErrors, Unauthorized],
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get an access token",
        description:
          "OAuth 2.0 client credentials over mutual TLS. The token lives 600 seconds; a new one never ends older ones, so one per worker, renewed every 8 minutes, avoids expiry under load.",
      }),
    ),
  )
  .annotateMerge(OpenApi.annotations({ title: "Accounts and tokens" })) {}
