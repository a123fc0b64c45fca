import { Buffer } from "node:buffer"
import { createPublicKey, generateKeyPairSync } from "node:crypto"
import type { CallerShape } from "@pesoreal/core/api/authentication"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { calculateJwkThumbprint, createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from "jose"
import { type Environment, ServerConfig } from "../config.ts"
import { Ids } from "../Ids.ts"
import { describeOnBoth } from "../testing/databases.ts"
import { Time } from "../Time.ts"
import { SecretBox } from "./SecretBox.ts"
import { serviceKeys } from "./ServiceKeys.ts"
import { issuerOf, thumbprint, Tokens } from "./Tokens.ts"

const start = Date.parse("2030-06-15T12:00:00.000Z")
const startSeconds = start / 1000

/** Time that the tests set. Not the TestClock: the connection pool lives by that one, and decades would pass for it. */
const clock = { millis: start }
const time = Layer.succeed(Time, Time.of({ now: Effect.sync(() => clock.millis), offsetMs: Effect.succeed(0) }))
const setTime = (millis: number) => Effect.sync(() => void (clock.millis = millis))

const digest = new Uint8Array(32).fill(5)
const callerOf = (environment: Environment): CallerShape => ({
  accountId: 42,
  publicId: "acc_0199a1b2-0000-7000-8000-000000000001",
  clientId: "cli_0199a1b2-0000-7000-8000-000000000002",
  isSandbox: environment === "sandbox",
  scopes: ["spei.read", "spei.write"],
})

const foundation = (environment: Environment) =>
  SecretBox.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        time,
        Ids.layer,
        ServerConfig.layerOf({
          environment,
          masterKey: Option.some(Redacted.make(Buffer.alloc(32, 1).toString("base64url"))),
        }),
      ),
    ),
  )

/** One server process: its own services and its own memory, over the database of the test. */
const process = (environment: Environment) =>
  Effect.map(Layer.build(Layer.fresh(Tokens.layer.pipe(Layer.provide(foundation(environment))))), (context) =>
    Context.get(context, Tokens),
  )

const refusal = (tokens: Tokens["Service"], token: string, presented?: Uint8Array) =>
  Effect.flip(tokens.verify(token, presented))

