/**
 * E-mail addresses: whether a text has the shape of one.
 *
 * It reads the text once, one character at a time, so that a hostile one costs no more than its length. It never asks
 * whether the domain exists or takes mail, and never changes the text.
 */

/** Code points in an address (RFC 5321, section 4.5.3.1.3, less the two brackets). */
export const MAX_EMAIL_LENGTH = 254

/** Code points before the `@` (RFC 5321, section 4.5.3.1.1). */
export const MAX_LOCAL_LENGTH = 64

/** Code points in one label of the domain (RFC 1035, section 2.3.4). */
export const MAX_LABEL_LENGTH = 63

/** `atext` of RFC 5322, section 3.2.3, and, by RFC 6531, anything outside ASCII that can be seen. */
const isLocalCharacter = (character: string): boolean =>
  character < "\u0080" ? /[\w!#$%&'*+\-/=?^`{|}~]/.test(character) : !/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u.test(character)

/** Letters, digits and hyphens (RFC 5890, section 2.3.1), and the letters of other scripts with their marks and digits. */
const isLabelCharacter = (character: string): boolean =>
  character < "\u0080" ? /[a-z\d-]/i.test(character) : /[\p{L}\p{M}\p{N}]/u.test(character)

/** Non-empty runs of characters, with single dots between them. */
const isDotted = (
  characters: ReadonlyArray<string>,
  isPart: (character: string) => boolean,
  isRun: (run: ReadonlyArray<string>) => boolean,
): boolean => {
  let start = 0
  for (let index = 0; index <= characters.length; index++) {
    const character = characters[index]
    if (character === undefined || character === ".") {
      if (!isRun(characters.slice(start, index))) return false
      start = index + 1
    } else if (!isPart(character)) return false
  }
  return true
}

const isLabel = (run: ReadonlyArray<string>): boolean =>
  run.length > 0 && run.length <= MAX_LABEL_LENGTH && run[0] !== "-" && run.at(-1) !== "-"

/**
 * Whether a text is an e-mail address: a local part of 1 to 64 code points, an `@`, and a domain with at least one dot, in
 * all at most 254 code points. Letters outside ASCII are accepted on both sides. Spaces, control and invisible characters
 * are not; neither are quoted local parts, comments, or addresses of machines in brackets, which no payer's form yields.
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
export const isEmail = (text: string): boolean => {
  // A code point is at most two units, so a longer text is refused before anything is copied from it.
  if (text.length > 2 * MAX_EMAIL_LENGTH) return false
  const characters = Array.from(text)
  if (characters.length > MAX_EMAIL_LENGTH) return false
  const at = characters.indexOf("@")
  if (at < 1 || at > MAX_LOCAL_LENGTH) return false
  const domain = characters.slice(at + 1)
  return (
    isDotted(characters.slice(0, at), isLocalCharacter, (run) => run.length > 0) &&
    domain.includes(".") &&
    isDotted(domain, isLabelCharacter, isLabel)
  )
}
