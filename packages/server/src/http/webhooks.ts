/** Handlers of webhook configurations. */
import { Caller } from "@pesoreal/core/api/authentication"
import type { PesorealApi } from "@pesoreal/core/api/PesorealApi"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { WebhookConfigs } from "../webhooks/WebhookConfigs.ts"
import { answerSqlErrors, conflict, invalidField } from "./failures.ts"

export const layer = (api: PesorealApi) =>
  HttpApiBuilder.group(api, "webhooks", (handlers) =>
    Effect.gen(function* () {
      const configs = yield* WebhookConfigs
      return handlers.handleAll({
        createConfig: ({ payload }) =>
          Effect.gen(function* () {
            const { accountId } = yield* Caller
            return yield* configs.create({ accountId, ...payload })
          }).pipe(
            Effect.catchTags({
              WebhookUrlRefused: (error) => invalidField("url", error.message),
              TooManyWebhookConfigs: (error) => conflict("WEBHOOK_LIMIT_REACHED", error.message),
            }),
            answerSqlErrors,
          ),
        listConfigs: () =>
          Effect.gen(function* () {
            const { accountId } = yield* Caller
            return { data: yield* configs.list(accountId) }
          }).pipe(answerSqlErrors),
      })
    }),
  )
