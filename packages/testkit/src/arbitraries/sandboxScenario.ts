/** Values of the header `X-Sandbox-Scenario`, out of core's one table of scenarios (`Scenarios.catalogue`). */
import { Scenarios } from "@pesoreal/core"
import fc from "fast-check"
import { characterIn, textOf } from "../internal/characters.ts"
import { nearly } from "../internal/nearly.ts"
import type { NearlyValid } from "../NearlyValid.ts"

const MAX_SLUG_LENGTH = 64

const slugCharacter = characterIn(["a", "z"], ["0", "9"], "-")

/** Each unit, and how many of it make 24 hours. */
const units = [
  ["ms", 86_400_000],
  ["s", 86_400],
  ["m", 1_440],
  ["h", 24],
] as const

const after = (prefix: string, rest: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  rest.map(
    (text) => prefix + text,
    (value) => {
      if (typeof value !== "string" || !value.startsWith(prefix)) throw new TypeError(`Not ${prefix}…`)
      return value.slice(prefix.length)
    },
  )

const amountOf = ([unit, maximum]: readonly [string, number]): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: maximum }).map(
    (count) => `${count}${unit}`,
    (value) => {
      const [, count] = typeof value === "string" ? (/^(0|[1-9]\d*)([a-z]+)$/u.exec(value) ?? []) : []
      if (count === undefined || value !== `${count}${unit}`) throw new TypeError(`Not a number of ${unit}`)
      return Number(count)
    },
  )

const duration = fc.oneof(...units.map(amountOf))

/**
 * Scenarios that fit an operation: those of the catalogue, and any error slug and any duration up to 24 hours.
 *
 * @example
 * ```ts
 * import { Scenarios } from "@pesoreal/core"
 * import { sandboxScenario } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.sample(sandboxScenario("spei-cash-in"), 100).every((value) => Scenarios.parse(value, "spei-cash-in").ok) // => true
 * ```
 */
export const sandboxScenario = (operation: Scenarios.Operation): fc.Arbitrary<string> => {
  const listed = Scenarios.catalogue
    .filter((entry) => entry.fits.includes(operation))
    .flatMap((entry) => entry.examples)
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...listed) },
    { weight: 1, arbitrary: after("error:", textOf(slugCharacter, 1, MAX_SLUG_LENGTH)) },
    { weight: 1, arbitrary: after("delayed:", duration) },
  )
}

const badSlug = fc.oneof(
  fc.constantFrom("", "Invalid-Clabe", "invalid_clabe", "invalid clabe", "ñ", "a\n", " a"),
  textOf(slugCharacter, MAX_SLUG_LENGTH + 1, MAX_SLUG_LENGTH + 1),
)

const badDuration = fc.oneof(
  fc.constantFrom(
    "",
    "5",
    "s",
    "5 s",
    "-1s",
    "+1s",
    "1.5s",
    "5S",
    "1d",
    "5sec",
    "1h30m",
    "00000000005s",
    "٥s",
    "5s\n",
    "1e3ms",
  ),
  fc
    .constantFrom(...units)
    .chain(([unit, maximum]) => fc.integer({ min: maximum + 1, max: 10 * maximum }).map((count) => `${count}${unit}`)),
)

const unknown = fc.constantFrom(
  "",
  "Success",
  "SUCCESS",
  " success",
  "success ",
  "success, pending",
  "error",
  "delayed",
  "delay:5s",
  "webhook",
  "webhook:",
  "webhook:early",
  "timeout",
)

/**
 * Values that are refused for an operation: of no known scenario, with a duration that is none, or of a scenario for other
 * operations. `why.reason` is that of `Scenarios.parse`.
 *
 * @example
 * ```ts
 * import { nearlyValidSandboxScenario } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * const unfit = nearlyValidSandboxScenario("refund").filter(({ why }) => why.reason === "does_not_fit")
 * fc.sample(unfit, 100).some(({ value }) => value === "returned") // => true
 * ```
 */
export const nearlyValidSandboxScenario = (
  operation: Scenarios.Operation,
): fc.Arbitrary<NearlyValid<string, Scenarios.ParseReason>> => {
  const unfit = Scenarios.catalogue
    .filter((entry) => !entry.fits.includes(operation))
    .flatMap((entry) => entry.examples)
  return fc.oneof(
    nearly(fc.oneof(unknown, after("error:", badSlug)), "unknown"),
    nearly(after("delayed:", badDuration), "bad_duration"),
    ...(unfit.length > 0 ? [nearly(fc.constantFrom(...unfit), "does_not_fit")] : []),
  )
}
