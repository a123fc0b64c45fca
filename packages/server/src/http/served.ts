/**
 * Which operations of the contract this version serves, as a contract of their own: handlers are typed by it, so that each of
 * them is there. The others are in `planned.ts`.
 */
import type { PesorealApi } from "@pesoreal/core/api/PesorealApi"
import { HttpApi, HttpApiGroup } from "effect/http-api"

/** The part of the contract that has handlers. Its operations are those of the contract, with their security and errors. */
export const servedApi = ({ groups, annotations }: PesorealApi) => {
  const { accounts, spei, webhooks, health } = groups
  return HttpApi.make("pesoreal")
    .add(
      HttpApiGroup.make("accounts").add(accounts.endpoints.signUp, accounts.endpoints.token),
      HttpApiGroup.make("spei").add(spei.endpoints.cashIn, spei.endpoints.lookup),
      HttpApiGroup.make("webhooks").add(webhooks.endpoints.createConfig, webhooks.endpoints.listConfigs),
      HttpApiGroup.make("health").add(health.endpoints.live, health.endpoints.ready),
    )
    .annotateMerge(annotations)
}

/** The part of the contract that has handlers, as a type. */
export type ServedApi = ReturnType<typeof servedApi>
