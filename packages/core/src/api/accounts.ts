/** What sign-up, tokens, certificates and client secrets take and answer (mexico.md; decisions, sections 5 and 8). */
import { Schema } from "effect"
import { EmailSchema } from "../contact/EmailSchema.ts"
import { text } from "../text/Text.ts"
import { Instant } from "../webhooks/events.ts"
import { optional } from "./fields.ts"
import { contractLevel, type Level } from "./levels.ts"

/** Code points in a certificate request, at most. One for RSA of 4096 bits has about 1,700. */
const MAX_CSR_LENGTH = 8192

const csr = optional(text(1, MAX_CSR_LENGTH)).annotate({
  description:
    "PKCS#10 certificate request in PEM. Without one, the service makes the key pair of a sandbox account and answers its private key, once",
})

const signUpFields = (level: Level) =>
  Schema.Struct({
    holderName: text(3, 255).annotate({ description: "Name of the person or company that holds the account" }),
    holderTaxIdPrimary: level.mexicanTaxId.annotate({
      description: "RFC (individual or company) or CURP (individual)",
    }),
    holderTaxIdPrimaryType: Schema.Literals(["RFC", "CURP"]).annotate({
      description: "Which of the two `holderTaxIdPrimary` is",
    }),
    accountType: Schema.Literals(["PJ", "PF"]).annotate({ description: "`PJ`: company; `PF`: individual" }),
    email: optional(EmailSchema).annotate({ description: "Contact e-mail" }),
    phone: optional(level.phone).annotate({ description: "Contact phone, in E.164: `+` and digits" }),
    isSandbox: optional(Schema.Boolean).annotate({
      description: "`true` creates a sandbox account; default `false`",
    }),
    csr,
  })

/**
 * Body of `POST /api/signup` (mexico.md). A `null` optional field is the same as leaving it out.
 *
 * @example
 * ```ts
 * import { signUpRequest } from "@pesoreal/core/api/accounts"
 * import { contractLevel } from "@pesoreal/core/api/levels"
 * import { strictLevel } from "@pesoreal/core/api/strictLevel"
 * import { Schema } from "effect"
 *
 * const company = { holderName: "Comercio de Prueba", holderTaxIdPrimaryType: "CURP", accountType: "PJ" } as const
 * const withCurp = { ...company, holderTaxIdPrimary: "HEGR891009HMNRRD09" }
 * Schema.is(signUpRequest(contractLevel))(withCurp) // => true
 * Schema.is(signUpRequest(strictLevel))(withCurp) // => false
 * ```
 */
export const signUpRequest = (level: Level) =>
  signUpFields(level)
    .check(
      Schema.makeFilter(
        (request) => level.holderProblems(request).map(({ path, message }) => ({ path: [path], issue: message })),
        { expected: "a holder whose tax identifier fits the account", toJsonSchema: () => ({}) },
      ),
    )
    .annotate({ identifier: "SignUpRequest", description: "Who wants an account, and of which kind" })

/** Body of `POST /api/signup`, at the level of the contract. */
export const SignUpRequest = signUpRequest(contractLevel)
/** Body of `POST /api/signup`. */
export type SignUpRequest = typeof SignUpRequest.Type

/** A client certificate, as it is answered when it is issued. */
export const IssuedCertificate = Schema.Struct({
  fingerprint: Schema.String.annotate({ description: "`sha256:` + lowercase hex digest of the DER certificate" }),
  expiresAt: Instant.annotate({ description: "Until when it is valid" }),
  pem: Schema.String.annotate({ description: "The certificate, PEM" }),
  privateKeyPem: Schema.optionalKey(Schema.String).annotate({
    description: "Its private key, PKCS#8 in PEM. Only where the request brought no `csr`, and only once",
  }),
}).annotate({
  identifier: "IssuedCertificate",
  description:
    "A client certificate, present when issued: at once for a sandbox account, on approval for a production account",
})
/** A client certificate, as it is answered when it is issued. */
export type IssuedCertificate = typeof IssuedCertificate.Type

/** Answer of `POST /api/signup`. Secrets appear here once and never again. */
export const Account = Schema.Struct({
  accountId: Schema.Int.annotate({ description: "The account's integer id" }),
  publicId: Schema.String.annotate({ description: "`acc_` + UUID" }),
  mainProvider: Schema.String.annotate({
    description: "Who moves the account's money: `sandbox`, or the provider of a production account (`stp`)",
  }),
  credentials: Schema.Struct({
    clientId: Schema.String.annotate({ description: "`cli_` + UUID" }),
    clientSecret: Schema.String.annotate({ description: "32 random bytes, base64url. Shown once; store it safely" }),
  }).annotate({ description: "What `POST /api/auth/token` asks for, beside the certificate" }),
  certificate: Schema.optionalKey(IssuedCertificate),
  message: Schema.String.annotate({ description: "What to do next, for people" }),
}).annotate({ identifier: "Account", description: "The new account, with its credentials" })
/** Answer of `POST /api/signup`. */
export type Account = typeof Account.Type

/** Body of `POST /api/auth/token`. */
export const TokenRequest = Schema.Struct({
  clientId: text(1, 255).annotate({ description: "From sign-up" }),
  clientSecret: text(1, 255).annotate({ description: "From sign-up, or from its last rotation" }),
}).annotate({ identifier: "TokenRequest", description: "The credentials of a client" })
/** Body of `POST /api/auth/token`. */
export type TokenRequest = typeof TokenRequest.Type

/** Answer of `POST /api/auth/token`. */
export const AccessToken = Schema.Struct({
  access_token: Schema.String.annotate({ description: "JWT, to be sent as `Authorization: Bearer <access_token>`" }),
  token_type: Schema.Literal("Bearer").annotate({ description: "How the token is sent" }),
  expires_in: Schema.Literal(600).annotate({ description: "Seconds of validity" }),
  scope: Schema.String.annotate({ description: "Granted scopes, space separated" }),
}).annotate({ identifier: "AccessToken", description: "A token for 600 seconds" })
/** Answer of `POST /api/auth/token`. */
export type AccessToken = typeof AccessToken.Type

/** Body of `POST /api/account/certificate`. */
export const CertificateRequest = Schema.Struct({ csr }).annotate({
  identifier: "CertificateRequest",
  description: "What the new certificate is for. A production account must bring a `csr`",
})
/** Body of `POST /api/account/certificate`. */
export type CertificateRequest = typeof CertificateRequest.Type

/** Answer of `POST /api/account/client-secret`. */
export const RotatedClientSecret = Schema.Struct({
  clientId: Schema.String.annotate({ description: "`cli_` + UUID; it stays the same" }),
  clientSecret: Schema.String.annotate({ description: "The new secret. Shown once; store it safely" }),
  previousSecretExpiresAt: Instant.annotate({ description: "Until when the previous secret is accepted too" }),
}).annotate({ identifier: "RotatedClientSecret", description: "The new client secret" })
/** Answer of `POST /api/account/client-secret`. */
export type RotatedClientSecret = typeof RotatedClientSecret.Type
