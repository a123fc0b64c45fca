/** Handlers of sign-up and token. */
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Accounts } from "../identity/Accounts.ts"
import { ClientCertificate } from "../identity/ClientCertificate.ts"
import { Tokens } from "../identity/Tokens.ts"
import { answerSqlErrors, failWith, invalidField } from "./failures.ts"
import type { ServedApi } from "./served.ts"

export const layer = (api: ServedApi) =>
  HttpApiBuilder.group(api, "accounts", (handlers) =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const certificates = yield* ClientCertificate
      const tokens = yield* Tokens
      return handlers.handleAll({
        signUp: ({ payload }) =>
          accounts.signUp(payload).pipe(
            Effect.catchTag("InvalidCertificateRequest", (error) => invalidField("csr", error.message)),
            answerSqlErrors,
          ),
        token: ({ payload, headers, request }) =>
          Effect.gen(function* () {
            const certificate = yield* certificates.presented({
              header: headers["x-ssl-client-cert"],
              remoteAddress: Option.getOrUndefined(request.remoteAddress),
            })
            const { caller, certificateDigest } = yield* accounts.authenticate({ ...payload, certificate })
            return yield* tokens.issue(caller, certificateDigest)
          }).pipe(
            Effect.catchTags({
              CertificateRequired: (error) => failWith("CERTIFICATE_REQUIRED", error.message),
              InvalidCertificate: (error) => failWith("INVALID_CERTIFICATE", error.message),
              InvalidCredentials: (error) => failWith("INVALID_CREDENTIALS", error.message),
            }),
            answerSqlErrors,
          ),
      })
    }),
  )
