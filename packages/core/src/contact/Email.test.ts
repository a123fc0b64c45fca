import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isEmail, MAX_EMAIL_LENGTH, MAX_LABEL_LENGTH, MAX_LOCAL_LENGTH, parse } from "./Email.ts"

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
    // Letters and marks to Unicode, and nothing to the eye.
    "ana\u3164@example.mx",
    "ana\u034f@example.mx",
    "ana@exam\u115fple.mx",
    "ana@exam\ufe0fple.mx",
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

describe("the reading of an e-mail address", () => {
  it("splits it at the @, and changes nothing", () => {
    expect(parse("Ana.Lopez+pagos@Correo.Example")).toEqual({
      ok: true,
      value: { text: "Ana.Lopez+pagos@Correo.Example", local: "Ana.Lopez+pagos", domain: "Correo.Example" },
      warnings: [],
    })
  })

  it.each([
    ["", "no_at", undefined, undefined],
    ["ana", "no_at", undefined, undefined],
    ["ana@x@example.mx", "double_at", undefined, 5],
    ["ñ@x@example.mx", "double_at", undefined, 4],
    ["@example.mx", "no_local_part", "local", 0],
    [`${"l".repeat(65)}@example.mx`, "local_part_too_long", "local", 0],
    [".ana@example.mx", "misplaced_dot", "local", 0],
    ["ana.@example.mx", "misplaced_dot", "local", 3],
    ["ana..lopez@example.mx", "misplaced_dot", "local", 3],
    ["ana lopez@example.mx", "forbidden_character", "local", 3],
    ["ñ用😀 @example.mx", "forbidden_character", "local", 9],
    ["a\ud800 b@example.mx", "forbidden_character", "local", 1],
    ["ana@exa_mple.mx", "forbidden_character", "domain", 7],
    ["josé@ni€o.example", "forbidden_character", "domain", 8],
    ["ana@exa\u00a0mple.mx", "forbidden_character", "domain", 7],
    ["ana@", "no_dot_in_domain", "domain", 4],
    ["ana@localhost", "no_dot_in_domain", "domain", 4],
    ["ana@.", "empty_label", "domain", 4],
    ["ana@example.", "empty_label", "domain", 11],
    ["ana@example..mx", "empty_label", "domain", 11],
    ["ana@-example.mx", "hyphen_at_edge", "domain", 4],
    ["ana@example-.mx", "hyphen_at_edge", "domain", 11],
    ["ana@example.mx-", "hyphen_at_edge", "domain", 14],
    [`a@${"d".repeat(64)}.mx`, "label_too_long", "domain", 2],
    [`a@mx.${"😀".repeat(64)}`, "forbidden_character", "domain", 5],
    [`a@mx.${"用".repeat(64)}`, "label_too_long", "domain", 5],
    ["a".repeat(255), "too_long", undefined, undefined],
    ["😀".repeat(1_000_000), "too_long", undefined, undefined],
  ])("names the first rule that %j breaks, and where (%#)", (text, reason, path, offset) => {
    const place = { ...(path === undefined ? {} : { path }), ...(offset === undefined ? {} : { offset }) }
    expect(parse(text)).toEqual({
      ok: false,
      errors: [{ reason, message: expect.any(String), ...place }],
      warnings: [],
    })
  })

  it("agrees with isEmail, and never throws", () => {
    const texts = fc.oneof(fc.string({ unit: "binary" }), fc.emailAddress(), fc.stringMatching(/^[a.@ -]{0,20}$/u))
    fc.assert(
      fc.property(texts, (text) => {
        expect(isEmail(text)).toBe(parse(text).ok)
      }),
      { numRuns: 1_000 },
    )
  })
})
