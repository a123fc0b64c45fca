import { Buffer } from "node:buffer"
import { createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto"
import { readFileSync } from "node:fs"
import { Account, type SignUpRequest } from "@pesoreal/core/api/accounts"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { type Environment, ServerConfig, type ServerSettings } from "../config.ts"
import { Ids } from "../Ids.ts"
import { describeOnBoth } from "../testing/databases.ts"
import { Time } from "../Time.ts"
import { Accounts } from "./Accounts.ts"
import { authorityCertificate } from "./certificates.ts"
import { CertificateAuthority } from "./CertificateAuthority.ts"
import { ClientCertificate } from "./ClientCertificate.ts"
import { Identity } from "./Identity.ts"
import { Tokens } from "./Tokens.ts"

const start = Date.parse("2030-06-15T12:00:00.000Z")
const day = 86_400_000

/** Time that the tests set. Not the TestClock: the connection pool lives by that one, and decades would pass for it. */
const clock = { millis: start }
const time = Layer.succeed(Time, Time.of({ now: Effect.sync(() => clock.millis), offsetMs: Effect.succeed(0) }))
const setTime = (millis: number) => Effect.sync(() => void (clock.millis = millis))
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8")

const request: SignUpRequest = {
  holderName: "Comercializadora Ñandú, S.A. de C.V.",
  holderTaxIdPrimary: "CNA850101AB1",
  holderTaxIdPrimaryType: "RFC",
  accountType: "PJ",
  isSandbox: true,
}

/** One server process: its own services over the database of the test. */
const process = Effect.fnUntraced(function* (
  environment: Environment,
  settings: Partial<ServerSettings> = {},
  ids: Layer.Layer<Ids> = Ids.layer,
) {
  const masterKey = Option.some(Redacted.make(Buffer.alloc(32, 1).toString("base64url")))
  const config = ServerConfig.layerOf({ environment, trustedProxies: ["*"], masterKey, ...settings })
  const context = yield* Layer.build(Layer.fresh(Identity.layer.pipe(Layer.provide([time, ids, config]))))
  const accounts = Context.get(context, Accounts)
  const certificates = Context.get(context, ClientCertificate)
  return {
    accounts,
    tokens: Context.get(context, Tokens),
    authority: Context.get(context, CertificateAuthority),
    /** As the token operation does it, from the header on. */
    authenticate: (clientId: string, clientSecret: string, pem: string) =>
      certificates
        .presented({ header: encodeURIComponent(pem), remoteAddress: "127.0.0.1" })
        .pipe(Effect.flatMap((certificate) => accounts.authenticate({ clientId, clientSecret, certificate }))),
  }
})
type Process = Effect.Success<ReturnType<typeof process>>

/** An account together with what its holder must show. */
const member = Effect.fnUntraced(function* (service: Process, overrides: Partial<SignUpRequest> = {}) {
  const account = yield* service.accounts.signUp({ ...request, ...overrides })
  return { ...account, ...account.credentials, pem: account.certificate?.pem ?? fixture("newcomer.cert.pem") }
})
type Member = Effect.Success<ReturnType<typeof member>>

const refusal = (service: Process, shown: Pick<Member, "clientId" | "clientSecret" | "pem">) =>
  Effect.map(Effect.flip(service.authenticate(shown.clientId, shown.clientSecret, shown.pem)), (error) =>
    "reason" in error ? `${error._tag}: ${String(error.reason)}` : error,
  )
const uuidOf = (id: string) => id.slice(4)

describeOnBoth("Accounts.signUp", (database) => {
  layer(database.layer)((it) => {
    it.effect("answers a sandbox account with credentials, a certificate and its key, as the contract shows them", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const service = yield* process("sandbox")
        const account = yield* service.accounts.signUp({ ...request, email: "a@example.com", phone: "+525512345678" })
        yield* Schema.decodeUnknownEffect(Account)(JSON.parse(JSON.stringify(account)), { onExcessProperty: "error" })

        assert.match(account.publicId, /^acc_[0-9a-f-]{36}$/)
        assert.match(account.credentials.clientId, /^cli_[0-9a-f-]{36}$/)
        assert.match(account.credentials.clientSecret, /^[\w-]{43}$/)
        assert.strictEqual(account.mainProvider, "sandbox")
        const certificate = new X509Certificate(account.certificate?.pem ?? "")
        assert.include(certificate.subject, `CN=${account.publicId}`)
        assert.isTrue(certificate.checkIssued(new X509Certificate(service.authority.certificates("sandbox")[0] ?? "")))
        assert.strictEqual(certificate.validToDate.toISOString(), account.certificate?.expiresAt)
        assert.strictEqual(certificate.validToDate.getTime(), start + 365 * day)
        const fingerprint = certificate.fingerprint256.replaceAll(":", "").toLowerCase()
        assert.strictEqual(account.certificate?.fingerprint, `sha256:${fingerprint}`)
        assert.strictEqual(
          createPublicKey(account.certificate?.privateKeyPem ?? "").export({ type: "spki", format: "pem" }),
          certificate.publicKey.export({ type: "spki", format: "pem" }),
        )
      }),
    )

    it.effect("certifies the key of a CSR, for our subject and nothing else that the CSR asks for", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const service = yield* process("sandbox")
        for (const name of ["p256", "p384", "rsa2048", "ed25519", "wants-to-be-ca"]) {
          const account = yield* service.accounts.signUp({ ...request, csr: fixture(`${name}.csr.pem`) })
          assert.notProperty(account.certificate, "privateKeyPem")
          const certificate = new X509Certificate(account.certificate?.pem ?? "")
          assert.strictEqual(certificate.subject, `O=Pesoreal\nCN=${account.publicId}`)
          assert.isFalse(certificate.ca)
          assert.strictEqual(certificate.subjectAltName, undefined)
        }
      }),
    )

    it.effect("records nothing when the CSR is bad, and says what is wrong with it", () =>
      Effect.gen(function* () {
        const service = yield* process("sandbox")
        const sql = yield* SqlClient.SqlClient
        const count = sql`SELECT count(*) AS n FROM accounts`
        const before = yield* count
        for (const csr of ["hello", fixture("secp256k1.csr.pem"), fixture("newcomer.cert.pem")]) {
          const error = yield* Effect.flip(service.accounts.signUp({ ...request, csr }))
          assert.strictEqual(error._tag, "InvalidCertificateRequest")
        }
        assert.deepStrictEqual(yield* count, before)
      }),
    )

    it.effect("opens a sandbox account's balances by postings that sum to zero", () =>
      Effect.gen(function* () {
        const service = yield* process("sandbox", { sandboxOpeningBalanceCentavos: 12_345 })
        const sql = yield* SqlClient.SqlClient
        const { accountId } = yield* service.accounts.signUp(request)
        const entries = yield* sql`
          SELECT currency, ledger_account, amount FROM ledger_entries WHERE account_id = ${accountId}
          ORDER BY currency, line`
        assert.deepStrictEqual(
          entries.map((entry) => Object.values(entry).join(" ")),
          ["BRL available 12345", "BRL sandbox_funding -12345", "MXN available 12345", "MXN sandbox_funding -12345"],
        )
        const balances = yield* sql`
          SELECT currency, gross, blocked FROM balances WHERE account_id = ${accountId} ORDER BY currency`
        assert.deepStrictEqual(
          balances.map((balance) => Object.values(balance).join(" ")),
          ["BRL 12345 0", "MXN 12345 0"],
        )
      }),
    )

    it.effect("creates a production account that waits: no certificate, no money, whatever it sent", () =>
      Effect.gen(function* () {
        const service = yield* process("sandbox")
        const sql = yield* SqlClient.SqlClient
        for (const isSandbox of [false, null, undefined]) {
          const account = yield* service.accounts.signUp({ ...request, isSandbox, csr: fixture("p256.csr.pem") })
          assert.strictEqual(account.mainProvider, "stp")
          assert.notProperty(account, "certificate")
          const rows = yield* sql`
            SELECT status, is_sandbox,
              (SELECT count(*) FROM client_certificates c WHERE c.account_id = a.account_id) AS certificates,
              (SELECT count(*) FROM ledger_entries e WHERE e.account_id = a.account_id) AS entries,
              (SELECT count(*) FROM clabe_routes r WHERE r.account_id = a.account_id) AS routes
            FROM accounts a WHERE account_id = ${account.accountId}`
          assert.deepStrictEqual(Object.values(rows[0] ?? {}), ["PENDING", false, 0n, 0n, 1n])
        }
      }),
    )

    it.effect("creates accounts at the same time without mixing them", () =>
      Effect.gen(function* () {
        const services = yield* Effect.all([process("sandbox"), process("sandbox")], { concurrency: 2 })
        const members = yield* Effect.all(
          Array.from({ length: 30 }, (_, i) => member(services[i % 2 === 0 ? 0 : 1])),
          { concurrency: "unbounded" },
        )
        assert.strictEqual(new Set(members.map((account) => account.accountId)).size, 30)
        const sql = yield* SqlClient.SqlClient
        const routes = yield* sql`
          SELECT route FROM clabe_routes WHERE ${sql.in(
            "account_id",
            members.map((account) => account.accountId),
          )}`
        assert.strictEqual(new Set(routes.map((row) => Object.values(row)[0])).size, 30)
        yield* Effect.forEach(members, (one) => services[1].authenticate(one.clientId, one.clientSecret, one.pem))
      }),
    )

    it.effect("keeps no secret in clear, in any column of any table", () =>
      Effect.gen(function* () {
        const service = yield* process("sandbox")
        const account = yield* service.accounts.signUp(request)
        const sql = yield* SqlClient.SqlClient
        const tables = yield* sql<{ readonly name: string }>`
          SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`
        assert.isAtLeast(tables.length, 10)
        const secret = account.credentials.clientSecret
        const key = account.certificate?.privateKeyPem ?? ""
        const needles = [
          secret,
          Buffer.from(secret).toString("hex"),
          Buffer.from(secret, "base64url").toString("hex"),
          key.split("\n")[1] ?? "no key",
          Buffer.from(key.split("\n").slice(1, -2).join(""), "base64").toString("hex"),
        ]
        for (const { name } of tables) {
          const rows = yield* sql<{ readonly text: string }>`SELECT row_to_json(t)::text AS text FROM ${sql(name)} t`
          for (const { text } of rows) for (const needle of needles) assert.notInclude(text, needle, name)
        }
      }),
    )

    it.effect("is undone as a whole when its last part fails", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const taken = yield* member(yield* process("sandbox"))
        // The second UUID of a sign-up is the client's: this one is already somebody's.
        let made = 0
        const ids = Layer.effect(
          Ids,
          Effect.map(Ids, (real) =>
            Ids.of({ ...real, uuid: (millis) => (++made === 2 ? uuidOf(taken.clientId) : real.uuid(millis)) }),
          ),
        ).pipe(Layer.provide(Ids.layer))
        const service = yield* process("sandbox", {}, ids)
        made = 0
        const tables = [
          "accounts",
          "client_credentials",
          "client_certificates",
          "clabe_routes",
          "ledger_entries",
          "balances",
        ]
        const counts = Effect.forEach(tables, (table) => sql`SELECT count(*) AS n FROM ${sql(table)}`)
        const before = yield* counts
        const error = yield* Effect.flip(service.accounts.signUp(request))
        assert.strictEqual(error._tag, "SqlError")
        assert.deepStrictEqual(yield* counts, before)
        yield* service.accounts.signUp(request)
      }),
    )
  })
})

