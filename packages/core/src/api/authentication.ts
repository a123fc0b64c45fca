/** The bearer scheme of the contract, and who a request speaks for once its token is verified. */
import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import { alwaysPossible, Unauthorized } from "./errors.ts"

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

const bearer = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(OpenApi.Format, "JWT"),
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "The `access_token` of `POST /api/auth/token`: a JWT that lives 600 seconds. It is bound to the client certificate that was presented for it (`cnf.x5t#S256`, RFC 8705): a request that presents a certificate again, directly or in `X-SSL-Client-Cert`, must present the same one.",
  ),
)

/**
 * `Authorization: Bearer <ACCESS_TOKEN>` (mexico.md, Authentication). Checked before the body is read. Its errors are those
 * that every Bearer operation answers, so operations list only their own.
 */
export class Bearer extends HttpApiMiddleware.Service<Bearer, { provides: Caller }>()("@pesoreal/core/api/Bearer", {
  requiredForClient: true,
  security: { bearer },
  error: [Unauthorized, ...alwaysPossible],
}) {}
