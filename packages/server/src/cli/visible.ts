/** Texts of strangers, made harmless to a terminal. */

const escaped = (character: string): string => {
  const point = character.codePointAt(0) ?? 0
  return point < 0x100 ? `\\x${point.toString(16).padStart(2, "0")}` : `\\u{${point.toString(16)}}`
}

/**
 * A text with every character escaped that does not simply show: controls, which may clear a terminal or forge lines; marks
 * that turn the direction of writing round, hidden ones, spaces other than the usual one, and halves of surrogate pairs.
 */
export const visible = (text: string): string => text.replaceAll(/(?! )[\p{C}\p{Z}]/gu, escaped)
