/**
 * Schemas of amounts in centavos, for contracts and stored values. The rules are those of `Centavos.ts`.
 *
 * In JSON an amount is an integer; decimals and amounts written as text are refused, never converted.
 */
import { Order, Schema } from "effect"
import { format, isCentavos, MAX_CENTAVOS } from "./Centavos.ts"

/** The refusal in words, or nothing. Whatever is no integer at all is already refused before this is asked. */
const outOfRange = (amount: number, minimum: number): string | undefined => {
  if (!Number.isSafeInteger(amount)) return undefined
  if (amount > MAX_CENTAVOS) return `must be at most ${MAX_CENTAVOS} centavos (${format(MAX_CENTAVOS)} MXN)`
  if (amount < minimum) return `must be at least ${minimum} centavos (${format(minimum)} MXN)`
  return isCentavos(amount) ? undefined : "must be written 0, and not -0"
}

/**
 * An amount of MXN from `minimum` centavos to `MAX_CENTAVOS`, both included.
 *
 * Each refusal is one sentence that says what would be right. Throws a `RangeError` for a minimum that is no amount.
 *
 * @example
 * ```ts
 * import { CentavosSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const isCharge = Schema.is(CentavosSchema.amountCentavos(1000))
 * isCharge(1000) // => true
 * isCharge(999) // => false
 * isCharge(1000.5) // => false
 * ```
 */
export const amountCentavos = (minimum: number): Schema.Int => {
  const least = format(minimum)
  return Schema.Number.annotate({ message: "must be an integer, counted in centavos" }).check(
    Schema.isInt({ message: `must be a whole number of centavos, at most ${MAX_CENTAVOS}` }),
    Schema.makeFilter((amount: number) => outOfRange(amount, minimum), {
      expected: `${minimum} (${least} MXN) to ${MAX_CENTAVOS} centavos`,
      toJsonSchema: () => ({ minimum, maximum: MAX_CENTAVOS }),
      arbitraryConstraint: { order: Order.Number, minimum, maximum: MAX_CENTAVOS },
    }),
  )
}

/**
 * Any amount: an integer of 0 to `MAX_CENTAVOS` centavos.
 *
 * @example
 * ```ts
 * import { CentavosSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * Schema.decodeUnknownSync(CentavosSchema.Centavos)(0) // => 0
 * ```
 */
export const Centavos: Schema.Int = amountCentavos(0)