describeOnBoth("Accounts.authenticate", (database) => {
  layer(database.layer)((it) => {
    it.effect("answers the caller of right credentials with the right certificate, and a token for it", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const service = yield* process("sandbox")
        const one = yield* member(service)
        const { caller, certificateDigest } = yield* service.authenticate(one.clientId, one.clientSecret, one.pem)
        assert.deepInclude(caller, {
          accountId: one.accountId,
          publicId: one.publicId,
          clientId: one.clientId,
          isSandbox: true,
        })
        assert.strictEqual(`sha256:${Buffer.from(certificateDigest).toString("hex")}`, one.certificate?.fingerprint)
        const { access_token } = yield* service.tokens.issue(caller, certificateDigest)
        assert.deepStrictEqual(yield* service.tokens.verify(access_token), caller)
      }),
    )

    it.effect("accepts a newcomer's self-signed certificate in sandbox", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const service = yield* process("sandbox")
        const one = yield* member(service)
        yield* service.authenticate(one.clientId, one.clientSecret, fixture("newcomer.cert.pem"))
      }),
    )

    it.effect("gives one answer to an unknown client, a malformed one and a wrong secret", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const service = yield* process("sandbox")
        const [one, other] = [yield* member(service), yield* member(service)]
        const attempts: ReadonlyArray<readonly [string, string]> = [
          [one.clientId, other.clientSecret],
          [one.clientId, `${one.clientSecret}A`],
          [one.clientId, one.clientSecret.slice(0, -1)],
          [one.clientId, one.clientSecret.toLowerCase()],
          [one.clientId, ""],
          [one.clientId, "x".repeat(100_000)],
          [one.clientId.toUpperCase(), one.clientSecret],
          [uuidOf(one.clientId), one.clientSecret],
          [`acc_${uuidOf(one.clientId)}`, one.clientSecret],
          ["cli_00000000-0000-0000-0000-000000000000", one.clientSecret],
          ["cli_0199a1b2-0000-7000-8000-00000000ffff", one.clientSecret],
          [`${one.clientId}' OR '1'='1`, one.clientSecret],
          ["", ""],
          ["\u0000", "\u0000"],
        ]
        const answers = yield* Effect.forEach(attempts, ([clientId, clientSecret]) =>
          Effect.flip(service.authenticate(clientId, clientSecret, one.pem)),
        )
        assert.deepStrictEqual(new Set(answers.map((error) => JSON.stringify(error))).size, 1)
        assert.deepInclude(answers[0], { _tag: "InvalidCredentials", reason: "mismatch" })
      }),
    )

    it.effect("does not take a hash that was copied to another client's row", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const service = yield* process("sandbox")
        const [one, other] = [yield* member(service), yield* member(service)]
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          UPDATE client_credentials SET secret_hash = (SELECT secret_hash FROM client_credentials
          WHERE client_id = ${uuidOf(one.clientId)}) WHERE client_id = ${uuidOf(other.clientId)}`
        const thief = { clientId: other.clientId, clientSecret: one.clientSecret, pem: one.pem }
        assert.strictEqual(yield* refusal(service, thief), "InvalidCredentials: mismatch")
      }),
    )

    it.effect("judges the certificate against the account of the credentials", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const service = yield* process("sandbox")
        const sql = yield* SqlClient.SqlClient
        const [one, other] = [yield* member(service), yield* member(service)]
        assert.strictEqual(yield* refusal(service, { ...one, pem: other.pem }), "InvalidCertificate: other-account")
        assert.strictEqual(yield* refusal(service, { ...one, pem: "hello" }), "InvalidCertificate: unreadable")

        const unrecorded = yield* service.authority.issue(
          { environment: "sandbox", accountPublicId: one.publicId },
          start,
        )
        assert.strictEqual(yield* refusal(service, { ...one, pem: unrecorded.pem }), "InvalidCertificate: unknown")

        yield* sql`UPDATE client_certificates SET revoked_at = ${new Date(start)} WHERE account_id = ${one.accountId}`
        assert.strictEqual(yield* refusal(service, one), "InvalidCertificate: revoked")

        yield* setTime(start + 365 * day + 999)
        yield* service.authenticate(other.clientId, other.clientSecret, other.pem)
        yield* setTime(start + 365 * day + 1000)
        assert.strictEqual(yield* refusal(service, other), "InvalidCertificate: expired")
      }),
    )

    it.effect("answers wrong credentials before a wrong certificate", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const service = yield* process("sandbox")
        const [one, other] = [yield* member(service), yield* member(service)]
        for (const pem of [one.pem, other.pem, "hello", yield* authorityCertificateOf(start - 2 * day)]) {
          assert.strictEqual(
            yield* refusal(service, { ...one, clientSecret: "wrong", pem }),
            "InvalidCredentials: mismatch",
          )
        }
      }),
    )

    it.effect("refuses credentials that were revoked, from that instant", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const service = yield* process("sandbox")
        const one = yield* member(service)
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          UPDATE client_credentials SET revoked_at = ${new Date(start + 1000)}
          WHERE client_id = ${uuidOf(one.clientId)}`
        yield* service.authenticate(one.clientId, one.clientSecret, one.pem)
        yield* setTime(start + 1000)
        assert.strictEqual(yield* refusal(service, one), "InvalidCredentials: mismatch")
      }),
    )

    it.effect("refuses the other environment's accounts, and those that wait or are suspended", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const sandbox = yield* process("sandbox")
        const production = yield* process("production")
        const sql = yield* SqlClient.SqlClient
        const setStatus = (account: Member, status: string) =>
          sql`UPDATE accounts SET status = ${status} WHERE account_id = ${account.accountId}`
        const test = yield* member(production)
        const live = yield* member(sandbox, { isSandbox: false })
        const issued = yield* production.authority.issue(
          { environment: "production", accountPublicId: live.publicId, csr: fixture("p256.csr.pem") },
          start,
        )
        yield* production.authority.record(live.accountId, issued, start)
        const approved = { ...live, pem: issued.pem }

        assert.strictEqual(yield* refusal(production, approved), "InvalidCredentials: pending")
        assert.strictEqual(yield* refusal(sandbox, approved), "InvalidCredentials: other-environment")
        yield* setStatus(live, "ACTIVE")
        assert.strictEqual(yield* refusal(sandbox, approved), "InvalidCredentials: other-environment")
        assert.strictEqual(yield* refusal(production, test), "InvalidCredentials: other-environment")
        // Sandbox certificates, a newcomer's and the sandbox authority's, are worth nothing in production.
        for (const pem of [live.pem, test.pem]) {
          assert.strictEqual(yield* refusal(production, { ...live, pem }), "InvalidCertificate: foreign-issuer")
        }
        const { caller } = yield* production.authenticate(live.clientId, live.clientSecret, approved.pem)
        assert.isFalse(caller.isSandbox)
        // A sandbox account that was created on the production service works on the sandbox.
        yield* sandbox.authenticate(test.clientId, test.clientSecret, test.pem)

        yield* setStatus(live, "SUSPENDED")
        assert.strictEqual(yield* refusal(production, approved), "InvalidCredentials: suspended")
        assert.strictEqual(
          yield* refusal(production, { ...approved, clientSecret: "wrong" }),
          "InvalidCredentials: mismatch",
        )
      }),
    )
  })
})

/** A certificate of some other authority, good for a day from `notBefore`. */
const authorityCertificateOf = (notBefore: number) =>
  Effect.map(
    authorityCertificate("someone", generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey, {
      notBefore,
      notAfter: notBefore + day,
    }),
    ({ pem }) => pem,
  )
