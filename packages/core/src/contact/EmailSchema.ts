/**
 * Schema of an e-mail address. The rule is that of `Email.ts`; in JSON Schema it is `format: "email"`, which names the shape
 * without a pattern that other tools would have to run.
 */
import { Schema } from "effect"
import { lift } from "../ParsedEffect.ts"
import { isEmail, MAX_EMAIL_LENGTH, parse } from "./Email.ts"

/**
 * An e-mail address, unchanged.
 *
 * @example
 * ```ts
 * import { EmailSchema } from "@pesoreal/core"
 * import { Schema } from "effect"
 *
 * const accepts = Schema.is(EmailSchema.EmailSchema)
 * accepts("ana@example.mx") // => true
 * accepts("ana@example") // => false
 * ```
 */
export const EmailSchema: Schema.String = Schema.String.annotate({
  message: "must be a string with an e-mail address",
}).check(
  Schema.makeFilter((text: string) => isEmail(text) || "must be an e-mail address, such as name@example.com", {
    expected: "an e-mail address",
    toJsonSchema: () => ({ format: "email", maxLength: MAX_EMAIL_LENGTH }),
    // A hint for generated samples only; the filter itself decides what is an address.
    arbitraryConstraint: { patterns: [{ source: "^[a-z0-9]{1,12}@[a-z]{1,12}[.][a-z]{2,3}$", flags: "u" }] },
  }),
)

/**
 * `Email.parse` as an Effect, which fails with `Refused`.
 *
 * @example
 * ```ts
 * import { EmailSchema } from "@pesoreal/core"
 * import { Effect } from "effect"
 *
 * Effect.runSync(EmailSchema.parseEffect("ana@example.mx")).local // => "ana"
 * ```
 */
export const parseEffect = lift(parse)
