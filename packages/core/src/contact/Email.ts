/**
 * E-mail addresses: whether a text has the shape of one.
 *
 * A text that is too long is refused before anything is looked for in it, so that a hostile one costs next to nothing. It
 * never asks whether the domain exists or takes mail, and never changes the text.
 */
import { accept, type Parsed, refuse } from "../Parsed.ts"

/** An e-mail address, as it was written. */
export interface Email {
  readonly text: string
  /** What stands before the `@`. Who runs the domain says whether case counts in it. */
  readonly local: string
  /** What stands behind the `@`. Case does not count in it. */
  readonly domain: string
}

/** Code points in an address (RFC 5321, section 4.5.3.1.3, less the two brackets). */
export const MAX_EMAIL_LENGTH = 254

/** Code points before the `@` (RFC 5321, section 4.5.3.1.1). */
export const MAX_LOCAL_LENGTH = 64

/** Code points in one label of the domain (RFC 1035, section 2.3.4). */
export const MAX_LABEL_LENGTH = 63

/** Which rule a text breaks that {@link parse} refuses: the first, in this order. */
export type ParseReason =
  | "too_long"
  | "no_at"
  | "double_at"
  | "no_local_part"
  | "local_part_too_long"
  | "misplaced_dot"
  | "forbidden_character"
  | "no_dot_in_domain"
  | "empty_label"
  | "hyphen_at_edge"
  | "label_too_long"

/** A rule of a part, as the pattern of what breaks it. Each looks at a character a bounded number of times. */
type Rule = readonly [reason: ParseReason, broken: RegExp, message: string]

const misplacedDot = /^\.|\.$|\.\./

const localRules: ReadonlyArray<Rule> = [
  ["no_local_part", /^$/, "must have a name before the @"],
  ["local_part_too_long", /^[^]{65}/u, "must have at most 64 characters before the @"],
  ["misplaced_dot", misplacedDot, "must have single dots between other characters"],
  // `atext` of RFC 5322, section 3.2.3, and, by RFC 6531, anything outside ASCII that can be seen: not even some letters can.
  [
    "forbidden_character",
    /[^\w.!#$%&'*+\-/=?^`{|}~\u0080-\u{10ffff}]|[\p{Cc}\p{Cf}\p{Cs}\p{DI}\p{Z}]/u,
    "must not have such a character",
  ],
]

const domainRules: ReadonlyArray<Rule> = [
  // Letters, digits and hyphens (RFC 5890, section 2.3.1), and the letters of other scripts with their marks and digits.
  [
    "forbidden_character",
    /[^\w.\-\u0080-\u{10ffff}]|[_\p{DI}]|(?![\0-\u007f])[^\p{L}\p{M}\p{N}]/u,
    "must not have such a character",
  ],
  ["no_dot_in_domain", /^[^.]*$/, "must have a dot behind the @"],
  ["empty_label", misplacedDot, "must have single dots between other characters"],
  ["hyphen_at_edge", /^-|-$|-\.|\.-/, "must not have a hyphen at the beginning or the end"],
  ["label_too_long", /[^.]{64}/u, "must have at most 63 characters between two dots"],
]

const bytesOf = (text: string): number => {
  let bytes = 0
  for (const character of text) bytes += character < "\u0080" ? 1 : character < "\u0800" ? 2 : character.length + 2
  return bytes
}

/**
 * Reads an e-mail address: a local part of 1 to 64 code points, an `@`, and a domain with at least one dot, in all at most 254
 * code points. Letters outside ASCII are accepted on both sides. Spaces, control and invisible characters are not; neither
 * are quoted local parts, comments, or addresses of machines in brackets, which no payer's form yields. The first rule that is
 * broken is the reason.
 *
 * @example
 * ```ts
 * import { Email } from "@pesoreal/core"
 *
 * const parsed = Email.parse("maria.lopez+pagos@correo.example")
 * parsed.ok && parsed.value.domain // => "correo.example"
 *
 * const refused = Email.parse("maria lopez@correo.example")
 * refused.ok ? [] : refused.errors
 * // => [{ reason: "forbidden_character", message: "must not have such a character", path: "local", offset: 5 }]
 * ```
 */
export const parse = (text: string): Parsed<Email, ParseReason> => {
  // A code point is at most two units, so that nothing is ever copied from a text that is longer.
  if (text.length > 2 * MAX_EMAIL_LENGTH || Array.from(text).length > MAX_EMAIL_LENGTH) {
    return refuse("too_long", `must have at most ${MAX_EMAIL_LENGTH} characters`)
  }
  const at = text.indexOf("@")
  if (at < 0) return refuse("no_at", "must have an @")
  const local = text.slice(0, at)
  const domain = text.slice(at + 1)
  const second = domain.indexOf("@")
  if (second >= 0)
    return refuse("double_at", "must have one @ only", { offset: bytesOf(text.slice(0, at + 1 + second)) })
  const parts = [
    { path: "local", start: 0, part: local, rules: localRules },
    { path: "domain", start: at + 1, part: domain, rules: domainRules },
  ]
  for (const { path, start, part, rules } of parts) {
    for (const [reason, broken, message] of rules) {
      const position = part.search(broken)
      if (position >= 0) return refuse(reason, message, { path, offset: bytesOf(text.slice(0, start + position)) })
    }
  }
  return accept({ text, local, domain })
}

/**
 * Whether {@link parse} accepts a text.
 *
 * @example
 * ```ts
 * import { Email } from "@pesoreal/core"
 *
 * Email.isEmail("maria.lopez+pagos@correo.example") // => true
 * Email.isEmail("josé@niño.example") // => true
 * Email.isEmail("maria@localhost") // => false
 * Email.isEmail("maria lopez@correo.example") // => false
 * ```
 */
export const isEmail = (text: string): boolean => parse(text).ok
