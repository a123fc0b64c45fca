import { assert, describe, layer } from "@effect/vitest"
import { PesorealApi } from "@pesoreal/core/api/PesorealApi"
import { Effect } from "effect"
import { testDatabase } from "../testing/databases.ts"
import { testService, TestService } from "../testing/service.ts"
import { routesOf } from "./envelope.ts"
import { plannedRoutes } from "./planned.ts"
import { servedApi } from "./served.ts"

const documents = [
  { method: "GET", path: "/openapi.json" },
  { method: "GET", path: "/docs" },
] as const

/** What this version has no handler for. */
const planned = plannedRoutes(routesOf(PesorealApi), [...routesOf(servedApi(PesorealApi)), ...documents])

const concrete = (path: string): string =>
  path.replaceAll(/:(\w+)(?:\((\w+)[^)]*\))?/gu, (_, name: string, word: string | undefined) => word ?? `some-${name}`)

describe("operations that are planned", () => {
  layer(testService({ kind: "pglite", layer: testDatabase("pglite") }), { excludeTestServices: true })((it) => {
    it.effect("say so, each of them, in the envelope", () =>
      Effect.gen(function* () {
        const { call } = yield* TestService
        assert.isNotEmpty(planned)
        for (const { method, path } of planned) {
          const answer = yield* call(concrete(path), { method })
          assert.strictEqual(answer.status, 501, path)
          assert.strictEqual(answer.body.code, "NOT_IMPLEMENTED", path)
          assert.match(
            answer.body.message,
            /^[A-Z]+ \/\S+ is part of the contract and not served by this version yet$/u,
          )
          assert.strictEqual(answer.headers.get("x-request-id"), answer.body.requestId)
        }
      }),
    )

    it.effect("are marked in the served document, and only they", () =>
      Effect.gen(function* () {
        const { call } = yield* TestService
        const { body } = yield* call("/openapi.json")
        const marked: Array<string> = []
        let total = 0
        for (const [path, item] of Object.entries<Record<string, Record<string, unknown>>>(body.paths)) {
          for (const [method, operation] of Object.entries(item)) {
            total += 1
            if (operation["x-pesoreal-status"] !== "planned") continue
            marked.push(`${method.toUpperCase()} ${path}`)
            assert.match(
              String(operation["description"]),
              /^\*\*Planned:\*\* this operation is part of the contract and/u,
            )
            assert.property(operation["responses"], "501")
          }
        }
        assert.strictEqual(marked.length, planned.length)
        assert.strictEqual(total, routesOf(PesorealApi).length)
        assert.include(marked, "POST /api/{channel}/cash-in")
        assert.notInclude(marked, "POST /api/spei/cash-in")
        assert.notInclude(marked, "GET /openapi.json")
        assert.deepStrictEqual(body.servers, [{ url: "/", description: "This installation" }])
      }),
    )

    it.effect("have their paths and methods as if they were served", () =>
      Effect.gen(function* () {
        const { call } = yield* TestService
        const wrongMethod = yield* call("/api/oxxo/cash-in")
        assert.strictEqual(wrongMethod.status, 405)
        assert.strictEqual(wrongMethod.headers.get("allow"), "POST")
        const config = yield* call("/api/webhooks-config/wh_1", { method: "POST", body: {} })
        assert.strictEqual(config.headers.get("allow"), "DELETE, GET, HEAD, PATCH")
        for (const path of ["/api/spar/cash-in", "/api/OXXO/cash-in", "/api/oxxo2/cash-in"]) {
          const unknown = yield* call(path, { body: {} })
          assert.strictEqual(unknown.status, 404, path)
          assert.strictEqual(unknown.body.code, "NOT_FOUND", path)
        }
      }),
    )
  })
})
