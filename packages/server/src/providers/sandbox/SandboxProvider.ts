/**
 * The rail of the sandbox: every charge of a sandbox account is settled about a second later, or as its scenario says
 * (decisions, section 10). It knows the outcome when it prepares the charge, so the row itself carries it, and a restart
 * loses nothing. Real rails stand beside it; until one is configured, production accounts are answered 502.
 */
import type { Events, Scenarios } from "@pesoreal/core"
import { Effect, Layer } from "effect"
import { ServerConfig } from "../../config.ts"
import type { Charge } from "../../payments/Charge.ts"
import { type ChargeToPrepare, type PreparedCharge, Provider, ProviderUnavailable } from "../Provider.ts"

/** "About 1 second" (mexico.md). */
const settleAfterMs = 1000

/** What the sandbox's rail will do with a charge, decided when the charge is made. */
export const plan = (
  charge: Pick<ChargeToPrepare, "createdAtMs" | "expiresAtMs" | "scenario">,
  graceMs: number,
): Omit<PreparedCharge, "provider"> => {
  const { createdAtMs, expiresAtMs } = charge
  const at = (dueAtMs: number, dueTrigger: PreparedCharge["dueTrigger"]) =>
    // A transfer after the expiry confirms nothing: the charge expires first.
    dueTrigger !== "expire" && dueAtMs > expiresAtMs
      ? { expiresAtMs, dueAtMs: expiresAtMs + graceMs, dueTrigger: "expire" as const }
      : { expiresAtMs, dueAtMs, dueTrigger }
  const scenario: Scenarios.Scenario = charge.scenario ?? { kind: "success" }
  switch (scenario.kind) {
    case "error":
      return at(createdAtMs + settleAfterMs, "fail")
    case "delayed":
      return at(createdAtMs + scenario.delayMs, "settle")
    case "expired":
      return { expiresAtMs: createdAtMs, dueAtMs: createdAtMs, dueTrigger: "expire" }
    case "pending":
      return at(expiresAtMs + graceMs, "expire")
    default:
      return at(createdAtMs + settleAfterMs, "settle")
  }
}

/** The transfer that the sandbox makes up: the customer pays from an account at a bank that exists. */
export const transferOf = (
  charge: Charge,
  reference: string,
): { readonly trackingKey: string; readonly counterpart: Events.Counterpart } => ({
  trackingKey: `PSR${reference}`,
  counterpart: {
    name: charge.details.customerName,
    taxId: charge.details.customerTaxId ?? null,
    bank: { code: "072", name: "BANORTE" },
  },
})

export const layer = Layer.effect(
  Provider,
  Effect.gen(function* () {
    const config = yield* ServerConfig
    return Provider.of({
      prepare: (charge) =>
        charge.isSandbox
          ? Effect.succeed({ provider: "sandbox", ...plan(charge, config.speiExpiryGraceMs) })
          : new ProviderUnavailable({
              provider: "stp",
              message: "No provider of production accounts is running on this installation; nothing was recorded",
            }),
    })
  }),
)
