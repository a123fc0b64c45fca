/** Request headers that several operations take. Header names are lowercase, as HTTP servers hand them over. */
import { Schema } from "effect"
import { catalogue, type Operation, SCENARIO_HEADER } from "../sandbox/scenarios.ts"

/** Grammar of an Idempotency-Key: 1 to 255 visible ASCII characters. */
export const IdempotencyKey = Schema.String.check(
  Schema.isPattern(/^[\x21-\x7e]{1,255}$/u, { message: "must be 1 to 255 visible ASCII characters, without spaces" }),
).annotate({
  description:
    "For clients without an externalId: the same key and an equal body answer the same resource for 24 hours; the same key with another body is a 422",
})

/** Header of operations that may be repeated safely (decisions, section 4). */
export const idempotencyHeader = { "idempotency-key": Schema.optionalKey(IdempotencyKey) }

const scenariosOf = (operation: Operation): string =>
  [
    "Sandbox accounts only; production accounts' requests ignore it. Which outcome to simulate:",
    "",
    ...catalogue
      .filter((entry) => entry.fits.includes(operation))
      .map(({ value, effect }) => `- \`${value}\`: ${effect}`),
  ].join("\n")

const scenarioHeader = (operation: Operation) =>
  Schema.String.annotate({
    description: scenariosOf(operation),
    examples: catalogue
      .filter((entry) => entry.fits.includes(operation))
      .flatMap(({ examples }) => examples.slice(0, 1)),
  })

/**
 * Headers of a creation that moves money (decisions, sections 4 and 10).
 *
 * @example
 * ```ts
 * import { creationHeaders } from "@pesoreal/core/api/requestHeaders"
 *
 * Object.keys(creationHeaders("refund")) // => ["idempotency-key", "x-sandbox-scenario"]
 * ```
 */
export const creationHeaders = (operation: Operation) => ({
  ...idempotencyHeader,
  "x-sandbox-scenario": Schema.optionalKey(scenarioHeader(operation)),
})

/** Every request header of the contract, as it is written in documents. */
export const headerNames = ["Idempotency-Key", SCENARIO_HEADER, "X-SSL-Client-Cert"] as const
