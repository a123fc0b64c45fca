/**
 * Properties of functions that answer core's `Parsed`: a value, or the reasons why not. To be run by `fc.assert`.
 */
import type { Parsed } from "@pesoreal/core"
import fc from "fast-check"
import type { NearlyValid } from "../NearlyValid.ts"

/** A function that reads an input. */
export type Parser<Input> = (input: Input) => Parsed<unknown, string, string>

/**
 * The function accepts every input of the arbitrary.
 *
 * @example
 * ```ts
 * import { Clabe } from "@pesoreal/core"
 * import { clabe, inputsAreParsed } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.assert(inputsAreParsed(Clabe.parse, clabe()))
 * ```
 */
export const inputsAreParsed = <Input>(
  parse: Parser<Input>,
  inputs: fc.Arbitrary<Input>,
): fc.IPropertyWithHooks<[Input]> =>
  fc.property(inputs, (input) => {
    const parsed = parse(input)
    if (parsed.ok) return
    throw new Error(
      `This should be accepted, and was refused: ${parsed.errors.map(({ message }) => message).join("; ")}`,
    )
  })

/**
 * The function refuses every input of the arbitrary, and the first reason that it gives is the one that the arbitrary names.
 *
 * @example
 * ```ts
 * import { Clabe } from "@pesoreal/core"
 * import { inputsAreRefused, nearlyValidClabe } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.assert(inputsAreRefused(Clabe.parse, nearlyValidClabe()))
 * ```
 */
export const inputsAreRefused = <Input, Reason extends string>(
  parse: Parser<Input>,
  inputs: fc.Arbitrary<NearlyValid<Input, Reason>>,
): fc.IPropertyWithHooks<[NearlyValid<Input, Reason>]> =>
  fc.property(inputs, ({ value, why }) => {
    const parsed = parse(value)
    const said = parsed.ok ? "accepted" : parsed.errors[0].reason
    if (said !== why.reason) throw new Error(`This should be refused for ${why.reason}, and was: ${said}`)
  })
