/**
 * The only code that moves a payment's state: many at a time, by core's machine, with their ledger entries and outbox
 * rows, in one transaction. Lock order everywhere: transactions, then balances, then the rest, each in key order.
 */
import { Scenarios, SpeiCashIn, StateMachine } from "@pesoreal/core"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { int8, millisOf, timestamptz } from "../database/columns.ts"
import { Ids } from "../Ids.ts"
import * as Ledger from "../ledger/Ledger.ts"
import { transferOf } from "../providers/sandbox/SandboxProvider.ts"
import { Outbox, type OutboxEvent } from "../webhooks/Outbox.ts"
import { type Charge, type ChargeRow, chargeColumns, chargeOfRow, toEventTransaction } from "./Charge.ts"

/** What a rail, or the clock, says of one payment. */
export interface Word {
  readonly accountId: number
  readonly transactionId: string
  readonly trigger: SpeiCashIn.Trigger
  readonly atMs: number
}

export type Outcome =
  | { readonly kind: "moved"; readonly charge: Charge }
  /** The same word again, which rails do. */
  | { readonly kind: "unchanged"; readonly charge: Charge }
  | { readonly kind: "illegal"; readonly charge: Charge; readonly trigger: SpeiCashIn.Trigger }
  | { readonly kind: "unknown"; readonly word: Word }

export class Settlement extends Context.Service<
  Settlement,
  {
    /** One transaction; words in any order, repetitions too. */
    readonly applyAll: (words: ReadonlyArray<Word>) => Effect.Effect<ReadonlyArray<Outcome>, SqlError.SqlError>
    /** Claims what is due (in no other transaction's hands) and applies it, in one transaction. */
    readonly applyDue: (atMs: number, limit: number) => Effect.Effect<ReadonlyArray<Outcome>, SqlError.SqlError>
    /** When the next pending payment is due, or null. */
    readonly nextDueAt: Effect.Effect<number | null, SqlError.SqlError>
    /** Puts a payment that cannot be moved (a database refusal) off, so that it does not block the others. */
    readonly postpone: (
      payment: Pick<Word, "accountId" | "transactionId">,
      untilMs: number,
    ) => Effect.Effect<void, SqlError.SqlError>
    /** What is due, without claiming it. */
    readonly due: (atMs: number, limit: number) => Effect.Effect<ReadonlyArray<Word>, SqlError.SqlError>
  }
>()("@pesoreal/server/payments/Settlement") {
  static readonly layer = Layer.effect(
    Settlement,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const context = yield* Effect.context<SqlClient.SqlClient | Ids | Outbox>()
      const provided = Effect.provideContext(context)
      return Settlement.of({
        applyAll: Effect.fn("Settlement.applyAll")((words) => provided(sql.withTransaction(lockAndApply(words)))),
        applyDue: Effect.fn("Settlement.applyDue")((atMs, limit) =>
          provided(sql.withTransaction(Effect.flatMap(claimDue(atMs, limit), applyLocked))),
        ),
        nextDueAt: nextDueAt(sql),
        postpone: ({ accountId, transactionId }, untilMs) => sql`
          UPDATE transactions SET due_at = ${timestamptz(untilMs)}
          WHERE account_id = ${accountId} AND transaction_id = ${transactionId} AND status = 'PENDING'`,
        due: (atMs, limit) =>
          Effect.map(
            sql<DueRow>`
              SELECT ${sql.literal(dueColumns)} FROM transactions
              WHERE status = 'PENDING' AND due_at <= ${timestamptz(atMs)} ORDER BY due_at LIMIT ${limit}`,
            (rows) => rows.map(dueWord),
          ),
      })
    }),
  )
}

type DueRow = ChargeRow & { readonly due_trigger: SpeiCashIn.Trigger; readonly due_at: Date }
const dueColumns = `${chargeColumns()}, due_trigger, due_at`

interface Locked {
  readonly word: Word
  readonly charge: Charge
}

/** It happened when it was due, however late this server looks: a charge is not paid after its own expiry by an outage. */
const dueWord = (row: DueRow): Word => ({
  accountId: int8(row.account_id),
  transactionId: row.transaction_id,
  trigger: row.due_trigger,
  atMs: millisOf(row.due_at),
})

const claimDue = Effect.fnUntraced(function* (atMs: number, limit: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<DueRow>`
    SELECT ${sql.literal(dueColumns)} FROM transactions
    WHERE status = 'PENDING' AND due_at <= ${timestamptz(atMs)}
    ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`
  return rows.map((row): Locked => ({ word: dueWord(row), charge: chargeOfRow(row) }))
})

const lockAndApply = Effect.fnUntraced(function* (words: ReadonlyArray<Word>) {
  const sql = yield* SqlClient.SqlClient
  const wanted = JSON.stringify(
    words.map((word) => ({ account_id: word.accountId, transaction_id: word.transactionId })),
  )
  const rows = yield* sql<ChargeRow>`
    SELECT ${sql.literal(chargeColumns("t"))}
    FROM transactions t JOIN json_to_recordset(${wanted}::json) AS w(account_id bigint, transaction_id uuid)
      ON t.account_id = w.account_id AND t.transaction_id = w.transaction_id
    ORDER BY t.account_id, t.transaction_id FOR UPDATE OF t`
  const charges = new Map(rows.map(chargeOfRow).map((charge) => [charge.transactionId, charge]))
  const locked: Array<Locked> = []
  const unknown: Array<Outcome> = []
  for (const word of words) {
    const charge = charges.get(word.transactionId)
    if (charge === undefined || charge.accountId !== word.accountId) unknown.push({ kind: "unknown", word })
    else locked.push({ word, charge })
  }
  return [...(yield* applyLocked(locked)), ...unknown]
})

