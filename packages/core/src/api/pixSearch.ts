/**
 * What the search of PIX transactions, the balance and the key look-up take and answer (pix.md; decisions, section 8).
 * Amounts are JSON numbers of reais.
 */
import { Schema } from "effect"
import { EndToEndIdContract } from "../accounts/EndToEndIdSchema.ts"
import { KeyType } from "../accounts/PixKeySchema.ts"
import { machine } from "../lifecycle/PixCashIn.ts"
import { SEARCH_DAYS, searchWindow } from "../lifecycle/windows.ts"
import { Brl, BrlAmount } from "../money/BrlSchema.ts"
import { anyText } from "../text/Text.ts"
import { Instant, MaskedDocument, PixCounterpart, TransactionId } from "../webhooks/events.ts"
import { instantOrNull, pageOf, paging } from "./fields.ts"

/** A date of the search. Whether the two of them are a window that can be searched is for the operation to say. */
const searchDate = (description: string) =>
  anyText.check(
    Schema.makeFilter(
      (text: string) => {
        const read = searchWindow({ endDate: text }, 0)
        return read.ok || read.errors[0].message
      },
      {
        expected: "a date such as 2026-01-31, or a timestamp with Z or an offset",
        toJsonSchema: () => ({ pattern: "^\\d{4}-\\d{2}-\\d{2}", description, examples: ["2026-01-31"] }),
      },
    ),
  )

/** Query of `GET /api/transactions`. */
export const searchQuery = {
  ...paging,
  status: Schema.optionalKey(
    Schema.Literals(machine.states).annotate({ description: "Only transactions of this status" }),
  ),
  type: Schema.optionalKey(
    Schema.Literals(["PAYMENT", "WITHDRAW", "REFUND_IN", "REFUND_OUT"]).annotate({
      description:
        "Only transactions of this type: PAYMENT is a cash-in, WITHDRAW a cash-out, REFUND_IN a refund of a cash-in, REFUND_OUT a cash-out that came back",
    }),
  ),
  startDate: Schema.optionalKey(
    searchDate(
      `First day, whole, in UTC: \`YYYY-MM-DD\`, or a timestamp in it. By default ${SEARCH_DAYS} days before \`endDate\``,
    ),
  ),
  endDate: Schema.optionalKey(
    searchDate(
      `Last day, whole, in UTC: \`YYYY-MM-DD\`, or a timestamp in it. By default today; at most ${SEARCH_DAYS} days after \`startDate\``,
    ),
  ),
  externalId: Schema.optionalKey(
    anyText.annotate({ description: "Only the transaction with this identifier of yours" }),
  ),
  endToEndId: Schema.optionalKey(
    anyText.annotate({ description: "Only transactions with this end-to-end identifier" }),
  ),
}

/** A PIX transaction, as the search and the look-up of one show it. Its labels are translated; the query's are not. */
export const SearchItem = Schema.Struct({
  transactionId: TransactionId,
  externalId: Schema.NullOr(Schema.String).annotate({ description: "Your identifier" }),
  status: Schema.Literals(["Pendente", "Confirmado", "Error"]).annotate({
    description: "`Pendente`: PENDING; `Confirmado`: CONFIRMED; `Error`: ERROR",
  }),
  operationType: Schema.Literals(["Pix in", "Pix out", "Refund in", "Refund out"]).annotate({
    description: "`Pix in`: PAYMENT; `Pix out`: WITHDRAW; `Refund in`: REFUND_IN; `Refund out`: REFUND_OUT",
  }),
  movementType: Schema.Literals(["CREDIT", "DEBIT"]).annotate({
    description: "CREDIT for Pix in and Refund out, DEBIT for Pix out and Refund in",
  }),
  originalAmount: Brl.annotate({ description: "BRL" }),
  feeAmount: BrlAmount.annotate({ description: "The fee, BRL" }),
  finalAmount: BrlAmount.annotate({ description: "BRL: the amount less the fee on credits, plus the fee on debits" }),
  endToEndId: Schema.NullOr(EndToEndIdContract).annotate({
    description: "PIX end-to-end identifier; null while unknown",
  }),
  createdAt: Instant.annotate({ description: "When it was created" }),
  processedAt: instantOrNull("When it was confirmed or failed"),
  counterpart: Schema.NullOr(PixCounterpart).annotate({ description: "Null where nobody is known yet" }),
}).annotate({ identifier: "PixTransaction", description: "The transaction as it stands" })
/** A PIX transaction, as the search and the look-up of one show it. */
export type SearchItem = typeof SearchItem.Type

/** A page of the search. */
export const SearchPage = pageOf("PixTransactionPage", "Transactions, newest first", SearchItem)

/** The balance of the PIX area: gross = net + blocked. */
export const Balance = Schema.Struct({
  grossBalance: BrlAmount.annotate({ description: "Everything that the account has, BRL" }),
  blockedBalance: BrlAmount.annotate({ description: "Of that, what sends and refunds in processing hold, BRL" }),
  netBalance: BrlAmount.annotate({ description: "What is available now: gross less blocked, BRL" }),
  consultedAt: Instant.annotate({ description: "When the balance was read" }),
}).annotate({ identifier: "PixBalance", description: "The balance in BRL" })
/** The balance of the PIX area. */
export type Balance = typeof Balance.Type

/** What the directory says of a key. */
export const KeyHolder = Schema.Struct({
  key: Schema.String.annotate({ description: "The key, in the form in which it is kept" }),
  keyType: KeyType.annotate({ description: "DOCUMENT is a CPF or CNPJ, RANDOM a random key" }),
  name: Schema.String.annotate({ description: "The holder's name" }),
  document: MaskedDocument,
  bank: Schema.Struct({
    bankISPB: Schema.String.annotate({ description: "The participant's ISPB: `60701190`" }),
    bankName: Schema.String.annotate({ description: "The participant's name" }),
    bankCode: Schema.String.annotate({ description: "The bank's number at the clearing house: `341`" }),
  }).annotate({ identifier: "PixParticipant", description: "Where the key's account is" }),
}).annotate({ identifier: "PixKeyHolder", description: "Who holds the key" })
/** What the directory says of a key. */
export type KeyHolder = typeof KeyHolder.Type
