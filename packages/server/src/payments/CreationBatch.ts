/**
 * Creations that arrive together share one statement, and each caller gets its own answer: created, or the row that was
 * there before. One bad row never fails its neighbours. Idempotency is a unique key in the database, never a check
 * before an insert.
 */
import { Context, Effect, Exit, Layer, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { isTransient } from "../database/transient.ts"
import { Time } from "../Time.ts"
import * as BatchQueue from "./BatchQueue.ts"
import type { Charge } from "./Charge.ts"
import {
  type Existing,
  findExisting,
  forgetKey,
  insertCharges,
  type NewCharge,
  rememberKey,
} from "./creationStatements.ts"

/** An Idempotency-Key is remembered this long (decisions, section 4). */
const keyLifetimeMs = 24 * 3_600_000
/** A caller found neither created nor existing lost a race with a row that is gone again; more often is a defect. */
const maximumRounds = 3
/** A request beyond these waits for nothing good: 503 tells the client to come back. */
const maximumWaiting = 4096
const maximumBatch = 256
const lanes = 2

/** The externalId stands for another request of this account. */
export class DuplicateExternalId extends Schema.TaggedError<DuplicateExternalId>()("DuplicateExternalId", {
  externalId: Schema.String,
}) {}

/** The Idempotency-Key stands for another request of this account. */
export class IdempotencyKeyReused extends Schema.TaggedError<IdempotencyKeyReused>()("IdempotencyKeyReused", {
  key: Schema.String,
}) {}

export type CreationError = DuplicateExternalId | IdempotencyKeyReused | SqlError.SqlError

export class CreationBatch extends Context.Service<
  CreationBatch,
  { readonly create: (charge: NewCharge) => Effect.Effect<Charge, CreationError | BatchQueue.QueueRefused> }
>()("@pesoreal/server/payments/CreationBatch") {
  static readonly layer = Layer.effect(
    CreationBatch,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const time = yield* Time
      const queue = yield* BatchQueue.make<NewCharge, Charge, CreationError>({
        lanes,
        maximumWaiting,
        maximumBatch,
        run: (rows) =>
          createAll(sql, time, rows).pipe(
            // The statement was undone as a whole. A row that the database refuses (class 22 or 23, or a deadlock of crossed
            // keys) is found by going one by one.
            Effect.catchIf(
              (error) => rows.length > 1 && !isTransient(error),
              () => Effect.forEach(rows, (row) => createOne(sql, time, row)),
            ),
          ),
      })
      return CreationBatch.of({ create: queue.submit })
    }),
  )
}

const createOne = (sql: SqlClient.SqlClient, time: Time["Service"], row: NewCharge) =>
  createAll(sql, time, [row]).pipe(
    Effect.map(([exit]) => exit ?? Exit.die(new Error("a creation was left without an answer"))),
    Effect.catchCause((cause) => Effect.succeed(Exit.failCause(cause))),
  )

/** Fails only if the first statement does, and then nothing was created. After that each caller has its own answer. */
const createAll = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  time: Time["Service"],
  rows: ReadonlyArray<NewCharge>,
) {
  const answers: Answers = []
  const all = rows.map((row, index) => ({ row, index }))
  let open = yield* insertOpen(sql, all, answers)
  for (let round = 1; open.length > 0; round++) {
    const left = open
    const next = yield* Effect.exit(
      round < maximumRounds
        ? Effect.flatMap(answerExisting(sql, time, left, answers), (again) => insertOpen(sql, again, answers))
        : Effect.die(new Error(`a creation was neither inserted nor found in ${maximumRounds} rounds`)),
    )
    if (Exit.isFailure(next)) {
      for (const one of left) answers[one.index] ??= Exit.failCause(next.cause)
    }
    open = Exit.isSuccess(next) ? next.value : []
  }
  return answers
})

interface Open {
  readonly row: NewCharge
  readonly index: number
}

type Answers = Array<Exit.Exit<Charge, CreationError>>

/** Answers those whose row was created, and gives back the others. */
const insertOpen = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, open: ReadonlyArray<Open>, answers: Answers) {
  if (open.length === 0) return []
  const created = yield* insertCharges(
    sql,
    open.map((one) => one.row),
  )
  return open.filter((one) => {
    const id = created.get(one.row.transactionId)
    if (id !== undefined) answers[one.index] = Exit.succeed(createdCharge(one.row, id))
    return id === undefined
  })
})

/** Answers those whose row was there before, and gives back those that must try again. */
const answerExisting = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  time: Time["Service"],
  rest: ReadonlyArray<Open>,
  answers: Answers,
) {
  const now = yield* time.now
  const existing = yield* findExisting(
    sql,
    rest.map((one) => one.row),
  )
  const again: Array<Open> = []
  for (const [position, one] of rest.entries()) {
    const found = existing.get(position)
    if (found?.matchedBy === "idempotencyKey" && found.charge.createdAtMs <= now - keyLifetimeMs) {
      yield* forgetKey(sql, one.row, now - keyLifetimeMs)
      again.push(one)
    } else if (found === undefined) {
      again.push(one)
    } else {
      if (found.matchedBy === "externalId" && found.sameRequest && one.row.idempotencyKey !== null) {
        // Somebody else's creation may take the key meanwhile; then it is theirs.
        yield* rememberKey(sql, one.row, found.charge.transactionId).pipe(
          Effect.catchIf(
            (error) => error.reason._tag === "UniqueViolation",
            () => Effect.void,
          ),
        )
      }
      answers[one.index] = answerOf(one.row, found)
    }
  }
  return again
})

const answerOf = (row: NewCharge, found: Existing): Exit.Exit<Charge, CreationError> => {
  if (found.matchedBy === "idempotencyKey") {
    return found.sameRequest
      ? Exit.succeed({ ...found.charge, status: "PENDING" })
      : Exit.fail(new IdempotencyKeyReused({ key: row.idempotencyKey ?? "" }))
  }
  return found.sameRequest
    ? Exit.succeed(found.charge)
    : Exit.fail(new DuplicateExternalId({ externalId: row.externalId ?? "" }))
}

const createdCharge = (row: NewCharge, id: number): Charge => ({
  accountId: row.accountId,
  transactionId: row.transactionId,
  id,
  externalId: row.externalId,
  status: "PENDING",
  amountCentavos: row.amountCentavos,
  clabe: row.clabe,
  provider: row.provider,
  details: row.details,
  scenario: row.scenario,
  createdAtMs: row.createdAtMs,
  expiresAtMs: row.expiresAtMs,
  confirmedAtMs: null,
  trackingKey: null,
  counterpart: null,
  errorCode: null,
  errorMessage: null,
})
