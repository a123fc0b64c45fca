/**
 * Makes `dist/prepared-data.tar.br`, the database that a server without DATABASE_URL starts from. Run it when the package is
 * packed: node --conditions=@pesoreal/source packages/server/scripts/prepare-data.ts
 */
import { statSync } from "node:fs"
import { Effect } from "effect"
import { writePackaged } from "../src/database/PreparedData.ts"

const path = await Effect.runPromise(writePackaged)
process.stdout.write(`${path}: ${(statSync(path).size / 1_000_000).toFixed(2)} MB\n`)
