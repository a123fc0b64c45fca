/** docs/configuration.md, from the table of settings. A test compares the file with this text. */
import { settingsTable } from "./config.ts"

export const configurationPage = (): string =>
  [
    "# Configuration",
    "",
    "The server reads its settings from the environment, once, when it starts. A wrong one ends the start with a sentence that",
    "names it. Secrets are never printed or logged, but for one: in sandbox the start prints the credentials of the ready account.",
    "",
    "| setting | default | what it does |",
    "|---|---|---|",
    ...Object.values(settingsTable).map(({ name, standard, doc }) => `| \`${name}\` | ${standard} | ${doc} |`),
    "",
    "This page is written from `packages/server/src/config.ts`; to write it again:",
    "",
    "```sh",
    "node --conditions=@pesoreal/source packages/server/scripts/configuration.ts",
    "```",
    "",
  ].join("\n")
