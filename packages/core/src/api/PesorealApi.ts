/**
 * The HTTP contract: the server, the typed client and `openapi.json` are all made from this one definition. It follows
 * `effect/http-api`, which may change in a minor version of effect; the main entry of core never reaches it.
 */
import { HttpApi, OpenApi } from "effect/http-api"
import { AccountsGroup } from "./accounts.ts"
import { HealthGroup } from "./health.ts"
import { tidyDocument } from "./openApiDocument.ts"
import { SchemaErrors } from "./schemaErrors.ts"
import { defaultMinimumCentavos, speiGroup } from "./spei.ts"
import { WebhooksGroup } from "./webhooks.ts"

/** What an installation may set about its contract. */
export interface ApiOptions {
  /** Smallest SPEI cash-in, in centavos; 1000 (10.00 MXN) unless configured down to 1 (decisions, section 2). */
  readonly speiMinimumCentavos: number
}

/**
 * The contract of an installation.
 *
 * @example
 * ```ts
 * import { OpenApi } from "effect/http-api"
 * import * as PesorealApi from "@pesoreal/core/api/PesorealApi"
 *
 * OpenApi.fromApi(PesorealApi.make({ speiMinimumCentavos: 1000 })).info.version // => "1.0.0"
 * ```
 */
export const make = (options: ApiOptions) =>
  HttpApi.make("pesoreal")
    .add(AccountsGroup)
    .add(speiGroup(options.speiMinimumCentavos))
    .add(WebhooksGroup)
    .add(HealthGroup)
    .middleware(SchemaErrors)
    .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
    .annotateMerge(
      OpenApi.annotations({
        title: "Pesoreal",
        version: "1.0.0",
        description:
          "Payments by SPEI. Amounts are integers of MXN centavos. Creations answer PENDING; outcomes arrive by signed webhooks. Every error body is `{code, message, requestId, details?}`.",
        license: { name: "Apache-2.0" },
        transform: tidyDocument,
      }),
    )

/** The contract with its documented defaults. */
export const PesorealApi = make({ speiMinimumCentavos: defaultMinimumCentavos })
/** The contract, as a type. */
export type PesorealApi = ReturnType<typeof make>
