/** Handlers of SPEI cash-in and lookup. */
import { Scenarios } from "@pesoreal/core"
import { Caller } from "@pesoreal/core/api/authentication"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { toCharge, toRecord } from "../payments/Charge.ts"
import { SpeiCashIn } from "../payments/SpeiCashIn.ts"
import { SpeiLookup } from "../payments/SpeiLookup.ts"
import { answerSqlErrors, failWith } from "./failures.ts"
import type { ServedApi } from "./served.ts"

export const layer = (api: ServedApi) =>
  HttpApiBuilder.group(api, "spei", (handlers) =>
    Effect.gen(function* () {
      const cashIn = yield* SpeiCashIn
      const lookup = yield* SpeiLookup
      return handlers.handleAll({
        cashIn: ({ payload, headers }) =>
          Effect.gen(function* () {
            const caller = yield* Caller
            const scenario = yield* scenarioOf(headers["x-sandbox-scenario"], caller.isSandbox)
            const charge = yield* cashIn.create({
              caller,
              request: payload,
              idempotencyKey: headers["idempotency-key"] ?? null,
              scenario,
            })
            return toCharge(charge)
          }).pipe(
            Effect.catchTags({
              DuplicateExternalId: ({ externalId }) =>
                failWith(
                  "DUPLICATE_EXTERNAL_ID",
                  `externalId ${JSON.stringify(externalId)} already stands for another request; use a new one, or repeat the first body exactly`,
                ),
              IdempotencyKeyReused: ({ key }) =>
                failWith(
                  "IDEMPOTENCY_KEY_REUSED",
                  `Idempotency-Key ${JSON.stringify(key)} was used with another body in the last 24 hours; use a new key for a new request`,
                ),
              ProviderUnavailable: ({ message }) => failWith("PROVIDER_UNAVAILABLE", message),
              QueueRefused: ({ reason }) =>
                failWith(
                  "UNAVAILABLE",
                  reason === "full"
                    ? "Too many creations are waiting; try again in a second"
                    : "The service is shutting down; try again in a few seconds",
                ),
            }),
            answerSqlErrors,
          ),
        lookup: ({ params }) =>
          Effect.gen(function* () {
            const { accountId } = yield* Caller
            const charge = yield* lookup.byExternalId(accountId, params.externalId)
            if (charge === null) {
              return yield* failWith(
                "TRANSACTION_NOT_FOUND",
                `This account has no SPEI transaction with the externalId ${JSON.stringify(params.externalId)}`,
              )
            }
            return toRecord(charge)
          }).pipe(answerSqlErrors),
      })
    }),
  )

/** Production accounts' requests ignore the header (decisions, section 10). */
const scenarioOf = (header: string | undefined, isSandbox: boolean) => {
  if (header === undefined || header === "" || !isSandbox) return Effect.succeed(null)
  const parsed = Scenarios.parse(header, "spei-cash-in")
  return parsed.ok
    ? Effect.succeed({ text: header, value: parsed.value })
    : failWith(
        "INVALID_SANDBOX_SCENARIO",
        parsed.errors.map(({ message }) => message).join("; "),
        parsed.errors.map(({ message }) => ({ path: "X-Sandbox-Scenario", message })),
      )
}