describeOnBoth("Tokens", (database) => {
  layer(database.layer)((it) => {
    it.effect("answers what the contract shows, and the claims that a resource server needs", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const tokens = yield* process("sandbox")
        const answer = yield* tokens.issue(callerOf("sandbox"), digest)
        assert.deepInclude(answer, { token_type: "Bearer", expires_in: 600, scope: "spei.read spei.write" })
        const { alg, typ, kid } = decodeProtectedHeader(answer.access_token)
        assert.deepStrictEqual([alg, typ, kid], ["ES256", "at+jwt", tokens.keys[0]?.kid])
        const { jti, ...claims } = decodeJwt(answer.access_token)
        assert.isString(jti)
        assert.deepStrictEqual(claims, {
          iss: "https://pesoreal.dev/sandbox",
          aud: "sandbox",
          sub: callerOf("sandbox").clientId,
          scope: "spei.read spei.write",
          account_id: 42,
          account: callerOf("sandbox").publicId,
          cnf: { "x5t#S256": thumbprint(digest) },
          iat: startSeconds,
          exp: startSeconds + 600,
        })
      }),
    )

    it.effect("verifies to the caller that it was issued for, as often as asked", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        for (const environment of ["sandbox", "production"] as const) {
          const tokens = yield* process(environment)
          const { access_token } = yield* tokens.issue(callerOf(environment), digest)
          assert.deepStrictEqual(yield* tokens.verify(access_token), callerOf(environment))
          assert.deepStrictEqual(yield* tokens.verify(access_token), callerOf(environment))
        }
      }),
    )

    it.effect("lives 600 seconds to the second, remembered or not", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const tokens = yield* process("sandbox")
        const { access_token } = yield* tokens.issue(callerOf("sandbox"), digest)
        const verdicts = Effect.fnUntraced(function* () {
          // A new process has verified nothing before.
          const other = yield* process("sandbox")
          return yield* Effect.all([
            Effect.isSuccess(tokens.verify(access_token)),
            Effect.isSuccess(other.verify(access_token)),
          ])
        })
        for (const [millis, expected] of [
          [0, true],
          [599_000, true],
          [599_999, true],
          [600_000, false],
          [601_000, false],
        ] as const) {
          yield* setTime(start + millis)
          assert.deepStrictEqual(yield* verdicts(), [expected, expected], `${millis} ms`)
        }
      }),
    )

    it.effect("does not end when a newer one is issued", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const tokens = yield* process("sandbox")
        const older = yield* tokens.issue(callerOf("sandbox"), digest)
        yield* setTime(start + 480_000)
        const newer = yield* tokens.issue(callerOf("sandbox"), digest)
        assert.notStrictEqual(older.access_token, newer.access_token)
        yield* tokens.verify(older.access_token)
        yield* tokens.verify(newer.access_token)
      }),
    )

    it.effect("is bound to its certificate where one is presented again, remembered or not", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const tokens = yield* process("sandbox")
        const { access_token } = yield* tokens.issue(callerOf("sandbox"), digest)
        yield* refusal(tokens, access_token, new Uint8Array(32).fill(6))
        yield* tokens.verify(access_token, digest)
        yield* refusal(tokens, access_token, new Uint8Array(32).fill(6))
      }),
    )

    it.effect("verifies with the published keys alone, whose ids are RFC 7638 thumbprints", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const tokens = yield* process("sandbox")
        const { access_token } = yield* tokens.issue(callerOf("sandbox"), digest)
        const keys = [...tokens.keys]
        const published = createLocalJWKSet({ keys })
        yield* Effect.promise(() => jwtVerify(access_token, published, { currentDate: new Date(start) }))
        for (const key of keys) {
          assert.strictEqual(yield* Effect.promise(() => calculateJwkThumbprint({ ...key })), key.kid)
          assert.notProperty(key, "d")
        }
      }),
    )

    it.effect("is signed with one key by processes that start together, and another per environment", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const processes = yield* Effect.all(
          Array.from({ length: 8 }, () => process("sandbox")),
          { concurrency: "unbounded" },
        )
        const production = yield* process("production")
        const kids = new Set(processes.flatMap((tokens) => tokens.keys.map((key) => key.kid)))
        assert.strictEqual(kids.size, 1)
        assert.isFalse(kids.has(production.keys[0]?.kid ?? ""))
        const [one, other] = processes
        if (one === undefined || other === undefined) return assert.fail("no processes")
        yield* other.verify((yield* one.issue(callerOf("sandbox"), digest)).access_token)
      }),
    )

    it.effect("is not believed by the other environment", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const sandbox = yield* process("sandbox")
        const production = yield* process("production")
        yield* refusal(production, (yield* sandbox.issue(callerOf("sandbox"), digest)).access_token)
        yield* refusal(sandbox, (yield* production.issue(callerOf("production"), digest)).access_token)
      }),
    )

    it.effect("refuses every forged, altered and malformed token with one and the same answer", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const tokens = yield* process("sandbox")
        const valid = (yield* tokens.issue(callerOf("sandbox"), digest)).access_token
        const own = yield* serviceKeys("token-signing", "sandbox", start, () => Effect.succeed("")).pipe(
          Effect.provide(foundation("sandbox")),
        )
        const corpus = yield* Effect.promise(() => forgeries(valid, own[0].privateKey))

        // The forger's tools make a good token when nothing is forged, so that each refusal has its one cause.
        yield* tokens.verify(corpus.control)
        for (const [name, token] of Object.entries(corpus.forged)) {
          const answer = yield* Effect.exit(tokens.verify(token))
          if (answer._tag === "Success") assert.fail(`accepted: ${name}`)
        }
        const answers = yield* Effect.forEach(Object.values(corpus.forged), (token) => refusal(tokens, token))
        assert.deepStrictEqual(new Set(answers.map((error) => JSON.stringify(error))).size, 1)
        assert.isAtLeast(answers.length, 40)
      }),
    )

    it.effect("refuses a good token with any one letter changed", () =>
      Effect.gen(function* () {
        yield* setTime(start)
        const tokens = yield* process("sandbox")
        const { access_token } = yield* tokens.issue(callerOf("sandbox"), digest)
        for (let i = 0; i < access_token.length; i++) {
          const other = access_token[i] === "A" ? "B" : "A"
          yield* refusal(tokens, access_token.slice(0, i) + other + access_token.slice(i + 1))
        }
      }),
    )
  })
})

type Claims = Record<string, unknown>
type SigningKey = ReturnType<typeof createPublicKey>

