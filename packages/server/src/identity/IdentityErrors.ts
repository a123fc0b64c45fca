/**
 * Every typed failure of the identity room. Messages are for the person who caused them and carry no secret; the HTTP
 * mapper turns the classes into statuses and codes (decisions, section 5).
 */
import { Schema } from "effect"

/** The master key is missing, malformed or not the one that the database was sealed with. Ends the start. */
export class MasterKeyError extends Schema.TaggedError<MasterKeyError>()("MasterKeyError", {
  reason: Schema.Literals(["missing", "malformed", "file", "mismatch"]),
  message: Schema.String,
}) {}

/** Sealed bytes that do not open: changed, sealed for another place, or under another master key. */
export class SecretBoxError extends Schema.TaggedError<SecretBoxError>()("SecretBoxError", {
  reason: Schema.Literals(["format", "other-key", "tampered"]),
  message: Schema.String,
}) {}

/** A key in `service_keys` that cannot be used. Ends the start. */
export class ServiceKeyError extends Schema.TaggedError<ServiceKeyError>()("ServiceKeyError", {
  message: Schema.String,
}) {}

/** A `trustedProxies` entry that is no address range. Ends the start. */
export class InvalidTrustedProxy extends Schema.TaggedError<InvalidTrustedProxy>()("InvalidTrustedProxy", {
  message: Schema.String,
}) {}

/** The `csr` of a request cannot be used: 400 `VALIDATION_ERROR` at the path `csr`, which the message follows. */
export class InvalidCertificateRequest extends Schema.TaggedError<InvalidCertificateRequest>()(
  "InvalidCertificateRequest",
  {
    reason: Schema.Literals(["size", "not-pem", "not-a-request", "signature", "key"]),
    message: Schema.String,
  },
) {}

/** No client certificate came with the request, or it came from a peer that is not trusted: 400 `CERTIFICATE_REQUIRED`. */
export class CertificateRequired extends Schema.TaggedError<CertificateRequired>()("CertificateRequired", {
  reason: Schema.Literals(["missing", "untrusted-peer"]),
  message: Schema.String,
}) {}

/** The client certificate is not good for this account: 401 `INVALID_CERTIFICATE`. */
export class InvalidCertificate extends Schema.TaggedError<InvalidCertificate>()("InvalidCertificate", {
  reason: Schema.Literals([
    "unreadable",
    "not-yet-valid",
    "expired",
    "unknown",
    "revoked",
    "other-account",
    "foreign-issuer",
  ]),
  message: Schema.String,
}) {}

/**
 * clientId and clientSecret do not open an account here: 401 `INVALID_CREDENTIALS`. Every reason but `mismatch` is given
 * only to a caller who proved the secret.
 */
export class InvalidCredentials extends Schema.TaggedError<InvalidCredentials>()("InvalidCredentials", {
  reason: Schema.Literals(["mismatch", "other-environment", "pending", "suspended"]),
  message: Schema.String,
}) {}

/** The bearer token does not verify: 401 `UNAUTHORIZED`. One answer for every cause. */
export class UnauthorizedToken extends Schema.TaggedError<UnauthorizedToken>()("UnauthorizedToken", {
  message: Schema.String,
}) {}
