/**
 * The scenarios of the sandbox: what a request may ask for in the header `X-Sandbox-Scenario`, and what then happens.
 *
 * One table drives the server, its list of scenarios, the documentation and the testkit. A scenario steers what happens after
 * a creation, never the creation's own answer. Nothing here acts on one.
 */
import { accept, type Parsed, refuse } from "../Parsed.ts"
import { toMs } from "./duration.ts"

/** The request header that selects a scenario. Accounts of production ignore it. */
export const SCENARIO_HEADER = "X-Sandbox-Scenario"

/** The longest delay, 24 hours. */
export const MAX_DELAY_MS = 24 * 3_600_000

const charges = ["spei-cash-in", "retail-cash-in", "pix-cash-in"] as const
const sends = ["spei-cash-out", "pix-cash-out"] as const

/** The operations that take a scenario: charges, sends and refunds. */
export const operations = [...charges, ...sends, "refund"] as const

/** An operation that takes a scenario. */
export type Operation = (typeof operations)[number]

/** What is done to the webhook of an outcome that is otherwise a success. */
export type WebhookEffect = "duplicate" | "reorder" | "late" | "bad-signature"

/** What a request asks the sandbox to do. */
export type Scenario =
  | { readonly kind: "success" }
  | {
      readonly kind: "error"
      readonly slug: string
      /** The slug in upper snake case, as it appears in the webhook. */
      readonly errorCode: string
      readonly errorMessage: string
    }
  | { readonly kind: "delayed"; readonly delayMs: number }
  | { readonly kind: "expired" }
  | { readonly kind: "pending" }
  | { readonly kind: "returned" }
  | { readonly kind: "webhook"; readonly effect: WebhookEffect }

/** One row of the catalogue. */
export interface CatalogueEntry {
  /** The header's value, or its pattern: `error:<slug>`, `delayed:<duration>`. */
  readonly value: string
  /** The operations that it fits. */
  readonly fits: ReadonlyArray<Operation>
  /** What happens, in a sentence or two. */
  readonly effect: string
  /** Values that can be sent as they are. */
  readonly examples: ReadonlyArray<string>
}

/** The slugs of `error:<slug>` that the sandbox knows a message for. Any other slug works too. */
export const knownErrors: ReadonlyArray<{ readonly slug: string; readonly message: string }> = [
  { slug: "invalid-clabe", message: "The CLABE is not valid" },
  { slug: "duplicate-external-id", message: "The externalId was used before" },
  { slug: "insufficient-funds", message: "The payer's account does not have enough funds" },
  { slug: "account-not-found", message: "The account does not exist" },
  { slug: "account-blocked", message: "The account is blocked" },
  { slug: "bank-rejected", message: "The bank rejected the payment" },
  { slug: "invalid-pix-key", message: "The PIX key is not valid" },
  { slug: "document-mismatch", message: "The document is not that of the account's holder" },
  { slug: "duplicate-id", message: "The identifier was used before" },
]

const error: CatalogueEntry = {
  value: "error:<slug>",
  fits: operations,
  effect:
    "FAILED (PIX: ERROR), with the slug in upper snake case as the webhook's errorCode. The slug is 1 to 64 of a-z, 0-9 and -. " +
    "A retail charge cannot fail: it becomes EXPIRED at once and announces nothing.",
  examples: knownErrors.map(({ slug }) => `error:${slug}`),
}

const delayed: CatalogueEntry = {
  value: "delayed:<duration>",
  fits: operations,
  effect: "CONFIRMED after the duration: digits and ms, s, m or h, up to 24 hours.",
  examples: ["delayed:500ms", "delayed:5s", "delayed:30s", "delayed:2m"],
}

interface FixedEntry extends CatalogueEntry {
  readonly scenario: Scenario
}

const fixed = (value: string, fits: ReadonlyArray<Operation>, scenario: Scenario, effect: string): FixedEntry => ({
  value,
  fits,
  effect,
  examples: [value],
  scenario,
})

const success = fixed(
  "success",
  operations,
  { kind: "success" },
  "CONFIRMED after about 1 second, as without the header.",
)

