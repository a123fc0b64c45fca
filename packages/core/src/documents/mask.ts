/**
 * Masks of CPF and CNPJ, for showing a counterpart's document to somebody else (pix.md; decisions, section 11).
 *
 * What is shown are the six middle characters and nothing else. A text that is neither is never shown, not even in part.
 */

/** What stands for a text that is no document: always the same, so that it says nothing of the text, its length included. */
const WHOLE = "***"

/** No document with a mark beside each of its characters is longer. */
const MAX_LENGTH = 28

/** Bare characters of each kind, or what a mask has left of them; and how many are hidden at the beginning. */
const shapes = [
  { marks: /[-.]/g, shape: /^[\d*]{3}\d{6}[\d*]{2}$/, hidden: 3 },
  { marks: /[-./]/g, shape: /^[\dA-Z*]{2}[\dA-Z]{6}[\dA-Z*]{4}[\d*]{2}$/, hidden: 2 },
]

const SHOWN = 6

/**
 * Hides the first three digits and the last two of a CPF, and the first two characters, the branch and the check digits of a
 * CNPJ; with letters, too. Punctuation stays as it is: the marks of `Cpf.parse` and `Cnpj.parse`, wherever they stand. Check
 * digits are not checked. What is masked already stays as it is. Anything else becomes `***`.
 *
 * @example
 * ```ts
 * import { Mask } from "@pesoreal/core"
 *
 * Mask.maskDocument("123.456.789-01") // => "***.456.789-**"
 * Mask.maskDocument("12345678901") // => "***456789**"
 * Mask.maskDocument("12.345.678/0001-90") // => "**.345.678/****-**"
 * Mask.maskDocument("12ABC34501DE35") // => "**ABC345******"
 * Mask.maskDocument("maria@example.com") // => "***"
 * ```
 */
export const maskDocument = (text: string): string => {
  if (text.length > MAX_LENGTH) return WHOLE
  const found = shapes.find(({ marks, shape }) => shape.test(text.replace(marks, "")))
  if (found === undefined) return WHOLE
  let place = -found.hidden
  return text.replace(/[\dA-Z*]/g, (character) => {
    const isShown = place >= 0 && place < SHOWN
    place++
    return isShown ? character : "*"
  })
}

/**
 * The mask of a document with the punctuation that people know, whatever the text had: the form of search items. Anything but
 * a CPF or a CNPJ, bare, punctuated or masked, becomes `***`.
 *
 * @example
 * ```ts
 * import { Mask } from "@pesoreal/core"
 *
 * Mask.maskFormatted("12345678901") // => "***.456.789-**"
 * Mask.maskFormatted("**345678******") // => "**.345.678/****-**"
 * ```
 */
export const maskFormatted = (text: string): string => {
  const bare = maskDocument(text).replace(/[-./]/g, "")
  return bare.length === 11
    ? bare.replace(/^(.{3})(.{3})(.{3})/, "$1.$2.$3-")
    : bare.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, "$1.$2.$3/$4-$5")
}
