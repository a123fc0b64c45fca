/** The audit that ends every drill, shown to find what it looks for: books that are right, and each way to spoil them. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type Ask, brokenRules, differences, readBooks, unfinished } from "../../../scripts/drills/audit.ts"
import { testDatabase } from "../src/testing/databases.ts"

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const at = "'2026-01-31T12:00:00Z'"

const empty = "TRUNCATE accounts, transactions, ledger_entries, balances, events, deliveries, delivery_attempts CASCADE"

/** One charge of 150.00, settled and delivered. */
const settled = `
  INSERT INTO accounts (account_id, public_id, is_sandbox, status, main_provider, holder_name, holder_tax_id,
    holder_tax_id_type, account_type, created_at)
  VALUES (1, '${uuid(1)}', true, 'ACTIVE', 'sandbox', 'Comercio', 'XAXX010101000', 'RFC', 'PJ', ${at});
  INSERT INTO transactions (account_id, transaction_id, area, operation, external_id, body_hash, status, currency, amount,
    provider, details, created_at)
  VALUES (1, '${uuid(2)}', 'spei', 'spei-cash-in', 'order-1', '', 'CONFIRMED', 'MXN', 15000, 'sandbox', '{}', ${at});
  INSERT INTO ledger_entries (account_id, posting_id, line, ledger_account, currency, amount, transaction_id, created_at)
  VALUES (1, '${uuid(3)}', 0, 'available', 'MXN', 15000, '${uuid(2)}', ${at}),
    (1, '${uuid(3)}', 1, 'clearing', 'MXN', -15000, '${uuid(2)}', ${at});
  INSERT INTO balances (account_id, currency, gross) VALUES (1, 'MXN', 15000);
  INSERT INTO events (account_id, event_id, kind, transaction_id, body, created_at)
  VALUES (1, '${uuid(4)}', 'cash_in', '${uuid(2)}', '{}', ${at});
  INSERT INTO deliveries (account_id, delivery_id, endpoint_id, event_id, transaction_id, status, attempts, created_at, finished_at)
  VALUES (1, '${uuid(5)}', '${uuid(6)}', '${uuid(4)}', '${uuid(2)}', 'DELIVERED', 1, ${at}, ${at});
  INSERT INTO delivery_attempts (account_id, delivery_id, claim_no, attempt, started_at, duration_ms, status)
  VALUES (1, '${uuid(5)}', 1, 1, ${at}, 5, 200)`

/** On the settled charge alone, with one statement more. */
const audited = <A>(spoil: string, look: (ask: Ask) => Promise<A>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const services = yield* Effect.context<never>()
    const ask: Ask = (text) => Effect.runPromiseWith(services)(sql.unsafe<Record<string, unknown>>(text))
    return yield* Effect.promise(async () => {
      for (const statement of `${empty};${settled};${spoil}`.split(";"))
        if (statement.trim() !== "") await ask(statement)
      return look(ask)
    })
  })

const unsettle = "UPDATE transactions SET status = 'PENDING'"
const claim = `UPDATE deliveries SET status = 'IN_FLIGHT', due_at = ${at}, finished_at = NULL`

/** Each rule, and a statement that breaks it. */
const spoilt: ReadonlyArray<readonly [rule: string, spoil: string]> = [
  ["every charge is CONFIRMED", unsettle],
  ["every charge has exactly one event", "DELETE FROM events"],
  [
    "every charge has exactly one event",
    `INSERT INTO events SELECT account_id, '${uuid(9)}', kind, transaction_id, body, created_at FROM events`,
  ],
  ["every event has exactly one delivery", "DELETE FROM deliveries"],
  ["every delivery is of a charge's event", `UPDATE deliveries SET transaction_id = '${uuid(9)}'`],
  ["every delivery is DELIVERED", claim],
  ["every delivery was answered by 2xx exactly once", "UPDATE delivery_attempts SET status = 500"],
  ["every charge has exactly one posting, of its amount", "DELETE FROM ledger_entries"],
  ["every charge has exactly one posting, of its amount", "UPDATE transactions SET amount = 14999"],
  [
    "the entries of every posting sum to zero",
    "UPDATE ledger_entries SET amount = -14999 WHERE ledger_account = 'clearing'",
  ],
  ["every balance is the sum of its entries", "UPDATE balances SET gross = 14999"],
  ["every balance is the sum of its entries", "UPDATE balances SET blocked = 1"],
  ["every balance is the sum of its entries", "DELETE FROM balances"],
]

layer(testDatabase("pglite"))("the audit of a drill", (it) => {
  it.effect("finds nothing wrong with a charge that is settled and delivered", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* audited("", brokenRules), [])
      assert.strictEqual(yield* audited("", unfinished), 0)
    }),
  )

  it.effect.each(spoilt)("sees that it is not true that %s: %s", ([rule, spoil]) =>
    Effect.gen(function* () {
      const problems = yield* audited(spoil, brokenRules)
      assert.isTrue(
        problems.some((problem) => problem.startsWith(`Not true that ${rule} (exceptions: 1)`)),
        problems.join("\n"),
      )
    }),
  )

  it.effect.each([unsettle, claim])("knows what is on its way: %s", (spoil) =>
    Effect.map(audited(spoil, unfinished), (left) => assert.strictEqual(left, 1)),
  )

  it.effect("compares the books with what the client was told and what the merchant has done", () =>
    Effect.gen(function* () {
      const books = yield* audited("", readBooks)
      const delivery = `dlv_${uuid(5)}`
      const answered = new Map([["order-1", uuid(2)]])
      assert.deepStrictEqual(differences(books, answered, new Map([[delivery, 1]])), [])
      const cases = [
        [new Map([...answered, ["order-2", uuid(7)]]), [[delivery, 1]], "answered 201 and are not there"],
        [new Map([["order-1", uuid(7)]]), [[delivery, 1]], "answered 201 and are not there"],
        [new Map(), [[delivery, 1]], "never answered"],
        [answered, [], "the handler never saw"],
        [answered, [[delivery, 2]], "handled more than once"],
        [
          answered,
          [
            [delivery, 1],
            ["dlv_x", 1],
          ],
          "handled and are not there",
        ],
      ] as const
      for (const [told, handled, sentence] of cases) {
        const problems = differences(books, told, new Map(handled))
        assert.strictEqual(problems.length, 1, sentence)
        assert.include(problems.join(), sentence)
      }
    }),
  )
})
