/**
 * Writes docs/state-machines.md from the tables in src/lifecycle.
 *
 * Run it from the root: node --conditions=@pesoreal/source packages/core/scripts/state-machines.ts
 */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { SpeiCashIn, StateMachine, WebhookDelivery } from "@pesoreal/core"

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

const section = <S extends string, T extends string>(
  machine: StateMachine.StateMachine<S, T>,
  title: string,
  about: ReadonlyArray<string>,
): string =>
  [
    `## ${title}`,
    ...about,
    `\`\`\`mermaid\n${StateMachine.toMermaid(machine)}\n\`\`\``,
    table([
      ["in state", "trigger", "leads to"],
      ...machine.transitions.map(({ from, trigger, to }) => [from, trigger, to] as const),
    ]),
    `Final: ${machine.states.filter((state) => StateMachine.isTerminal(machine, state)).join(", ")}.`,
  ].join("\n\n")

/** The text of the page. */
export const render = (): string =>
  `${[
    `<!-- Written by ${command}. Edit that script or the tables in packages/core/src/lifecycle, not this page. -->`,
    "# State machines",
    "Each life cycle is a table in `@pesoreal/core`, and nothing moves but by its table. A move that the table does not have is an " +
      "error, and changes nothing. States from which nothing leads are final: there, the repetition of what led to them is " +
      "answered as no change, because payment providers repeat themselves, and any other trigger is an error.",
    section(SpeiCashIn.machine, "SPEI cash-in charge", [
      "A charge waits for one transfer of its exact amount to its CLABE. `settle`: the transfer arrived. `fail`: the rail reported an " +
        "error. `expire`: nobody paid before the charge expired.",
    ]),
    section(WebhookDelivery.machine, "Webhook delivery", [
      "A delivery carries one event to one endpoint, in up to six attempts. `claim`: a worker takes it for one attempt; it can be claimed " +
        "again while in flight, once the lease of a worker that died has run out. `succeed`: the endpoint answered 2xx. `fail`: the attempt " +
        "is worth repeating, and attempts are left. `exhaust`: it is, and none is left. `reject`: the endpoint's answer says that a " +
        "repetition would change nothing. `cancel`: the endpoint was deleted.",
      "A redrive is a new delivery, so nothing ever leaves a final state.",
    ]),
  ].join("\n\n")}\n`

if (import.meta.main) {
  writeFileSync(page, render())
  process.stdout.write(`Wrote ${fileURLToPath(page)}\n`)
}
