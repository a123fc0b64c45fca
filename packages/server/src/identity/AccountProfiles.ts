/** What payments need to know of an account: who its holder is. Read once per account and kept for a while. */
import { Cache, Context, Effect, Exit, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

export interface AccountProfile {
  readonly holderName: string
  readonly holderTaxId: string
}

/** Accounts kept in memory, and for how long: a change of name may take this long to show. */
const capacity = 10_000
const timeToLive = "5 minutes"

export class AccountProfiles extends Context.Service<
  AccountProfiles,
  {
    /** Of an account that exists: its id comes from a verified token. */
    readonly get: (accountId: number) => Effect.Effect<AccountProfile, SqlError.SqlError>
  }
>()("@pesoreal/server/identity/AccountProfiles") {
  static readonly layer = Layer.effect(
    AccountProfiles,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lookup = Effect.fnUntraced(function* (accountId: number) {
        const rows = yield* sql<{ readonly holder_name: string; readonly holder_tax_id: string }>`
          SELECT holder_name, holder_tax_id FROM accounts WHERE account_id = ${accountId}`
        const row = rows[0]
        if (row === undefined) return yield* Effect.die(new Error(`account ${accountId} has a token and no row`))
        return { holderName: row.holder_name, holderTaxId: row.holder_tax_id }
      })
      // A failure is not kept: the next request asks again.
      const cache = yield* Cache.makeWith(lookup, {
        capacity,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? timeToLive : 0),
      })
      return AccountProfiles.of({ get: (accountId) => Cache.get(cache, accountId) })
    }),
  )
}
