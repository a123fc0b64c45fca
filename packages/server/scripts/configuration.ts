/** Writes docs/configuration.md from the table of settings: `node --conditions=@pesoreal/source packages/server/scripts/configuration.ts`. */
import { writeFileSync } from "node:fs"
import { configurationPage } from "../src/configurationPage.ts"

writeFileSync(new URL("../../../docs/configuration.md", import.meta.url), configurationPage())
