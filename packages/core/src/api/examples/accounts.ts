/** Examples of sign-up, tokens, certificates and client secrets. The PEM texts are cut short, and the secrets are nobody's. */
import type {
  AccessToken,
  Account,
  CertificateRequest,
  RotatedClientSecret,
  SignUpRequest,
  TokenRequest,
} from "../accounts.ts"
import { example, type Examples } from "../documentation.ts"

const clientId = "cli_019c1535-8a10-7b3e-8f64-2d7c91e0a513"

const certificate = {
  fingerprint: "sha256:9f2c1d6b0e5a47838d1f6b0c2e9a4d7f5b3c8e1a6d9f0b2c4e7a8d5f1c3b6e90",
  expiresAt: "2027-01-31T12:00:00.000Z",
  pem: "-----BEGIN CERTIFICATE-----\nMIIBkTCCATegAwIBAgIUV9m2…\n-----END CERTIFICATE-----\n",
}

const csr = "-----BEGIN CERTIFICATE REQUEST-----\nMIHVMH0CAQAwGzEZMBcGA1UE…\n-----END CERTIFICATE REQUEST-----\n"

/** `POST /api/signup`. */
export const signUp: { readonly request: Examples<SignUpRequest>; readonly answer: Examples<Account> } = {
  request: {
    company: example("A sandbox account of a company", {
      holderName: "Comercio de Prueba SA de CV",
      holderTaxIdPrimary: "MAB9307148T4",
      holderTaxIdPrimaryType: "RFC",
      accountType: "PJ",
      email: "pagos@comercio.example",
      phone: "+525512345678",
      isSandbox: true,
    }),
    individual: example("A sandbox account of an individual, with a key pair of its own", {
      holderName: "Rodrigo Hernández Gómez",
      holderTaxIdPrimary: "HEGR891009HMNRRD09",
      holderTaxIdPrimaryType: "CURP",
      accountType: "PF",
      isSandbox: true,
      csr,
    }),
    production: example("A production account", {
      holderName: "Comercio de Prueba SA de CV",
      holderTaxIdPrimary: "MAB9307148T4",
      holderTaxIdPrimaryType: "RFC",
      accountType: "PJ",
    }),
  },
  answer: {
    sandbox: example("A sandbox account has its certificate at once", {
      accountId: 1042,
      publicId: "acc_019c1535-8a10-7b3e-8f64-2d7c91e0a512",
      mainProvider: "sandbox",
      credentials: { clientId, clientSecret: "8qk1vYJ6c0m2TzX4nB7wRf3sUe5dHg9aLpQoIyKtVxM" },
      certificate: {
        ...certificate,
        privateKeyPem: "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49…\n-----END PRIVATE KEY-----\n",
      },
      message: "The account is ready. Keep clientSecret and privateKeyPem: they are not shown again.",
    }),
    production: example("A production account waits for its approval", {
      accountId: 1043,
      publicId: "acc_019c1535-8a10-7b3e-8f64-2d7c91e0a514",
      mainProvider: "stp",
      credentials: { clientId, clientSecret: "8qk1vYJ6c0m2TzX4nB7wRf3sUe5dHg9aLpQoIyKtVxM" },
      message: "The account waits for approval. Keep clientSecret: it is not shown again.",
    }),
  },
}

/** `POST /api/auth/token`. */
export const token: { readonly request: Examples<TokenRequest>; readonly answer: Examples<AccessToken> } = {
  request: {
    token: example("Client credentials", { clientId, clientSecret: "8qk1vYJ6c0m2TzX4nB7wRf3sUe5dHg9aLpQoIyKtVxM" }),
  },
  answer: {
    token: example("A token for 600 seconds", {
      access_token:
        "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IjAxOWMxNTM1In0.eyJzdWIiOiJjbGlfMDE5YzE1MzUifQ.c2lnbmF0dXJl",
      token_type: "Bearer",
      expires_in: 600,
      scope: "spei.read spei.write webhooks.read webhooks.write accounts.read",
    }),
  },
}

/** `POST /api/account/certificate`. */
export const renewCertificate: { readonly request: Examples<CertificateRequest>; readonly answer: Examples } = {
  request: { csr: example("With a key pair of your own", { csr }) },
  answer: { certificate: example("The new certificate; the old one stays valid for a while", certificate) },
}

/** `POST /api/account/client-secret`. */
export const rotateClientSecret: { readonly answer: Examples<RotatedClientSecret> } = {
  answer: {
    secret: example("The new secret; the old one is accepted for a while", {
      clientId,
      clientSecret: "Zr4tW8yB1mQ6xN3vK9cJ5hG2fD7sA0pLoIuYeTqRwXk",
      previousSecretExpiresAt: "2026-02-01T12:00:00.000Z",
    }),
  },
}
