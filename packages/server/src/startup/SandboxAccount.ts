/**
 * The ready sandbox account of an installation: made at the first start, kept with its credentials in a file of the data
 * directory that only its owner can read. Sandbox only; production accounts sign up and are approved.
 */
import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Effect, Option, Schema } from "effect"
import { ServerConfig } from "../config.ts"
import { DataDirectoryUnusable } from "../database/DataDirectoryErrors.ts"
import { Accounts } from "../identity/Accounts.ts"
import { ClientCertificate } from "../identity/ClientCertificate.ts"

const fileName = "sandbox-account.json"
const certificateFileName = "sandbox-account.cert"
const ownerOnly = 0o600

const Stored = Schema.Struct({
  publicId: Schema.String,
  clientId: Schema.String,
  clientSecret: Schema.String,
  certificatePem: Schema.String,
  privateKeyPem: Schema.String,
})

export interface SandboxAccount {
  readonly publicId: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the credentials are. */
  readonly path: string
  /** The certificate as `X-SSL-Client-Cert` wants it, for `$(cat …)`. */
  readonly certificatePath: string
}

/** The stored account if it still opens this database, else a new one. */
export const ensure = Effect.fn("SandboxAccount.ensure")(function* () {
  const { dataDirectory } = yield* ServerConfig
  const path = join(dataDirectory, fileName)
  const certificatePath = join(dataDirectory, certificateFileName)
  const stored = yield* read(path)
  const account = Option.isSome(stored) && (yield* works(stored.value)) ? stored.value : yield* create(path)
  yield* write(certificatePath, encodeURIComponent(account.certificatePem))
  const { publicId, clientId, clientSecret } = account
  return { publicId, clientId, clientSecret, path, certificatePath } satisfies SandboxAccount
})

const read = (path: string) =>
  Effect.tryPromise(() => readFile(path, "utf8")).pipe(
    Effect.flatMap(Schema.decodeEffect(Schema.fromJsonString(Stored))),
    // Absent or unreadable: a new account is as good.
    Effect.option,
  )

/** A file from another database opens nothing here. */
const works = Effect.fnUntraced(function* (stored: typeof Stored.Type) {
  const accounts = yield* Accounts
  const certificates = yield* ClientCertificate
  return yield* certificates
    .presented({ header: encodeURIComponent(stored.certificatePem), remoteAddress: "127.0.0.1" })
    .pipe(
      Effect.flatMap((certificate) => accounts.authenticate({ ...stored, certificate })),
      Effect.as(true),
      Effect.catchTags({
        InvalidCredentials: () => Effect.succeed(false),
        InvalidCertificate: () => Effect.succeed(false),
        // Only a proxy may present certificates here, so this cannot be asked from within.
        CertificateRequired: () => Effect.succeed(true),
      }),
    )
})

const create = Effect.fnUntraced(function* (path: string) {
  const accounts = yield* Accounts
  const made = yield* accounts.signUp({
    holderName: "Comercio de Prueba",
    holderTaxIdPrimary: "XAXX010101000",
    holderTaxIdPrimaryType: "RFC",
    accountType: "PJ",
    isSandbox: true,
  })
  const account = {
    publicId: made.publicId,
    ...made.credentials,
    certificatePem: made.certificate?.pem ?? "",
    privateKeyPem: made.certificate?.privateKeyPem ?? "",
  }
  yield* write(path, `${JSON.stringify(account, null, 2)}\n`)
  return account
})

/** Whole or not at all, and never readable by others, not even for a moment. */
const write = (path: string, text: string) =>
  Effect.tryPromise({
    try: async () => {
      const temporary = `${path}.${process.pid}.tmp`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(temporary, text, { mode: ownerOnly })
      await chmod(temporary, ownerOnly)
      await rename(temporary, path)
    },
    catch: (cause) =>
      new DataDirectoryUnusable({
        directory: dirname(path),
        reason: "files",
        message: `${path} could not be written (${cause instanceof Error ? cause.message : String(cause)}). Make the directory writable, or choose another with PESOREAL_DATA_DIR.`,
      }),
  })
