/** The operations of a retail-store channel, which are the same for every channel of an installation. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { anyText } from "../../text/Text.ts"
import { Bearer } from "../authentication.ts"
import { operation } from "../documentation.ts"
import { ChannelOrTransactionNotFound, creationErrors, InvalidCharge, InvalidParameters, NotFound } from "../errors.ts"
import * as examples from "../examples/retail.ts"
import type { Level } from "../levels.ts"
import { creationHeaders } from "../requestHeaders.ts"
import { cashInRequest, Charge, TransactionRecord } from "../retail.ts"

/** The names of the channels, and the parameter that matches them alone: in any other place there is nothing. */
const channelsOf = (names: ReadonlyArray<string>) => ({
  segment: `:channel(${names.join("|")})` as const,
  channel: Schema.Literals(names).annotate({ description: "The retail-store channel" }),
})

const cashIn = (channels: ReadonlyArray<string>, level: Level) => {
  const { segment, channel } = channelsOf(channels)
  return HttpApiEndpoint.post("cashIn", `/api/${segment}/cash-in`, {
    params: { channel },
    headers: creationHeaders("retail-cash-in"),
    payload: cashInRequest(level),
    success: Charge.pipe(HttpApiSchema.status(201)),
    error: [InvalidCharge, NotFound, ...creationErrors],
  }).annotateMerge(
    operation({
      id: "createRetailCashIn",
      summary: "Receive cash at a store",
      description: `Issues a barcode and a numeric reference, payable at the channel's counters until the end of the third calendar day in Mexico City. The outcome arrives by webhook \`cash_in\`, with \`barcode\` and without \`clabe\`; a charge that nobody pays becomes EXPIRED and announces nothing.

The same body with the same \`externalId\` again answers the existing charge; another body is a 409. Each channel has its own namespace of externalIds.`,
      ...examples.cashIn,
    }),
  )
}

const lookup = (channels: ReadonlyArray<string>) => {
  const { segment, channel } = channelsOf(channels)
  return HttpApiEndpoint.get("lookup", `/api/${segment}/transaction/:externalId`, {
    params: {
      channel,
      externalId: anyText.annotate({ description: "The externalId sent at creation", examples: ["order-1043"] }),
    },
    success: TransactionRecord,
    error: [InvalidParameters, ChannelOrTransactionNotFound],
  }).annotateMerge(
    operation({
      id: "getRetailTransaction",
      summary: "Look up a retail charge",
      description: "A charge by its externalId, as it stands.",
      ...examples.lookup,
    }),
  )
}

/** Retail stores, with the names of the channels and a level of validation. */
export const retailGroup = (channels: ReadonlyArray<string>, level: Level) =>
  HttpApiGroup.make("retail")
    .add(cashIn(channels, level), lookup(channels))
    .middleware(Bearer)
    .annotateMerge(
      OpenApi.annotations({
        title: "Retail stores",
        description:
          "Receive cash in Mexico at the counters of store chains. Amounts are integers of MXN centavos. Refunds are those of SPEI.",
      }),
    )
