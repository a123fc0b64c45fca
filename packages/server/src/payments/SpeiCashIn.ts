/** Use case: create a SPEI cash-in charge. The rail is asked first, then one row is written; nothing else happens here. */
import type { CallerShape } from "@pesoreal/core/api/authentication"
import type { CashInRequest } from "@pesoreal/core/api/spei"
import type { Scenarios } from "@pesoreal/core"
import { Context, Effect, Layer } from "effect"
import { ServerConfig } from "../config.ts"
import { Wake } from "../database/Wake.ts"
import { AccountProfiles } from "../identity/AccountProfiles.ts"
import { Ids } from "../Ids.ts"
import { Provider } from "../providers/Provider.ts"
import { Time } from "../Time.ts"
import { bodyHash } from "./bodyHash.ts"
import type { ChargeDetails } from "./Charge.ts"
import { ClabeIssuer } from "./ClabeIssuer.ts"
import { pollMs } from "./SettlementLoop.ts"
import { CreationBatch } from "./CreationBatch.ts"

/** The externalId namespace of SPEI: cash-in and cash-out together (decisions, section 4). */
export const area = "spei"
const operation = "spei-cash-in"

export interface CashInCommand {
  readonly caller: CallerShape
  readonly request: CashInRequest
  readonly idempotencyKey: string | null
  /** As sent and as parsed; null for production accounts and where none was sent. */
  readonly scenario: { readonly text: string; readonly value: Scenarios.Scenario } | null
}

export class SpeiCashIn extends Context.Service<SpeiCashIn>()("@pesoreal/server/payments/SpeiCashIn", {
  make: Effect.gen(function* () {
    const config = yield* ServerConfig
    const time = yield* Time
    const ids = yield* Ids
    const profiles = yield* AccountProfiles
    const provider = yield* Provider
    const clabes = yield* ClabeIssuer
    const batch = yield* CreationBatch
    const wake = yield* Wake

    const create = Effect.fnUntraced(function* (command: CashInCommand) {
      const { caller, request } = command
      const createdAtMs = yield* time.now
      const transactionId = ids.uuid(createdAtMs)
      const prepared = yield* provider.prepare({
        accountId: caller.accountId,
        transactionId,
        isSandbox: caller.isSandbox,
        amountCentavos: request.amountCentavos,
        createdAtMs,
        expiresAtMs: createdAtMs + config.speiExpiryMs,
        scenario: command.scenario?.value ?? null,
      })
      const profile = yield* profiles.get(caller.accountId)
      const charge = yield* batch.create({
        accountId: caller.accountId,
        transactionId,
        area,
        operation,
        externalId: request.externalId ?? null,
        idempotencyKey: command.idempotencyKey,
        bodyHash: bodyHash(operation, request),
        amountCentavos: request.amountCentavos,
        clabe: yield* clabes.next(caller.accountId),
        provider: prepared.provider,
        details: detailsOf(request, { name: profile.holderName, taxId: profile.holderTaxId }),
        scenario: command.scenario?.text ?? null,
        dueAtMs: prepared.dueAtMs,
        dueTrigger: prepared.dueTrigger,
        expiresAtMs: prepared.expiresAtMs,
        createdAtMs,
      })
      // What is due before the next poll would be late without a signal.
      if (prepared.dueAtMs - createdAtMs < pollMs) yield* wake.signal("pesoreal_settlements")
      return charge
    })
    return { create }
  }),
}) {
  static readonly layer = Layer.effect(SpeiCashIn, SpeiCashIn.make)
}

/** A `null` for an optional field is the same as leaving it out (decisions, section 2). */
const isGiven = <A>(value: A | null | undefined): value is A => value !== null && value !== undefined

const detailsOf = (request: CashInRequest, beneficiary: ChargeDetails["beneficiary"]): ChargeDetails => ({
  ...(isGiven(request.description) ? { description: request.description } : {}),
  customerName: request.customerName,
  customerEmail: request.customerEmail,
  ...(isGiven(request.customerTaxId) ? { customerTaxId: request.customerTaxId } : {}),
  beneficiary,
})
