import { Clabe } from "@pesoreal/core"
import fc from "fast-check"
import { expect, it } from "vitest"
import { clabe, clabeFormat, nearlyValidClabe } from "../arbitraries/clabe.ts"
import { inputsAreParsed, inputsAreRefused } from "./parsers.ts"

it("inputsAreParsed fails where an input is refused, and says why", () => {
  const { errorInstance } = fc.check(inputsAreParsed(Clabe.parse, clabeFormat()), { numRuns: 1_000 })
  expect(errorInstance).toMatchObject({
    message: expect.stringMatching(
      /^This should be accepted, and was refused: (?:begins with 000|ends in the check digit \d)/u,
    ),
  })
})

it("inputsAreRefused fails where an input is accepted, and where it is refused for another reason", () => {
  const why = { path: "", reason: "length" }
  const accepted = fc.check(
    inputsAreRefused(
      Clabe.parse,
      clabe().map((value) => ({ value, why })),
    ),
  )
  expect(accepted.errorInstance).toEqual(new Error("This should be refused for length, and was: accepted"))
  const other = fc.check(
    inputsAreRefused(
      Clabe.parse,
      nearlyValidClabe().map(({ value }) => ({ value, why })),
    ),
  )
  expect(other.errorInstance).toMatchObject({
    message: expect.stringMatching(/and was: (?:not_digits|bank|check_digit)$/u),
  })
})
