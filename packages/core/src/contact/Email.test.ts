import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isEmail, MAX_EMAIL_LENGTH, MAX_LABEL_LENGTH, MAX_LOCAL_LENGTH } from "./Email.ts"

/** An address with a local part of the first length, and in all of the second, in labels that are not too long. */
const ofLength = (local: number, total: number): string => {
  const domain = Array.from({ length: total - local - 1 }, (_, index) => (index % 50 === 49 ? "." : "d")).join("")
  return `${"l".repeat(local)}@${domain}`
}

describe("an e-mail address", () => {
  it.each([
    "a@b.c",
    "ana@example.mx",
    "ana.lopez+pagos@correo.example.com.mx",
    "!#$%&'*+-/=?^_`{|}~@example.org",
    "josé@niño.example",
    "用户@例子.广告",
    "अजय@डाटा.भारत",
    "a@xn--nio-hoa.example",
    "a@1.2",
    `${"l".repeat(MAX_LOCAL_LENGTH)}@example.mx`,
    `${"😀".repeat(MAX_LOCAL_LENGTH)}@example.mx`,
    `a@${"d".repeat(MAX_LABEL_LENGTH)}.mx`,
    ofLength(MAX_LOCAL_LENGTH, MAX_EMAIL_LENGTH),
  ])("is %s", (text) => {
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    "",
    "@",
    "ana",
    "ana@",
    "@example.mx",
    "ana@localhost",
    "ana@@example.mx",
    "ana@x@example.mx",
    "ana@.mx",
    "ana@example.",
    "ana@example..mx",
    "ana@-example.mx",
    "ana@example-.mx",
    "ana@exa_mple.mx",
    "ana@exa mple.mx",
    "ana@[127.0.0.1]",
    ".ana@example.mx",
    "ana.@example.mx",
    "ana..lopez@example.mx",
    "ana lopez@example.mx",
    '"ana lopez"@example.mx',
    "ana,lopez@example.mx",
    "Ana <ana@example.mx>",
    " ana@example.mx",
    "ana@example.mx ",
    "ana@example.mx\n",
    "ana\r\nBcc: x@example.mx",
    "ana\u0000@example.mx",
    "ana\u00a0b@example.mx",
    "ana\u200b@example.mx",
    "ana\u202e@example.mx",
    "ana\ud800@example.mx",
    "ana@example.mx\u0000",
    "ana@exa😀mple.mx",
    `${"l".repeat(MAX_LOCAL_LENGTH + 1)}@example.mx`,
    `a@${"d".repeat(MAX_LABEL_LENGTH + 1)}.mx`,
    ofLength(MAX_LOCAL_LENGTH, MAX_EMAIL_LENGTH + 1),
  ])("is not %j", (text) => {
    expect(isEmail(text)).toBe(false)
  })

  it("is refused at any length, however it is built to be slow", () => {
    const size = 50_000
    const hostile = [
      "a".repeat(size),
      "@".repeat(size),
      ".".repeat(size),
      `${"a.".repeat(size)}@x`,
      `a@${"a.".repeat(size)}`,
      `a@${"a-".repeat(size)}`,
      `${"a".repeat(size)}@${"a".repeat(size)}.`,
      `a@b.${"c".repeat(size)}!`,
      "😀".repeat(size),
    ]
    for (const text of hostile) expect(isEmail(text)).toBe(false)
  })

  it("is never found in a text with white space or a control character in it", () => {
    const stranger = fc.constantFrom(" ", "\t", "\n", "\r", "\u0000", "\u007f", "\u0085", "\u2028", "\u3000")
    const address = "ana.lopez@example.mx"
    fc.assert(
      fc.property(stranger, fc.nat(address.length), (character, at) => {
        expect(isEmail(address.slice(0, at) + character + address.slice(at))).toBe(false)
      }),
    )
  })

  it("is whatever RFC 5322 calls a dot-atom, at a domain", () => {
    fc.assert(fc.property(fc.emailAddress(), isEmail))
  })
})
