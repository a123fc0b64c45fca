/**
 * E-mail addresses as the API takes them (core's `Email`): RFC 5321's lengths, RFC 5322's unquoted local parts, and, by
 * RFC 6531, letters of any script on both sides.
 */
import { Email } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, textOf } from "../internal/characters.ts"
import { address, dotted } from "../internal/dotted.ts"
import { edgeBiased } from "../internal/edgeBiased.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

const lengthOf = (text: string): number => Array.from(text).length

/** Letters beyond ASCII: Latin, Greek, Han. */
const letters = [
  ["à", "ö"],
  ["ø", "ÿ"],
  ["α", "ω"],
  ["一", "龥"],
] as const

const letter = characterIn(["a", "z"])
const localCharacter = characterIn(["a", "z"], ["A", "Z"], ["0", "9"], "_-+!#$%&'*/=?^`{|}~", ...letters, "\u0301🦤")
const labelCharacter = characterIn(["a", "z"], ["A", "Z"], ["0", "9"], "-", ...letters)

const goodLocal = dotted(textOf(localCharacter, 1, Email.MAX_LOCAL_LENGTH), 1, Email.MAX_LOCAL_LENGTH / 2).filter(
  (text) => lengthOf(text) <= Email.MAX_LOCAL_LENGTH,
)

const hasNoHyphenAtEdge = (label: string): boolean => !label.startsWith("-") && !label.endsWith("-")

const goodLabel = textOf(labelCharacter, 1, Email.MAX_LABEL_LENGTH).filter(hasNoHyphenAtEdge)

const goodDomain = dotted(goodLabel, 2, Email.MAX_EMAIL_LENGTH / 2)

/** A domain of so many characters, in labels that are as long as they may be. */
const domainOfLength = (length: number): string => {
  const labels: Array<string> = []
  for (let left = length; left > 0; left -= Email.MAX_LABEL_LENGTH + 1) {
    labels.push("a".repeat(Math.min(left, Email.MAX_LABEL_LENGTH)))
  }
  return labels.join(".")
}

const longestLocal = "a".repeat(Email.MAX_LOCAL_LENGTH)

/** `local@domain` of exactly so many code points, with the longest local part. */
const ofTotalLength = (total: number): string => `${longestLocal}@${domainOfLength(total - longestLocal.length - 1)}`

/**
 * E-mail addresses, some of them at the bounds of every length, some of them not in ASCII. They shrink to `a@a.a`.
 *
 * @example
 * ```ts
 * import { Email } from "@pesoreal/core"
 * import { email } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(email(), 100).every(Email.isEmail) // => true
 * ```
 */
export const email = (): fc.Arbitrary<string> =>
  edgeBiased(
    address(goodLocal, goodDomain).filter((text) => lengthOf(text) <= Email.MAX_EMAIL_LENGTH),
    fc.constantFrom(
      ofTotalLength(Email.MAX_EMAIL_LENGTH),
      `${longestLocal}@example.mx`,
      `${"🦤".repeat(Email.MAX_LOCAL_LENGTH)}@example.mx`,
      `ana@${"a".repeat(Email.MAX_LABEL_LENGTH)}.mx`,
      "o'brien+spei@correo.example",
      "josé@niño.example",
    ),
    address(textOf(letter, 1, 12), fc.constantFrom("example.mx", "correo.example.com")),
  )

/** Which rule an address breaks: the reason of `Email.parse`. Core's schema has one sentence for all of them. */
export type EmailReason = Email.ParseReason

/** What cannot be seen, what only quoted local parts have, and half a surrogate pair. */
const forbiddenAnywhere = fc.constantFrom(
  ...Array.from(' \t\n\r\u0000\u007f\u00a0\u200b\u202e\ufeff"(),:;<>[\\]'),
  "\ud83e",
  "\udda4",
)
const forbiddenInDomain = fc.constantFrom("_", "!", "🦤", "€")

/** Parts that stay far from the limits of length, so that only one rule is broken. */
const shortLocal = dotted(textOf(localCharacter, 1, 8), 1, 3)
const shortDomain = dotted(textOf(labelCharacter, 1, 8).filter(hasNoHyphenAtEdge), 2, 3)

/** Puts `piece` into `whole`, or before or after it. */
const insert = (whole: fc.Arbitrary<string>, piece: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(whole, fc.nat(), piece).map(([text, position, stranger]) => {
    const characters = Array.from(text)
    characters.splice(position % (characters.length + 1), 0, stranger)
    return characters.join("")
  })

const tooLong = (character: fc.Arbitrary<string>, length: number): fc.Arbitrary<string> =>
  textOf(character, length, length)

/** For each rule, what may be made of a good local part and a good domain to break it. */
const misshapen = {
  no_at: (local, domain) => ["", local, domain, `${local}.${domain}`],
  double_at: (local, domain) => [`${local}@${local}@${domain}`, `${local}@@${domain}`],
  no_local_part: (_, domain) => [`@${domain}`],
  no_dot_in_domain: (local, domain) => [`${local}@${domain.replaceAll(".", "")}`],
  empty_label: (local, domain) => [
    `${local}@.${domain}`,
    `${local}@${domain}.`,
    `${local}@${domain}..mx`,
    `${local}@.`,
  ],
  hyphen_at_edge: (local, domain) => [`${local}@-${domain}`, `${local}@${domain}-`],
  misplaced_dot: (local, domain) => [`.${local}@${domain}`, `${local}.@${domain}`, `${local}..${local}@${domain}`],
} satisfies Partial<Record<EmailReason, (local: string, domain: string) => ReadonlyArray<string>>>

/** For each of the other rules, texts that break it. */
const illSpelt = {
  forbidden_character: fc.oneof(
    insert(address(shortLocal, shortDomain), forbiddenAnywhere),
    address(shortLocal, insert(shortDomain, forbiddenInDomain)),
  ),
  local_part_too_long: address(tooLong(localCharacter, Email.MAX_LOCAL_LENGTH + 1), shortDomain),
  label_too_long: address(
    shortLocal,
    tooLong(letter, Email.MAX_LABEL_LENGTH + 1).map((label) => `${label}.mx`),
  ),
  too_long: fc.constant(ofTotalLength(Email.MAX_EMAIL_LENGTH + 1)),
} satisfies Record<Exclude<EmailReason, keyof typeof misshapen>, fc.Arbitrary<string>>

/**
 * Texts that are almost an e-mail address, each breaking one rule.
 *
 * @example
 * ```ts
 * import { Email } from "@pesoreal/core"
 * import { nearlyValidEmail } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(nearlyValidEmail(), 100).some(({ value }) => Email.isEmail(value)) // => false
 * ```
 */
export const nearlyValidEmail = (): fc.Arbitrary<NearlyValid<string, EmailReason>> => {
  const message = "must be an e-mail address, such as name@example.com"
  const shapes = Object.entries(misshapen).map(([reason, shape]) => {
    const broken = fc.tuple(shortLocal, shortDomain).chain((parts) => fc.constantFrom(...shape(...parts)))
    return nearly(broken, reason as keyof typeof misshapen, message)
  })
  const spellings = Object.entries(illSpelt).map(([reason, broken]) =>
    nearly(broken, reason as keyof typeof illSpelt, message),
  )
  // The casts are safe: both tables have the keys that they were written with.
  return fc.oneof(...shapes, ...spellings)
}
