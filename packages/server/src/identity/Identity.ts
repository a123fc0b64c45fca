/** The identity room as one layer: secrets, the certificate authority, client certificates, tokens and accounts. */
import { Layer } from "effect"
import { Accounts } from "./Accounts.ts"
import { CertificateAuthority } from "./CertificateAuthority.ts"
import { ClientCertificate } from "./ClientCertificate.ts"
import { SecretBox } from "./SecretBox.ts"
import { Tokens } from "./Tokens.ts"

const layer = Layer.mergeAll(Accounts.layer, Tokens.layer).pipe(
  Layer.provideMerge(ClientCertificate.layer),
  Layer.provideMerge(CertificateAuthority.layer),
  Layer.provideMerge(SecretBox.layer),
)

/**
 * Builds every service of the room over a migrated database. Needs SqlClient, ServerConfig, Time and Ids; fails the start
 * when a key cannot be had or a setting cannot be read.
 */
export const Identity = { layer } as const
