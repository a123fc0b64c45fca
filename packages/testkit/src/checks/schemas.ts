/**
 * Properties of schemas. Each answers a fast-check property, to be run by `fc.assert` in whatever test runner there is;
 * fast-check prints the seed of a failure, and the smallest value that fails.
 */
import { Equal, Schema } from "effect"
import fc from "fast-check"
import type { NearlyValid, Why } from "../NearlyValid.ts"
import { type Refusal, refusalsOf } from "./refusals.ts"

const written = (refusals: ReadonlyArray<Refusal>): string =>
  refusals.map(({ path, message }) => `${path === "" ? "the value" : path}: ${message}`).join("; ")

/**
 * The schema accepts every value of the arbitrary.
 *
 * @example
 * ```ts
 * import * as Spei from "@pesoreal/core/api/spei"
 * import { cashInRequest, requestsAreAccepted } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.assert(requestsAreAccepted(Spei.cashInRequest(1000), cashInRequest()))
 * ```
 */
export const requestsAreAccepted = <A>(
  schema: Schema.ConstraintDecoder<unknown>,
  requests: fc.Arbitrary<A>,
): fc.IPropertyWithHooks<[A]> =>
  fc.property(requests, (request) => {
    const refusals = refusalsOf(schema, request)
    if (refusals.length > 0) throw new Error(`The schema should accept this, and says ${written(refusals)}`)
  })

const isFor = ({ path, reason, message }: Why, refusal: Refusal): boolean =>
  path === refusal.path &&
  (message === undefined || message === refusal.message) &&
  (reason === "missing" || reason === "wrong_type" ? reason === refusal.kind : refusal.kind !== "missing")

const expectedWords = ({ path, reason, message }: Why): string =>
  `${path === "" ? "the value" : path}: ${message ?? reason.replaceAll("_", " ")}`

/**
 * The schema refuses every value of the arbitrary, at the path that it names, for the reason that it names, and for no
 * other.
 *
 * @example
 * ```ts
 * import * as Spei from "@pesoreal/core/api/spei"
 * import { nearlyValidCashInRequest, requestsAreRefused } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.assert(requestsAreRefused(Spei.cashInRequest(1000), nearlyValidCashInRequest()))
 * ```
 */
export const requestsAreRefused = <A, Reason extends string>(
  schema: Schema.ConstraintDecoder<unknown>,
  requests: fc.Arbitrary<NearlyValid<A, Reason>>,
): fc.IPropertyWithHooks<[NearlyValid<A, Reason>]> =>
  fc.property(requests, ({ value, why }) => {
    const refusals = refusalsOf(schema, value)
    const [only] = refusals
    if (only !== undefined && refusals.length === 1 && isFor(why, only)) return
    const said = only === undefined ? "accepts it" : `says ${written(refusals)}`
    throw new Error(`The schema should refuse this for one reason (${expectedWords(why)}), and ${said}`)
  })

/**
 * Whatever is encoded by the schema, written as JSON, read again and decoded is what it was.
 *
 * @example
 * ```ts
 * import { Events } from "@pesoreal/core"
 * import { event, valuesSurviveTheWire } from "@pesoreal/testkit"
 * import fc from "fast-check"
 *
 * fc.assert(valuesSurviveTheWire(Events.Event, event()))
 * ```
 */
export const valuesSurviveTheWire = <A>(
  schema: Schema.ConstraintCodec<A, unknown>,
  values: fc.Arbitrary<A>,
): fc.IPropertyWithHooks<[A]> =>
  fc.property(values, (value) => {
    const sent = JSON.stringify(Schema.encodeUnknownSync(schema)(value))
    const received = Schema.decodeUnknownSync(schema)(JSON.parse(sent))
    if (!Equal.equals(received, value)) {
      throw new Error(`This should come back as it was sent, and came back as ${fc.stringify(received)}`)
    }
  })
