/**
 * endToEndIds, the numbers of instant payments in Brazil: `E` or `D`, the bank's ISPB (8), the minute `yyyyMMddHHmm`, and 11
 * letters and digits (core's `EndToEndId`).
 */
import { EndToEndId } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, textOf } from "../internal/characters.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

/** Which endToEndIds. */
export interface EndToEndIdOptions {
  /** Of payments (`E`), or of returns (`D`). Default: either. */
  readonly kind?: EndToEndId.Kind
}

const MINUTE_MS = 60_000

/** From the first day of Pix to the end of the century, in minutes since 1970. */
const minutes = fc.integer({ min: Date.UTC(2020, 10, 16) / MINUTE_MS, max: Date.UTC(2099, 11, 31, 23, 59) / MINUTE_MS })

const ispb = textOf(characterIn(["0", "9"], ["A", "Z"]), 8, 8)
const seq = textOf(characterIn(["0", "9"], ["a", "z"], ["A", "Z"]), 11, 11)

const textOfParts = (kind: EndToEndId.Kind, bank: string, minute: number, last: string): string => {
  const made = EndToEndId.fromParts({ kind, ispb: bank, instant: minute * MINUTE_MS, seq: last })
  if (!made.ok) throw new TypeError("Not the parts of an endToEndId")
  return made.value.text
}

/**
 * endToEndIds of any bank, since Pix began. They shrink to zeros, and to payments on the day on which it did.
 *
 * @example
 * ```ts
 * import { EndToEndId } from "@pesoreal/core"
 * import { endToEndId } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(endToEndId({ kind: "return" }), 100).every((id) => EndToEndId.isEndToEndId(id) && id.startsWith("D")) // => true
 * ```
 */
export const endToEndId = ({ kind }: EndToEndIdOptions = {}): fc.Arbitrary<string> => {
  const kinds: fc.Arbitrary<EndToEndId.Kind> =
    kind === undefined ? fc.constantFrom("payment", "return") : fc.constant(kind)
  return fc.tuple(kinds, ispb, minutes, seq).map(
    (parts) => textOfParts(...parts),
    (text) => {
      const parsed = EndToEndId.parse(String(text))
      if (!parsed.ok) throw new TypeError("Not an endToEndId")
      return [parsed.value.kind, parsed.value.ispb, parsed.value.instant / MINUTE_MS, parsed.value.seq]
    },
  )
}

/** Letters and digits to the eye, but not in ASCII; and what is neither. */
const stranger = characterIn(" -_.:", ["０", "９"], "éÇ", "\u0000\n\u00a0\u200b")

/** Twelve digits that are no minute: of a month, a day, an hour or a minute that there is not. */
const noMinute = fc.constantFrom(
  "202600011200",
  "202613011200",
  "202602291200",
  "202604311200",
  "202601012400",
  "202601012360",
)

/** What is checked: the shape alone, or also whether there was such a minute. */
export interface NearlyValidEndToEndIdOptions {
  /** Default `"strict"`. */
  readonly level?: "contract" | "strict"
}

/**
 * Texts that are almost an endToEndId. `why.reason` is the first reason of `EndToEndId.parse`, and `why.message` the sentence of
 * `EndToEndIdSchema.EndToEndIdStrict` (or, at the level of the contract, of `EndToEndIdContract`).
 *
 * @example
 * ```ts
 * import { nearlyValidEndToEndId } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const reasons = new Set(fc.sample(nearlyValidEndToEndId(), 500).map(({ why }) => why.reason))
 * Array.from(reasons).toSorted() // => ["at", "characters", "ispb", "kind", "length"]
 * ```
 */
export const nearlyValidEndToEndId = ({ level = "strict" }: NearlyValidEndToEndIdOptions = {}): fc.Arbitrary<
  NearlyValid<string, EndToEndId.ParseReason>
> => {
  const message = "must be E or D, the bank's ISPB (8), yyyyMMddHHmm, and 11 letters or digits"
  const good = endToEndId()
  const withStranger = fc
    .tuple(good, fc.nat({ max: EndToEndId.END_TO_END_ID_LENGTH - 1 }), stranger)
    .map(([id, position, character]) => id.slice(0, position) + character + id.slice(position + 1))
  const miscopied = good.chain((id) => fc.constantFrom(id.slice(1), id.slice(0, -1), `${id}0`, `E${id}`, id + id, ""))
  const otherKind = fc.tuple(good, fc.constantFrom("e", "d", "A", "0")).map(([id, first]) => first + id.slice(1))
  const lowerIspb = good.map((id) => `${id.slice(0, 8)}a${id.slice(9)}`)
  const withLetter = good.map((id) => `${id.slice(0, 20)}X${id.slice(21)}`)
  const impossible = fc.tuple(good, noMinute).map(([id, at]) => id.slice(0, 9) + at + id.slice(21))
  return fc.oneof(
    nearly(miscopied, "length", message),
    nearly(withStranger, "characters", message),
    nearly(otherKind, "kind", message),
    nearly(lowerIspb, "ispb", message),
    nearly(withLetter, "at", message),
    ...(level === "strict" ? [nearly(impossible, "at", "must have a minute yyyyMMddHHmm that exists")] : []),
  )
}
