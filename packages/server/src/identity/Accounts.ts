/**
 * Accounts: sign-up, which makes an account with everything it needs in one transaction, and the judgement of credentials
 * and certificate that a token request brings. It answers secrets once and keeps none in clear.
 */
import type { Account, SignUpRequest } from "@pesoreal/core/api/accounts"
import type { CallerShape } from "@pesoreal/core/api/authentication"
import { Context, Effect, Layer, Result } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type Environment, ServerConfig } from "../config.ts"
import { int8, timestamptz } from "../database/columns.ts"
import { Ids } from "../Ids.ts"
import { post, sandboxOpeningPostings } from "../ledger/Ledger.ts"
import { Time } from "../Time.ts"
import { allocateRoute } from "./clabeRoutes.ts"
import { CertificateAuthority, type IssuedCertificate } from "./CertificateAuthority.ts"
import { type CertificateRecord, ClientCertificate, type PresentedCertificate } from "./ClientCertificate.ts"
import { clientIdOf, clientUuid, hashSecret, secretMatches } from "./ClientSecrets.ts"
import { type InvalidCertificate, type InvalidCertificateRequest, InvalidCredentials } from "./IdentityErrors.ts"
import { isoInstant } from "../instant.ts"
import { SecretBox } from "./SecretBox.ts"

/** `mainProvider` of production accounts until a rail is configured (decisions, section 1). */
const productionProvider = "stp"
/** What every token may do today; narrower ones come with keys of their own. */
const grantedScopes = ["spei.read", "spei.write", "webhooks.read", "webhooks.write", "accounts.read"] as const
/** Stands for a digest or a hash that there is none of; no input with this SHA-256 is known. */
const noDigest = new Uint8Array(32)

export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly certificate: PresentedCertificate
}

/** Who proved both layers, and with which certificate: what a token is made of. */
export interface Authenticated {
  readonly caller: CallerShape
  /** SHA-256 of the certificate's DER bytes. */
  readonly certificateDigest: Uint8Array
}

export class Accounts extends Context.Service<
  Accounts,
  {
    /** Creates an account from a request that the contract has already validated. */
    readonly signUp: (request: SignUpRequest) => Effect.Effect<Account, InvalidCertificateRequest | SqlError.SqlError>
    /** Who is asking. Wrong credentials win over a wrong certificate, and every answer takes the same work. */
    readonly authenticate: (
      credentials: Credentials,
    ) => Effect.Effect<Authenticated, InvalidCredentials | InvalidCertificate | SqlError.SqlError>
  }
>()("@pesoreal/server/Accounts") {
  static readonly layer = Layer.effect(
    Accounts,
    Effect.gen(function* () {
      const signUp = yield* makeSignUp
      const authenticate = yield* makeAuthenticate
      return Accounts.of({ signUp, authenticate })
    }),
  )
}

const makeSignUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const config = yield* ServerConfig
  const time = yield* Time
  const ids = yield* Ids
  const box = yield* SecretBox
  const authority = yield* CertificateAuthority
  const services = yield* Effect.context<SqlClient.SqlClient | Ids>()

  return Effect.fn("Accounts.signUp")(function* (request: SignUpRequest) {
    const now = yield* time.now
    const isSandbox = request.isSandbox ?? false
    const uuid = ids.uuid(now)
    const publicId = `acc_${uuid}`
    const client = { uuid: ids.uuid(now), secret: ids.secret() }
    const mainProvider = isSandbox ? "sandbox" : productionProvider
    // Keys are made before the transaction opens: inside it there is only SQL.
    const issued = isSandbox
      ? yield* authority.issue({ environment: "sandbox", accountPublicId: publicId, csr: request.csr }, now)
      : undefined

    const accountId = yield* Effect.gen(function* () {
      const rows = yield* sql<{ readonly account_id: bigint }>`INSERT INTO accounts ${sql
        .insert({
          public_id: uuid,
          is_sandbox: isSandbox,
          status: isSandbox ? "ACTIVE" : "PENDING",
          main_provider: mainProvider,
          holder_name: request.holderName,
          holder_tax_id: request.holderTaxIdPrimary,
          holder_tax_id_type: request.holderTaxIdPrimaryType,
          account_type: request.accountType,
          email: request.email ?? null,
          phone: request.phone ?? null,
          created_at: timestamptz(now),
        })
        .returning("account_id")}`
      const [row] = rows
      if (row === undefined) return yield* Effect.die(new Error("an INSERT … RETURNING answered no row"))
      const id = int8(row.account_id)
      yield* sql`INSERT INTO client_credentials ${sql.insert({
        client_id: client.uuid,
        account_id: id,
        secret_hash: hashSecret(box, client.uuid, client.secret),
        created_at: timestamptz(now),
      })}`
      if (issued !== undefined) yield* authority.record(id, issued, now)
      yield* allocateRoute(id)
      if (isSandbox) yield* post(sandboxOpeningPostings(id, config.sandboxOpeningBalanceCentavos, now))
      return id
    }).pipe(Effect.provideContext(services), sql.withTransaction)

    return {
      accountId,
      publicId,
      mainProvider,
      credentials: { clientId: clientIdOf(client.uuid), clientSecret: client.secret },
      ...(issued === undefined ? {} : { certificate: certificateAnswer(issued) }),
      message: signUpMessage(isSandbox, config.environment, issued),
    }
  })
})

