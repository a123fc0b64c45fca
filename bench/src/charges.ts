/**
 * Charges created per second by Pesoreal, and by hand-written servers that do the same, in one run on one machine. What is
 * equal and what is not: docs/bench.md.
 */
import { writeFileSync } from "node:fs"
import { startLoadDriver } from "./load/LoadDriver.ts"
import { machineWithDatabase } from "./machine.ts"
import { differences } from "./measure/parity.ts"
import { measure, type Measured, names } from "./measure/rounds.ts"
import type { Parameters } from "./parameters.ts"
import { report } from "./report.ts"
import { type Field, withField } from "./servers/contenders.ts"

const say = (line: string): void => console.error(`  ${line}`)

/** A row for every 201, and a 201 for every row. */
const missingRows = async (field: Field, before: Measured["created"], measured: Measured) => {
  const found: Array<string> = []
  for (const name of names) {
    const { title, database } = field.contenders[name]
    const rows = (await field.cluster.charges(database)).rows - before[name]
    const answers = measured.created[name]
    if (rows !== answers) found.push(`${title} answered ${answers} charges, and its database has ${rows}`)
  }
  return found
}

const rowsOf = async ({ cluster, contenders }: Field): Promise<Measured["created"]> => {
  const rows = { pesoreal: 0, "fastify-transaction": 0, "fastify-statement": 0 }
  for (const name of names) rows[name] = (await cluster.charges(contenders[name].database)).rows
  return rows
}

const compare = async (field: Field, options: Parameters): Promise<ReadonlyArray<string>> => {
  say("comparing answers")
  const unlike = await differences(field)
  if (unlike.length > 0) return unlike
  const on = await machineWithDatabase(field.cluster)
  const before = await rowsOf(field)
  const driver = startLoadDriver()
  try {
    const measured = await measure(field, driver, options, say)
    const wrong = [...measured.failures, ...(await missingRows(field, before, measured))]
    if (wrong.length > 0) return wrong
    console.log(report(measured, options, on))
    if (options.json !== null) {
      writeFileSync(options.json, `${JSON.stringify({ options, machine: on, ...measured }, null, 1)}\n`)
    }
    return []
  } finally {
    await driver.stop()
  }
}

/** Answers what is wrong with the run; nothing, when its figures can be believed. */
export const benchCharges = (options: Parameters): Promise<ReadonlyArray<string>> => {
  const { poolSize, cpuProfile } = options
  const pesorealNodeOptions = cpuProfile === null ? [] : ["--cpu-prof", `--cpu-prof-dir=${cpuProfile}`]
  say("starting PostgreSQL and the servers")
  return withField({ poolSize, pesorealNodeOptions }, (field) => compare(field, options))
}
