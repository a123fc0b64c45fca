/**
 * Writes docs/state-machines.md from the tables in src/lifecycle.
 *
 * Run it from the root: node --conditions=@pesoreal/source packages/core/scripts/state-machines.ts
 */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Machines, StateMachine } from "@pesoreal/core"

/** The page that this script writes. */
export const page = new URL("../../../docs/state-machines.md", import.meta.url)

/** How to run this script. */
export const command = "node --conditions=@pesoreal/source packages/core/scripts/state-machines.ts"

/** A Markdown table whose columns are as wide as their widest cell, as the formatter of this repository leaves it. */
const table = (rows: ReadonlyArray<readonly [string, string, string]>): string => {
  const width = (column: 0 | 1 | 2) => Math.max(...rows.map((row) => row[column].length))
  const line = (row: readonly [string, string, string], filler: string) =>
    `| ${row[0].padEnd(width(0), filler)} | ${row[1].padEnd(width(1), filler)} | ${row[2].padEnd(width(2), filler)} |`
  const [head, ...body] = rows.map((row) => line(row, " "))
  return [head, line(["", "", ""], "-"), ...body].join("\n")
}

/** What each machine is the life of, and what its triggers mean, paragraph by paragraph. */
const about: Readonly<Record<Machines.MachineName, readonly [title: string, ...about: ReadonlyArray<string>]>> = {
  SpeiCashIn: [
    "SPEI cash-in charge",
    "A charge waits for one transfer of its exact amount to its CLABE. `settle`: the transfer arrived. `fail`: the rail reported an " +
      "error. `expire`: nobody paid before the charge expired.",
  ],
  SpeiCashOut: [
    "SPEI cash-out",
    "A transfer to a CLABE. `settle`: the rail has paid the beneficiary. `fail`: it will not.",
    "A transfer that comes back after it was confirmed is a returned send: CONFIRMED never turns into FAILED.",
  ],
  RetailCharge: [
    "Retail charge",
    "A charge waits for somebody to pay it in cash at a store. `pay`: the store reported the cash. `expire`: nobody paid in time.",
  ],
  MexicoRefund: [
    "Refund in the Mexico area",
    "Money of a confirmed SPEI or retail cash-in on its way back (`refund_in`). `settle`: the payer has it. `fail`: the rail refused, " +
      "and the money can be refunded again.",
  ],
  PixCashIn: [
    "PIX cash-in charge",
    "A charge waits for one payment of its code. `settle`: the payment arrived. `fail`: the rail reported an error. `expire`: nobody " +
      "paid before the charge expired.",
    "The PIX area has no state for expiry, so a charge that fails and one that expires both end in ERROR. There, `fail` and `expire` " +
      "are both taken as repetitions, whichever came first.",
  ],
  PixCashOut: [
    "PIX cash-out",
    "A payment to a key or by a code. `settle`: the recipient has the money. `fail`: the rail refused.",
  ],
  PixRefund: [
    "PIX refund",
    "Money of a confirmed PIX cash-in on its way back (`RefundIn`), all of it or a part. `settle`: the payer has it. `fail`: the rail " +
      "refused, and the money can be refunded again.",
  ],
  ReturnedSend: [
    "Returned send",
    "Money that was sent, confirmed, and came back (`refund_out`, `RefundOut`). It is a transaction of its own, final from the moment " +
      "it exists, and the send that it returns stays CONFIRMED.",
  ],
  UnmatchedDeposit: [
    "Unmatched deposit",
    "A deposit that confirms no charge (another amount, too late, a second one), held in suspense, in nobody's balance. `return`: its " +
      "owner sent it back. `accept`: its owner took it, which credits the balance and re-opens no charge.",
  ],
  WebhookDelivery: [
    "Webhook delivery",
    "A delivery carries one event to one endpoint, in up to six attempts. `claim`: a worker takes it for one attempt; it can be claimed " +
      "again while in flight, once the lease of a worker that died has run out. `succeed`: the endpoint answered 2xx. `fail`: the attempt " +
      "is worth repeating, and attempts are left. `exhaust`: it is, and none is left. `reject`: the endpoint's answer says that a " +
      "repetition would change nothing. `cancel`: the endpoint was deleted.",
    "A redrive is a new delivery, so nothing ever leaves a final state.",
  ],
}

const section = (
  [title, ...paragraphs]: readonly [title: string, ...about: ReadonlyArray<string>],
  machine: StateMachine.StateMachine<string, string>,
): string =>
  [
    `## ${title}`,
    ...paragraphs,
    `\`\`\`mermaid\n${StateMachine.toMermaid(machine)}\n\`\`\``,
    machine.transitions.length === 0
      ? "It has no transitions."
      : table([
          ["in state", "trigger", "leads to"],
          ...machine.transitions.map(({ from, trigger, to }) => [from, trigger, to] as const),
        ]),
    `Final: ${machine.states.filter((state) => StateMachine.isTerminal(machine, state)).join(", ")}.`,
  ].join("\n\n")

/** The machines in the order of their table, each with what is said about it. */
const sections = (): ReadonlyArray<string> => {
  const machines: Readonly<Record<Machines.MachineName, StateMachine.StateMachine<string, string>>> = Machines.machines
  // Object.keys forgets that the keys of the table are its names.
  const names = Object.keys(machines) as Array<Machines.MachineName>
  return names.map((name) => section(about[name], machines[name]))
}

/** The text of the page. */
export const render = (): string =>
  `${[
    `<!-- Written by ${command}. Edit that script or the tables in packages/core/src/lifecycle, not this page. -->`,
    "# State machines",
    "Each life cycle is a table in `@pesoreal/core`, and nothing moves but by its table. A move that the table does not have is an " +
      "error, and changes nothing. States from which nothing leads are final: there, the repetition of a trigger that leads to them is " +
      "answered as no change, because payment providers repeat themselves, and any other trigger is an error.",
    ...sections(),
  ].join("\n\n")}\n`

if (import.meta.main) {
  writeFileSync(page, render())
  process.stdout.write(`Wrote ${fileURLToPath(page)}\n`)
}
