/** The bearer scheme of the contract, and who a request speaks for once its token is verified. */
import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { Unauthorized, Unavailable } from "./errors.ts"

/** The account behind a verified access token. */
export interface CallerShape {
  /** Integer id of the account. */
  readonly accountId: number
  /** `acc_` + UUID. */
  readonly publicId: string
  /** `cli_` + UUID. */
  readonly clientId: string
  readonly isSandbox: boolean
  readonly scopes: ReadonlyArray<string>
}

/** Provided to handlers of Bearer operations. */
export class Caller extends Context.Service<Caller, CallerShape>()("@pesoreal/core/api/Caller") {}

/** `Authorization: Bearer <ACCESS_TOKEN>` (mexico.md, Authentication). Checked before the body is read. */
export class Bearer extends HttpApiMiddleware.Service<Bearer, { provides: Caller }>()("@pesoreal/core/api/Bearer", {
  requiredForClient: true,
  security: { bearer: HttpApiSecurity.bearer },
  error: [Unauthorized, Unavailable],
}) {}
