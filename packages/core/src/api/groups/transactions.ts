/** What can be done with a transaction of either area, by its `transactionId`. */
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { anyText } from "../../text/Text.ts"
import { Bearer } from "../authentication.ts"
import { operation } from "../documentation.ts"
import { InvalidParameters, TransactionNotFound } from "../errors.ts"
import * as examples from "../examples/webhooks.ts"
import { ResentWebhooks } from "../webhooks.ts"

const resendWebhook = HttpApiEndpoint.post("resendWebhook", "/api/transactions/:transactionId/resend-webhook", {
  params: {
    transactionId: anyText.annotate({
      description: "`transactionId` of a transaction of either area",
      examples: ["019c1536-71e0-7c0a-9d52-3f1b8c6e4b01"],
    }),
  },
  success: ResentWebhooks.pipe(HttpApiSchema.status(201)),
  error: [InvalidParameters, TransactionNotFound],
}).annotateMerge(
  operation({
    id: "resendTransactionWebhooks",
    summary: "Resend the webhooks of a transaction",
    description:
      "Makes a new delivery of each of its events to each configuration that lists their kind, also to one that was created after the event. A transaction without events yet answers an empty list.",
    ...examples.resend,
  }),
)

/** Transactions of either area. */
export const transactionsGroup = () =>
  HttpApiGroup.make("transactions")
    .add(resendWebhook)
    .middleware(Bearer)
    .annotateMerge(
      OpenApi.annotations({ title: "Transactions", description: "What is the same for transactions of both areas." }),
    )