const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** Tokens that must not verify, each wrong in one way, and one that must. */
const forgeries = async (valid: string, ourKey: SigningKey) => {
  const [header = "", payload = "", signature = ""] = valid.split(".")
  const { kid } = decodeProtectedHeader(valid)
  const claims: Claims = { ...decodeJwt(valid) }
  const without = (name: string): Claims => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
  const theirs = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 })
  const spki = createPublicKey(ourKey)
  const good = { alg: "ES256", typ: "at+jwt", ...(kid === undefined ? {} : { kid }) }

  const signed = (body: Claims, head: { alg: string } & Claims = good, key: SigningKey | Uint8Array = ourKey) =>
    new SignJWT(body).setProtectedHeader(head).sign(key)
  const hmac = (secret: string | Uint8Array) =>
    signed(claims, { ...good, alg: "HS256" }, typeof secret === "string" ? Buffer.from(secret) : secret)
  const theirJwk = theirs.publicKey.export({ format: "jwk" })

  return {
    control: await signed(claims),
    forged: {
      nothing: "",
      "no token": "hello",
      "two parts": `${header}.${payload}`,
      "four parts": `${valid}.x`,
      "a dot behind": `${valid}.`,
      "a dot before": `.${valid}`,
      dots: "..",
      "a blank behind": `${valid} `,
      "a blank inside the signature": `${valid.slice(0, -9)} ${valid.slice(-9)}`,
      "padding behind": `${valid}==`,
      "spare bits set": valid.slice(0, -1) + String.fromCharCode(valid.charCodeAt(valid.length - 1) + 1),
      "the scheme before": `Bearer ${valid}`,
      "signature left out": `${header}.${payload}.`,
      "signature cut": valid.slice(0, -4),
      "signature of zeros": `${header}.${payload}.${Buffer.alloc(64).toString("base64url")}`,
      "signature in DER": `${header}.${payload}.${Buffer.alloc(71, 0x30).toString("base64url")}`,
      "payload altered": `${header}.${segment({ ...claims, account_id: 1 })}.${signature}`,
      "header altered": `${segment({ ...good, extra: 1 })}.${payload}.${signature}`,
      "alg none": `${segment({ ...good, alg: "none" })}.${payload}.`,
      "alg None with the signature": `${segment({ ...good, alg: "None" })}.${payload}.${signature}`,
      "alg left out": `${segment({ typ: "at+jwt", kid })}.${payload}.${signature}`,
      "HS256 with the public key as PEM": await hmac(spki.export({ type: "spki", format: "pem" })),
      "HS256 with the public key as DER": await hmac(spki.export({ type: "spki", format: "der" })),
      "HS256 with the public key as JWK": await hmac(JSON.stringify(spki.export({ format: "jwk" }))),
      "HS256 with an empty-looking secret": await hmac(new Uint8Array(32)),
      "RS256 with another key": await signed(claims, { ...good, alg: "RS256" }, rsa.privateKey),
      "another key under our id": await signed(claims, good, theirs.privateKey),
      "another key, embedded": await signed(claims, { ...good, jwk: theirJwk }, theirs.privateKey),
      "another key, by address": await signed(claims, { ...good, jku: "https://evil.example/jwks" }, theirs.privateKey),
      "an unknown key id": await signed(claims, { ...good, kid: "unknown" }),
      "no key id": await signed(claims, { alg: "ES256", typ: "at+jwt" }),
      "a path as key id": await signed(claims, { ...good, kid: "../../../../dev/null" }, theirs.privateKey),
      "a property as key id": await signed(claims, { ...good, kid: "__proto__" }),
      "typ JWT": await signed(claims, { ...good, typ: "JWT" }),
      "typ left out": await signed(claims, { alg: "ES256", ...(kid === undefined ? {} : { kid }) }),
      "a critical header that we do not know": await signed(claims, good).then((token) => {
        const [, body, mark] = token.split(".")
        return `${segment({ ...good, crit: ["exp2"], exp2: 1 })}.${body}.${mark}`
      }),
      "iss of the other environment": await signed({ ...claims, iss: issuerOf("production") }),
      "iss left out": await signed(without("iss")),
      "aud of the other environment": await signed({ ...claims, aud: "production" }),
      "aud left out": await signed(without("aud")),
      "exp left out": await signed(without("exp")),
      "exp now": await signed({ ...claims, exp: startSeconds }),
      "exp a second ago": await signed({ ...claims, exp: startSeconds - 1 }),
      "exp as text": await signed({ ...claims, exp: String(startSeconds + 600) }),
      "nbf in a second": await signed({ ...claims, nbf: startSeconds + 1 }),
      "iat left out": await signed(without("iat")),
      "iat far ahead": await signed({ ...claims, iat: startSeconds + 11 }),
      "jti left out": await signed(without("jti")),
      "sub left out": await signed(without("sub")),
      "account_id as text": await signed({ ...claims, account_id: "42" }),
      "account_id left out": await signed(without("account_id")),
      "cnf left out": await signed(without("cnf")),
      "9 KB, and right in everything else": await signed({ ...claims, padding: "x".repeat(9000) }),
    },
  }
}
