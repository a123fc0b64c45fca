/** Bodies of `POST /api/auth/token` (mexico.md; core's `api/accounts`). */
import type { TokenRequest } from "@pesoreal/core/api/accounts"
import fc from "fast-check"
import { characterIn, textOf } from "../internal/characters.ts"
import { edgeBiased } from "../internal/edgeBiased.ts"
import { field, nearlyValidObject } from "../internal/faults.ts"
import type { NearlyValidJson } from "../NearlyValid.ts"
import { nearlyValidText, text, type TextReason } from "./text.ts"

const MAX_CREDENTIAL_LENGTH = 255

const base64Url = characterIn(["a", "z"], ["A", "Z"], ["0", "9"], "-_")

/**
 * Bodies that ask for a token: well formed, often in the shape of real credentials, and those of nobody.
 *
 * @example
 * ```ts
 * import { tokenRequest } from "@pesoreal/testkit"
 * import * as Accounts from "@pesoreal/core/api/accounts"
 * import { Schema } from "effect"
 * import fc from "fast-check"
 *
 * fc.sample(tokenRequest(), 100).every(Schema.is(Accounts.TokenRequest)) // => true
 * ```
 */
export const tokenRequest = (): fc.Arbitrary<TokenRequest> =>
  fc.record(
    {
      clientId: edgeBiased(
        text(1, MAX_CREDENTIAL_LENGTH),
        fc.uuid().map((uuid) => `cli_${uuid}`),
      ),
      clientSecret: edgeBiased(text(1, MAX_CREDENTIAL_LENGTH), textOf(base64Url, 43, 43)),
    },
    { noNullPrototype: true },
  )

/**
 * Bodies that are refused with 400, for one field each. Sent as JSON, they stay what they are.
 *
 * @example
 * ```ts
 * import { nearlyValidTokenRequest } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const paths = new Set(fc.sample(nearlyValidTokenRequest(), 200).map(({ why }) => why.path))
 * Array.from(paths).toSorted() // => ["", "clientId", "clientSecret"]
 * ```
 */
export const nearlyValidTokenRequest = (): fc.Arbitrary<NearlyValidJson<TextReason>> =>
  nearlyValidObject<TokenRequest, TextReason>(tokenRequest(), {
    clientId: field({ broken: nearlyValidText(1, MAX_CREDENTIAL_LENGTH) }),
    clientSecret: field({ broken: nearlyValidText(1, MAX_CREDENTIAL_LENGTH) }),
  })
