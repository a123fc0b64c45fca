/** Texts with dots in them, as both sides of an e-mail address are. */
import fc from "fast-check"

/** Parts with single dots between them. */
export const dotted = (part: fc.Arbitrary<string>, minimum: number, maximum: number): fc.Arbitrary<string> =>
  fc.array(part, { minLength: minimum, maxLength: maximum, size: "xsmall" }).map(
    (parts) => parts.join("."),
    (text) => {
      if (typeof text !== "string") throw new TypeError("Not a text")
      return text.split(".")
    },
  )

/** `local@domain`. */
export const address = (localPart: fc.Arbitrary<string>, domainPart: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(localPart, domainPart).map(
    ([before, after]) => `${before}@${after}`,
    (text) => {
      if (typeof text !== "string") throw new TypeError("Not a text")
      const at = text.indexOf("@")
      return [text.slice(0, Math.max(0, at)), text.slice(at + 1)]
    },
  )
