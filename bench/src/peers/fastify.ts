/**
 * The peer that Pesoreal is compared with: `POST /api/spei/cash-in` as a good engineer would write it by hand with Fastify,
 * ajv and `pg`. Same checks, same row, same answer. It does only this one operation, takes no Idempotency-Key, knows of the
 * sandbox's scenarios only `pending`, and settles nothing.
 *
 * Environment: DATABASE_URL, PEER_WRITES (`transaction` or `statement`), PEER_POOL_SIZE.
 */
import { isUtf8 } from "node:buffer"
import Fastify, { type FastifyInstance } from "fastify"
import { Pool } from "pg"
import { v7 } from "uuid"
import { type Caller, loadVerifier, type Verify } from "./accessTokens.ts"
import { answerCharge, chargeSchema } from "./charge.ts"
import { type ChargeRequest, chargeRequestSchema, fingerprint, formats } from "./chargeRequest.ts"
import { makeClabes } from "./clabes.ts"
import { answerError, answerNotFound, invalidJson, RequestFailed, unauthorized } from "./errors.ts"
import { insertCharge, type NewCharge, type StoredCharge } from "./insertCharge.ts"
import { makeProfiles } from "./profiles.ts"

const maximumBodyBytes = 65_536
const lifetimeMs = 24 * 3_600_000
const settleAfterMs = 1000
const acceptableRequestId = /^[A-Za-z0-9._-]{1,64}$/

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null
  }
}

const makeServer = (): FastifyInstance => {
  const server = Fastify({
    bodyLimit: maximumBodyBytes,
    keepAliveTimeout: 65_000,
    genReqId: ({ headers }) => {
      const incoming = headers["x-request-id"]
      return typeof incoming === "string" && acceptableRequestId.test(incoming) ? incoming : v7()
    },
    ajv: {
      customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false, useDefaults: false, formats },
    },
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (_, body, done) => {
    if (body.length === 0) return done(invalidJson("The body is empty; send a JSON object"))
    if (!isUtf8(body)) return done(invalidJson("The body is not valid UTF-8"))
    try {
      done(null, JSON.parse(body.toString()))
    } catch {
      done(invalidJson("The body is not valid JSON"))
    }
  })
  server.decorateRequest("caller", null)
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id)
    done()
  })
  server.setErrorHandler(answerError)
  server.setNotFoundHandler(answerNotFound)
  return server
}

/** Before the body is read: whoever has no token learns nothing of the body. */
const authenticate = (server: FastifyInstance, verify: Verify) => {
  server.addHook("onRequest", async (request) => {
    const { authorization } = request.headers
    const caller = authorization?.startsWith("Bearer ") ? await verify(authorization.slice(7)) : null
    if (caller === null) throw unauthorized()
    request.caller = caller
  })
}

/** What the sandbox will do with the charge stands in its row. */
const planOf = (scenario: string | null, now: number): { readonly dueAt: Date; readonly dueTrigger: string } => {
  if (scenario === null) return { dueAt: new Date(now + settleAfterMs), dueTrigger: "settle" }
  if (scenario === "pending") return { dueAt: new Date(now + lifetimeMs), dueTrigger: "expire" }
  throw new RequestFailed(
    400,
    "INVALID_SANDBOX_SCENARIO",
    `${JSON.stringify(scenario)} is not a scenario; send pending`,
  )
}

const newCharge = (options: {
  readonly accountId: number
  readonly request: ChargeRequest
  readonly clabe: string
  readonly beneficiary: StoredCharge["beneficiary"]
  readonly scenario: string | null
}): NewCharge => {
  const { accountId, request, clabe, beneficiary, scenario } = options
  const now = Date.now()
  const { customerName, customerEmail } = request
  return {
    accountId,
    transactionId: v7({ msecs: now }),
    externalId: request.externalId ?? null,
    bodyHash: fingerprint(request),
    amountCentavos: request.amountCentavos,
    clabe,
    details: JSON.stringify({
      description: request.description ?? undefined,
      customerName,
      customerEmail,
      customerTaxId: request.customerTaxId ?? undefined,
      beneficiary,
    }),
    scenario,
    ...planOf(scenario, now),
    expiresAt: new Date(now + lifetimeMs),
    createdAt: new Date(now),
  }
}

const addCashIn = (server: FastifyInstance, pool: Pool, form: "transaction" | "statement") => {
  const nextClabe = makeClabes(pool)
  const profileOf = makeProfiles(pool)
  const insert = insertCharge(pool, form)
  server.post<{ Body: ChargeRequest }>(
    "/api/spei/cash-in",
    { schema: { body: chargeRequestSchema, response: { 201: chargeSchema } } },
    async (request, reply) => {
      if (request.caller === null) throw unauthorized()
      const { accountId } = request.caller
      const header = request.headers["x-sandbox-scenario"]
      const beneficiary = await profileOf(accountId)
      const charge = newCharge({
        accountId,
        request: request.body,
        clabe: await nextClabe(accountId),
        beneficiary,
        scenario: typeof header === "string" ? header : null,
      })
      const stored = await insert(charge, beneficiary)
      if (stored === null) {
        const name = JSON.stringify(request.body.externalId)
        throw new RequestFailed(409, "DUPLICATE_EXTERNAL_ID", `externalId ${name} already stands for another request`)
      }
      return reply.code(201).send(answerCharge(stored))
    },
  )
}

const form = process.env["PEER_WRITES"] === "transaction" ? "transaction" : "statement"
const pool = new Pool({
  connectionString: process.env["DATABASE_URL"] ?? "",
  max: Number(process.env["PEER_POOL_SIZE"] ?? 20),
  // Connections stay, as Pesoreal's do.
  idleTimeoutMillis: 0,
})
pool.on("error", (error) => console.error(error.message))

const verify = await loadVerifier(pool)
const server = makeServer()
await server.register((scope) => {
  authenticate(scope, verify)
  addCashIn(scope, pool, form)
})
const address = await server.listen({ host: "127.0.0.1", port: Number(process.env["PORT"] ?? 0) })
console.log(`Fastify (${form}) is listening on ${address}`)

process.once("SIGTERM", () => {
  void server.close().then(() => pool.end())
})