const certificateAnswer = (issued: IssuedCertificate) => ({
  fingerprint: issued.fingerprint,
  expiresAt: isoInstant(issued.expiresAt),
  pem: issued.pem,
  ...(issued.privateKeyPem === undefined ? {} : { privateKeyPem: issued.privateKeyPem }),
})

const signUpMessage = (isSandbox: boolean, environment: Environment, issued: IssuedCertificate | undefined): string => {
  if (!isSandbox) {
    return "Production account created. Store clientSecret now: it is not shown again. The account answers tokens once an operator has approved it and issued its certificate."
  }
  const secrets =
    issued?.privateKeyPem === undefined ? "clientSecret now: it is" : "clientSecret and privateKeyPem now: they are"
  const where = environment === "sandbox" ? "" : " The account works on the sandbox service, not on this one."
  return `Sandbox account created. Store ${secrets} not shown again.${where}`
}

/**
 * One row, always, and of one size: an unknown client is filled in with values that fit nobody, so that neither the
 * database nor the driver takes another time over it.
 */
interface KnownRow {
  readonly known: boolean
  readonly secret_hash: Uint8Array
  readonly credentials_revoked_at: Date | null
  readonly account_id: bigint
  readonly public_id: string
  readonly is_sandbox: boolean
  readonly status: "PENDING" | "ACTIVE" | "SUSPENDED"
  readonly certificate_account_id: bigint | null
  readonly certificate_revoked_at: Date | null
}

const makeAuthenticate = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { environment } = yield* ServerConfig
  const time = yield* Time
  const box = yield* SecretBox
  const certificates = yield* ClientCertificate

  return Effect.fn("Accounts.authenticate")(function* ({ clientId, clientSecret, certificate }: Credentials) {
    const now = yield* time.now
    const uuid = clientUuid(clientId)
    const digest = certificate._tag === "Certificate" ? certificate.digest : noDigest
    const rows = yield* sql<KnownRow>`
      SELECT a.account_id IS NOT NULL AS known, coalesce(c.secret_hash, ${noDigest}::bytea) AS secret_hash,
        c.revoked_at AS credentials_revoked_at, coalesce(a.account_id, 0) AS account_id,
        coalesce(a.public_id, asked.client_id) AS public_id, coalesce(a.is_sandbox, false) AS is_sandbox,
        coalesce(a.status, 'SUSPENDED') AS status,
        k.account_id AS certificate_account_id, k.revoked_at AS certificate_revoked_at
      FROM (SELECT ${uuid}::uuid AS client_id, ${digest}::bytea AS fingerprint) asked
      LEFT JOIN client_credentials c ON c.client_id = asked.client_id
      LEFT JOIN accounts a ON a.account_id = coalesce(c.account_id, 0)
      LEFT JOIN client_certificates k ON k.fingerprint = asked.fingerprint`
    const [row] = rows
    if (row === undefined) return yield* Effect.die(new Error("outer joins to one row answered none"))

    // Both judgements are made before either is answered, so that their time tells nothing.
    const proven = secretMatches(box, uuid, clientSecret, row.secret_hash) && row.known
    const account = judgeAccount(proven, row, environment, now)
    const accountId = Result.isSuccess(account) ? account.success.accountId : undefined
    const judged = certificates.judge(certificate, certificateRecord(row), accountId, now)

    const { publicId, accountId: id } = yield* Effect.fromResult(account)
    const { digest: certificateDigest } = yield* Effect.fromResult(judged)
    const caller: CallerShape = {
      accountId: id,
      publicId,
      clientId: clientIdOf(uuid),
      isSandbox: environment === "sandbox",
      scopes: grantedScopes,
    }
    return { caller, certificateDigest }
  })
})

const certificateRecord = (row: KnownRow): CertificateRecord | undefined =>
  row.certificate_account_id === null
    ? undefined
    : {
        accountId: int8(row.certificate_account_id),
        revokedAt: row.certificate_revoked_at?.getTime(),
      }

const judgeAccount = (
  proven: boolean,
  row: KnownRow,
  environment: Environment,
  now: number,
): Result.Result<{ readonly accountId: number; readonly publicId: string }, InvalidCredentials> => {
  const refuse = (reason: InvalidCredentials["reason"], message: string) =>
    Result.fail(new InvalidCredentials({ reason, message }))
  const revokedAt = row.credentials_revoked_at?.getTime() ?? Number.POSITIVE_INFINITY
  if (!proven || revokedAt <= now) {
    return refuse("mismatch", "clientId or clientSecret is wrong")
  }
  if (row.is_sandbox !== (environment === "sandbox")) {
    return refuse(
      "other-environment",
      `These are ${row.is_sandbox ? "sandbox" : "production"} credentials, and this is the ${environment} service`,
    )
  }
  if (row.status === "PENDING") return refuse("pending", "The account waits for an operator's approval")
  if (row.status !== "ACTIVE") return refuse("suspended", "The account is suspended: contact the operator")
  return Result.succeed({ accountId: int8(row.account_id), publicId: `acc_${row.public_id}` })
}
