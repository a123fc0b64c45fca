/** What the sandbox's operations take and answer (decisions, sections 8 and 10). */
import { Schema } from "effect"
import { KeyType } from "../accounts/PixKeySchema.ts"
import { machines } from "../lifecycle/machines.ts"
import { amountCentavos } from "../money/CentavosSchema.ts"
import { Brl } from "../money/BrlSchema.ts"
import { toMs } from "../sandbox/duration.ts"
import { operations } from "../sandbox/scenarios.ts"
import { anyText } from "../text/Text.ts"
import { Instant, TransactionId } from "../webhooks/events.ts"
import { optional } from "./fields.ts"

/** Body of `POST /api/sandbox/transactions/{transactionId}/pay`, which may be left out. */
export const PayRequest = Schema.Struct({
  amountCentavos: optional(amountCentavos(1)).annotate({
    description: "For a charge in MXN: what the payer transfers, in centavos; by default what it asks for",
  }),
  value: optional(Brl).annotate({
    description: "For a charge in BRL: what the payer transfers, in reais; by default what it asks for",
  }),
}).annotate({
  identifier: "SandboxPayRequest",
  description: "Another amount than the charge's, which then does not confirm it",
})
/** Body of `POST /api/sandbox/transactions/{transactionId}/pay`. */
export type PayRequest = typeof PayRequest.Type

const { SpeiCashIn, PixCashIn } = machines

/** What became of a transaction that an action was done to. */
export const ActionResult = Schema.Struct({
  transactionId: TransactionId.annotate({ description: "The transaction that the action was done to" }),
  status: Schema.Literals(Array.from(new Set([...SpeiCashIn.states, ...PixCashIn.states]))).annotate({
    description: "Its status now",
  }),
  depositId: Schema.optionalKey(Schema.String).annotate({
    description: "The unmatched deposit that a payment of another amount became (MXN)",
  }),
  returnTransactionId: Schema.optionalKey(TransactionId).annotate({
    description: "The new transaction by which a send came back",
  }),
}).annotate({ identifier: "SandboxActionResult", description: "The transaction after the action" })
/** What became of a transaction that an action was done to. */
export type ActionResult = typeof ActionResult.Type

/** The catalogue of scenarios, and what else the sandbox answers in a fixed way. */
export const ScenarioCatalogue = Schema.Struct({
  header: Schema.String.annotate({ description: "The request header that selects a scenario" }),
  data: Schema.Array(
    Schema.Struct({
      value: Schema.String.annotate({ description: "The header's value, or its pattern" }),
      fits: Schema.Array(Schema.Literals(operations)).annotate({ description: "The operations that it fits" }),
      effect: Schema.String.annotate({ description: "What happens" }),
      examples: Schema.Array(Schema.String).annotate({ description: "Values that can be sent as they are" }),
    }).annotate({ identifier: "SandboxScenario", description: "A scenario" }),
  ).annotate({ description: "The scenarios" }),
  errors: Schema.Array(
    Schema.Struct({
      slug: Schema.String.annotate({ description: "What stands behind `error:`" }),
      message: Schema.String.annotate({ description: "The `errorMessage` of the webhook" }),
    }),
  ).annotate({
    description: "The slugs of `error:<slug>` that have a message of their own. Any other slug works too",
  }),
  pixKeys: Schema.Array(
    Schema.Struct({
      key: Schema.String.annotate({ description: "The key" }),
      keyType: KeyType.annotate({ description: "Its type" }),
      errorCode: Schema.String.annotate({ description: "What a payment to the key ends with" }),
    }).annotate({ identifier: "SandboxPixKey", description: "A key to which no payment succeeds" }),
  ).annotate({ description: "Reserved PIX keys. Any other well-formed key belongs to whomever a payment names" }),
}).annotate({ identifier: "ScenarioCatalogue", description: "Every scenario, and every reserved key" })
/** The catalogue of scenarios. */
export type ScenarioCatalogue = typeof ScenarioCatalogue.Type

/** The longest that one request advances the clock, in milliseconds: 366 days, beyond every window there is. */
export const MAX_ADVANCE_MS = 366 * 86_400_000

/** Body of `POST /api/sandbox/clock`. */
export const ClockRequest = Schema.Struct({
  advance: anyText.check(
    Schema.makeFilter(
      (duration: string) =>
        toMs(duration, MAX_ADVANCE_MS) !== undefined ||
        "must be digits and ms, s, m or h, up to 366 days, such as 30s, 10m or 2136h",
      {
        expected: "a duration such as 30s, 10m or 2136h",
        toJsonSchema: () => ({
          pattern: "^\\d{1,10}(?:ms|s|m|h)$",
          description: "How far to advance the clock: digits and `ms`, `s`, `m` or `h`, up to 366 days",
          examples: ["2136h"],
        }),
      },
    ),
  ),
}).annotate({ identifier: "SandboxClockRequest", description: "How far to advance the account's clock" })
/** Body of `POST /api/sandbox/clock`. */
export type ClockRequest = typeof ClockRequest.Type

/** The account's clock after it was advanced. */
export const Clock = Schema.Struct({
  now: Instant.annotate({ description: "What the account's clock shows" }),
  advancedMs: Schema.Int.annotate({
    description: "By how many milliseconds it is ahead of the real time, all advances together",
  }),
}).annotate({ identifier: "SandboxClock", description: "The account's clock" })
/** The account's clock after it was advanced. */
export type Clock = typeof Clock.Type
