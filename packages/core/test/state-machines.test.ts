/** docs/state-machines.md shows the tables as they are. */
import { readFileSync } from "node:fs"
import { Machines, StateMachine } from "@pesoreal/core"
import { expect, it } from "vitest"
import { command, page, render } from "../scripts/state-machines.ts"

const written = readFileSync(page, "utf8")

it("docs/state-machines.md is what its script writes", () => {
  expect(written, `docs/state-machines.md is out of date. Write it again: ${command}`).toBe(render())
})

it("docs/state-machines.md draws every machine, and says what each of its triggers means", () => {
  const all: ReadonlyArray<StateMachine.StateMachine<string, string>> = Object.values(Machines.machines)
  const sections = written.split(/^## /mu).slice(1)
  expect(sections.map((section) => /```mermaid\n([^`]*)\n```/u.exec(section)?.[1])).toEqual(
    all.map((machine) => StateMachine.toMermaid(machine)),
  )
  for (const [index, machine] of all.entries()) {
    const triggers = machine.transitions.map(({ trigger }) => trigger)
    expect(triggers.filter((trigger) => !sections[index]?.includes(`\`${trigger}\`: `))).toEqual([])
  }
})