/** The rows whose value stands for exactly one scenario. */
const fixedEntries: ReadonlyArray<FixedEntry> = [
  success,
  fixed(
    "expired",
    charges,
    { kind: "expired" },
    "Reaches its expiry at once: EXPIRED (PIX: ERROR), without a webhook.",
  ),
  fixed("pending", operations, { kind: "pending" }, "Stays PENDING until a sandbox action moves it."),
  fixed(
    "returned",
    sends,
    { kind: "returned" },
    "CONFIRMED, then returned: the webhook refund_out (PIX: RefundOut) follows.",
  ),
  fixed(
    "webhook:duplicate",
    operations,
    { kind: "webhook", effect: "duplicate" },
    "CONFIRMED; the same delivery arrives twice at once, and again 2 seconds later.",
  ),
  fixed(
    "webhook:reorder",
    sends,
    { kind: "webhook", effect: "reorder" },
    "CONFIRMED, then returned; the return's webhook arrives before the confirmation's.",
  ),
  fixed(
    "webhook:late",
    operations,
    { kind: "webhook", effect: "late" },
    "CONFIRMED; the webhook arrives 60 seconds after the settlement.",
  ),
  fixed(
    "webhook:bad-signature",
    operations,
    { kind: "webhook", effect: "bad-signature" },
    "CONFIRMED; one copy of the delivery arrives with a wrong signature, then the good one.",
  ),
]

const toEntry = ({ value, fits, effect, examples }: CatalogueEntry): CatalogueEntry => ({
  value,
  fits,
  effect,
  examples,
})

/**
 * Every scenario there is, in the order of the documentation.
 *
 * @example
 * ```ts
 * import { Scenarios } from "@pesoreal/core"
 *
 * const forRefunds = Scenarios.catalogue.filter((entry) => entry.fits.includes("refund"))
 * forRefunds.some((entry) => entry.value === "returned") // => false
 * ```
 */
export const catalogue: ReadonlyArray<CatalogueEntry> = [
  toEntry(success),
  error,
  delayed,
  ...fixedEntries.filter((entry) => entry !== success).map(toEntry),
]

/** Why {@link parse} refuses a header. */
export type ParseReason = "unknown" | "bad_duration" | "does_not_fit"

/**
 * Reads the header `X-Sandbox-Scenario` for one operation. No header means `success`. The value is matched exactly, case
 * included. Errors list every value that fits the operation.
 *
 * @example
 * ```ts
 * import { Scenarios } from "@pesoreal/core"
 *
 * Scenarios.parse(undefined, "refund") // => { ok: true, value: { kind: "success" }, warnings: [] }
 * Scenarios.parse("delayed:2m", "pix-cash-in") // => { ok: true, value: { kind: "delayed", delayMs: 120_000 }, warnings: [] }
 *
 * const failing = Scenarios.parse("error:invalid-clabe", "spei-cash-in")
 * failing.ok && failing.value.kind === "error" && failing.value.errorCode // => "INVALID_CLABE"
 *
 * const refused = Scenarios.parse("returned", "spei-cash-in")
 * refused.ok ? "" : refused.errors[0].reason // => "does_not_fit"
 * ```
 */
export const parse = (header: string | undefined, operation: Operation): Parsed<Scenario, ParseReason> => {
  if (header === undefined) return accept(success.scenario)
  const found = fixedEntries.find((entry) => entry.value === header)
  if (found !== undefined) {
    return found.fits.includes(operation)
      ? accept(found.scenario)
      : refuse("does_not_fit", `${found.value} does not fit ${operation}. ${whatFits(operation)}`)
  }
  // Both families fit every operation, so there is nothing more to ask of them.
  if (header.startsWith("error:")) return parseError(header.slice("error:".length), operation)
  if (header.startsWith("delayed:")) return parseDelay(header.slice("delayed:".length), operation)
  return refuse("unknown", `${quote(header)} is not a scenario. ${whatFits(operation)}`)
}

const parseError = (slug: string, operation: Operation): Parsed<Scenario, "unknown"> => {
  if (!/^[a-z0-9-]{1,64}$/u.test(slug)) {
    const rule = "after error: comes a slug of 1 to 64 of a-z, 0-9 and -, such as error:bank-rejected"
    return refuse("unknown", `${quote(slug)} is not a slug; ${rule}. ${whatFits(operation)}`)
  }
  const known = knownErrors.find((candidate) => candidate.slug === slug)
  return accept({
    kind: "error",
    slug,
    errorCode: slug.toUpperCase().replaceAll("-", "_"),
    errorMessage: known?.message ?? `The sandbox was asked to fail with ${slug}`,
  })
}

const parseDelay = (duration: string, operation: Operation): Parsed<Scenario, "bad_duration"> => {
  const delayMs = toMs(duration, MAX_DELAY_MS)
  if (delayMs !== undefined) return accept({ kind: "delayed", delayMs })
  const rule = "digits and ms, s, m or h, up to 24 hours, such as 500ms, 5s, 30s or 2m"
  return refuse("bad_duration", `${quote(duration)} is not a duration: ${rule}. ${whatFits(operation)}`)
}

const whatFits = (operation: Operation): string =>
  `What fits ${operation}: ${catalogue
    .filter((entry) => entry.fits.includes(operation))
    .map((entry) => entry.value)
    .join(", ")}`

/** Input inside a message: printable, and no longer than a line. */
const quote = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
