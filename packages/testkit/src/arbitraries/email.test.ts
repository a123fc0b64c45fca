import { Email, EmailSchema } from "@pesoreal/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { minimalFrom, minimalOf, reasonsOf } from "../../test/minimal.ts"
import { inputsAreParsed, inputsAreRefused } from "../checks/parsers.ts"
import { requestsAreAccepted, requestsAreRefused } from "../checks/schemas.ts"
import { email, nearlyValidEmail } from "./email.ts"

const lengthOf = (value: string) => Array.from(value).length

describe("e-mail addresses", () => {
  it("are accepted by the schema and by the plain function", () => {
    fc.assert(requestsAreAccepted(EmailSchema.EmailSchema, email()), { numRuns: 1_000 })
    fc.assert(inputsAreParsed(Email.parse, email()))
  })

  it("are at every bound of length, and not in ASCII only", () => {
    const drawn = fc.sample(email(), 2_000)
    expect(Math.max(...drawn.map(lengthOf))).toBe(Email.MAX_EMAIL_LENGTH)
    expect(Math.max(...drawn.map((value) => lengthOf(value.slice(0, value.indexOf("@")))))).toBe(Email.MAX_LOCAL_LENGTH)
    expect(drawn.some((value) => /[^\0-\u007f]/u.test(value))).toBe(true)
  })

  it("shrink to the shortest address that fails, from an edge and from an example too", () => {
    expect(minimalOf(email(), () => true)).toBe("a@a.a")
    expect(minimalOf(email(), (value) => lengthOf(value.slice(0, value.indexOf("@"))) > 3)).toMatch(/^[a.]{4}@a\.a$/u)
    expect(minimalOf(email(), (value) => lengthOf(value) === Email.MAX_EMAIL_LENGTH)).toHaveLength(
      Email.MAX_EMAIL_LENGTH,
    )
    expect(minimalFrom(email(), "maria.lopez+pagos@correo.example", (value) => value.endsWith("e"))).toMatch(
      /^a@a\.a?e$/u,
    )
  })
})

describe("nearly valid e-mail addresses", () => {
  it("are refused by the schema, and by the plain function for the reason that they name", () => {
    fc.assert(requestsAreRefused(EmailSchema.EmailSchema, nearlyValidEmail()), { numRuns: 3_000 })
    fc.assert(inputsAreRefused(Email.parse, nearlyValidEmail()), { numRuns: 3_000 })
  })

  it("break every rule, one at a time", () => {
    expect(reasonsOf(nearlyValidEmail())).toEqual([
      "double_at",
      "empty_label",
      "forbidden_character",
      "hyphen_at_edge",
      "label_too_long",
      "local_part_too_long",
      "misplaced_dot",
      "no_at",
      "no_dot_in_domain",
      "no_local_part",
      "too_long",
    ])
  })

  it("shrink to a short one with one thing wrong", () => {
    const minimal = (reason: string) => minimalOf(nearlyValidEmail(), ({ why }) => why.reason === reason).value
    expect(minimal("no_local_part")).toBe("@a.a")
    expect(minimal("no_dot_in_domain")).toBe("a@aa")
    expect(minimal("local_part_too_long")).toBe(`${"a".repeat(65)}@a.a`)
    expect(minimal("label_too_long")).toBe(`a@${"a".repeat(64)}.mx`)
  })
})
