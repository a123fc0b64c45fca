/**
 * txids, by which receivers of instant payments in Brazil know their charges: 26 to 35 letters and digits for a dynamic
 * charge, 1 to 25 or `***` in a static code (core's `Txid`).
 */
import { Txid } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, textOf } from "../internal/characters.ts"
import { edgeBiased } from "../internal/edgeBiased.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

/** What the txids are for. */
export interface TxidOptions {
  /** Default `"dynamic"`. */
  readonly kind?: "dynamic" | "static"
}

const alphanumeric = characterIn(["0", "9"], ["a", "z"], ["A", "Z"])

const bounds = {
  dynamic: [Txid.MIN_DYNAMIC_LENGTH, Txid.MAX_DYNAMIC_LENGTH],
  static: [1, Txid.MAX_STATIC_LENGTH],
} as const

/**
 * txids of one kind; those of static codes are `***` now and then. They shrink to as few zeros as may be.
 *
 * @example
 * ```ts
 * import { Txid } from "@pesoreal/core"
 * import { txid } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(txid(), 100).every(Txid.isDynamicTxid) // => true
 * fc.sample(txid({ kind: "static" }), 100).every(Txid.isStaticTxid) // => true
 * ```
 */
export const txid = ({ kind = "dynamic" }: TxidOptions = {}): fc.Arbitrary<string> => {
  const [minimum, maximum] = bounds[kind]
  const texts = edgeBiased(
    textOf(alphanumeric, minimum, maximum),
    textOf(alphanumeric, minimum, minimum),
    textOf(alphanumeric, maximum, maximum),
  )
  return kind === "dynamic" ? texts : fc.oneof({ weight: 9, arbitrary: texts }, fc.constant("***"))
}

/** Letters and digits to the eye, but not in ASCII; and what is neither, hyphens of a UUID first. */
const stranger = characterIn("-", " _.*", ["０", "９"], "éÇ", "\u0000\n\u00a0\u200b")

/**
 * Texts that are almost a txid of a kind: one character too few or too many, or one that is no letter or digit. `why.message`
 * is the sentence of `TxidSchema.DynamicTxid` or `StaticTxid`. `Txid.parse`, which is not told the kind, takes what is right
 * for the other one.
 *
 * @example
 * ```ts
 * import { nearlyValidTxid } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = new Set(fc.sample(nearlyValidTxid(), 200).map(({ why }) => why.reason))
 * Array.from(reasons).toSorted() // => ["characters", "length"]
 * ```
 */
export const nearlyValidTxid = ({ kind = "dynamic" }: TxidOptions = {}): fc.Arbitrary<
  NearlyValid<string, Txid.ParseReason>
> => {
  const [minimum, maximum] = bounds[kind]
  const message =
    kind === "dynamic" ? "must be 26 to 35 letters and digits" : "must be 1 to 25 letters and digits, or ***"
  const withStranger = fc
    .tuple(textOf(alphanumeric, minimum, maximum), fc.nat(), stranger)
    .map(([text, position, character]) => {
      const at = position % text.length
      return text.slice(0, at) + character + text.slice(at + 1)
    })
  const misfit = fc.oneof(
    textOf(alphanumeric, minimum - 1, minimum - 1),
    textOf(alphanumeric, maximum + 1, maximum + 1),
    fc.constant(""),
  )
  return fc.oneof(nearly(misfit, "length", message), nearly(withStranger, "characters", message))
}
