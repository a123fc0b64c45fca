import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { testDatabase } from "../testing/databases.ts"
import { cashInBody, signUpBody, testService, TestService } from "../testing/service.ts"

const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

describe("the envelope around every request", () => {
  layer(testService({ kind: "pglite", layer: testDatabase("pglite") }), { excludeTestServices: true })((it) => {
    it.effect("answers an unknown route in the envelope, with a request id in header and body", () =>
      Effect.gen(function* () {
        const { call } = yield* TestService
        const answer = yield* call("/nowhere")
        assert.strictEqual(answer.status, 404)
        assert.strictEqual(answer.body.code, "NOT_FOUND")
        assert.match(answer.body.requestId, isUuid)
        assert.strictEqual(answer.headers.get("x-request-id"), answer.body.requestId)
      }),
    )

    it.effect("keeps an incoming request id of the documented grammar, and replaces any other", () =>
      Effect.gen(function* () {
        const { call } = yield* TestService
        const kept = yield* call("/nowhere", { headers: { "x-request-id": "order-7.A_b" } })
        assert.strictEqual(kept.headers.get("x-request-id"), "order-7.A_b")
        assert.strictEqual(kept.body.requestId, "order-7.A_b")
        for (const bad of ["a b", "ñ".repeat(2), "x".repeat(65)]) {
          const replaced = yield* call("/nowhere", { headers: { "x-request-id": encodeURIComponent(bad) } })
          assert.match(replaced.body.requestId, isUuid, bad)
        }
      }),
    )

    it.effect("answers a wrong method with 405 and Allow", () =>
      Effect.gen(function* () {
        const { call } = yield* TestService
        const deleted = yield* call("/api/webhooks-config", { method: "DELETE" })
        assert.strictEqual(deleted.status, 405)
        assert.strictEqual(deleted.body.code, "METHOD_NOT_ALLOWED")
        assert.strictEqual(deleted.headers.get("allow"), "GET, HEAD, POST")
        const got = yield* call("/api/spei/cash-in")
        assert.strictEqual(got.headers.get("allow"), "POST")
        const posted = yield* call("/openapi.json", { body: {} })
        assert.strictEqual(posted.headers.get("allow"), "GET, HEAD")
      }),
    )

    it.effect("knows each path by one spelling", () =>
      Effect.gen(function* () {
        const { call } = yield* TestService
        for (const path of ["/API/signup", "//api/signup", "/api//signup"]) {
          assert.strictEqual((yield* call(path, { body: signUpBody })).status, 404, path)
        }
      }),
    )

    it.effect("lets nobody on the way keep an answer of the API", () =>
      Effect.gen(function* () {
        const { call } = yield* TestService
        for (const body of [signUpBody, {}]) {
          const answer = yield* call("/api/signup", { body })
          assert.strictEqual(answer.headers.get("cache-control"), "no-store")
        }
      }),
    )

    it.effect("refuses what is not JSON in UTF-8 with INVALID_JSON", () =>
      Effect.gen(function* () {
        const { call } = yield* TestService
        const bodies = ["{", "", "{'a':1}", '{"a":1,}', "\ufeff{}", "NaN", '{"a":01}']
        for (const raw of bodies) {
          const answer = yield* call("/api/signup", { method: "POST", raw })
          assert.strictEqual(answer.status, 400, raw)
          assert.strictEqual(answer.body.code, "INVALID_JSON", raw)
        }
        const invalidUtf8 = new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])
        const answer = yield* call("/api/signup", { raw: invalidUtf8 })
        assert.strictEqual(answer.body.code, "INVALID_JSON")
      }),
    )

    it.effect("takes 64 KiB, and refuses one byte more", () =>
      Effect.gen(function* () {
        const { call } = yield* TestService
        const padded = (bytes: number) => {
          const text = JSON.stringify({ ...signUpBody, unknown: "" })
          return text.replace('"unknown":""', `"unknown":"${"x".repeat(bytes - text.length)}"`)
        }
        assert.strictEqual((yield* call("/api/signup", { raw: padded(65_536) })).status, 201)
        const over = yield* call("/api/signup", { raw: padded(65_537) })
        assert.strictEqual(over.status, 413)
        assert.strictEqual(over.body.code, "PAYLOAD_TOO_LARGE")
      }),
    )

    it.effect("refuses another media type with 415", () =>
      Effect.gen(function* () {
        const { call } = yield* TestService
        for (const type of ["text/plain", "application/xml", "multipart/form-data; boundary=x"]) {
          const answer = yield* call("/api/signup", { raw: "{}", headers: { "content-type": type } })
          assert.strictEqual(answer.status, 415, type)
          assert.strictEqual(answer.body.code, "UNSUPPORTED_MEDIA_TYPE")
        }
        const charset = yield* call("/api/signup", {
          raw: JSON.stringify(signUpBody),
          headers: { "content-type": "application/json; charset=utf-8" },
        })
        assert.strictEqual(charset.status, 201)
      }),
    )

    it.effect("lists every failing field at once, by path, saying what would be right", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const headers = yield* bearer
        const answer = yield* call("/api/spei/cash-in", {
          headers,
          body: {
            amountCentavos: 999,
            externalId: "",
            description: 7,
            customerEmail: "nobody",
            customerTaxId: "short",
          },
        })
        assert.strictEqual(answer.status, 400)
        assert.strictEqual(answer.body.code, "VALIDATION_ERROR")
        assert.deepStrictEqual(
          Object.fromEntries(answer.body.details.map(({ path, message }: Record<string, string>) => [path, message])),
          {
            amountCentavos: "must be at least 1000 centavos (10.00 MXN)",
            externalId: "must have 1 to 100 characters",
            description: "must be a string or null",
            customerName: "is required",
            customerEmail: "must be an e-mail address, such as name@example.com",
            customerTaxId: "must have 10 to 20 characters",
          },
        )
      }),
    )

    it.effect("says what a value of another type should be, in the words of its own rule", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const body = { amountCentavos: "1000", externalId: ["x"], customerName: 7, customerEmail: null }
        const answer = yield* call("/api/spei/cash-in", { headers: yield* bearer, body })
        const details: ReadonlyArray<Record<string, string>> = answer.body.details
        assert.deepStrictEqual(
          details.map(({ path, message }) => `${path}: ${message}`),
          [
            "amountCentavos: must be an integer, counted in centavos",
            "externalId: must be a string or null",
            "customerName: must be a string",
            "customerEmail: must be a string with an e-mail address",
          ],
        )
        const signUp = yield* call("/api/signup", { body: { ...signUpBody, accountType: "XX", isSandbox: "yes" } })
        assert.deepInclude(signUp.body.details, { path: "accountType", message: 'must be "PJ" or "PF"' })
        for (const wrong of [[], "text", 5, null]) {
          const whole = yield* call("/api/signup", { raw: JSON.stringify(wrong) })
          assert.strictEqual(whole.body.code, "VALIDATION_ERROR")
          assert.deepStrictEqual(whole.body.details, [{ path: "", message: "must be an object" }])
        }
      }),
    )

    it.effect("refuses NUL and lone surrogates wherever a string is taken, the path included", () =>
      Effect.gen(function* () {
        const { call, bearer } = yield* TestService
        const headers = yield* bearer
        for (const bad of ['"a\\u0000b"', '"a\\ud800b"']) {
          for (const name of ["externalId", "description", "customerName", "customerTaxId"]) {
            const rest = JSON.stringify({ ...cashInBody, [name]: undefined }).slice(1)
            const answer = yield* call("/api/spei/cash-in", { headers, raw: `{"${name}":${bad},${rest}` })
            assert.strictEqual(answer.status, 400, `${name} ${bad}`)
            assert.strictEqual(answer.body.details[0].path, name)
          }
        }
        const path = yield* call("/api/spei/transaction/a%00b", { headers })
        assert.strictEqual(path.status, 400)
        assert.strictEqual(path.body.code, "VALIDATION_ERROR")
        const broken = yield* call("/api/spei/transaction/%ff", { headers })
        assert.include([400, 404], broken.status)
        assert.isString(broken.body.requestId)
      }),
    )

    it.effect("checks authentication before the body, with one answer for every cause", () =>
      Effect.gen(function* () {
        const { call } = yield* TestService
        const attempts: ReadonlyArray<Record<string, string>> = [
          {},
          { authorization: "Bearer nonsense" },
          { authorization: "Basic eDp5" },
          { authorization: "Bearer a.b.c" },
        ]
        for (const headers of attempts) {
          const answer = yield* call("/api/spei/cash-in", { headers, raw: "{ not json" })
          assert.strictEqual(answer.status, 401)
          assert.strictEqual(answer.headers.get("www-authenticate"), "Bearer")
          assert.strictEqual(answer.body.code, "UNAUTHORIZED")
        }
      }),
    )

    it.effect("serves the contract, the docs and its health", () =>
      Effect.gen(function* () {
        const { call } = yield* TestService
        const openapi = yield* call("/openapi.json")
        assert.strictEqual(openapi.body.openapi, "3.1.0")
        assert.strictEqual(openapi.body.info.version, "1.0.0")
        assert.includeMembers(Object.keys(openapi.body.paths), [
          "/api/signup",
          "/api/auth/token",
          "/api/spei/cash-in",
          "/api/spei/transaction/{externalId}",
          "/api/webhooks-config",
        ])
        const docs = yield* call("/docs")
        assert.match(docs.headers.get("content-type") ?? "", /text\/html/)
        assert.deepStrictEqual((yield* call("/health/live")).body, { status: "ok" })
        assert.deepStrictEqual((yield* call("/health/ready")).body, { status: "ok" })
      }),
    )
  })
})
