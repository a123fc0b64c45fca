/** `Idempotency-Key`: 1 to 255 visible ASCII characters, spaces excluded (core's `api/requestHeaders`). */
import fc from "fast-check"
import { characterIn, textOf } from "../internal/characters.ts"
import { edgeBiased } from "../internal/edgeBiased.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

const MAX_KEY_LENGTH = 255

const visible = characterIn(["a", "z"], ["!", "`"], ["{", "~"])

/**
 * Values of the header `Idempotency-Key`, some of them UUIDs, some as long as they may be.
 *
 * @example
 * ```ts
 * import { idempotencyKey } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(idempotencyKey(), 100).every((key) => /^[!-~]{1,255}$/.test(key)) // => true
 * ```
 */
export const idempotencyKey = (): fc.Arbitrary<string> =>
  edgeBiased(
    textOf(visible, 1, MAX_KEY_LENGTH),
    fc.uuid(),
    textOf(visible, MAX_KEY_LENGTH, MAX_KEY_LENGTH),
    textOf(visible, 1, 1),
  )

/** Why a key is refused. */
export type IdempotencyKeyReason = "empty" | "too_long" | "forbidden_character"

const forbidden = characterIn(" \t\u007f\u0000\n", ["\u0080", "\u00ff"], "ñ🦤")

/**
 * Keys that are empty, too long, or hold something else than visible ASCII. Some of them cannot be sent: HTTP itself
 * forbids line ends and NULs in a header.
 *
 * @example
 * ```ts
 * import { nearlyValidIdempotencyKey } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(nearlyValidIdempotencyKey(), 100).some(({ value }) => /^[!-~]{1,255}$/.test(value)) // => false
 * ```
 */
export const nearlyValidIdempotencyKey = (): fc.Arbitrary<NearlyValid<string, IdempotencyKeyReason>> => {
  const message = "must be 1 to 255 visible ASCII characters, without spaces"
  const withStranger = fc
    .tuple(textOf(visible, 0, 20), forbidden, textOf(visible, 0, 20))
    .map(([before, character, after]) => before + character + after)
  return fc.oneof(
    nearly(fc.constant(""), "empty", message),
    nearly(textOf(visible, MAX_KEY_LENGTH + 1, MAX_KEY_LENGTH + 1), "too_long", message),
    nearly(withStranger, "forbidden_character", message),
  )
}
