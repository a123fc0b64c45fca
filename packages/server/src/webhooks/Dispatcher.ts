/**
 * Delivers what the outbox holds: claims due deliveries, makes one attempt for each, and writes the results back. At least
 * once: whatever a process loses by dying, another claims again once the lease is over.
 *
 * - A claim leases each delivery for 30 s under a new claim number. The lease is politeness, the number is the fence.
 * - Endpoints are served in turn, each with at most its free slots, so that one that hangs costs the others nothing.
 * - Attempts are counted by their results: a crash before or during sending spends none.
 * - Closing stops claims first, lets attempts in flight end, and writes their results last.
 *
 * It never decides a payment, never changes a delivery's bytes, and opens no transaction around anything but SQL.
 */
import { Context, Effect, FiberSet, Layer, type Scope } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { ServerConfig } from "../config.ts"
import { DatabaseInfo } from "../database/Database.ts"
import { Wake } from "../database/Wake.ts"
import * as WorkLoop from "../database/WorkLoop.ts"
import { SecretBox } from "../identity/SecretBox.ts"
import { Time } from "../Time.ts"
import {
  claimDeliveries,
  type ClaimedDelivery,
  firstEndpoint,
  planClaim,
  releaseLeases,
  scanEndpoints,
} from "./claim.ts"
import { type Deliver, makeDeliver } from "./deliver.ts"
import { deliveryId } from "./identifiers.ts"
import { type ResultWriter, runResultWriter } from "./resultWriter.ts"
import { Sender } from "./Sender.ts"
import { makeSigningKeys } from "./signingKeys.ts"
import { makeSlots, type Slots } from "./slots.ts"

export interface DispatcherOptions {
  /** Attempts in flight in this process. */
  readonly maximumInFlight: number
  /** Of them, to one endpoint: what a hanging one can hold for five seconds. */
  readonly maximumPerEndpoint: number
  /** Six times the deadline of an attempt, and three times that of the slowest sandbox scenario. */
  readonly leaseMs: number
  /** What stands behind signals and the next due instant. */
  readonly pollMs: number
  /** Endpoints that one scan reads: an index probe each. */
  readonly endpointsPerScan: number
}

export const defaults: DispatcherOptions = {
  maximumInFlight: 64,
  maximumPerEndpoint: 8,
  leaseMs: 30_000,
  pollMs: 1_000,
  endpointsPerScan: 256,
}

/** Attempts and unwritten results together: while the database takes no results, no more is claimed. */
const maximumUnwritten = 1_000
/** Scans of one round. An idle dispatcher thus looks at up to 4,096 endpoints with waiting work; more take turns. */
const scansPerRound = 16

type Requirements = SqlClient.SqlClient | DatabaseInfo | ServerConfig | SecretBox | Sender | Time | Wake

export class Dispatcher extends Context.Service<
  Dispatcher,
  {
    /** Attempts in flight and results not yet written, in this process; 0 when it is quiet. */
    readonly unfinished: Effect.Effect<number>
  }
>()("@pesoreal/server/Dispatcher") {
  static readonly layerWith = (options: DispatcherOptions): Layer.Layer<Dispatcher, SqlError.SqlError, Requirements> =>
    Layer.effect(
      Dispatcher,
      Effect.suspend(() => make(options)),
    )

  static readonly layer: Layer.Layer<Dispatcher, SqlError.SqlError, Requirements> = Dispatcher.layerWith(defaults)
}

/** What the parts of one dispatcher share. */
interface Workshop {
  readonly options: DispatcherOptions
  readonly sql: SqlClient.SqlClient
  readonly time: Time["Service"]
  readonly slots: Slots
  readonly results: ResultWriter
  readonly attempt: (claimed: ClaimedDelivery) => Effect.Effect<void>
  /** Something due waits for a slot: whoever frees one says so. Set in the same turn in which slots are looked at. */
  hungry: boolean
  /** The endpoint after which the next scan begins. */
  after: typeof firstEndpoint
}

