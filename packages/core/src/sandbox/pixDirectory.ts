/**
 * The PIX keys that the sandbox's directory knows something special of (decisions, section 8, "PIX keys"): reserved ones, to
 * which no payment succeeds, and samples, which the key look-up answers. Any other well-formed key belongs to whomever a
 * payment names. Nothing here looks up or pays anything.
 */
import type { KeyType } from "../accounts/PixKeyType.ts"

/** What a payment to a reserved key ends with. */
export type ReservedError = "INVALID_PIX_KEY" | "DOCUMENT_MISMATCH" | "ACCOUNT_BLOCKED"

/** A key to which no payment succeeds. */
export interface ReservedKey {
  /** In the form in which keys are kept. */
  readonly key: string
  readonly keyType: KeyType
  /** The `errorCode` of the webhook: the key is unknown, its holder has another document, or the account is blocked. */
  readonly errorCode: ReservedError
}

const reserved = (
  errorCode: ReservedError,
  nth: number,
  document: string,
  word: string,
): ReadonlyArray<ReservedKey> => [
  { key: document, keyType: "DOCUMENT", errorCode },
  { key: `${word}@pix.example`, keyType: "EMAIL", errorCode },
  { key: `+551190000000${nth}`, keyType: "PHONE", errorCode },
  { key: `00000000-0000-4000-8000-00000000000${nth}`, keyType: "RANDOM", errorCode },
]

/**
 * The reserved keys: one of each type for each error. All are keys that the strict level accepts.
 *
 * @example
 * ```ts
 * import { PixDirectory } from "@pesoreal/core"
 *
 * PixDirectory.reservedKeys.length // => 12
 * PixDirectory.reservedKeys.find(({ key }) => key === "blocked@pix.example")?.errorCode // => "ACCOUNT_BLOCKED"
 * ```
 */
export const reservedKeys: ReadonlyArray<ReservedKey> = [
  ...reserved("INVALID_PIX_KEY", 1, "11144477735", "unknown"),
  ...reserved("DOCUMENT_MISMATCH", 2, "52998224725", "mismatch"),
  ...reserved("ACCOUNT_BLOCKED", 3, "39053344705", "blocked"),
]

/** A key that the look-up answers, and what it says of its holder. */
export interface SampleKey {
  /** In the form in which keys are kept. */
  readonly key: string
  readonly keyType: KeyType
  /** The holder's name. */
  readonly name: string
  /** The holder's CPF or CNPJ, without punctuation and not masked yet. */
  readonly document: string
  readonly bank: { readonly bankISPB: string; readonly bankName: string; readonly bankCode: string }
}

const itau = { bankISPB: "60701190", bankName: "ITAÚ UNIBANCO S.A.", bankCode: "341" }
const nu = { bankISPB: "18236120", bankName: "NU PAGAMENTOS S.A.", bankCode: "260" }

/**
 * The sample keys: one of each type. The look-up of any other key is a 404.
 *
 * @example
 * ```ts
 * import { PixDirectory } from "@pesoreal/core"
 *
 * PixDirectory.sampleKeys.map(({ keyType }) => keyType) // => ["DOCUMENT", "EMAIL", "PHONE", "RANDOM"]
 * ```
 */
export const sampleKeys: ReadonlyArray<SampleKey> = [
  { key: "12345678000195", keyType: "DOCUMENT", name: "Padaria Bom Dia Ltda", document: "12345678000195", bank: nu },
  { key: "joao@pix.example", keyType: "EMAIL", name: "João da Silva", document: "12345678909", bank: itau },
  { key: "+5511912345678", keyType: "PHONE", name: "Ana Souza", document: "01234567890", bank: nu },
  {
    key: "123e4567-e89b-42d3-a456-426655440000",
    keyType: "RANDOM",
    name: "Mercado Central S.A.",
    document: "11222333000181",
    bank: itau,
  },
]
