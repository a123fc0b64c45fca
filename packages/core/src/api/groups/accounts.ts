/** Sign-up and tokens, which need no token; renewal of the certificate and of the client secret, which do. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  AccessToken,
  Account,
  CertificateRequest,
  IssuedCertificate,
  RotatedClientSecret,
  signUpRequest,
  TokenRequest,
} from "../accounts.ts"
import { Bearer } from "../authentication.ts"
import { operation } from "../documentation.ts"
import { alwaysPossible, bodyErrors, InvalidBody, InvalidClient, InvalidTokenRequest } from "../errors.ts"
import * as examples from "../examples/accounts.ts"
import type { Level } from "../levels.ts"

const signUp = (level: Level) =>
  HttpApiEndpoint.post("signUp", "/api/signup", {
    payload: signUpRequest(level),
    success: Account.pipe(HttpApiSchema.status(201)),
    error: [InvalidBody, ...bodyErrors, ...alwaysPossible],
  }).annotateMerge(
    operation({
      id: "signUp",
      summary: "Create an account",
      description: `Creates a sandbox or production account and answers its credentials, once.

A sandbox account gets its client certificate at once: for the key of the \`csr\`, or for a key pair that the service makes. A production account is approved by an operator first, and gets its certificate then; without a certificate there is no token.`,
      ...examples.signUp,
    }),
  )

const token = HttpApiEndpoint.post("token", "/api/auth/token", {
  headers: {
    "x-ssl-client-cert": Schema.optionalKey(
      Schema.String.annotate({
        description:
          "The client certificate: PEM, URL-encoded, as nginx's `$ssl_client_escaped_cert` sends it. It is believed only from trusted proxies; in sandbox every peer is one. Behind a listener that does mutual TLS itself, the peer's certificate takes its place",
        examples: ["-----BEGIN%20CERTIFICATE-----%0AMIIBkTCCATegAwIBAgIUV9m2…%0A-----END%20CERTIFICATE-----%0A"],
      }),
    ),
  },
  payload: TokenRequest,
  success: AccessToken.pipe(HttpApiSchema.status(201)),
  error: [InvalidTokenRequest, InvalidClient, ...bodyErrors, ...alwaysPossible],
}).annotateMerge(
  operation({
    id: "createAccessToken",
    summary: "Get an access token",
    description: `OAuth 2.0 client credentials over mutual TLS: \`clientId\`, \`clientSecret\` and the client certificate, together.

The token lives 600 seconds, there is no refresh token, and a new token never ends older ones. Under high load, one token per worker, renewed about every 8 minutes, avoids a 401 by expiry. Credentials of the other environment are a 401.

The sandbox also accepts a certificate of any other issuer, self-signed included, so that \`openssl req -x509\` is enough to begin with.`,
    ...examples.token,
  }),
)

const renewCertificate = HttpApiEndpoint.post("renewCertificate", "/api/account/certificate", {
  payload: CertificateRequest,
  success: IssuedCertificate.pipe(HttpApiSchema.status(201)),
  error: [InvalidBody, ...bodyErrors],
})
  .middleware(Bearer)
  .annotateMerge(
    operation({
      id: "renewCertificate",
      summary: "Renew the client certificate",
      description:
        "Issues a new client certificate. The one before stays valid until it expires, so that processes can change over one by one.",
      ...examples.renewCertificate,
    }),
  )

const rotateClientSecret = HttpApiEndpoint.post("rotateClientSecret", "/api/account/client-secret", {
  success: RotatedClientSecret.pipe(HttpApiSchema.status(201)),
})
  .middleware(Bearer)
  .annotateMerge(
    operation({
      id: "rotateClientSecret",
      summary: "Rotate the client secret",
      description:
        "Makes a new client secret and answers it, once. The one before is accepted beside it until `previousSecretExpiresAt`.",
      ...examples.rotateClientSecret,
    }),
  )

/** Accounts and their credentials, at a level of validation. */
export const accountsGroup = (level: Level) =>
  HttpApiGroup.make("accounts")
    .add(signUp(level), token, renewCertificate, rotateClientSecret)
    .annotateMerge(
      OpenApi.annotations({
        title: "Accounts",
        description: "Accounts, access tokens, client certificates and client secrets.",
      }),
    )
