/** New charges for tests of the payments rooms: an account with a route, and rows as SpeiCashIn would write them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { allocateRoute } from "../identity/clabeRoutes.ts"
import { Ids } from "../Ids.ts"
import { bodyHash } from "../payments/bodyHash.ts"
import { clabeOf } from "../payments/ClabeIssuer.ts"
import type { NewCharge } from "../payments/creationStatements.ts"
import { int8, timestamptz } from "../database/columns.ts"
import * as Ledger from "../ledger/Ledger.ts"

/** A sandbox account with a route and an opening balance in both currencies. */
export const makeAccount = Effect.fnUntraced(function* (nowMs: number, openingCentavos: number = 1_000_000) {
  const sql = yield* SqlClient.SqlClient
  const ids = yield* Ids
  const rows = yield* sql<{ readonly account_id: bigint }>`
    INSERT INTO accounts (public_id, is_sandbox, status, main_provider, holder_name, holder_tax_id, holder_tax_id_type,
      account_type, created_at)
    VALUES (${ids.uuid(nowMs)}, true, 'ACTIVE', 'sandbox', 'Comercio de Prueba', 'XAXX010101000', 'RFC', 'PJ',
      ${timestamptz(nowMs)})
    RETURNING account_id`
  const accountId = int8(rows[0]?.account_id ?? 0n)
  const route = yield* allocateRoute(accountId)
  yield* Ledger.post(Ledger.sandboxOpeningPostings(accountId, openingCentavos, nowMs))
  return { accountId, route }
})

export interface TestAccount {
  readonly accountId: number
  readonly route: number
}

/** A row that settles a second after `nowMs`; `serial` makes its CLABE. */
export const newCharge = (
  account: TestAccount,
  ids: Ids["Service"],
  serial: number,
  nowMs: number,
  fields: Partial<NewCharge> = {},
): NewCharge => ({
  accountId: account.accountId,
  transactionId: ids.uuid(nowMs),
  area: "spei",
  operation: "spei-cash-in",
  externalId: null,
  idempotencyKey: null,
  bodyHash: bodyHash("spei-cash-in", { amountCentavos: fields.amountCentavos ?? 15_000 }),
  amountCentavos: 15_000,
  clabe: clabeOf(account.route, serial),
  provider: "sandbox",
  details: {
    customerName: "Ana López",
    customerEmail: "ana@example.mx",
    beneficiary: { name: "Comercio de Prueba", taxId: "XAXX010101000" },
  },
  scenario: null,
  dueAtMs: nowMs + 1000,
  dueTrigger: "settle",
  expiresAtMs: nowMs + 86_400_000,
  createdAtMs: nowMs,
  ...fields,
})
