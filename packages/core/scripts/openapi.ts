/**
 * Writes docs/openapi.json from the contract in src/api, with its documented defaults.
 *
 * Run it from the root: node --conditions=@pesoreal/source packages/core/scripts/openapi.ts && npx oxfmt docs/openapi.json
 */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { OpenApi } from "effect/http-api"
import { PesorealApi } from "@pesoreal/core/api/PesorealApi"

/** The file that this script writes. */
export const page = new URL("../../../docs/openapi.json", import.meta.url)

/** How to run this script. */
export const command =
  "node --conditions=@pesoreal/source packages/core/scripts/openapi.ts && npx oxfmt docs/openapi.json"

/** The text of the file, before it is formatted. */
export const render = (): string => `${JSON.stringify(OpenApi.fromApi(PesorealApi), null, 2)}\n`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, render())
