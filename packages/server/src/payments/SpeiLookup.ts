/** Use case: find a SPEI transaction of an account by its externalId (a conciliationId is the same value). */
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type Charge, type ChargeRow, chargeColumns, chargeOfRow } from "./Charge.ts"
import { area } from "./SpeiCashIn.ts"

export class SpeiLookup extends Context.Service<
  SpeiLookup,
  {
    /** Null where this account has none; another account's is never seen. */
    readonly byExternalId: (accountId: number, externalId: string) => Effect.Effect<Charge | null, SqlError.SqlError>
  }
>()("@pesoreal/server/payments/SpeiLookup") {
  static readonly layer = Layer.effect(
    SpeiLookup,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return SpeiLookup.of({
        byExternalId: Effect.fn("SpeiLookup.byExternalId")(function* (accountId, externalId) {
          const rows = yield* sql<ChargeRow>`
            SELECT ${sql.literal(chargeColumns())} FROM transactions
            WHERE account_id = ${accountId} AND area = ${area} AND external_id = ${externalId}`
          const row = rows[0]
          return row === undefined ? null : chargeOfRow(row)
        }),
      })
    }),
  )
}
