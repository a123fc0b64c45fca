/**
 * Writes docs/errors.md from the catalogue in src/api/errors.ts.
 *
 * Run it from the root: node --conditions=@pesoreal/source packages/core/scripts/errors.ts
 */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { catalogue } from "@pesoreal/core/api/errors"

/** The page that this script writes. */
export const page = new URL("../../../docs/errors.md", import.meta.url)

/** How to run this script. */
export const command = "node --conditions=@pesoreal/source packages/core/scripts/errors.ts"

/** The text of the page. */
export const render = (): string =>
  [
    `<!-- Written by ${command}. Edit packages/core/src/api/errors.ts, not this page. -->`,
    "",
    "# Error codes",
    "",
    "Every error body is `{ code, message, requestId, details? }`. The code is for programs and stays the same; the message is for",
    "people and may be worded better at any time.",
    "",
    "| status | code | what it means |",
    "|---|---|---|",
    ...Object.entries(catalogue).map(([code, { status, meaning }]) => `| ${status} | \`${code}\` | ${meaning} |`),
    "",
  ].join("\n")

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, render())
