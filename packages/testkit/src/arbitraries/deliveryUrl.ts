/**
 * Delivery addresses of webhooks, at the level of the contract: 1 to 2048 code points. All hosts are under `.example`
 * (RFC 2606), so that nothing is ever sent to somebody by a test.
 */
import fc from "fast-check"
import { characterIn, textOf } from "../internal/characters.ts"
import { edgeBiased } from "../internal/edgeBiased.ts"
import type { NearlyValid } from "../NearlyValid.ts"
import { nearlyValidText, type TextReason } from "./text.ts"

const MAX_URL_LENGTH = 2048

const letter = characterIn(["a", "z"])
const pathCharacter = characterIn(["a", "z"], ["A", "Z"], ["0", "9"], "-._~/")

const url = (host: fc.Arbitrary<string>, path: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(host, path).map(
    ([name, rest]) => `https://${name}.example/${rest}`,
    (text) => {
      const [, name, rest] = typeof text === "string" ? (/^https:\/\/([a-z]+)\.example\/(.*)$/u.exec(text) ?? []) : []
      if (name === undefined || rest === undefined) throw new TypeError("Not one of these addresses")
      return [name, rest]
    },
  )

const longest = MAX_URL_LENGTH - "https://a.example/".length

/**
 * `https` addresses of hosts that do not exist, up to 2048 characters long.
 *
 * @example
 * ```ts
 * import { deliveryUrl } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(deliveryUrl(), 100).every((url) => new URL(url).hostname.endsWith(".example")) // => true
 * ```
 */
export const deliveryUrl = (): fc.Arbitrary<string> =>
  edgeBiased(
    url(textOf(letter, 1, 30), textOf(pathCharacter, 0, longest)).filter((text) => text.length <= MAX_URL_LENGTH),
    url(textOf(letter, 1, 1), textOf(pathCharacter, longest, longest)),
  )

/**
 * Texts that are empty, too long, or cannot be stored. Whether a text is an address at all is for the server to say.
 *
 * @example
 * ```ts
 * import { nearlyValidDeliveryUrl } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const tooLong = nearlyValidDeliveryUrl().filter(({ why }) => why.reason === "too_long")
 * fc.sample(tooLong, 100).every(({ value }) => Array.from(value).length === 2049) // => true
 * ```
 */
export const nearlyValidDeliveryUrl = (): fc.Arbitrary<NearlyValid<string, TextReason>> =>
  nearlyValidText(1, MAX_URL_LENGTH)