/** Decides by the machine, then writes all that moved: state, ledger, outbox. */
const applyLocked = Effect.fnUntraced(function* (locked: ReadonlyArray<Locked>) {
  const ids = yield* Ids
  // A rail may repeat itself within one call: the second word finds the state that the first one led to.
  const current = new Map(locked.map(({ charge }) => [charge.transactionId, charge]))
  const outcomes = locked.map(({ word, charge }) => {
    const outcome = decide({ word, charge: current.get(charge.transactionId) ?? charge }, ids.reference(12))
    if (outcome.kind === "moved") current.set(charge.transactionId, outcome.charge)
    return outcome
  })
  const moved = outcomes.flatMap((outcome, index) => {
    const one = locked[index]
    return outcome.kind === "moved" && one !== undefined ? [{ charge: outcome.charge, atMs: one.word.atMs }] : []
  })
  yield* writeStates(moved)
  yield* Ledger.post(
    moved
      .filter(({ charge }) => charge.status === "CONFIRMED")
      .map(({ charge, atMs }) => Ledger.cashInPosting({ ...charge, atMs })),
  )
  const outbox = yield* Outbox
  yield* outbox.write(moved.flatMap(({ charge, atMs }) => eventOf(charge, atMs)))
  return outcomes
})

const decide = ({ word, charge }: Locked, reference: string): Outcome => {
  const next = StateMachine.transition(SpeiCashIn.machine, charge.status, word.trigger)
  if (!next.ok) return { kind: "illegal", charge, trigger: word.trigger }
  if (!next.changed) return { kind: "unchanged", charge }
  switch (next.state) {
    case "CONFIRMED":
      return {
        kind: "moved",
        charge: { ...charge, status: next.state, confirmedAtMs: word.atMs, ...transferOf(charge, reference) },
      }
    case "FAILED":
      return { kind: "moved", charge: { ...charge, status: next.state, ...failureOf(charge) } }
    default:
      return { kind: "moved", charge: { ...charge, status: next.state } }
  }
}

const failureOf = (charge: Charge) => {
  const scenario = Scenarios.parse(charge.scenario ?? undefined, "spei-cash-in")
  return scenario.ok && scenario.value.kind === "error"
    ? { errorCode: scenario.value.errorCode, errorMessage: scenario.value.errorMessage }
    : { errorCode: "PROCESSING_ERROR", errorMessage: "The charge could not be processed" }
}

const writeStates = Effect.fnUntraced(function* (
  moved: ReadonlyArray<{ readonly charge: Charge; readonly atMs: number }>,
) {
  if (moved.length === 0) return
  const sql = yield* SqlClient.SqlClient
  const rows = moved.map(({ charge, atMs }) => ({
    account_id: charge.accountId,
    transaction_id: charge.transactionId,
    status: charge.status,
    finished_at: timestamptz(atMs),
    confirmed_at: charge.confirmedAtMs === null ? null : timestamptz(charge.confirmedAtMs),
    tracking_key: charge.trackingKey,
    counterpart: charge.counterpart,
    error_code: charge.errorCode,
    error_message: charge.errorMessage,
  }))
  yield* sql`
    UPDATE transactions t SET status = m.status, due_at = NULL, due_trigger = NULL, finished_at = m.finished_at,
      confirmed_at = m.confirmed_at, tracking_key = m.tracking_key, counterpart = m.counterpart,
      error_code = m.error_code, error_message = m.error_message
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS m(account_id bigint, transaction_id uuid, status text,
      finished_at timestamptz, confirmed_at timestamptz, tracking_key text, counterpart jsonb, error_code text, error_message text)
    WHERE t.account_id = m.account_id AND t.transaction_id = m.transaction_id`
})

/** CONFIRMED and FAILED are announced; expiry announces nothing (decisions, section 9). */
const eventOf = (charge: Charge, atMs: number): ReadonlyArray<OutboxEvent> => {
  const { status } = charge
  if (status !== "CONFIRMED" && status !== "FAILED") return []
  const scenario = Scenarios.parse(charge.scenario ?? undefined, "spei-cash-in")
  const effect = scenario.ok && scenario.value.kind === "webhook" ? scenario.value.effect : null
  return [
    {
      accountId: charge.accountId,
      transactionId: charge.transactionId,
      kind: "cash_in",
      createdAtMs: atMs,
      transaction: toEventTransaction(charge, status),
      // Only sends can be reordered: the catalogue does not offer it for charges.
      sandboxEffect: effect === "reorder" ? null : effect,
    },
  ]
}

const nextDueAt = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ readonly at: Date | null }>`
      SELECT due_at AS at FROM transactions WHERE status = 'PENDING' AND due_at IS NOT NULL ORDER BY due_at LIMIT 1`,
    (rows) => rows[0]?.at?.getTime() ?? null,
  )
