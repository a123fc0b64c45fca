/** Handlers of webhook configurations. */
import { Caller } from "@pesoreal/core/api/authentication"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { WebhookConfigs } from "../webhooks/WebhookConfigs.ts"
import { answerSqlErrors, failWith, invalidField } from "./failures.ts"
import type { ServedApi } from "./served.ts"

export const layer = (api: ServedApi) =>
  HttpApiBuilder.group(api, "webhooks", (handlers) =>
    Effect.gen(function* () {
      const configs = yield* WebhookConfigs
      return handlers.handleAll({
        createConfig: ({ payload }) =>
          Effect.gen(function* () {
            const { accountId } = yield* Caller
            if (payload.standardWebhooks === true) {
              return yield* invalidField("standardWebhooks", "is not served by this version yet; leave it out")
            }
            return yield* configs.create({ accountId, url: payload.url, events: payload.events })
          }).pipe(
            Effect.catchTags({
              WebhookUrlRefused: (error) => invalidField("url", error.message),
              TooManyWebhookConfigs: (error) => failWith("WEBHOOK_LIMIT_REACHED", error.message),
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
