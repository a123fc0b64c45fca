/**
 * The port to a rail: what the service asks of whoever moves the money. A charge is prepared before its row is written,
 * under our own transaction id, so that asking twice is harmless. The rail's word arrives later, as a settlement.
 */
import type { Scenarios } from "@pesoreal/core"
import { Context, type Effect, Schema } from "effect"

/** The rail cannot be asked now, or refuses for good: the caller is answered 502 and nothing is recorded. */
export class ProviderUnavailable extends Schema.TaggedError<ProviderUnavailable>()("ProviderUnavailable", {
  provider: Schema.String,
  message: Schema.String,
}) {}

export interface ChargeToPrepare {
  readonly accountId: number
  readonly transactionId: string
  readonly isSandbox: boolean
  readonly amountCentavos: number
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** The outcome that a sandbox account asked for; absent otherwise. */
  readonly scenario: Scenarios.Scenario | null
}

/** What is known of a charge's future when it is created. */
export interface PreparedCharge {
  readonly provider: string
  readonly expiresAtMs: number
  /** The next instant at which this server must look at the charge, and what it then does unless told otherwise. */
  readonly dueAtMs: number
  readonly dueTrigger: "settle" | "fail" | "expire"
}

export class Provider extends Context.Service<
  Provider,
  { readonly prepare: (charge: ChargeToPrepare) => Effect.Effect<PreparedCharge, ProviderUnavailable> }
>()("@pesoreal/server/providers/Provider") {}
