/**
 * What the API says of a PIX key beside the key itself: its `keyType`, the one form in which a key is kept, and the rule that
 * joins a key to the document sent with it (pix.md; decisions, section 8).
 *
 * It never asks whether a key is well formed: that is for the Schemas of `PixKeySchema.ts` before, or for `PixKey.parse`.
 */
import { accept, type Parsed, refuse } from "../Parsed.ts"

/** The types of key that the API tells apart. A DOCUMENT is a CPF or a CNPJ, RANDOM what the directory calls EVP. */
export type KeyType = "DOCUMENT" | "EMAIL" | "PHONE" | "RANDOM"

/** All types of key. */
export const keyTypes: readonly ["DOCUMENT", "EMAIL", "PHONE", "RANDOM"] = ["DOCUMENT", "EMAIL", "PHONE", "RANDOM"]

/** Characters in a key, at most. Only e-mail addresses come near. */
export const MAX_PIX_KEY_LENGTH = 77

/**
 * The form in which a key is kept and sent on (decisions, section 8): a phone with `+`, a random key in lower case, a document
 * and an e-mail address as they are. It never throws, and makes nothing a key that is none.
 *
 * @example
 * ```ts
 * import { PixKeyType } from "@pesoreal/core"
 *
 * PixKeyType.canonical("PHONE", "5511987654321") // => "+5511987654321"
 * PixKeyType.canonical("RANDOM", "123E4567-E89B-12D3-A456-426655440000") // => "123e4567-e89b-12d3-a456-426655440000"
 * PixKeyType.canonical("DOCUMENT", "39053344705") // => "39053344705"
 * ```
 */
export const canonical = (keyType: KeyType, key: string): string => {
  if (keyType === "PHONE") return key.startsWith("+") ? key : `+${key}`
  return keyType === "RANDOM" ? key.toLowerCase() : key
}

/** A key with what is said of its holder: the `details` of a cash-out. */
export interface KeyDetails {
  readonly keyType: KeyType
  readonly key: string
  /** The holder's CPF or CNPJ, without punctuation. */
  readonly document: string
}

/**
 * Checks that a DOCUMENT key is the holder's document (decisions, section 8). Other keys say nothing of the document, and are
 * accepted as they are; whether it is the holder's only the directory knows.
 *
 * @example
 * ```ts
 * import { PixKeyType } from "@pesoreal/core"
 *
 * const key = "39053344705"
 * PixKeyType.checkDocument({ keyType: "DOCUMENT", key, document: key }).ok // => true
 *
 * const refused = PixKeyType.checkDocument({ keyType: "DOCUMENT", key, document: "04809155129" })
 * refused.ok ? [] : refused.errors
 * // => [{ reason: "document_mismatch", message: "must be equal to the document", path: "key" }]
 * ```
 */
export const checkDocument = <Details extends KeyDetails>(details: Details): Parsed<Details, "document_mismatch"> =>
  details.keyType === "DOCUMENT" && details.key !== details.document
    ? refuse("document_mismatch", "must be equal to the document", { path: "key" })
    : accept(details)
