import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Ids } from "../Ids.ts"
import { makeAccount } from "../testing/charges.ts"
import { describeOnBoth } from "../testing/databases.ts"
import { AccountProfiles } from "./AccountProfiles.ts"

describeOnBoth("AccountProfiles", (database) => {
  layer(AccountProfiles.layer.pipe(Layer.provideMerge(database.layer), Layer.provideMerge(Ids.layer)), {
    excludeTestServices: true,
  })((it) => {
    it.effect("asks again after a failure, and not again after an answer", () =>
      Effect.gen(function* () {
        const profiles = yield* AccountProfiles
        const sql = yield* SqlClient.SqlClient
        const { accountId } = yield* makeAccount(0)
        yield* sql`ALTER TABLE accounts RENAME TO accounts_away`
        assert.strictEqual((yield* Effect.exit(profiles.get(accountId)))._tag, "Failure")
        yield* sql`ALTER TABLE accounts_away RENAME TO accounts`
        const profile = yield* profiles.get(accountId)
        assert.deepStrictEqual(profile, { holderName: "Comercio de Prueba", holderTaxId: "XAXX010101000" })
        yield* sql`UPDATE accounts SET holder_name = 'Otro' WHERE account_id = ${accountId}`
        assert.strictEqual((yield* profiles.get(accountId)).holderName, "Comercio de Prueba")
      }),
    )
  })
})