const make = Effect.fnUntraced(function* (options: DispatcherOptions) {
  const sql = yield* SqlClient.SqlClient
  const time = yield* Time
  const wake = yield* Wake
  const sender = yield* Sender
  const { drainMs } = yield* ServerConfig
  // Nobody else can hold a lease on this database, so those there are belong to a process that died.
  if ((yield* DatabaseInfo).soleOwner) yield* Effect.flatMap(time.now, (nowMs) => releaseLeases(sql, nowMs))

  const slots = makeSlots({ total: options.maximumInFlight, perEndpoint: options.maximumPerEndpoint })
  const freed = Effect.suspend(() => (workshop.hungry ? wake.signalHere("pesoreal_deliveries") : Effect.void))

  // Closing goes through these from the last to the first: claims, attempts in flight, results.
  const results = yield* runResultWriter({ sql, drainMs, afterWrite: freed })
  const deliver = yield* makeDeliver({ sender, time, signingKeyOf: makeSigningKeys(yield* SecretBox) })
  const sending = yield* makeSending(drainMs)
  const workshop: Workshop = {
    options,
    sql,
    time,
    slots,
    results,
    attempt: (claimed) =>
      Effect.suspend(() => {
        slots.take(claimed.endpointId)
        const released = Effect.suspend(() => {
          slots.release(claimed.endpointId)
          return freed
        })
        return Effect.asVoid(
          FiberSet.run(sending, Effect.ensuring(deliverAndRecord(deliver, results, claimed), released)),
        )
      }),
    hungry: false,
    after: firstEndpoint,
  }
  yield* WorkLoop.run({
    name: "webhook deliveries",
    wake: yield* wake.subscribe("pesoreal_deliveries"),
    pollMs: options.pollMs,
    drainMs,
    work: round(workshop),
  })
  return Dispatcher.of({ unfinished: Effect.sync(() => slots.taken() + results.unwritten()) })
})

/** Attempts in flight. They are given time to end when the scope closes; those that do not are claimed again elsewhere. */
const makeSending = (drainMs: number): Effect.Effect<FiberSet.FiberSet<void>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const sending = yield* FiberSet.make<void>()
    yield* Effect.addFinalizer(() =>
      Effect.gen(function* () {
        if (yield* WorkLoop.withinLive(drainMs, FiberSet.awaitEmpty(sending))) return
        yield* Effect.logWarning(`Webhook attempts did not end within ${drainMs} ms; they are made again`)
      }),
    )
    return sending
  })

const deliverAndRecord = (deliver: Deliver, results: ResultWriter, claimed: ClaimedDelivery): Effect.Effect<void> =>
  deliver(claimed).pipe(
    Effect.map((result) => {
      if (result !== undefined) results.add(result)
    }),
    Effect.catchCause((cause) =>
      Effect.logError(
        `${deliveryId(claimed.deliveryId)} could not be sent; it is claimed again after its lease`,
        cause,
      ),
    ),
  )

/** One round: scans on from where the last one stopped until something could be claimed, or there is no more to scan. */
const round = Effect.fnUntraced(function* (workshop: Workshop) {
  const { options, slots, sql } = workshop
  const nowMs = yield* workshop.time.now
  let nextDueAtMs = Number.POSITIVE_INFINITY
  let startedOver = workshop.after === firstEndpoint
  workshop.hungry = false
  for (let scan = 0; scan < scansPerRound; scan++) {
    if (freeSlots(workshop) <= 0) {
      workshop.hungry = true
      return { worked: 0 }
    }
    const work = yield* scanEndpoints(sql, workshop.after, options.endpointsPerScan)
    const plan = planClaim(work, nowMs, slots.freeOf)
    const total = freeSlots(workshop)
    workshop.hungry ||= plan.saturated || total <= 0
    nextDueAtMs = Math.min(nextDueAtMs, plan.nextDueAtMs)
    const { endpoints } = plan
    const claimed =
      endpoints.length === 0 || total <= 0
        ? []
        : yield* claimDeliveries(sql, { endpoints, total, nowMs, leaseMs: options.leaseMs })
    yield* Effect.forEach(claimed, workshop.attempt, { discard: true })
    if (claimed.length > 0 && claimed.length >= total) {
      workshop.hungry = true
      workshop.after = lastServed(endpoints, claimed)
      return { worked: claimed.length }
    }
    // These endpoints have had their turn, whether or not more is due at them.
    const last = work.at(-1)
    const atTheEnd = last === undefined || work.length < options.endpointsPerScan
    workshop.after = atTheEnd ? firstEndpoint : { accountId: last.accountId, endpointId: last.endpointId }
    if (claimed.length > 0) return { worked: claimed.length }
    if (atTheEnd && startedOver) break
    startedOver ||= atTheEnd
  }
  return { worked: 0, nextDueInMs: nextDueAtMs - (yield* workshop.time.now) }
})

const freeSlots = ({ slots, results }: Workshop): number =>
  Math.min(slots.free(), maximumUnwritten - slots.taken() - results.unwritten())

/** The endpoint that was served last, so that the next claim begins with the one after it. */
const lastServed = (
  endpoints: ReadonlyArray<typeof firstEndpoint>,
  claimed: ReadonlyArray<ClaimedDelivery>,
): typeof firstEndpoint => {
  const served = new Set(claimed.map((delivery) => delivery.endpointId))
  const last = endpoints.findLast((endpoint) => served.has(endpoint.endpointId))
  return last === undefined ? firstEndpoint : { accountId: last.accountId, endpointId: last.endpointId }
}
