/** docs/state-machines.md shows the tables as they are. */
import { readFileSync } from "node:fs"
import { SpeiCashIn, StateMachine, WebhookDelivery } from "@pesoreal/core"
import { expect, it } from "vitest"
import { command, page, render } from "../scripts/state-machines.ts"

const written = readFileSync(page, "utf8")

it("docs/state-machines.md is what its script writes", () => {
  expect(written, `docs/state-machines.md is out of date. Write it again: ${command}`).toBe(render())
})

it("docs/state-machines.md draws every machine", () => {
  const drawings = Array.from(written.matchAll(/```mermaid\n([^`]*)\n```/gu), ([, drawing]) => drawing)
  expect(drawings).toEqual([
    StateMachine.toMermaid(SpeiCashIn.machine),
    StateMachine.toMermaid(WebhookDelivery.machine),
  ])
})
