/**
 * The HTTP contract: the server, the typed client and `openapi.json` are all made from this one definition. It follows
 * `effect/http-api`, which may change in a minor version of effect; the main entry of core never reaches it.
 *
 * What each operation takes and answers is in the modules beside this one (`spei.ts`, `pix.ts`, …), and the operations
 * themselves, one file per tag, are in `groups/`.
 */
import { HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import * as Events from "../webhooks/events.ts"
import { accountsGroup } from "./groups/accounts.ts"
import { healthGroup } from "./groups/health.ts"
import { pixGroup } from "./groups/pix.ts"
import { retailGroup } from "./groups/retail.ts"
import { sandboxGroup } from "./groups/sandbox.ts"
import { serviceGroup } from "./groups/service.ts"
import { speiGroup } from "./groups/spei.ts"
import { transactionsGroup } from "./groups/transactions.ts"
import { webhooksGroup } from "./groups/webhooks.ts"
import { contractLevel, type Level } from "./levels.ts"
import { description, servers } from "./openapi/description.ts"
import { transformDocument } from "./openapi/document.ts"
import { channelNameProblem, defaultRetailChannels } from "./retail.ts"
import { SchemaErrors } from "./schemaErrors.ts"
import { defaultMinimumCentavos } from "./spei.ts"

/** What an installation may set about its contract. */
export interface ApiOptions {
  /** Smallest SPEI cash-in, in centavos; 1000 (10.00 MXN) unless configured down to 1 (decisions, section 2). */
  readonly speiMinimumCentavos: number
  /** The level at which requests are validated (decisions, section 11). Default: the contract's. */
  readonly level?: Level
  /** The names of the retail channels (decisions, section 8). Default: `oxxo`. */
  readonly retailChannels?: ReadonlyArray<string>
  /** Whether CNPJs in requests may have letters (decisions, section 11). Default false. */
  readonly alphanumericCnpj?: boolean
}

type Groups =
  | ReturnType<typeof accountsGroup>
  | ReturnType<typeof speiGroup>
  | ReturnType<typeof retailGroup>
  | ReturnType<typeof pixGroup>
  | ReturnType<typeof transactionsGroup>
  | ReturnType<typeof webhooksGroup>
  | ReturnType<typeof sandboxGroup>
  | ReturnType<typeof healthGroup>
  | ReturnType<typeof serviceGroup>

/** The contract, as a type. It is written out so that declarations refer to it, and do not repeat it. */
export type PesorealApi = HttpApi.HttpApi<"pesoreal", HttpApiGroup.AddMiddleware<Groups, SchemaErrors>>

const checked = (channels: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (channels.length === 0) throw new RangeError("There must be at least one retail channel")
  for (const name of channels) {
    const problem = channelNameProblem(name)
    if (problem !== undefined) throw new RangeError(`The retail channel ${JSON.stringify(name)} ${problem}`)
  }
  return Array.from(new Set(channels))
}

/**
 * The contract of an installation. Its types do not depend on the options, and neither do its answers.
 *
 * Throws a `RangeError` for a smallest amount that is no amount, and for names that no retail channel can have.
 *
 * @example
 * ```ts
 * import { OpenApi } from "effect/http-api"
 * import * as PesorealApi from "@pesoreal/core/api/PesorealApi"
 *
 * const document = OpenApi.fromApi(PesorealApi.make({ speiMinimumCentavos: 1000 }))
 * document.info.version // => "1.0.0"
 * document.paths["/api/spei/cash-in"]?.post?.operationId // => "createSpeiCashIn"
 * ```
 */
export const make = ({
  speiMinimumCentavos,
  level = contractLevel,
  retailChannels = defaultRetailChannels,
  alphanumericCnpj = false,
}: ApiOptions): PesorealApi =>
  HttpApi.make("pesoreal")
    .add(
      accountsGroup(level),
      speiGroup(speiMinimumCentavos, level),
      retailGroup(checked(retailChannels), level),
      pixGroup({ level, alphanumericCnpj }),
      transactionsGroup(),
      webhooksGroup(),
      sandboxGroup(),
      healthGroup(),
      serviceGroup(),
    )
    .middleware(SchemaErrors)
    .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
    .annotate(HttpApi.QueryParseOptions, { errors: "all" })
    .annotate(HttpApi.HeadersParseOptions, { errors: "all" })
    .annotate(HttpApi.ParamsParseOptions, { errors: "all" })
    .annotate(HttpApi.AdditionalSchemas, Events.kinds.map(Events.eventOf))
    .annotateMerge(
      OpenApi.annotations({
        title: "Pesoreal",
        version: "1.0.0",
        summary: "Payments by SPEI, at store counters and by PIX",
        description,
        license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
        servers,
        transform: transformDocument,
      }),
    )

/** The contract with its documented defaults. */
export const PesorealApi: PesorealApi = make({ speiMinimumCentavos: defaultMinimumCentavos })
