/**
 * Creations that arrive together share one statement, and each caller gets its own answer: created, or the row that was
 * there before. One bad row never fails its neighbours. Idempotency is a unique key in the database, never a check
 * before an insert.
 */
import { Cause, Context, Effect, Exit, Layer, Option, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { isTransient } from "../database/transient.ts"
import { Time } from "../Time.ts"
import * as BatchQueue from "./BatchQueue.ts"
import type { Charge } from "./Charge.ts"
import {
  type Existing,
  findByExternalId,
  findByKey,
  freeKey,
  insertCharges,
  type KeyedCharge,
  moveKey,
  type NewCharge,
  takeKeys,
} from "./creationStatements.ts"

/** An Idempotency-Key is remembered this long (decisions, section 4). */
const keyLifetimeMs = 24 * 3_600_000
/** A caller found neither created nor existing lost a race with a row that is gone again; more often is a defect. */
const maximumIdleRounds = 3
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
        run: (rows) => createAll(sql, time, rows),
      })
      return CreationBatch.of({ create: queue.submit })
    }),
  )
}

type Answer = Exit.Exit<Charge, CreationError>
/** By the caller's place in the batch; holes are callers that have no answer yet. */
type Answers = Array<Answer>

interface Open<Row extends NewCharge = NewCharge> {
  readonly row: Row
  readonly index: number
}

const hasKey = (open: Open): open is Open<KeyedCharge> => open.row.idempotencyKey !== null

/** Rows with an Idempotency-Key take it and are written in one transaction; the others need no more than a statement. */
const createAll = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  time: Time["Service"],
  rows: ReadonlyArray<NewCharge>,
) {
  const answers: Answers = []
  const forgottenBeforeMs = (yield* time.now) - keyLifetimeMs
  const all = rows.map((row, index): Open => ({ row, index }))
  yield* each(all.filter(hasKey), answers, (open) => createKeyed(sql, forgottenBeforeMs, open))
  yield* each(
    all.filter((one) => !hasKey(one)),
    answers,
    (open) => createPlain(sql, open),
  )
  return answers
})

/**
 * Answers a group. Where the group fails, nothing of it was created, and a row that the database refuses (class 22 or 23)
 * is found by going one by one.
 */
const each = <One extends Open>(
  group: ReadonlyArray<One>,
  answers: Answers,
  create: (open: ReadonlyArray<One>) => Effect.Effect<Answers, SqlError.SqlError>,
): Effect.Effect<void> =>
  Effect.gen(function* () {
    if (group.length === 0) return
    const created = yield* Effect.exit(create(group))
    if (Exit.isSuccess(created)) {
      created.value.forEach((answer, index) => {
        answers[index] = answer
      })
    } else if (group.length > 1 && !Option.exists(Cause.findErrorOption(created.cause), isTransient)) {
      for (const one of group) yield* each([one], answers, create)
    } else {
      for (const one of group) answers[one.index] = Exit.failCause(created.cause)
    }
  })

const createPlain = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, all: ReadonlyArray<Open>) {
  const answers: Answers = []
  const rounds = answerAll(all, answers, (open) => plainRound(sql, open, answers))
  yield* Effect.catchCause(rounds, (cause) => {
    if (answers.length === 0) return Effect.failCause(cause)
    // Some are created for good; whoever waited for the second statement has its failure.
    for (const one of all) answers[one.index] ??= Exit.failCause(cause)
    return Effect.void
  })
  return answers
})

const createKeyed = (
  sql: SqlClient.SqlClient,
  forgottenBeforeMs: number,
  all: ReadonlyArray<Open<KeyedCharge>>,
): Effect.Effect<Answers, SqlError.SqlError> => {
  const answers: Answers = []
  const rounds = answerAll(all, answers, (open) => keyedRound(sql, forgottenBeforeMs, open, answers))
  return Effect.as(sql.withTransaction(rounds), answers)
}

/** Goes round until everybody has an answer. A round that answers nobody may lose a race, but not for ever. */
const answerAll = Effect.fnUntraced(function* <One extends Open>(
  all: ReadonlyArray<One>,
  answers: Answers,
  round: (open: ReadonlyArray<One>) => Effect.Effect<void, SqlError.SqlError>,
) {
  let open = all
  for (let idle = 0; open.length > 0;) {
    if (idle === maximumIdleRounds) {
      const lost = Exit.die(new Error(`a creation was neither inserted nor found in ${maximumIdleRounds} rounds`))
      for (const one of open) answers[one.index] = lost
      return
    }
    yield* round(open)
    const left = open.filter((one) => answers[one.index] === undefined)
    idle = left.length === open.length ? idle + 1 : 0
    open = left
  }
})

const rowsOf = <Row extends NewCharge>(open: ReadonlyArray<{ readonly row: Row }>) => open.map((one) => one.row)

const plainRound = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, open: ReadonlyArray<Open>, answers: Answers) {
  const rest = yield* insertOpen(sql, open, answers)
  if (rest.length === 0) return
  const existing = yield* findByExternalId(sql, rowsOf(rest))
  for (const [position, one] of rest.entries()) {
    const found = existing.get(position)
    if (found === undefined) continue
    answers[one.index] = found.sameRequest ? Exit.succeed(found.charge) : duplicate(one.row)
  }
})

/** Keys before rows: whoever waits for a key holds no row yet that another could be waiting for. */
const keyedRound = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  forgottenBeforeMs: number,
  open: ReadonlyArray<Open<KeyedCharge>>,
  answers: Answers,
) {
  const owners = yield* takeKeys(sql, rowsOf(open), forgottenBeforeMs)
  const own = open.filter((one) => owners.has(one.row.transactionId))
  const rest = yield* insertOpen(sql, own, answers)
  const existing = rest.length === 0 ? new Map<number, Existing>() : yield* findByExternalId(sql, rowsOf(rest))
  for (const [position, one] of rest.entries()) {
    const found = existing.get(position)
    if (found?.sameRequest === true) {
      yield* moveKey(sql, one.row, found.charge.transactionId)
      answers[one.index] = Exit.succeed(found.charge)
    } else {
      yield* freeKey(sql, one.row)
      if (found !== undefined) answers[one.index] = duplicate(one.row)
    }
  }
  yield* answerByKey(
    sql,
    open.filter((one) => !owners.has(one.row.transactionId)),
    answers,
  )
})

/** Answers those whose key stands for something: that, as it was when it was made. */
const answerByKey = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  open: ReadonlyArray<Open<KeyedCharge>>,
  answers: Answers,
) {
  if (open.length === 0) return
  const existing = yield* findByKey(sql, rowsOf(open))
  for (const [position, one] of open.entries()) {
    const found = existing.get(position)
    if (found === undefined) continue
    answers[one.index] = found.sameRequest
      ? Exit.succeed({ ...found.charge, status: "PENDING" })
      : Exit.fail(new IdempotencyKeyReused({ key: one.row.idempotencyKey }))
  }
})

/** Answers those whose row was created, and gives back the others. */
const insertOpen = Effect.fnUntraced(function* <One extends Open>(
  sql: SqlClient.SqlClient,
  open: ReadonlyArray<One>,
  answers: Answers,
) {
  if (open.length === 0) return []
  const created = yield* insertCharges(sql, rowsOf(open))
  return open.filter((one) => {
    const id = created.get(one.row.transactionId)
    if (id !== undefined) answers[one.index] = Exit.succeed(createdCharge(one.row, id))
    return id === undefined
  })
})

const duplicate = (row: NewCharge) => Exit.fail(new DuplicateExternalId({ externalId: row.externalId ?? "" }))

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
