import { assert, layer } from "@effect/vitest"
import { Clabe } from "@pesoreal/core"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Ids } from "../Ids.ts"
import { makeAccount } from "../testing/charges.ts"
import { describeOnBoth } from "../testing/databases.ts"
import { ClabeIssuer, clabeOf, serialsPerRoute } from "./ClabeIssuer.ts"

const nowMs = Date.UTC(2026, 0, 31, 12)

describeOnBoth("ClabeIssuer", (database) => {
  layer(ClabeIssuer.layer.pipe(Layer.provideMerge(database.layer), Layer.provideMerge(Ids.layer)), {
    excludeTestServices: true,
  })((it) => {
    it.effect("issues valid CLABEs of the account's route, none twice, however many ask at once", () =>
      Effect.gen(function* () {
        const issuer = yield* ClabeIssuer
        const { accountId, route } = yield* makeAccount(nowMs)
        const clabes = yield* Effect.forEach(Array.from({ length: 1200 }), () => issuer.next(accountId), {
          concurrency: 50,
        })
        assert.strictEqual(new Set(clabes).size, clabes.length)
        for (const clabe of clabes) {
          assert.isTrue(Clabe.isClabe(clabe))
          assert.strictEqual(clabe.slice(0, 9), `846${String(route).padStart(6, "0")}`)
        }
      }),
    )

    it.effect("another process's issuer on the same account never repeats one", () =>
      Effect.gen(function* () {
        const { accountId } = yield* makeAccount(nowMs)
        const issuers = yield* Effect.forEach([1, 2, 3], () => Layer.build(Layer.fresh(ClabeIssuer.layer)))
        const clabes = yield* Effect.forEach(
          issuers.flatMap((issuer) => Array.from({ length: 100 }, () => issuer)),
          (issuer) => Effect.flatMap(ClabeIssuer, (one) => one.next(accountId)).pipe(Effect.provideContext(issuer)),
          { concurrency: 10 },
        )
        assert.strictEqual(new Set(clabes).size, clabes.length)
      }).pipe(Effect.scoped),
    )

    it.effect("goes on with a new route when one is used up, even where the new one is a smaller number", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const issuer = yield* ClabeIssuer
        const { accountId, route } = yield* makeAccount(nowMs)
        yield* sql`UPDATE clabe_routes SET route = 999999, next_serial = ${serialsPerRoute} WHERE account_id = ${accountId}`
        const first = yield* issuer.next(accountId)
        assert.strictEqual(first, clabeOf(route, 0))
      }),
    )
  })
})
